"""Why a bot loses: decisions of stored games, judged in the worlds of what the seat knew and in the true deal."""

from __future__ import annotations

from pathlib import Path

import pytest

import arena
from arena.app.review import GROUPS, Judged, Played, _walked, agreement, parts, reviewed, stored_games, worst
from arena.client import Turn
from arena.results.lookup import ids_of_bots
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
        games = stored_games(store)
    return games, mine, other


@pytest.mark.slow
def test_who_answers_anything_regrets_more(results: Path) -> None:
    games, mine, other = stored(results)
    judged = reviewed(games, 1000, 6)
    found = {part.bot: part for part in parts(judged, lambda _: "all")}
    assert found[mine].decisions + found[other].decisions == len(judged) > 30
    assert found[mine].regret > found[other].regret
    assert min(one.true_regret for one in judged) >= 0 < max(one.true_regret for one in judged)
    assert 0.3 < agreement(judged) < 1
    assert {one.bot for one in reviewed(games, 1000, 2, frozenset({mine}))} == {mine}
    assert all(f"{one.kind}? " in one.diagram and one.word in one.diagram for one in judged)
    said, _ = command("review", str(results), "--bot", "wild", "-n", "6", "--worlds", "2", "--show", "1")
    assert "wild loses most at " in said
    assert "the two judges chose the same answer in " in said
    assert "--position " in said


def test_the_true_deal_is_the_game_deal_by_deal(results: Path) -> None:
    """What a seat knows of a deal is the same in the game and in the deal alone."""
    for game in stored(results)[0]:
        for _, position, alone, _ in _walked(game):
            assert position.ask is not None
            assert alone.ask == position.ask
            assert alone.view(alone.ask.seat)[2:4] == position.view(position.ask.seat)[2:4]


def judged(bot: str, kind: str, first: float, second: float) -> Judged:
    return Judged("G1", "kaiser", bot, 1, kind, "-", "-", "a", "b", (first, second), 1.0, False, "")


def test_losses_are_told_by_kind_with_an_interval() -> None:
    found = [*[judged("owl", "bid", 1.0, 3.0)] * 2, judged("owl", "play", 3.5, 2.5), judged("jay", "bid", 0.0, 0.0)]
    told = [(part.bot, part.what, part.decisions, part.regret) for part in parts(found, GROUPS["question"])]
    assert told == [("jay", "bid", 1, 0.0), ("owl", "bid", 2, 2.0), ("owl", "play", 1, 3.0)]
    assert worst(found, GROUPS["question"], 0) == {"owl": "play", "jay": "bid"}
    assert worst(found, GROUPS["question"], 1) == {"owl": "bid", "jay": "bid"}
