import os
import subprocess
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from arena import protocol
from arena.bots.entrants import Entrant
from arena.bots.samples import samples
from arena.data import data
from tests.rungs import RUNGS
from tests.sample_bots.conftest import Games
from tests.sample_bots.sessions import Pipe, Seat, command, run

pytestmark = pytest.mark.slow

TOOLS = {"c": "gcc", "javascript": "node"}
LANGUAGES = ["python", "shell", *(pytest.param(key, marks=pytest.mark.needs(tool)) for key, tool in TOOLS.items())]
BOTS = [
    *("python/random", "python/sensible", "shell/random"),
    *(pytest.param(f"{key}/random", marks=pytest.mark.needs(tool)) for key, tool in TOOLS.items()),
]
Find = Callable[[str], Entrant]

STRANGE = """\
arena 1 line
perhaps some verb of version 2
game G1 tomorrow seat=0 seats=3 sides=0,1,-
note contract nobody 9
did 1 play JOKER
ask 0 bid raise pass
ask 0 wager * more
say 2 ask 0 bid yes no
over G1 places=1,2 reason=target
game G2 kaiser seat=1 seats=4 sides=0,1,0,1
ask 1 misdeal misdeal play
bye
ask 1 misdeal misdeal play
"""


SPOKEN = (
    *("*", "$(echo x) `echo x` ${HOME}", "a\\nb\\", "%s%n", "'\"", "--help", " spaces  within ", "@G1 over G1"),
    *("did 2 play AS", "game G2 kaiser seat=3", "bye", "ask 1 bid 6", "7 8 9", "caf\u00e9 \u202e", "x" * 400),
)
"""What strangers may say."""


def told(seats: Sequence[Seat]) -> str:
    return "".join("".join(seat.told) for seat in seats)


def answered(seats: Sequence[Seat]) -> list[str]:
    return [answer for seat in seats for answer in seat.answers]


@pytest.mark.parametrize("name", BOTS)
def test_the_greeting_says_what_bot_toml_says(bot: Find, name: str) -> None:
    settings = tomllib.loads((samples()[name] / "bot.toml").read_text())
    entrant = bot(name)
    (said,) = run(command(entrant), entrant.folder, "")
    greeting = protocol.parse_line(said, "bot")
    assert isinstance(greeting, protocol.Bot)
    assert (greeting.name, greeting.version) == (settings["name"], settings["version"])
    assert greeting.settings.get("tables", "1") == str(settings.get("tables", 1))


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_ends_at_bye_though_its_input_stays_open(bot: Find, name: str) -> None:
    with Pipe(bot(name)) as pipe:
        pipe.write("bye\n")
        assert pipe.process.wait(timeout=10) == 0


@pytest.mark.parametrize("name", BOTS)
def test_what_others_say_is_no_message_and_no_command(bot: Find, name: str) -> None:
    entrant = bot(name)
    talk = "".join(f"say {number % 4} {text}\n" for number, text in enumerate(SPOKEN))
    told, expected = "arena 1 line\n", []
    unknown = [("tomorrow", "wager")] * (name != "python/sensible")  # the library plays only games that it has
    for game, kind in (("kaiser", "play"), ("truc", "talk"), *unknown):
        word = "AH" if kind == "play" else "ready"
        told += f"game G1 {game} seat=1 seats=4 sides=0,1,0,1\n{talk}"
        told += f"note deal 1 dealer=0 scores=0,0\nshow hand 1 AH\n{talk}ask 1 {kind} {word}\n{talk}"
        told += f"did 1 {kind} {word}\nover G1 places=1,2\n"
        expected.append(word)
    assert run(command(entrant), entrant.folder, told + "bye\n")[1:] == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_answers_every_question_with_any_of_its_words(bot: Find, games: Games, language: str) -> None:
    entrant = bot(f"{language}/random")
    _, *answers = run(command(entrant), entrant.folder, told(games.seats) + "ask 0 bid a b c\n" * 200 + STRANGE)
    legal = [words for seat in games.seats for words in seat.legal]
    assert len(answers) == len(legal) + 200 + 3
    assert all(answer in words for answer, words in zip(answers, legal, strict=False))
    assert set(answers[len(legal) : -3]) == {"a", "b", "c"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_random_repeats_a_game_with_its_seed_and_draws_its_own_without(bot: Find, language: str) -> None:
    seeds = (" seed=8c4f2a91d07be356", " seed=0000000000000000", " seed=8c4f2a91d07be356", "", "")
    questions = "ask 0 play a b c d e f g h\n" * 30
    games = [f"game G{n} x seat=0 seats=2{seed} preset=y\n{questions}over G{n}\n" for n, seed in enumerate(seeds)]
    entrant = bot(f"{language}/random")
    _, *answers = run(command(entrant), entrant.folder, "arena 1 line\n" + "".join(games) + "bye\n")
    one, other, again, *own = ["".join(answers[30 * n : 30 * n + 30]) for n in range(5)]
    assert one == again
    assert len({one, other, *own}) == 4
    assert all(len(set(said)) > 4 for said in (one, other, *own))


@pytest.mark.needs("gcc")
def test_the_seed_of_a_table_is_for_that_table_alone(bot: Find) -> None:
    entrant = bot("c/random")

    def said(*tables: str) -> dict[str, list[str]]:
        lines = [
            "game {} x seat=0 seats=2 seed=8c4f2a91d07be35{} preset=y",
            *["ask 0 play a b c d e f"] * 20,
            "over {}",
        ]
        told = "".join(f"@{table} {line.format(table, table[-1])}\n" for line in lines for table in tables)
        _, *answers = run(command(entrant), entrant.folder, f"arena 1 line\n{told}bye\n")
        return {table: [line for line in answers if line.startswith(f"@{table} ")] for table in tables}

    together = said("G1", "G12", "G3")
    assert {table: len(lines) for table, lines in together.items()} == {"G1": 20, "G12": 20, "G3": 20}
    assert together == {table: said(table)[table] for table in together}


def test_sensible_beats_random_play(games: Games) -> None:
    assert [game.result.places for game in games.against_random] == [(1, 2)] * len(games.against_random)


@pytest.mark.needs("gcc")
def test_the_c_bot_compiles_as_c99_without_a_warning(tmp_path: Path) -> None:
    folder = samples()["c/random"]
    build = tomllib.loads((folder / "bot.toml").read_text())["build"]
    strict = [*build, "-std=c99", "-pedantic", "-Werror", "-o", str(tmp_path / "bot")]
    subprocess.run(strict, cwd=folder, check=True, timeout=60)
    assert os.access(tmp_path / "bot", os.X_OK)


def test_the_session_of_the_readme_goes_as_it_says(bot: Find) -> None:
    page = (data("sample_bots") / "README.md").read_text()
    lines = [line for line in page.splitlines() if line.startswith(("game ", "note ", "show ", "did ", "ask "))]
    entrant = bot("python/sensible")
    _, answer = run(command(entrant), entrant.folder, "\n".join(lines) + "\n")
    assert f"with `{answer}`" in page


BESIDE = {"python/ismcts", "python/model"}
"""A search from a textbook, and a language model's seat: yardsticks, and no rungs."""


def test_there_are_rungs_in_python_and_a_bot_of_each_other_language() -> None:
    rungs = {f"python/{name}" for name in RUNGS}
    assert {*samples()} == {*rungs, *BESIDE, "c/random", "javascript/random", "shell/random"}
