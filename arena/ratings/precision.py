"""How sure a rating is that rests on few deals, or on weak links between parts of a pool.

The clustered covariance is an average over deals, and is too small if few deals decide. What matters is not how many
deals an entrant played, but how many its rating rests on: if two entrants played each other a hundred times, but the
rest of the pool in only one deal, their ratings rest on that one deal.

So each rating gets an effective number of deals (Carter, Schnepel and Steigerwald, Review of Economics and Statistics
99, 2017). If all choices were independent, the variance v of a rating would be a sum over deals, v = sum b' H_d b,
where H_d is the information in deal d and b the column of the entrant in the inverse information. The effective number
is m = v^2 / sum (b' H_d b)^2. If all deals have equal shares, that is the number of deals; if one deal dominates, it
is 1.

In (b' H_d b) the part of the entrant's own games is computed exactly. The games of others add up to the rest of v. How
this rest is divided between deals is bounded by the range of b over the others, so m can only be too small.

Two things are wrong with the clustered variance c of m deals. The residuals add up to 0, so their squares are too small
by the factor (m - 1) / m, and the variance has m - 1 degrees of freedom. And bots of similar strength split most deals,
so that a few deals may all end alike and show no variance at all. Against that, `PRIOR` deals are added in which all
games are independent (G. K. Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004: the moderated
t). Each of them would have the variance v m, so c becomes c + 2 v / m, with m + 1 degrees of freedom. If the
games of a deal depend on each other so much that the plain interval is wider, that one is used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, sums
from arena.ratings.distributions import NORMAL_975, quantiles
from arena.ratings.model import Model
from arena.ratings.sandwich import Clusters

MANY = 50.0
"""With this many deals Student's t is almost normal, so a lower bound of m suffices."""
PRIOR = 2
"""How many deals are added. With fewer, too many intervals of newcomers miss; with more, those of near-copies are too
wide. `tests/calibration` measures both."""
EFFORT = 20_000_000
"""The most rows to process where the bound does not suffice."""


class Errors(NamedTuple):
    """Standard errors, and the degrees of freedom of Student's t that belong to them."""

    error: Floats
    freedom: Ints


def errors(variance: Floats, usual: Floats, deals: Ints, clusters: int, contests: int = 1) -> Errors:
    """Return standard errors that hold for few deals as well.

    Args:
        variance: the clustered variances, of all deals.
        usual: the variances if all games were independent.
        deals: the effective number of deals that each rests on; with fewer than two, the result means nothing.
        clusters: the number of all deals.
        contests: the number of contests, each of which has a mean of its own.
    """
    count = np.maximum(deals, 2)
    raw = np.maximum(variance, 0.0) * (max(clusters, 2) - 1) / max(clusters, 2)
    plain, moderated = np.sqrt(raw * count / (count - 1)), np.sqrt(raw + PRIOR * usual / count)
    own = np.maximum(count - contests, 1)
    wide = quantiles(NORMAL_975, own) * plain > quantiles(NORMAL_975, own + PRIOR) * moderated
    return Errors(np.where(wide, plain, moderated), np.where(wide, own, own + PRIOR))


def effective_deals(model: Model, found: Clusters, shares: Sequence[Floats]) -> Floats:
    """Return for each member the effective number of deals that its rating rests on.

    The number is 0 if there is no variance. For a fixed rating it is the number of all deals, because a fixed rating
    adds no uncertainty to a difference.

    Args:
        model: the fit.
        found: the deals of the fit.
        shares: the probabilities of all sides in all choices (`Model.shares`).
    """
    size = model.members.size
    own, elsewhere = np.zeros(found.deal.size), np.zeros(found.deals)
    for (rows, weight), share in zip(model.order.choices, shares, strict=True):
        both = weight * (1.0 - (share**2).sum(axis=1)) / 2.0
        elsewhere += sums(found.deal[found.of_row[rows[:, 0]]], both, found.deals)
        for side in range(rows.shape[1]):
            spread = _spread(model, rows, share, model.positions.entrant[rows[:, side]])
            own += sums(found.of_row[rows[:, side]], weight * spread, own.size)
    variance = np.diag(model.inverse)[:size]
    left = np.maximum(variance - sums(found.entrant, own, size), 0.0)
    most = np.zeros(size)
    np.maximum.at(most, found.entrant, own)
    largest = np.minimum(left, _range_over_others(model) ** 2 * elsewhere.max(initial=0.0))
    squares = sums(found.entrant, own**2, size) + (2.0 * most + largest) * left
    least: Floats = np.divide(variance**2, squares, out=np.zeros(size), where=squares > 0.0)
    doubtful = np.flatnonzero((least < MANY) & (left > 0.0))
    if doubtful.size * len(model.results) <= EFFORT:
        for member in doubtful.tolist():
            least[member] = variance[member] ** 2 / (_by_deal(model, found, shares, member) ** 2).sum()
    least[[parameter for parameter in model.fixed if parameter < size]] = found.deals
    return least


def _by_deal(model: Model, found: Clusters, shares: Sequence[Floats], member: int) -> Floats:
    """Return the share of each deal in the variance of a member's rating if all choices were independent."""
    parts = np.zeros(found.deals)
    for (rows, weight), share in zip(model.order.choices, shares, strict=True):
        spread = _spread(model, rows, share, np.full(len(rows), member))
        parts += sums(found.deal[found.of_row[rows[:, 0]]], weight * spread, found.deals)
    return parts


def _spread(model: Model, rows: Ints, share: Floats, about: Ints) -> Floats:
    """Return the information of each choice on a member: the variance of its column of the inverse over the sides."""
    size = model.members.size
    effect = model.inverse[model.positions.entrant[rows], about[:, None]]
    if model.seats:
        padded = np.vstack((model.inverse[size:, :size], np.zeros(size)))
        effect += padded[model.positions.seat[rows], about[:, None]]
    effect -= effect[:, :1]
    if rows.shape[1] == 2:
        return share[:, 0] * share[:, 1] * effect[:, 1] ** 2
    return np.asarray((share * effect**2).sum(axis=1) - (share * effect).sum(axis=1) ** 2)


def _range_over_others(model: Model) -> Floats:
    """Return for each entrant the range of its column of the inverse over the other entrants, seats included."""
    size = model.members.size
    strengths = model.inverse[:size, :size].copy()
    if size < 2:
        return np.zeros(size)
    np.fill_diagonal(strengths, -np.inf)
    top = strengths.max(axis=0)
    np.fill_diagonal(strengths, np.inf)
    seats = np.vstack((model.inverse[size:, :size], np.zeros(size)))
    return np.asarray(top - strengths.min(axis=0) + np.ptp(seats, axis=0))


def meeting_deals(model: Model, found: Clusters) -> Ints:
    """Return for every two members the number of deals in which they met."""
    size = model.members.size
    keys = [np.zeros(0, dtype=np.int64)]
    for rows in model.orders:
        deal, entrant = found.deal[found.of_row[rows[:, 0]]], model.positions.entrant[rows]
        keys += [
            (deal * size + entrant[:, a]) * size + entrant[:, b]
            for a in range(rows.shape[1])
            for b in range(rows.shape[1])
            if a != b
        ]
    pairs = np.unique(np.concatenate(keys)) % (size * size)
    return np.bincount(pairs, minlength=size * size).reshape(size, size)
