"""Which entrants are better than which, for all pairs of a table at once: with 95 %, no pair of the table is wrong.

A 95 % interval of one pair is wrong in 5 % of tables. Forty entrants have 780 pairs, and some of these are wrong almost
always. For ranks, the chance that any pair is wrong has to be 5 %. So the difference of a pair has to be more standard
errors. How many is found as for the honest significant differences of J. W. Tukey (The Problem of Multiple Comparisons,
1953), but from the covariance of the ratings: many ladders are drawn in which all entrants are equally strong, and the
largest ratio of a difference to its error is beyond this limit in 5 % of them. Pairs that rest on few deals get the
same tail of Student's t instead of the normal distribution (P. H. Westfall and S. S. Young, Resampling-Based Multiple
Testing, 1993). Pairs that were told apart are then left out, and the limit for the others is found again, until no
more pairs are told apart (step-down, in the same book; for ranks M. Mogstad, J. P. Romano, A. M. Shaikh and D. Wilhelm,
Review of Economic Studies 91, 2024).

No covariance needs a higher limit than that of independent pairs (Z. Sidak, Journal of the American Statistical
Association 62, 1967). It takes no draws, and among equals it is only 3 % too high, so large pools use it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints
from arena.ratings.distributions import normal_quantile, quantiles
from arena.ratings.threads import one_thread

DRAWS = 4000
"""How many ladders are drawn. The chance of an error is then between 4.3 % and 5.7 %, whatever the seed."""
EFFORT = 40_000_000
"""The most pairs to draw, over all draws; 140 entrants need as many. Larger pools use Sidak's limit."""
STEPS = 20
"""The most steps down; to end early only leaves pairs undecided."""
NO_VARIANCE = 1e-12
"""Below this share of the largest variance, a pair has none. Draws say nothing of it, but Sidak's limit holds."""
SEED = 18
"""Of the draws: the same results give the same ranks."""


class Surely(NamedTuple):
    """Which entrants are better than which, at once.

    Args:
        better: whether the entrant of the row is better than that of the column.
        limit: how many standard errors the pairs that were not told apart would have needed, if their deals were many.
    """

    better: Bools
    limit: float


@one_thread()
def surely(
    difference: Floats,
    error: Floats,
    freedom: Ints,
    known: Bools,
    covariance: Floats,
    names: Sequence[str],
    chance: float,
) -> Surely:
    """Tell the entrants of a group apart, so that the chance of one or more errors in the whole table is small.

    Args:
        difference: of the ratings, of the entrant of the row less that of the column.
        error: the standard errors of the differences.
        freedom: the degrees of freedom of Student's t that belong to these errors.
        known: which errors are meaningful; the other pairs are never told apart.
        covariance: of the ratings, in the square of any unit; it may be singular.
        names: of the entrants; the draws go by their alphabetical order, however the entrants are listed.
        chance: the chance of an error, from 0 to 1.
    """
    ratio = np.divide(difference, error, out=np.zeros(error.shape), where=known & (error > 0.0))
    own = np.diag(covariance)
    variance = own[:, None] + own[None, :] - 2.0 * covariance
    left = np.triu(known, 1)
    draws = _draws(covariance, names) if left.size * DRAWS <= 2 * EFFORT else None
    better, limit = np.zeros(known.shape, dtype=np.bool_), 0.0
    for _ in range(STEPS):
        pairs = int(left.sum())
        if not pairs:
            break
        limit = normal_quantile(0.5 + 0.5 * (1.0 - chance) ** (1.0 / pairs))
        if draws is not None and pairs > 1 and (variance[left] > NO_VARIANCE * variance.max()).all():
            limit = min(limit, _largest(draws, np.where(left, variance, 0.0), chance))
        found = left & (np.abs(ratio) > quantiles(limit, freedom))
        if not found.any():
            break
        left &= ~found
        better |= (found & (ratio > 0.0)) | (found & (ratio < 0.0)).T
    return Surely(better, limit)


def _draws(covariance: Floats, names: Sequence[str]) -> Floats:
    """Return ratings drawn from the normal distribution with this covariance, one ladder in each line.

    The root of the covariance is the symmetric one, because it does not change much where the covariance hardly does.
    """
    values, vectors = np.linalg.eigh(covariance)
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    place = np.argsort(np.argsort(np.array(names)))
    return np.asarray(np.random.default_rng(SEED).standard_normal((DRAWS, values.size))[:, place] @ root)


def _largest(draws: Floats, variance: Floats, chance: float) -> float:
    """Return the ratio that the largest ratio of a draw exceeds with the given chance.

    Args:
        draws: the ratings of each draw (line).
        variance: of the difference of each pair, above the diagonal; 0 for pairs that are left out.
        chance: the chance.
    """
    scale = np.divide(1.0, np.sqrt(np.maximum(variance, 0.0)), out=np.zeros(variance.shape), where=variance > 0.0)
    found = np.zeros(len(draws))
    for row in range(len(variance) - 1):
        others = np.flatnonzero(scale[row])
        if others.size:
            away = np.abs(draws[:, others] - draws[:, [row]]) * scale[row, others]
            np.maximum(found, away.max(axis=1), out=found)
    return float(np.sort(found)[math.ceil((1.0 - chance) * len(found)) - 1])
