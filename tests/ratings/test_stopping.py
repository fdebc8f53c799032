"""When a sequential test ends, and what it says then."""

import math

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy import integrate, stats

from arena.ratings import LikelihoodTest, MarginSprt, Sprt, Verdict, after_stopping, compare
from arena.ratings.pairs import elo_interval, mean_interval
from arena.ratings.stopping import Motion
from tests.ratings.deals import PENTA, deals, whist

motions = st.builds(Motion, st.floats(-30, 30), st.floats(-6, -0.5), st.floats(0.5, 6))
times = st.floats(1e-3, 200)


@given(motions, times)
def test_it_has_met_one_bound_or_the_other_or_stands_between(motion: Motion, time: float) -> None:
    chances = motion.falls(time), motion.mirrored().falls(time), motion.below(motion.upper, time)
    assert sum(chances) == pytest.approx(1.0, abs=1e-9)
    assert min(chances) > -1e-12


@given(motions)
def test_in_the_end_it_meets_the_upper_bound_as_wald_says(motion: Motion) -> None:
    width, drift = motion.upper - motion.lower, motion.drift
    assume(abs(drift * width) > 1e-3)
    expected = (1.0 - math.exp(-2.0 * drift * motion.lower)) / (
        math.exp(-2.0 * drift * motion.upper) - math.exp(-2.0 * drift * motion.lower)
    )
    assert motion.mirrored().falls(1e5) == pytest.approx(expected, abs=1e-9)


@given(st.floats(-3, 3), st.floats(0.1, 3), st.floats(0.05, 20))
def test_with_the_other_bound_far_away_it_is_the_inverse_gaussian(drift: float, distance: float, time: float) -> None:
    """J. L. Folks and R. S. Chhikara, Journal of the Royal Statistical Society B 40 (1978)."""
    motion = Motion(drift, -distance, 1000.0)
    root = math.sqrt(time)
    expected = stats.norm.cdf((-distance - drift * time) / root) + math.exp(-2 * drift * distance) * stats.norm.cdf(
        (-distance + drift * time) / root
    )
    assert motion.falls(time) == pytest.approx(expected, abs=1e-9)


def test_the_chance_of_standing_below_is_the_sum_over_standing_waves() -> None:
    """Another form of the same sum: eigenfunctions of the strip."""
    motion, time, height = Motion(0.4, -2.0, 3.0), 4.0, 1.2
    width = motion.upper - motion.lower

    def density(y: float) -> float:
        waves = sum(
            math.sin(n * math.pi * -motion.lower / width)
            * math.sin(n * math.pi * (y - motion.lower) / width)
            * math.exp(-(n**2) * math.pi**2 * time / (2 * width**2))
            for n in range(1, 40)
        )
        return 2 / width * waves * math.exp(motion.drift * y - motion.drift**2 * time / 2)

    expected, _ = integrate.quad(density, motion.lower, height)
    assert motion.below(height, time) == pytest.approx(expected, abs=1e-10)


def stopped(test: LikelihoodTest, values: object) -> LikelihoodTest:
    test.extend(np.asarray(values, dtype=np.float64))
    return test


def test_the_naive_estimate_is_that_of_the_comparison() -> None:
    counts = (5, 10, 60, 20, 12)
    test = stopped(Sprt(0, 50, 1e-50, 1e-50), np.repeat(PENTA, counts))
    assert after_stopping(test).naive == pytest.approx(compare(deals(counts)).elo)


def test_after_h1_the_lead_is_corrected_downward_and_after_h0_upward() -> None:
    up = stopped(Sprt(0, 30), [0.5, 1, 0.5, 0.5, 0, 0.5, 1] * 40)
    assert up.verdict is Verdict.H1
    naive, corrected = after_stopping(up)
    assert corrected.value is not None
    assert naive.value is not None
    assert corrected.value < naive.value
    down = stopped(Sprt(-30, 0), [0.5, 0, 0.5, 0.5, 1, 0.5, 0] * 40)
    assert down.verdict is Verdict.H0
    mirrored = after_stopping(down).corrected
    assert (corrected.low, corrected.high) == pytest.approx((-(mirrored.high or 0.0), -(mirrored.low or 0.0)))


def test_a_test_that_hardly_could_have_stopped_needs_no_correction() -> None:
    rng = np.random.default_rng(9)
    scores = rng.choice(PENTA, size=100, p=whist(10.0))
    naive, corrected = after_stopping(stopped(Sprt(0, 30, 1e-30, 1e-30), scores))
    assert corrected == pytest.approx(naive, abs=2.5)
    margins = rng.normal(1.0, 3.0, 200)
    naive, corrected = after_stopping(stopped(MarginSprt(0, 0.3, 1e-30, 1e-30), margins))
    assert naive == mean_interval(margins)
    assert corrected == pytest.approx(naive, abs=0.02)


@settings(max_examples=25)
@given(st.lists(st.sampled_from(PENTA.tolist()), min_size=1, max_size=150), st.floats(2, 60))
def test_every_test_has_estimates_in_order(scores: list[float], elo1: float) -> None:
    test = stopped(Sprt(0.0, elo1), scores)
    corrected = after_stopping(test).corrected
    known = [number for number in (corrected.low, corrected.value, corrected.high) if number is not None]
    assert np.isfinite(known).all()
    assert known == sorted(known)


def test_deals_all_alike_keep_their_bounds() -> None:
    test = stopped(Sprt(0, 100), [1.0] * 50)
    expected = elo_interval(np.ones(test.pairs))
    assert after_stopping(test) == (expected, expected)
    assert expected.value is None


@settings(max_examples=25)
@given(st.lists(st.integers(-5, 5), min_size=9, max_size=60))
def test_margins_are_estimated_in_points(margins: list[int]) -> None:
    assume(len(set(margins)) > 1)
    naive, corrected = after_stopping(stopped(MarginSprt(0, 0.3), margins))
    assert naive.value is not None
    assert corrected.value is not None
    assert abs(corrected.value - naive.value) < 5.0


def test_nothing_can_be_said_before_the_first_deal() -> None:
    with pytest.raises(ValueError, match="nothing can be said before the first deal"):
        after_stopping(Sprt(0, 10))
