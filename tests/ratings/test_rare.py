"""Intervals of means with rare values far from all others."""

import numpy as np
import pytest
from scipy import stats

from arena.ratings.arrays import Floats, Ints
from arena.ratings.rare import reaches

pytestmark = pytest.mark.slow


def sample_of(count: int, size: int) -> Ints:
    return np.repeat(np.arange(size), count)


def ends(values: Floats) -> tuple[Floats, Floats]:
    """The ends of the intervals of the rows of a table."""
    size, count = values.shape
    below, above = reaches(values.ravel(), sample_of(count, size), size)
    return values.mean(axis=1) - below, values.mean(axis=1) + above


def test_without_rare_values_it_is_the_t_test() -> None:
    values = np.random.default_rng(1).normal(3.0, 2.0, (6, 25))
    low, high = ends(values)
    expected = stats.ttest_1samp(values, 0.0, axis=1).confidence_interval(0.95)
    assert low == pytest.approx(expected.low)
    assert high == pytest.approx(expected.high)


def test_what_one_sample_lacks_others_show() -> None:
    """A sample without a disaster reaches as far down as if one had nearly been seen."""
    values = np.random.default_rng(2).normal(0.0, 1.0, (5, 20))
    usual = ends(values)
    values[1:3, 7] -= 30.0
    low, high = ends(values)
    assert high[[0, 3, 4]] == pytest.approx(usual[1][[0, 3, 4]], rel=0.1)
    assert (low[[0, 3, 4]] < usual[0][[0, 3, 4]] - 1.0).all()
    assert (low[1:3] < usual[0][1:3] - 30.0 * 0.2).all()  # 5.6 disasters in 20 deals may be expected where one was seen


def test_a_disaster_of_others_counts_for_whom_it_helps_too() -> None:
    values = np.random.default_rng(2).normal(0.0, 1.0, (5, 20))
    low, high = ends(values)
    values[1, 7] += 30.0
    lower, higher = ends(values)
    assert lower[0] == pytest.approx(low[0], rel=0.1)
    assert higher[0] > high[0] + 1.0


def test_counts_have_the_exact_interval_of_poisson() -> None:
    """Three values of -100 among 40 of about 0: the ends of the count are 0.62 and 8.77."""
    values = np.random.default_rng(3).normal(0.0, 0.01, (1, 40))
    values[0, :3] = -100.0
    low, high = ends(values)
    assert low[0] == pytest.approx(-stats.gamma.ppf(0.975, 4) * 100.0 / 40.0, rel=0.01)
    assert high[0] == pytest.approx(-stats.gamma.ppf(0.025, 3) * 100.0 / 40.0, rel=0.03)


def test_samples_of_one_value_or_none_have_no_interval() -> None:
    below, above = reaches(np.array([1.0, 2.0, 3.0, 2.5]), np.array([0, 2, 2, 2]), 3)
    assert np.isnan([below[0], above[0], below[1], above[1]]).all()
    assert np.isfinite([below[2], above[2]]).all()
    assert np.isnan(reaches(np.empty(0), np.empty(0, dtype=np.int64), 2)[0]).all()


def test_a_sample_of_rare_values_alone_is_taken_as_it_is() -> None:
    values = np.random.default_rng(4).normal(0.0, 1.0, (4, 30)).ravel()
    sample = sample_of(30, 4)
    more = np.concatenate((values, [50.0, -50.0]))
    below, above = reaches(more, np.concatenate((sample, [4, 4])), 5)
    assert below[4] == above[4] == pytest.approx(stats.t.ppf(0.975, 1) * 50.0)


@pytest.mark.parametrize("often", [0.0, 0.01, 0.02, 0.04, 0.1])
@pytest.mark.parametrize("deals", [10, 20, 50, 200])
def test_intervals_hold_the_truth_whether_there_are_forfeits_or_not(deals: int, often: float) -> None:
    """Ladders of eight, in which a forfeit costs twenty deviations. By Student's t it was 0.58 to 0.9 with them."""
    rng = np.random.default_rng(5)
    held = []
    for _ in range(150):
        values = rng.normal(0.0, 1.0, (8, deals))
        values[rng.random(values.shape) < often] = -20.0
        low, high = ends(values)
        held.append((low <= -20.0 * often) & (-20.0 * often <= high))
    assert 0.92 < np.mean(held) < (0.97 if often == 0.0 else 0.995)


@pytest.mark.parametrize("deals", [10, 20, 50])
def test_skewed_points_are_held_better_than_by_the_t_test(deals: int) -> None:
    values = np.random.default_rng(6).gamma(1.0, size=(1000, 8, deals)) - 1.0
    found = [ends(each) for each in values]
    held = np.mean([(low <= 0.0) & (high >= 0.0) for low, high in found])
    students = stats.ttest_1samp(values, 0.0, axis=2).confidence_interval(0.95)
    assert held > np.mean((students.low <= 0.0) & (students.high >= 0.0)) + 0.015
    assert held < 0.975
