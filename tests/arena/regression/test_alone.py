"""Two bots that play a game for one player are compared by their scores on the same packs."""

from __future__ import annotations

from arena.games.kernel import Result
from arena.regression.head_to_head import HeadToHead
from arena.schedules.plan import PlannedGame, games_of
from arena.store import PlayedGame
from arena.table.outcome import Fault

CONTEST = "bridge-solitaire:standard"
PLAN = [game for name in ("new@1", "old@2") for game in games_of(CONTEST, [name], range(1, 6), "seed", "shared")]


def played(game: PlannedGame, score: int | None) -> PlayedGame:
    faults = () if score is not None else (Fault(0, "CRASH", ""),)
    return PlayedGame(game, Result((1,), (score,) if score is not None else (), "target"), faults)


def test_a_set_is_one_comparison_of_two_games() -> None:
    found = HeadToHead(PLAN, "new@1", "old@2")
    scores = {"new@1": (300, -50, None, 10, None), "old@2": (100, 3000, 5, 10, None)}
    for game in PLAN:
        found.take(played(game, scores[game.sides[0]][game.set - 1]))
    while found.count():
        pass
    pairs = found.pairs
    assert pairs is not None
    assert pairs.scores.tolist() == [[1.0], [0.0], [0.0], [0.5], [0.5]]
    assert pairs.margins is not None
    assert pairs.margins.tolist() == [[200.0], [-found.limit], [-found.limit], [0.0], [0.0]]
    assert found.faults("new@1") == {"CRASH": 2}
    assert found.faults("old@2") == {"CRASH": 1}


def test_both_play_the_same_packs() -> None:
    assert len({game.chance for game in PLAN}) == 5
    assert len({game.id for game in PLAN}) == 10
