"""The likelihood of hypotheses about scores, compared with scipy and closed forms."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import optimize

from arena.ratings import score_of
from arena.ratings.arrays import Floats
from arena.ratings.likelihood import MOST_T, mean_deficit, mean_range, t_deficit
from arena.ratings.scale import NORMALIZED_ELO
from tests.ratings.deals import PENTA, fishtest

tables = st.tuples(*[st.integers(0, 20)] * 5).filter(any).map(lambda counts: np.array([counts], dtype=np.float64))
Deficit: TypeAlias = Callable[[Floats, Floats], Floats]
means = st.floats(0.01, 0.99)
leads = st.floats(-MOST_T, MOST_T)


def best_by_scipy(counts: Floats, constraint: optimize.NonlinearConstraint, start: Floats) -> float:
    """The maximum log-likelihood of the five scores under a constraint, starting from a distribution that meets it."""
    found = optimize.minimize(
        lambda shares: -float(counts @ np.log(np.maximum(shares, 1e-300))),
        start,
        bounds=[(1e-12, 1.0)] * 5,
        constraints=[optimize.LinearConstraint(np.ones(5), 1.0, 1.0), constraint],
        method="SLSQP",
        options={"maxiter": 1000, "ftol": 1e-13},
    )
    return -float(found.fun)


def own(counts: Floats) -> float:
    """The log-likelihood of a sample's own distribution."""
    seen = counts[counts > 0]
    return float(seen @ np.log(seen / seen.sum()))


def ends(mean: float) -> Floats:
    """A distribution with this mean that is mostly at 0 and 1."""
    return 0.8 * np.array([1 - mean, 0, 0, 0, mean]) + 0.04


def gain(counts: Sequence[int], low: Deficit, high: Deficit) -> float:
    """The log-likelihood ratio of the second hypothesis against the first."""
    values, sample = np.linspace(0.0, 1.0, len(counts)), np.array([counts], dtype=np.float64)
    return float((low(values, sample) - high(values, sample))[0])


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        (fishtest(223, 9863, 20279, 1000, 10037, 246), 0.5, 2.5, -3.07),
        (fishtest(871, 26175, 55003, 980, 26678, 821), 0.0, 2.0, -4.98),
    ],
)
def test_the_llr_of_elo_is_that_of_the_fastchess_tests(
    counts: tuple[int, ...], elo0: float, elo1: float, published: float
) -> None:
    low, high = (partial(mean_deficit, mean=score_of(elo)) for elo in (elo0, elo1))
    assert gain(counts, low, high) == pytest.approx(published, abs=0.005)


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "published"),
    [
        (fishtest(365, 16618, 36029, 200, 16974, 390), 0.0, 2.0, 2.25),
        (fishtest(127, 4883, 10311, 401, 5150, 104), -1.75, 0.25, 3.01),
        ((36027, 68692, 36433), 0.0, 2.0, 0.92),
        ((10650, 20431, 10871), -1.75, 0.25, 2.30),
    ],
)
def test_the_llr_of_normalized_elo_is_that_of_the_fastchess_tests(
    counts: tuple[int, ...], elo0: float, elo1: float, published: float
) -> None:
    """Pairs, and games without pairs; cases that depend on how empty cells are filled are left out."""
    rooms = (len(counts) - 1) // 2
    low, high = (partial(t_deficit, t=elo * math.sqrt(rooms) / NORMALIZED_ELO) for elo in (elo0, elo1))
    assert gain(counts, low, high) == pytest.approx(published, abs=0.005)


@pytest.mark.parametrize("counts", [(5, 10, 140, 20, 25), (0, 0, 81, 0, 14), (1, 2, 0, 3, 1), (0, 3, 0, 1, 0)])
@pytest.mark.parametrize("mean", [0.3, 0.5, 0.52, 0.9])
def test_the_deficit_of_a_mean_is_that_of_a_general_optimizer(counts: tuple[int, ...], mean: float) -> None:
    sample = np.array(counts, dtype=np.float64)
    best = best_by_scipy(sample, optimize.NonlinearConstraint(lambda p: p @ PENTA, mean, mean), ends(mean))
    assert mean_deficit(PENTA, sample[None], mean)[0] == pytest.approx(own(sample) - best, abs=2e-5)


@pytest.mark.parametrize("counts", [(5, 10, 140, 20, 25), (3, 4, 81, 0, 14), (1, 2, 0, 3, 1), (0, 3, 8, 1, 0)])
@pytest.mark.parametrize("t", [-0.3, 0.02, 0.1, 0.3])
def test_the_deficit_of_a_lead_is_that_of_a_general_optimizer(counts: tuple[int, ...], t: float) -> None:
    sample = np.array(counts, dtype=np.float64)

    def lead(shares: Floats) -> float:
        mean = float(shares @ PENTA)
        return mean - 0.5 - t * math.sqrt(max(1e-12, float(shares @ (PENTA - mean) ** 2)))

    start = ends(0.5 + 0.5 * t / math.sqrt(1 + t * t))
    best = best_by_scipy(sample, optimize.NonlinearConstraint(lead, 0.0, 0.0), start)
    assert t_deficit(PENTA, sample[None], t)[0] == pytest.approx(own(sample) - best, abs=2e-5)


@given(st.integers(1, 1000), means)
def test_all_won_has_a_closed_form(deals: int, mean: float) -> None:
    won = np.array([[float(deals)]])
    assert mean_deficit(np.array([1.0]), won, mean)[0] == pytest.approx(-deals * math.log(mean), rel=1e-9)


@given(st.integers(1, 1000), means)
def test_all_even_leaves_the_rest_to_one_end(deals: int, mean: float) -> None:
    even = np.array([[float(deals)]])
    expected = -deals * math.log(1 - abs(2 * mean - 1))
    assert mean_deficit(np.array([0.5]), even, mean)[0] == pytest.approx(expected, rel=1e-6, abs=1e-9)


@given(st.integers(1, 1000), leads)
def test_all_even_with_a_lead_has_a_closed_form(deals: int, t: float) -> None:
    """A share q at one end has a lead of sqrt(q / (1 - q)) deviations."""
    even = np.array([[float(deals)]])
    expected = deals * math.log1p(t * t)
    assert t_deficit(np.array([0.5]), even, t)[0] == pytest.approx(expected, rel=1e-4, abs=1e-6)


@given(st.integers(0, 50), st.integers(0, 50), means)
def test_of_two_scores_the_likelihood_is_binomial(lost: int, won: int, mean: float) -> None:
    assume(lost + won)
    sample = np.array([[lost, won]], dtype=np.float64)
    expected = own(sample[0]) - lost * math.log(1 - mean) - won * math.log(mean)
    assert mean_deficit(np.array([0.0, 1.0]), sample, mean)[0] == pytest.approx(expected, rel=1e-9, abs=1e-8)


@given(st.integers(0, 50), st.integers(0, 50), leads)
def test_of_two_scores_a_lead_is_a_mean(lost: int, won: int, t: float) -> None:
    assume(lost + won)
    sample, cells = np.array([[lost, won]], dtype=np.float64), np.array([0.0, 1.0])
    mean = 0.5 + 0.5 * t / math.sqrt(1 + t * t)
    assert t_deficit(cells, sample, t)[0] == pytest.approx(mean_deficit(cells, sample, mean)[0], rel=1e-6, abs=1e-4)


@given(tables, means)
def test_the_own_mean_costs_nothing_and_others_are_bounded(sample: Floats, mean: float) -> None:
    deficit = mean_deficit(PENTA, sample, mean)[0]
    assert -1e-9 <= deficit <= -sample.sum() * math.log(min(mean, 1 - mean)) + 1e-9
    average = float(sample[0] @ PENTA / sample.sum())
    if 0.0 < average < 1.0:
        assert mean_deficit(PENTA, sample, average)[0] == pytest.approx(0.0, abs=1e-9)


@given(tables, leads)
def test_a_lead_costs_no_more_than_the_mean_it_comes_from(sample: Floats, t: float) -> None:
    assert -1e-9 <= t_deficit(PENTA, sample, t)[0] <= 20 * 5 * math.log(4) + 1e-6
    mirrored = t_deficit(1 - PENTA, sample, -t)[0]
    assert t_deficit(PENTA, sample, t)[0] == pytest.approx(mirrored, rel=1e-6, abs=1e-6)


@settings(max_examples=30)
@given(st.lists(tables, min_size=1, max_size=5), means, leads)
def test_samples_side_by_side_do_not_mix(samples: list[Floats], mean: float, t: float) -> None:
    together = np.concatenate(samples)
    alone = [mean_deficit(PENTA, sample, mean)[0] for sample in samples]
    assert mean_deficit(PENTA, together, mean) == pytest.approx(alone, rel=1e-9, abs=1e-9)
    assert t_deficit(PENTA, together, t) == pytest.approx([t_deficit(PENTA, s, t)[0] for s in samples], abs=1e-5)


@pytest.mark.slow
@settings(max_examples=30)
@given(st.lists(st.sampled_from(PENTA.tolist()), min_size=2, max_size=40).filter(lambda x: len(set(x)) > 1))
def test_the_ends_of_a_range_are_where_the_likelihood_has_fallen_by_as_much(sample: list[float]) -> None:
    scores = np.array(sample)
    low, high = mean_range(scores, 2.0)
    values, counts = np.unique(scores, return_counts=True)
    assert low < scores.mean() < high
    for end in (low, high):
        assert mean_deficit(values, counts[None].astype(float), end)[0] == pytest.approx(2.0, abs=1e-3)


def test_a_range_allows_for_outcomes_that_did_not_occur() -> None:
    """Of fifty deals split or lost by a quarter, one in 25 may have been a deal won by far more."""
    low, high = mean_range(np.array([0.5] * 45 + [0.375] * 5), 2.0)
    assert low < 0.48
    assert high > 0.5
