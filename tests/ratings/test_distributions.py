import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from arena.ratings.distributions import (
    chi_square_tail,
    critical,
    critical_95,
    log_normal_cdf,
    normal_cdf,
    normal_quantile,
    quantiles,
    student_cdf,
    student_cdfs,
)


@pytest.mark.parametrize("z", [-9.0, -1.96, 0.0, 0.3, 4.0])
def test_the_normal_tail_is_that_of_scipy(z: float) -> None:
    assert normal_cdf(z) == pytest.approx(stats.norm.cdf(z), rel=1e-12)


@given(st.floats(-1e6, 50))
def test_the_logarithm_of_the_normal_tail_never_runs_out(z: float) -> None:
    assert log_normal_cdf(z) == pytest.approx(stats.norm.logcdf(z), rel=1e-8, abs=1e-15)


@given(st.floats(-20, 20), st.integers(1, 400))
def test_the_t_distribution_is_that_of_scipy(t: float, dof: int) -> None:
    # Near 0 the error is scipy's: about 1e-9.
    assert student_cdf(t, dof) == pytest.approx(stats.t.cdf(t, dof), abs=1e-8)
    (ours,) = student_cdfs(np.array([t]), np.array([dof]))
    assert ours == pytest.approx(student_cdf(t, dof), abs=1e-11)


def test_many_t_variables_at_once_may_all_differ_in_their_degrees_of_freedom() -> None:
    rng = np.random.default_rng(0)
    t, dof = rng.normal(0, 3, (40, 50)), rng.integers(1, 500, (40, 50))
    assert student_cdfs(t, dof) == pytest.approx(stats.t.cdf(t, dof), abs=1e-12)


def test_one_and_two_degrees_of_freedom_have_a_closed_form() -> None:
    assert student_cdf(1.5, 1) == pytest.approx(0.5 + math.atan(1.5) / math.pi)
    assert student_cdf(1.5, 2) == pytest.approx(0.5 + 1.5 / (2 * math.sqrt(2 + 1.5**2)))


@pytest.mark.parametrize("dof", [1, 2, 3, 4, 9, 30, 31, 200, 1000, 10**6])
def test_95_percent_of_t_lie_within_the_critical_value(dof: int) -> None:
    assert critical_95(dof) == pytest.approx(stats.t.ppf(0.975, dof), rel=3e-7)


@given(st.floats(0, 3000), st.integers(1, 2000) | st.floats(0.01, 2000))
def test_the_chi_square_tail_is_that_of_scipy(x: float, dof: float) -> None:
    assert chi_square_tail(x, dof) == pytest.approx(stats.chi2.sf(x, dof), rel=1e-9, abs=1e-300)


def test_the_chi_square_tail_bears_half_a_million_degrees_of_freedom() -> None:
    assert chi_square_tail(500_000.0, 498_501) == pytest.approx(stats.chi2.sf(500_000.0, 498_501), rel=1e-6)


@pytest.mark.parametrize("limit", [0.0, 1.0, 1.96, 3.5, 5.3])
def test_a_quantile_of_t_has_the_tail_of_the_normal_one(limit: float) -> None:
    dof = np.array([[1, 2, 5], [30, 31, 4000]])
    expected = stats.t.isf(stats.norm.sf(limit), dof)
    assert quantiles(limit, dof) == pytest.approx(expected, rel=1e-4, abs=1e-12)
    assert critical(limit, 5) == pytest.approx(expected[0, 2])


def test_normal_quantiles_are_those_of_scipy() -> None:
    assert [normal_quantile(p) for p in (0.5, 0.975, 1 - 1e-7)] == pytest.approx(stats.norm.ppf([0.5, 0.975, 1 - 1e-7]))
