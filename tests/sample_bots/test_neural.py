"""The neural sample bot: what it sees, that it learns, and that it plays the same alone and in a batch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from arena.bots.entrants import Entrant
from arena.bots.intake import resolve
from arena.bots.samples import samples
from arena.errors import UserError
from arena.games.catalogue import GAMES
from tests.sample_bots.conftest import Games
from tests.sample_bots.sessions import AtRandom, Pipe, command, play, run
from tests.sample_bots.test_sample_bots import STRANGE
from tests.sample_bots.test_several_tables import ask_together

pytestmark = pytest.mark.slow

Find = Callable[[str], Entrant]
NAME = "python/neural"
ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def our_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make `python3` the interpreter that runs these tests, because it has numpy."""
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)


def asked_inside(code: str) -> object:
    """Run code in the bot's folder, in a separate process; return what it prints last, read as JSON."""
    environment = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{samples()[NAME]}"}
    command = [sys.executable, "-B", "-c", "import json\n" + code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment, timeout=120)
    return json.loads(done.stdout)


@cache
def all_seen(*told: str) -> list[dict[str, list[str]]]:
    """Return plane -> its cards, after each of some texts of lines and a question about a card; in one process."""
    planes = asked_inside(f"""
import sight
found = []
for text in {told!r}:
    eyes = sight.Sight()
    for line in text.split("; "):
        verb, *words = line.split()
        eyes.hear(verb, words)
    row = eyes.question("play")
    planes = {{plane: eval(plane, vars(sight)) for plane in {sorted(PLANES)!r}}}
    found.append({{
        plane: [card for place, card in enumerate(sight.CARDS) if row[at + place]] for plane, at in planes.items()
    }})
print(json.dumps(found))
""")
    assert isinstance(planes, list)
    return planes


def seen(plane: str, told: str) -> set[str]:
    """Return the cards of a plane after some lines and a question about a card."""
    texts = (TRICK, *LATER)
    return set(all_seen(*texts)[texts.index(told)][plane])


TRICK = (
    "game G1 kaiser seat=2 seats=4 sides=0,1,0,1; note deal 1 dealer=1 scores=0,0; "
    "show hand 2 AS 3S QH 8H KD 9D JC 7C; note trump D; did 3 play KH; did 0 play TH; did 1 play AH"
)


LATER = (f"{TRICK}; did 2 play 8H; note trick 1 1", f"{TRICK}; note deal 2 dealer=2 scores=5,5")
PLANES = {
    "MINE": {"AS", "3S", "QH", "8H", "KD", "9D", "JC", "7C"},
    "GONE": {"KH", "TH", "AH"},
    "LAID": {"KH"},
    "LAID + 32": {"TH"},
    "LAID + 64": {"AH"},
    "TRUMPS": {"KD", "9D"},
    "TAKES": {"KD", "9D"},
    "HIGHEST": {"AS", "QH"},
}
"""Plane -> the cards in it after TRICK."""


@pytest.mark.parametrize(("plane", "cards"), PLANES.items())
def test_the_planes_show_what_lies_where(plane: str, cards: set[str]) -> None:
    assert seen(plane, TRICK) == cards


def test_the_table_is_clear_after_a_trick_and_everything_after_a_deal() -> None:
    assert seen("LAID", LATER[0]) == set()
    assert seen("GONE", LATER[0]) == {"KH", "TH", "AH", "8H"}
    assert seen("GONE", LATER[1]) == set()


def test_it_greets_with_what_bot_toml_says(bot: Find) -> None:
    entrant = bot(NAME)
    assert run(command(entrant), entrant.folder, "") == [f"bot neural {entrant.version} tables={entrant.tables}"]


def test_it_says_a_careful_word_where_it_does_not_know_the_game(bot: Find) -> None:
    entrant = bot(NAME)
    assert run(command(entrant), entrant.folder, STRANGE)[1:] == ["pass", "*", "misdeal"]


def test_its_answers_are_legal_and_the_same_alone_and_in_a_batch(bot: Find, games: Games) -> None:
    together = ask_together(bot(NAME), games.seats)
    with Pipe(bot(NAME)) as pipe:
        for seat, answers in zip(games.seats[:4], together, strict=False):
            pipe.write("".join(seat.told))
            assert [pipe.read() for _ in seat.legal] == answers
    for seat, answers in zip(games.seats, together, strict=True):
        assert all(answer in legal for answer, legal in zip(answers, seat.legal, strict=True))


def test_it_beats_random_play(bot: Find) -> None:
    with Pipe(bot(NAME)) as one, Pipe(bot(NAME)) as partner:
        players = (AtRandom("west"), one, AtRandom("east"), partner)
        played = [play(GAMES["kaiser"], "standard", f"neural {number}", players) for number in range(4)]
    assert [game.result.places for game in played] == [(2, 1)] * 4


def test_every_sum_of_its_weights_is_exact() -> None:
    facts = asked_inside("""
import network, numpy as np
net = network.load()
whole = all(bool((layer == np.rint(layer)).all()) for layer in net)
inner, outer = (float(np.abs(layer).sum(axis=0).max()) for layer in net)
print(json.dumps([whole, inner, network.CEILING * outer]))
""")
    assert isinstance(facts, list)
    whole, inner, outer = facts
    assert whole
    assert max(inner, outer) < 2**24
    assert (samples()[NAME] / "weights.txt").stat().st_size < 100_000


LEARN = """
import train
train.SEED, train.NUMBER, train.UNSEEN, train.EPOCHS = "others", 1500, 500, 4
found = train.examples()
known, others = found.some(slice(1500)), found.some(slice(1500, None))
first, again = train.learn(known), train.learn(known)
same = all(bool((a == b).all()) for a, b in zip(first, again))
by_chance = float((1 / found.legal.sum(axis=1)).mean())
print(json.dumps([same, by_chance, train.agreement(first, others), train.agreement(train.load(), others)]))
"""


def test_training_learns_and_gives_the_same_weights_again() -> None:
    facts = asked_inside(LEARN)
    assert isinstance(facts, list)
    same, by_chance, learnt, shipped = facts
    assert same
    assert learnt > 1.5 * by_chance
    assert shipped > 0.85


def without_numpy(folder: Path) -> Path:
    """Put a `python3` that finds no installed packages into a folder."""
    script = folder / "python3"
    script.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n')
    script.chmod(0o755)
    return folder


def test_who_has_no_numpy_is_told_so_before_any_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(without_numpy(tmp_path)), prepend=os.pathsep)
    with pytest.raises(UserError, match="has no numpy; this bot needs it: python3 -m pip install numpy") as error:
        resolve(f"sample:{NAME}", GAMES, base=tmp_path, cache=tmp_path / "bots")
    assert "Traceback" not in str(error.value)
