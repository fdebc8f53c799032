"""The test of fit: it keeps its level for any dependence between games, and it detects cycles."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from arena.ratings import Game, Results, fit
from arena.ratings.lack_of_fit import FEWEST
from tests.ratings import simulated
from tests.ratings.tables import from_wins

BEATS = np.array([[0, 1, -1], [-1, 0, 1], [1, -1, 0]])


def duplicates(rng: np.random.Generator, deals: int, cycle: float, *, shared: bool) -> Results:
    """Five entrants; deals have two rooms, and most are split; the first three beat one another in a cycle."""
    strength = np.array([0.0, 0.1, 0.2, 0.3, 0.8])
    columns = []
    for number, (i, j) in enumerate(combinations(range(5), 2)):
        edge = strength[i] - strength[j] + (cycle * BEATS[i, j] if j < 3 else 0.0)
        chance = 1.0 / (1.0 + np.exp(-edge))
        luck = rng.random(deals)
        other = np.where(rng.random(deals) < 0.7, 1.0 - luck, rng.random(deals))
        for draw in (luck, other):
            deal = np.arange(deals) if shared else number * deals + np.arange(deals)
            columns.append((np.full(deals, i), np.full(deals, j), (draw < chance).astype(np.float64), deal))
    return Results.of_duels("ABCDE", *(np.concatenate(column) for column in zip(*columns, strict=True)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("deals", "shared"), [(40, True), *(pytest.param(deals, False, marks=pytest.mark.thorough) for deals in (6, 25))]
)
def test_one_order_is_seldom_rejected(*, deals: int, shared: bool) -> None:
    rng = np.random.default_rng(deals)
    lacks = [fit(duplicates(rng, deals, 0.0, shared=shared)).lack_of_fit for _ in range(150)]
    found = np.array([lack.p for lack in lacks])
    assert 0.005 < np.mean(found < 0.05) < 0.09
    assert np.mean(found < 0.01) < 0.03
    assert 0.38 < np.mean(found < 0.5) < 0.64
    # With independent games the cycle stays hidden: most deals split, so the deviance is far too small.
    assert np.mean([stats.chi2.sf(lack.deviance, lack.spare) < 0.05 for lack in lacks]) < 0.02


@pytest.mark.slow
def test_a_cycle_is_found_that_a_test_of_independent_games_does_not_see() -> None:
    rng = np.random.default_rng(1)
    lacks = [fit(duplicates(rng, 60, 0.35, shared=True)).lack_of_fit for _ in range(60)]
    assert np.mean([lack.p is not None and lack.p < 0.01 for lack in lacks]) > 0.8
    assert np.mean([stats.chi2.sf(lack.deviance, lack.spare) < 0.01 for lack in lacks]) < 0.6


@pytest.mark.slow
@pytest.mark.parametrize(("entrants", "deals"), [(16, 10), (12, 8)])
def test_many_entrants_in_few_deals_keep_the_level(entrants: int, deals: int) -> None:
    """That p is small as often as it should be also means that it is not always large, as if nothing were tested."""
    rng = np.random.default_rng(entrants)
    lacks = [fit(simulated.duplicates(rng, rng.normal(0.0, 0.5, entrants), deals)).lack_of_fit for _ in range(60)]
    found = np.array([lack.p for lack in lacks])
    assert np.mean(found < 0.01) <= 0.034
    assert np.mean(found < 0.05) <= 0.1
    assert 0.25 < np.mean(found < 0.5) < 0.6


@pytest.mark.slow
@pytest.mark.parametrize(("entrants", "deals"), [(20, 30), (40, 30)])
def test_one_circle_among_many_entrants_is_proven_in_thirty_deals(entrants: int, deals: int) -> None:
    """Each of three wins 90 % of its games against the next; the other pairs, some hundred, fit one order."""
    rng = np.random.default_rng(6)
    for _ in range(3):
        strength = rng.normal(0.0, 0.5, entrants)
        strength[[3, 5, 8]] = 0.0
        edges = simulated.cycles(entrants, [(5, 3, 8)], 2.2)
        ladder = fit(simulated.duplicates(rng, strength, deals, edges=edges))
        assert [sorted(circle) for circle in ladder.circles] == [[3, 5, 8]]
        assert ladder.circles[0] == (3, 8, 5)


def test_cycles_everywhere_are_found_in_few_deals() -> None:
    """Triples of equals that win 75 % against the next one."""
    rng = np.random.default_rng(7)
    edges = simulated.cycles(30, [(i, i + 1, i + 2) for i in range(0, 30, 3)], 1.1)
    strength = np.repeat(rng.normal(0.0, 0.5, 10), 3)
    assert sum(fit(simulated.duplicates(rng, strength, 10, edges=edges)).misfit for _ in range(4)) >= 3


@pytest.mark.slow
def test_the_level_is_kept_whatever_the_number_of_deals_a_pairing_has() -> None:
    """Each pair has few deals of its own here, so that the fit follows every deal."""
    rng = np.random.default_rng(8)
    found = [fit(simulated.duplicates(rng, np.zeros(6), 3, shared=False)).lack_of_fit.p for _ in range(80)]
    assert np.mean([p is not None and p < 0.05 for p in found]) <= 0.1
    assert np.mean([p is not None and p < 0.5 for p in found]) >= 0.3


@pytest.mark.slow
@pytest.mark.parametrize("entrants", [5, 10])
def test_a_bent_curve_is_no_cycle(entrants: int) -> None:
    """The luck of deals makes the curve another one than the logistic; over wide distances, 200 deals show that."""
    rng = np.random.default_rng(10)
    strength = np.linspace(-2.0, 2.0, entrants)
    found = [fit(simulated.duplicates(rng, strength, 200, heat=2.0)).lack_of_fit.p for _ in range(12)]
    assert sum(p is not None and p < 0.05 for p in found) <= 2
    assert sum(p is not None and p > 0.3 for p in found) >= 4
    edges = simulated.cycles(entrants, [(1, 2, 3)], 1.5)
    assert fit(simulated.duplicates(rng, strength, 200, heat=2.0, edges=edges)).circles == [(1, 2, 3)]


def test_the_same_results_have_the_same_p() -> None:
    rng = np.random.default_rng(9)
    results = simulated.duplicates(rng, np.zeros(9), 12)
    assert fit(results).lack_of_fit == fit(results).lack_of_fit


def test_repeating_every_game_in_its_deal_changes_nothing() -> None:
    rng = np.random.default_rng(2)
    once = duplicates(rng, 20, 0.2, shared=True)
    games = [
        Game(
            [once.names[i] for i in once.entrant[line]],
            once.place[line].tolist(),
            int(once.deal[line[0]]),
        )
        for line in once.orders[0]
    ]
    first, second = fit(Results.of(games)).lack_of_fit, fit(Results.of(games * 2)).lack_of_fit
    assert second.deviance == pytest.approx(2 * (first.deviance or 0.0))
    assert second.p == pytest.approx(first.p, rel=0.05)


def test_a_cycle_of_three_is_rejected_with_enough_games_only() -> None:
    few, many = (fit(from_wins("ABC", ((0, 4 * n, n), (n, 0, 4 * n), (4 * n, n, 0)))).lack_of_fit for n in (1, 6))
    assert few.p is not None
    assert many.p is not None
    assert 0.1 > few.p > 0.001 > many.p
    assert few.dof == pytest.approx(1.0, abs=0.3)


@pytest.mark.slow
def test_orders_of_four_are_tested_by_their_pairs() -> None:
    rng = np.random.default_rng(4)
    strength = np.array([0.0, 0.3, 0.6, 0.9, 1.2])
    found = []
    for _ in range(100):
        games = []
        for deal in range(60):
            playing = rng.choice(5, 4, replace=False)
            order = playing[np.argsort(-strength[playing] - rng.gumbel(size=4))]
            games.append(Game([f"bot{i}" for i in order], (1, 2, 3, 4), deal))
        found.append(fit(Results.of(games)).lack_of_fit)
    assert 0.005 < np.mean([lack.p is not None and lack.p < 0.05 for lack in found]) < 0.1
    assert {lack.deviance for lack in found} == {None}
    assert {(lack.pairs, lack.spare) for lack in found} == {(10, 6)}


def test_many_deals_are_thrown_together(monkeypatch: pytest.MonkeyPatch) -> None:
    results = duplicates(np.random.default_rng(5), 400, 0.1, shared=True)
    whole = fit(results).lack_of_fit
    monkeypatch.setattr("arena.ratings.lack_of_fit.MOST", 100)
    grouped = fit(results).lack_of_fit
    assert grouped.p == pytest.approx(whole.p, rel=0.5)
    assert grouped.dof == pytest.approx(whole.dof, rel=0.2)


def test_nothing_to_test_says_so() -> None:
    assert fit(from_wins("AB", ((0, 9), (5, 0)))).lack_of_fit.p is None
    cycle = [Game(pair, (1, 2), deal) for deal in range(FEWEST - 1) for pair in ("AB", "BC", "CA")]
    assert fit(Results.of(cycle)).lack_of_fit.p is None
    rooms = [(pair, places) for pair in ("AB", "BC", "CA") for places in ((1, 2), (2, 1))]
    copies = [Game(pair, places, deal) for deal in range(9) for pair, places in rooms]
    assert fit(Results.of(copies)).lack_of_fit.p is None
    assert fit(Results.of([])).lack_of_fit.p is None


def test_seats_are_part_of_what_is_expected() -> None:
    """The first mover wins three games of four; if that is ignored, an unbalanced schedule looks like a cycle."""
    games = [
        Game(pair, (1, 2) if number % 4 else (2, 1), (pair, number), seats=(0, 1))
        for pair in ("AB", "BC", "CD", "DA", "AC")
        for number in range(40)
    ]
    ignored = fit(Results.of(games), seat_advantage=False).lack_of_fit
    assert ignored.spare == 2
    assert ignored.p is not None
    assert ignored.p < 1e-6
    known = fit(Results.of(games)).lack_of_fit
    assert known.spare == 2, "a seat is no parameter of the pairs"
    assert known.p is not None
    assert known.p > 0.2
