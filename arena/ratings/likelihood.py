"""The exact likelihood of a hypothesis about the mean of scores from 0 to 1, when their distribution is unknown.

The maximum of a multinomial likelihood under one linear constraint has one Lagrange multiplier (A. B. Owen, Biometrika
75, 1988; for bounded scores J. Honda and A. Takemura, COLT 2010). Scores that have not occurred get probability 0,
except for 0 and 1, which are always possible: the multiplier is kept in the range where their probabilities are not
negative. So every result is finite, however few scores there are.

For normalized Elo the constraint is mean - 1/2 = t * deviation, which is not linear. It is replaced by its tangent at
the mean and deviation of the best distribution found so far, until these no longer change (M. Van den Bergh,
Normalized Elo in practice, section 4.1).
"""

from __future__ import annotations

import math

import numpy as np

from arena.ratings.arrays import Bools, Floats

TOLERANCE = 1e-12
"""The error allowed in a multiplier, as a share of its range."""
STEPS = 100
"""The most steps towards a multiplier; bisection alone needs 40 for the tolerance."""
MOST_T = 0.3
"""Up to this t the tangents lead to the best distribution; beyond it, they may stop at a worse one."""
LEAST_T = 1e-6
"""A smaller t counts as 0."""
SAME = 1e-7
"""A change in mean and deviation below this ends the iteration; the error of the likelihood is about its square."""
ROUNDS = 200
"""The most tangents; 30 suffice, and 10 up to a third of `MOST_T`."""
GRID, ZOOMS = 32, 4
"""The end of a range is sought among so many means at once, so many times: its error is a millionth."""


def mean_deficit(values: Floats, counts: Floats, mean: float) -> Floats:
    """Return how much the maximum log-likelihood of samples falls if the expected score has to be `mean`.

    Args:
        values: the k different scores, from 0 to 1.
        counts: how often each score occurred: n rows, one for each sample, of k columns.
        mean: the expected score, between 0 and 1.

    Returns:
        For each sample, the log-likelihood of the sample's own distribution less the constrained maximum: 0 or more.
    """
    return _mean_deficits(values - mean, counts, mean)


def mean_range(scores: Floats, drop: float) -> tuple[float, float]:
    """Return the lowest and the highest expected score at which the log-likelihood falls by no more than `drop`.

    Unlike the range of a normal approximation it allows for outcomes that have not occurred: from fifty deals that were
    split or won, a loss in one deal of twenty-five cannot be excluded.

    >>> low, high = mean_range(np.array([0.5] * 40 + [0.75] * 10), 1.92)
    >>> round(low, 3), round(high, 3)
    (0.522, 0.581)

    Args:
        scores: the scores of the sample, from 0 to 1, not all alike.
        drop: how much it may fall, above 0.
    """
    values, counts = np.unique(scores, return_counts=True)
    mean = float(scores.mean())
    found = []
    for edge in (0.0, 1.0):
        inside, outside = mean, edge
        for _ in range(ZOOMS):
            means = np.linspace(inside, outside, GRID + 1)[1:-1]
            deficits = _mean_deficits(
                values - means[:, None], np.tile(counts.astype(np.float64), (means.size, 1)), means
            )
            last = int((deficits <= drop).sum())
            inside, outside = (means[last - 1] if last else inside), (means[last] if last < means.size else outside)
        found.append(float(inside))
    return found[0], found[1]


def _mean_deficits(offsets: Floats, counts: Floats, mean: float | Floats) -> Floats:
    """Return how much the log-likelihood of each sample falls if its expected score has to be `mean`."""
    low, high = (np.broadcast_to(end, len(counts)) for end in (-1.0 / (1.0 - mean), 1.0 / mean))
    return _deficit(offsets, counts, _multiplier(offsets, counts, low, high, np.zeros(len(counts))))


def t_deficit(values: Floats, counts: Floats, t: float) -> Floats:
    """Return how much the maximum log-likelihood falls if the expected score has to be 1/2 plus t standard deviations.

    Args:
        values: the k different scores, from 0 to 1.
        counts: how often each score occurred: n rows, one for each sample, of k columns.
        t: the lead in standard deviations, at most `MOST_T` in absolute value.

    Returns:
        For each sample, the log-likelihood of the sample's own distribution less the constrained maximum: 0 or more.
    """
    if abs(t) < LEAST_T:
        return mean_deficit(values, counts, 0.5)
    cells = np.concatenate((math.copysign(1.0, t) * (values - 0.5), (-0.5, 0.5)))
    counts = np.concatenate((counts, np.zeros((len(counts), 2))), axis=1)
    return _lead_deficit(cells, counts, abs(t))


def _lead_deficit(cells: Floats, counts: Floats, t: float) -> Floats:
    """Return the deficits under mean = t * deviation. The last two cells are the extreme scores, -1/2 and 1/2."""
    # Start with a distribution that satisfies the constraint: all probability at the two extremes.
    deviation = np.full(len(counts), 0.5 / math.sqrt(1.0 + t * t))
    mean = t * deviation
    multiplier = np.zeros(len(counts))
    for _ in range(ROUNDS):
        bend = (cells - mean[:, None]) ** 2 / deviation[:, None]
        slopes = cells - 0.5 * t * (deviation[:, None] + bend)
        multiplier = _multiplier(slopes, counts, *_bounds(slopes), multiplier)
        shares = _shares(slopes, counts, multiplier)
        before = mean, deviation
        mean = shares @ cells
        deviation = np.sqrt((shares * (cells - mean[:, None]) ** 2).sum(axis=1))
        if np.allclose(before, (mean, deviation), rtol=0.0, atol=SAME):
            break
    return _deficit(slopes, counts, multiplier)


def _bounds(slopes: Floats) -> tuple[Floats, Floats]:
    """Return the range of the multiplier in which no probability is negative."""
    return -1.0 / slopes.max(axis=1), -1.0 / slopes.min(axis=1)


def _shares(slopes: Floats, counts: Floats, multiplier: Floats) -> Floats:
    """Return the most likely distributions; where the multiplier met its bound, that cell gets the remaining share."""
    factors = 1.0 + multiplier[:, None] * slopes
    whole = counts.sum(axis=1, keepdims=True) * factors
    shares: Floats = np.divide(counts, whole, out=np.zeros_like(factors), where=counts > 0.0)
    shares[np.arange(len(counts)), factors.argmin(axis=1)] += np.maximum(0.0, 1.0 - shares.sum(axis=1))
    return shares


def _multiplier(slopes: Floats, counts: Floats, low: Floats, high: Floats, start: Floats) -> Floats:
    """Return the multiplier of the highest deficit between two bounds: Newton's method in a shrinking bracket."""
    seen = counts > 0.0
    weighted = counts * slopes
    enough = TOLERANCE * (high - low)
    here = np.where((start > low) & (start < high), start, 0.0)
    for _ in range(STEPS):
        terms = 1.0 / _factors(slopes, seen, here)
        gradient = (weighted * terms).sum(axis=1)
        curvature = (weighted * slopes * terms * terms).sum(axis=1)
        low, high = np.where(gradient > 0.0, here, low), np.where(gradient < 0.0, here, high)
        there = here + np.divide(gradient, curvature, out=np.zeros_like(here), where=curvature > 0.0)
        inside = ((there > low) & (there < high)) | (gradient == 0.0)
        there = np.where(inside, there, 0.5 * (low + high))
        moved = np.abs(there - here)
        here = there
        if (moved <= enough).all():
            break
    return here


def _factors(slopes: Floats, seen: Bools, multiplier: Floats) -> Floats:
    """Return 1 + multiplier * slope for scores that have occurred, and 1 for the others."""
    return np.where(seen, 1.0 + multiplier[:, None] * slopes, 1.0)


def _deficit(slopes: Floats, counts: Floats, multiplier: Floats) -> Floats:
    deficits: Floats = (counts * np.log(_factors(slopes, counts > 0.0, multiplier))).sum(axis=1)
    return deficits
