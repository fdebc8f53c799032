"""The tails of three distributions, without scipy: finite sums for whole degrees of freedom.

The sums are those of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4-5 and 26.7.3-4.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

import numpy as np

from arena.ratings.arrays import Floats, Ints

NORMAL_975 = 1.959963984540054
"""The 97.5 % quantile of the standard normal distribution."""
LARGE = 30
"""With more degrees of freedom than this, expansions around the normal distribution are right to seven digits."""


def normal_cdf(z: float) -> float:
    """Return the probability that a standard normal variable is at most z."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def log_normal_cdf(z: float) -> float:
    """Return the logarithm of `normal_cdf(z)`, even where that underflows (Abramowitz and Stegun, 26.2.12)."""
    if z > -30.0:
        return math.log(normal_cdf(z))
    square = z * z
    return -0.5 * square - math.log(-z * math.sqrt(2.0 * math.pi)) + math.log1p(-(1.0 - 3.0 / square) / square)


def normal_cdfs(z: Floats) -> Floats:
    """Return `normal_cdf` of each element."""
    return 0.5 * np.fromiter(map(math.erfc, (-z / math.sqrt(2.0)).ravel().tolist()), np.float64).reshape(z.shape)


def student_cdf(t: float, dof: int) -> float:
    """Return the probability that a t variable with this many degrees of freedom (1 or more) is at most t."""
    return float(_student(np.array([t]), dof)[0])


def student_cdfs(t: Floats, dof: Ints) -> Floats:
    """Return `student_cdf` of each element of t with its own degrees of freedom."""
    large = dof > LARGE
    found = np.empty(t.shape)
    found[large] = normal_cdfs(_normal_deviate(t[large], dof[large]))
    for number in np.unique(dof[~large]).tolist():
        chosen = dof == number
        found[chosen] = _student(t[chosen], number)
    return found


def _student(t: Floats, dof: int) -> Floats:
    angle = np.arctan(t / math.sqrt(dof))
    odd = dof % 2
    series, term = np.sin(angle), np.sin(angle)
    for step in range(2 + odd, dof, 2):
        term = term * ((step - 1) / step) * np.cos(angle) ** 2
        series = series + term
    if not odd:
        return np.asarray(0.5 + 0.5 * series)
    return np.asarray(0.5 + (angle + (series * np.cos(angle) if dof > 1 else 0.0)) / math.pi)


def _normal_deviate(t: Floats, dof: Ints) -> Floats:
    """Return the normal deviate with the same tail as t: G. W. Hill, Communications of the ACM 13 (1970), no. 395."""
    a = dof - 0.5
    b = 48.0 * a**2
    square = a * np.log1p(t**2 / dof)
    correction = ((-0.4 * square - 3.3) * square - 24.0) * square - 85.5
    correction /= 0.8 * square**2 + 100.0 + b
    return np.asarray(np.sign(t) * ((correction + square + 3.0) / b + 1.0) * np.sqrt(square))


def critical_95(dof: int) -> float:
    """Return the 97.5 % quantile of Student's t: half the width of a 95 % interval, in standard errors."""
    return critical(NORMAL_975, dof)


@lru_cache(maxsize=8192)
def critical(limit: float, dof: int) -> float:
    """Return the quantile of Student's t that has the same upper tail as a quantile of the normal distribution.

    Args:
        limit: the quantile of the normal distribution, from 0 to 6.
        dof: the degrees of freedom, 1 or more.
    """
    z = limit
    if dof > LARGE:
        terms = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
            (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
        )
        return z + sum((term / dof**power for power, term in enumerate(terms, start=1)), 0.0)
    t, tail = z, normal_cdf(-z)
    log_height = math.lgamma((dof + 1) / 2) - math.lgamma(dof / 2) - 0.5 * math.log(dof * math.pi)
    for _ in range(100):
        # The distribution function is concave here, so Newton's method approaches the quantile from below.
        step = (student_cdf(-t, dof) - tail) / math.exp(log_height - (dof + 1) / 2 * math.log1p(t**2 / dof))
        t += step
        if step < 1e-12 * t:
            break
    return t


def quantiles(limit: float, dof: Ints) -> Floats:
    """Return `critical` for each element of dof."""
    numbers, place = np.unique(dof, return_inverse=True)
    found = np.array([critical(limit, number) for number in numbers.tolist()])
    return found[place].reshape(dof.shape)


def normal_quantile(chance: float) -> float:
    """Return the value that a standard normal variable does not exceed with the given chance, between 0 and 1."""
    return NormalDist().inv_cdf(chance)


def chi_square_tail(x: float, dof: float) -> float:
    """Return the probability that a chi-square variable with this many degrees of freedom (above 0) exceeds x.

    The sum runs down from half the degrees of freedom in steps of 1, to a remainder in (0, 1].
    """
    half = x / 2.0
    if half <= 0.0:
        return 1.0
    steps = math.ceil(dof / 2.0) - 1
    rest = dof / 2.0 - steps
    powers = np.arange(steps) + rest
    start = _gamma_tail(rest, half)
    if not steps:
        return start
    first = powers[0] * math.log(half) - half - math.lgamma(powers[0] + 1.0)
    logs = first + np.concatenate(([0.0], np.cumsum(math.log(half) - np.log(powers[1:]))))
    return min(1.0, start + float(np.exp(logs).sum()))


def _gamma_tail(a: float, x: float) -> float:
    """Return the upper tail of the gamma distribution with a shape a in (0, 1] (6.5.29 and 6.5.31 of the Handbook)."""
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < 1.5:
        terms = x / (a + np.arange(1.0, 40.0))
        return max(0.0, 1.0 - scale / a * (1.0 + float(np.cumprod(terms).sum())))
    below = x + 81.0 - a
    for n in range(40, 0, -1):
        below = x + 2.0 * n - 1.0 - a - n * (n - a) / below
    return scale / below
