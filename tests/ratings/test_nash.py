"""Nash averages, compared with closed forms, a linear program and a general optimiser."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from arena.ratings import fit
from arena.ratings.arrays import Floats
from arena.ratings.nash import equilibrium
from arena.ratings.plackett_luce import ELO
from tests.ratings.tables import from_wins

CYCLE = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])


@st.composite
def skew(draw: st.DrawFn) -> Floats:
    size = draw(st.integers(1, 7))
    upper = np.triu([[draw(st.integers(-3, 3)) for _ in range(size)] for _ in range(size)], 1).astype(np.float64)
    return upper - upper.T


def with_copy(odds: Floats, of: int) -> Floats:
    wide = np.vstack((odds, odds[of]))
    return np.column_stack((wide, np.append(odds[:, of], 0.0)))


def test_a_cycle_shares_the_weight() -> None:
    assert equilibrium(CYCLE) == pytest.approx([1 / 3, 1 / 3, 1 / 3])


def test_an_uneven_cycle_is_weighted_by_what_is_against_it() -> None:
    odds = np.array([[0.0, 2.0, -1.0], [-2.0, 0.0, 3.0], [1.0, -3.0, 0.0]])
    assert equilibrium(odds) == pytest.approx([3 / 6, 1 / 6, 2 / 6], abs=1e-6)


def test_where_one_beats_all_it_has_all_the_weight() -> None:
    strength = np.array([0.3, 2.0, 1.0])
    odds = strength[:, None] - strength
    weights = equilibrium(odds)
    assert weights == pytest.approx([0, 1, 0])
    assert odds @ weights == pytest.approx(strength - 2.0)


def test_a_copy_shares_the_weight_of_its_original() -> None:
    assert equilibrium(with_copy(CYCLE, 2)) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)


def test_equals_share_alike_and_nobody_has_nothing() -> None:
    assert equilibrium(np.zeros((4, 4))) == pytest.approx([0.25] * 4)
    assert equilibrium(np.zeros((0, 0))).size == 0


@settings(max_examples=25)
@given(skew())
def test_nobody_does_better_than_the_equilibrium(odds: Floats) -> None:
    weights = equilibrium(odds)
    assert weights.sum() == pytest.approx(1.0)
    assert weights.min() >= 0.0
    assert (odds @ weights).max() < 1e-5


@pytest.mark.parametrize("seed", range(10))
def test_copies_change_no_rating_where_there_is_one_equilibrium(seed: int) -> None:
    random = np.random.default_rng(seed).normal(size=(6, 6))
    odds = random - random.T
    for of in range(6):
        plain, wide = equilibrium(odds), equilibrium(with_copy(odds, of))
        assert with_copy(odds, of)[:-1] @ wide == pytest.approx(odds @ plain, abs=1e-5)


@pytest.mark.slow
@settings(max_examples=25)
@given(skew())
def test_of_several_equilibria_it_is_that_of_greatest_entropy(odds: Floats) -> None:
    """No equilibrium that linear programs find in many directions has more entropy, nor has a mixture with one."""
    weights, size = equilibrium(odds), odds.shape[0]

    def entropy(p: Floats) -> float:
        return -float(np.sum(p * np.log(np.maximum(p, 1e-300))))

    for direction in np.random.default_rng(0).normal(size=(6, size)):
        other = optimize.linprog(direction, A_ub=odds, b_ub=np.zeros(size), A_eq=np.ones((1, size)), b_eq=[1.0]).x
        for part in (1.0, 0.3, 0.03):
            assert entropy(part * other + (1 - part) * weights) < entropy(weights) + 1e-4


def test_the_nash_average_of_a_ladder_tells_what_its_ratings_hide() -> None:
    """Rock, scissors and paper, and a weak fourth that rock beats by more than the others do."""
    wins = ((0, 40, 10, 49), (10, 0, 40, 30), (40, 10, 0, 30), (1, 20, 20, 0))
    ladder = fit(from_wins(("rock", "scissors", "paper", "lint"), wins))
    assert ladder.lack_of_fit.p is not None
    assert ladder.lack_of_fit.p < 0.01
    assert ladder.core.elo[0] > ladder.core.elo[1] + 40
    weights, elo = (np.array(column) for column in zip(*ladder.nash, strict=True))
    assert weights == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)
    assert elo[:3] == pytest.approx([0, 0, 0], abs=1e-4)
    log_odds = [np.log((w + 0.5) / (50 - w + 0.5)) for w in (1, 20, 20)]
    assert elo[3] == pytest.approx(ELO * np.mean(log_odds), abs=1e-4)


def test_pairs_that_never_met_are_compared_by_their_ratings() -> None:
    ladder = fit(from_wins("ABC", ((0, 30, 0), (10, 0, 30), (0, 10, 0))))
    weights, elo = (np.array(column) for column in zip(*ladder.nash, strict=True))
    assert weights == pytest.approx([1, 0, 0])
    assert elo[2] == pytest.approx(ladder.core.elo[2] - ladder.core.elo[0])
