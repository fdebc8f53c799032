"""The tails of three distributions, without scipy: finite sums for whole degrees of freedom.

The sums are those of Abramowitz and Stegun, Handbook of Mathematical Functions, 26.4.4-5 and 26.7.3-4.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np

NORMAL_975 = 1.959963984540054
"""Where the standard normal distribution has 2.5 % above it."""
LARGE = 200
"""From this many degrees of freedom on, the expansion around the normal quantile is right to six digits."""


def normal_cdf(z: float) -> float:
    """Return the probability that a standard normal variable is at most z."""
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


def log_normal_cdf(z: float) -> float:
    """Return the logarithm of that probability, however small it is (Abramowitz and Stegun, 26.2.12, far out)."""
    if z > -30.0:
        return math.log(normal_cdf(z))
    square = z * z
    return -0.5 * square - math.log(-z * math.sqrt(2.0 * math.pi)) + math.log1p(-(1.0 - 3.0 / square) / square)


def student_cdf(t: float, dof: int) -> float:
    """Return the probability that a t variable with this many degrees of freedom (1 or more) is at most t."""
    angle = math.atan(t / math.sqrt(dof))
    odd = dof % 2
    steps = 2.0 * np.arange(1, dof // 2) + odd
    ratios = (steps - 1.0) / steps * math.cos(angle) ** 2
    series = math.sin(angle) * (1.0 + float(np.cumprod(ratios).sum()))
    if not odd:
        return 0.5 + 0.5 * series
    return 0.5 + (angle + (series * math.cos(angle) if dof > 1 else 0.0)) / math.pi


@lru_cache(maxsize=4096)
def critical_95(dof: int) -> float:
    """Return how many standard errors a two-sided 95 % interval reaches to each side: the t quantile at 0.975."""
    if dof > LARGE:
        z = NORMAL_975
        return z + (z**3 + z) / (4 * dof) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * dof**2)
    low, high = 0.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if student_cdf(middle, dof) < 0.975 else (low, middle)
    return high


def chi_square_tail(x: float, dof: int) -> float:
    """Return the probability that a chi-square variable with this many degrees of freedom (1 or more) exceeds x."""
    half = x / 2.0
    if half <= 0.0:
        return 1.0
    odd = dof % 2
    start = math.erfc(math.sqrt(half)) if odd else 0.0
    powers = np.arange(dof // 2) + odd / 2.0
    if not powers.size:
        return start
    first = powers[0] * math.log(half) - half - math.lgamma(powers[0] + 1.0)
    logs = first + np.concatenate(([0.0], np.cumsum(math.log(half) - np.log(powers[1:]))))
    return min(1.0, start + float(np.exp(logs).sum()))
