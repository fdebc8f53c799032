"""Why a bot loses: decisions of stored games, judged in the worlds of what the seat knew and in the true deal."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import arena
from arena.client import Turn
from arena.results.lookup import ALL_GAMES, chosen, ids_of_bots
from arena.results.review import (
    GROUPS,
    Judged,
    Played,
    _walked,
    costliest,
    most,
    noise,
    parts,
    reviewed,
    stored_games,
    worst,
)
from arena.store import Store
from tests.commands import arena as command


def wild(t: Turn) -> str:
    return t.rng.choice(t.legal)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set of Écarté between a bot that answers anything and one that plays sensibly."""
    path = tmp_path_factory.mktemp("review") / "match.db"
    arena.play("ecarte", wild, Turn.sensible, sets=1, seed="review", save=path)
    return path


def stored(results: Path) -> tuple[list[Played], str, str]:
    """The games, and the entrants."""
    with Store.open(results, writing=False) as store:
        [mine], [other] = ids_of_bots(store, ["wild", "sensible"])
        games = stored_games(store, [one.id for some in chosen(store, ALL_GAMES, []) for one in some])
    return games, mine, other


@pytest.mark.slow
def test_who_answers_anything_regrets_more(results: Path) -> None:
    games, mine, other = stored(results)
    judged = reviewed(games, 1000, 6)
    found = {part.bot: part for part in parts(judged, lambda _: "all")}
    assert found[mine].decisions + found[other].decisions == len(judged) > 30
    assert (found[mine].regret.value or 0) > (found[other].regret.value or 0)
    assert found[mine].regret.low is None, "the packs of a single set say nothing"
    assert min(one.true_regret for one in judged) >= 0 < max(one.true_regret for one in judged)
    assert 0.3 < sum(one.agree for one in judged) / len(judged) < 1
    assert {one.bot for one in reviewed(games, 1000, 2, frozenset({mine}))} == {mine}
    assert all(f"{one.kind}? " in one.diagram and one.word in one.diagram for one in judged)
    said, _ = command("review", str(results), "--bot", "wild", "-n", "6", "--worlds", "2", "--show", "1")
    assert "wild surely loses at no kind of question (95 %)" in said, "six decisions of a set say little"
    assert "The two judges chose the same answer in " in said
    assert "--position " in said


def test_the_true_deal_is_the_game_deal_by_deal(results: Path) -> None:
    """What a seat knows of a deal is the same in the game and in the deal alone."""
    for game in stored(results)[0]:
        for _, position, alone, _ in _walked(game):
            assert position.ask is not None
            assert alone.ask == position.ask
            assert alone.view(alone.ask.seat)[2:4] == position.view(position.ask.seat)[2:4]


@pytest.mark.slow
def test_the_page_of_a_bot_says_where_it_loses(results: Path, tmp_path: Path) -> None:
    command("site", str(results), "--out", str(tmp_path / "site"), "--review", "12")
    [page] = [path.read_text() for path in (tmp_path / "site/bot").iterdir() if path.name.startswith("wild@")]
    assert "<h2>Where it loses</h2>" in page
    assert "wild surely loses at no kind of question (95 %)." in page
    [(game, anchor), *_] = re.findall(r"game/(\w+)\.html#deal=(\d+)", page)
    assert (tmp_path / f"site/game/{game}.html").exists()
    assert int(anchor) >= 1
    assert re.search(rf"arena record \S+ {game} --position \d+ &gt; deal\.toml", page)


def judged(bot: str, kind: str, first: float, second: float, packs: str = "1") -> Judged:
    regrets = (first, second)
    return Judged("G1", "kaiser", packs, bot, 1, 1, 0, kind, "-", "-", "a", "b", regrets, 1.0, first == second, "")


def test_losses_are_told_by_kind_with_an_interval() -> None:
    found = [*[judged("owl", "bid", 1.0, 3.0)] * 2, judged("owl", "play", 3.5, 2.5), judged("jay", "bid", 0.0, 0.0)]
    told = [(part.bot, part.what, part.decisions, part.regret.value) for part in parts(found, GROUPS["question"])]
    assert told == [("jay", "bid", 1, 0.0), ("owl", "bid", 2, 2.0), ("owl", "play", 1, 3.0)]
    assert worst(found, GROUPS["question"], 0) == {"owl": "play", "jay": "bid"}
    assert worst(found, GROUPS["question"], 1) == {"owl": "bid", "jay": "bid"}
    assert noise(found).startswith("The two judges chose the same answer in 25% of 4 decisions")
    assert "1.50 points apart" in noise(found)
    assert [one.regret for one in costliest(found, 2)] == [3.0, 2.0]
    assert len(costliest(found, 9)) == 3, "not the one that cost nothing"


def test_only_a_kind_that_surely_costs_is_named_as_the_worst() -> None:
    """Whichever kind had the greatest sum used to be named, though it was chance."""
    sure = [judged("owl", "bid", first, second, str(pack)) for pack in range(9) for first, second in ((1, 3), (3, 2))]
    less = [judged("owl", "play", 1.0, 1.0 + pack % 2, str(pack)) for pack in range(9)]
    chance = [judged("jay", "bid", 9.0 * (-1) ** pack + 1, 1.0, str(pack)) for pack in range(9)]
    few = [judged("emu", "trump", 50.0, 50.0)]
    parted = [
        judged("ape", kind, first, second, str(pack))
        for pack in range(9)
        for kind, first, second in (("bid", 1.0, 2.0), ("play", 2.0, 1.0))
    ]
    assert [*most(sure + less + chance + few + parted, {"owl": "Owl"})] == [
        "ape loses most at play: the other judge says bid",
        "emu surely loses at no kind of question (95 %)",
        "jay surely loses at no kind of question (95 %)",
        "Owl loses most at bid: both judges say so",
    ]


def test_an_interval_holds_what_it_says_though_decisions_of_the_same_packs_are_alike() -> None:
    """Decisions come in packs of one to five, and share the half of what they vary by."""
    rng, held, tries = Random(1), 0, 400
    for _ in range(tries):
        found = []
        for pack in range(20):
            shared = rng.gauss(0, 1)
            regrets = [2.0 + shared + rng.gauss(0, 1) for _ in range(rng.randint(1, 5))]
            found += [judged("owl", "bid", regret, regret, str(pack)) for regret in regrets]
        [part] = parts(found, GROUPS["question"])
        assert part.regret.low is not None
        assert part.regret.high is not None
        held += part.regret.low <= 2.0 <= part.regret.high
    assert 0.92 < held / tries < 0.98
