"""How many deals a rating rests on: small samples, and weak links between parts of a pool.

The clustered covariance is an average over deals, and says too little where few deals decide. The residuals of an
entrant with m deals add up to nothing, so they are too small by (m - 1) / m, and their variance has m - 1 degrees of
freedom. What matters is not how many deals an entrant played but how many its rating rests on: two entrants that
played each other a hundred times, and the rest of the pool in one deal, stand in that pool by one deal.

So each rating gets an effective number of deals (Carter, Schnepel and Steigerwald, Review of Economics and Statistics
99, 2017). Were all choices independent, the variance v of a rating would be a sum over deals, v = sum b' H_d b, where
H_d is the information in deal d and b the column of the entrant in the inverse information; and
m = v^2 / sum (b' H_d b)^2. With equal shares that is the number of deals, with one dominating deal it is 1. An interval
then reaches t(m - 1) * sqrt(m / (m - 1)) standard errors, with m rounded.

The part of the entrant's own games in (b' H_d b) is summed up exactly. The games of others add up to what is left of v;
how that spreads over deals is bounded by the range of b over the others: m errs to the small side, if at all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ladders.arrays import Floats, Ints, sums
from ladders.model import Model
from ladders.sandwich import Clusters

MANY = 50.0
"""With so many deals Student's t is as good as normal: no need to know it better."""
EFFORT = 20_000_000
"""Rows to be looked at where a bound does not suffice."""


def effective_deals(model: Model, found: Clusters, shares: Sequence[Floats]) -> Floats:
    """Return for each member the effective number of deals that its rating rests on.

    That is 0 without variance, and all deals for a rating that was fixed: it is not what makes a difference doubtful.

    Args:
        model: the fit.
        found: its deals.
        shares: the chances of all sides in all choices (`Model.shares`).
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
    """Return the part of each deal in the variance of a member's rating, were all choices independent."""
    parts = np.zeros(found.deals)
    for (rows, weight), share in zip(model.order.choices, shares, strict=True):
        spread = _spread(model, rows, share, np.full(len(rows), member))
        parts += sums(found.deal[found.of_row[rows[:, 0]]], weight * spread, found.deals)
    return parts


def _spread(model: Model, rows: Ints, share: Floats, about: Ints) -> Floats:
    """Return how much each choice says of a member: the variance of its column of the inverse among the sides."""
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
    """Return how far apart the effects of one entrant's column of the inverse on any two others can be."""
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
    """Return for each two members in how many deals they met in a game."""
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
