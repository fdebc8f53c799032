"""Pairs that are told apart all at once: limits as in published tables, and rates of errors of whole ladders."""

import math

import numpy as np
import pytest
from scipy import stats

from arena.ratings import Results, Status, duel, fit, simultaneous
from arena.ratings.arrays import Bools, Floats
from arena.ratings.simultaneous import Surely, surely


def told(difference: Floats, covariance: Floats, freedom: int = 10_000, known: Bools | None = None) -> Surely:
    """Tell entrants apart whose errors are those of their covariance."""
    own = np.diag(covariance)
    error = np.sqrt(np.maximum(own[:, None] + own - 2.0 * covariance, 0.0))
    pairs = ~np.eye(own.size, dtype=np.bool_) if known is None else known
    names = [f"bot{number:02}" for number in range(own.size)]
    return surely(difference, error, np.full(error.shape, freedom), pairs, covariance, names, 0.05)


def apart(strength: list[float]) -> Floats:
    return np.asarray(np.array(strength)[:, None] - np.array(strength))


@pytest.mark.parametrize("count", [2, 3, 5, 20])
def test_among_independent_equals_the_limit_is_that_of_tukey(count: int) -> None:
    limit = told(apart([0.0] * count), np.eye(count)).limit
    assert limit == pytest.approx(stats.studentized_range.ppf(0.95, count, 1e5) / math.sqrt(2), abs=0.05)


def test_one_pair_needs_what_its_interval_needs() -> None:
    assert told(apart([0.0, 0.0]), np.eye(2)).limit == pytest.approx(1.96, abs=0.001)
    assert told(apart([1.97 * math.sqrt(2), 0.0]), np.eye(2)).better.tolist() == [[False, True], [False, False]]
    assert not told(apart([1.95 * math.sqrt(2), 0.0]), np.eye(2)).better.any()


def test_entrants_whose_errors_are_one_and_the_same_count_as_one_pair() -> None:
    line = np.arange(6.0)
    assert told(apart([0.0] * 6), np.outer(line, line)).limit == pytest.approx(1.96, abs=0.06)


def test_few_deals_need_the_same_tail_of_students_t() -> None:
    needed = stats.t.isf(stats.norm.sf(told(apart([0.0] * 4), np.eye(4)).limit), 3) * math.sqrt(2)
    assert told(apart([needed * 1.001, 0.0, 0.0, 0.0]), np.eye(4), freedom=3).better[0].tolist() == [False] + [True] * 3
    assert not told(apart([needed * 0.999, 0.0, 0.0, 0.0]), np.eye(4), freedom=3).better.any()


def test_who_is_told_apart_makes_it_easier_for_the_others() -> None:
    strengths = [2.2 * math.sqrt(2), 0.0]
    alone = told(apart([*strengths, 0.0, 0.0]), np.eye(4))
    beside = told(apart([*strengths, 50.0, 100.0]), np.eye(4))
    assert not alone.better.any()
    assert beside.better[0, 1]
    assert beside.better.sum() == 6


def test_unknown_pairs_are_never_told_apart() -> None:
    known = ~np.eye(3, dtype=np.bool_)
    known[0, 1] = known[1, 0] = False
    assert np.argwhere(told(apart([90.0, 0.0, 45.0]), np.eye(3), known=known).better).tolist() == [[0, 2], [2, 1]]
    assert not told(apart([9.0, 0.0]), np.eye(2), known=np.zeros((2, 2), dtype=np.bool_)).better.any()


def test_large_pools_use_a_limit_that_is_hardly_higher(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = told(apart([0.0] * 12), np.eye(12)).limit
    monkeypatch.setattr(simultaneous, "EFFORT", 0)
    bound = told(apart([0.0] * 12), np.eye(12)).limit
    assert bound == pytest.approx(stats.norm.isf((1 - 0.95 ** (1 / 66)) / 2))
    assert drawn < bound < 1.04 * drawn


def test_a_pair_without_variance_is_held_to_the_limit_of_independent_pairs() -> None:
    """Its deals all ended alike; its error is made up (see `arena.ratings.precision`), so the draws do not know it."""
    covariance = np.diag([1.0, 1.0, 0.0, 0.0])
    error = np.ones((4, 4))
    found = surely(apart([0.0, 0.0, 2.6, 0.0]), error, np.full((4, 4), 999), error > 0.0, covariance, [*"abcd"], 0.05)
    assert found.limit == pytest.approx(stats.norm.isf((1 - 0.95 ** (1 / 6)) / 2))
    assert not found.better.any()


def test_anchors_and_unconnected_entrants_stay_where_they_are() -> None:
    games = [duel(a, b, float(deal % 3 > 0), (a, b, deal)) for a, b in ("AB", "BC", "AC") for deal in range(120)]
    games += [duel("X", "Y", float(deal % 2), ("XY", deal)) for deal in range(8)]
    free, held = fit(Results.of(games)), fit(Results.of(games), {"A": 300.0, "C": 0.0})
    assert [rank and tuple(rank) for rank in free.ranks] == [(1, 1, 1), (2, 2, 2), (3, 3, 3), None, None]
    assert held.ranks[0] is not None and held.ranks[0].worst > 1
    assert [held.ratings[i].low for i in (0, 2)] == [300.0, 0.0]


@pytest.mark.parametrize(("deals", "last"), [(1, False), (40, True)])
def test_a_winless_entrant_is_last_only_if_it_lost_enough(*, deals: int, last: bool) -> None:
    pairs = [(a, b) for a in "ABCDE" for b in "ABCDE" if a < b]
    games = [
        duel(*pair, float((deal + room) % 2), (pair, deal)) for pair in pairs for deal in range(40) for room in (0, 1)
    ]
    games += [duel(*pair, 1.0, (pair, "decisive")) for pair in pairs]
    games += [duel(a, "lost", 1.0, ("lost", a, deal)) for deal in range(deals) for a in "ABCDE"]
    ladder = fit(Results.of(games))
    lost = ladder.names.index("lost")
    rank = ladder.ranks[lost]
    assert ladder.ratings[lost].status is Status.WINLESS
    assert rank is not None
    assert rank.worst == 6
    assert (rank.best == 6) == last


@pytest.mark.thorough
@pytest.mark.parametrize(("count", "deals", "runs"), [(5, 4, 500), (8, 1, 400), (12, 6, 150)])
def test_in_ladders_of_equals_some_of_them_unbeaten_5_percent_have_a_wrong_range(
    count: int, deals: int, runs: int
) -> None:
    """Few deals of one game each, so that many of these ladders have undefeated and winless entrants."""
    rng = np.random.default_rng(18)
    first, second = (np.repeat(side, deals) for side in np.tril_indices(count, -1))
    wrong, unrated = 0, 0
    for _ in range(runs):
        score = rng.integers(0, 2, first.size).astype(np.float64)
        ladder = fit(Results.of_duels(map(str, range(count)), first, second, score, np.arange(first.size)))
        ranks = [rank for rank in ladder.ranks if rank]
        wrong += any(rank.best > 1 or rank.worst < len(ranks) for rank in ranks)
        unrated += len(ranks) > ladder.core.members.size
    assert wrong <= (0.05 + 2.0 * math.sqrt(0.05 * 0.95 / runs)) * runs
    assert unrated > 0 or deals > 1
