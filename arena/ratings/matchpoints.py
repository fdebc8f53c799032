"""Matchpoints: how often a score beat those of others who had the same cards in the same seat.

A score gets one point for each lower score of the same deal and seat, and half a point for each equal one. How large a
difference is does not matter, so one wild deal counts no more than any other. They are for deals that nobody plays
twice and many tables play: `deals = "once"`, and games for one player.

Not all deals have equally many scores. G. Neuberg's formula says what to expect of a score if the missing ones are like
the others: among A scores, M points on the scale of 2 for each lower score are (M E + E - A) / A among E (Law 78A and
87B of duplicate bridge, and the White Book of the English Bridge Union).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from arena.ratings.arrays import Floats, dense
from arena.ratings.pairs import mean_interval
from arena.ratings.results import Results

FEWEST = 3
"""With fewer scores of a deal in a seat, in the deals with the most, there are no matchpoints."""


class Matchpoints(NamedTuple):
    """The matchpoints of an entrant, as a share of all that it could get, from 0 to 1.

    Args:
        mean: the mean over its deals.
        low: the lower end of the 95 % interval; None with a single deal, or if all are alike.
        high: the upper end.
        deals: the number of deals with others to compare with.
    """

    mean: float
    low: float | None
    high: float | None
    deals: int


def matchpoints(scores: ArrayLike) -> Floats:
    """Return the matchpoints of each of some scores.

    >>> matchpoints([420, 420, 450, -50, 620, -50, 400]).tolist()
    [3.5, 3.5, 5.0, 0.5, 6.0, 0.5, 2.0]
    """
    values = np.asarray(scores, dtype=np.float64)
    lower = (values[:, None] > values).sum(axis=1)
    level = (values[:, None] == values).sum(axis=1) - 1
    return np.asarray(lower + 0.5 * level)


def neuberg(points: float | Floats, scores: int, expected: int) -> float | Floats:
    """Return what matchpoints among some scores are worth among another number of scores.

    >>> round(neuberg(10, 7, 8), 3)
    11.571

    Args:
        points: on the scale of 2 for each lower score and 1 for each equal one.
        scores: how many scores there are.
        expected: how many there should be.
    """
    return (points * expected + expected - scores) / scores


def matchpoint_means(results: Results) -> tuple[Matchpoints | None, ...]:
    """Return the matchpoints of each entrant; None where it has none.

    Nobody has any if some entrant played a deal twice, if points are unknown or unlike, or if fewer than `FEWEST`
    scores can be compared. Of a game that was cut short there is no score.
    """
    nothing: tuple[Matchpoints | None, ...] = (None,) * len(results.names)
    seen = results.appearances
    if results.points is None or results.unlike or seen.deal.size != len(results):
        return nothing
    known = np.flatnonzero(~np.isnan(results.points))
    seat = np.zeros(len(results), dtype=np.int64) if results.seat is None else results.seat + 1
    if not known.size or (results.seat is None and not results.alone.all()):
        return nothing
    group = dense(dense(results.deal[known]) * (int(seat.max()) + 1) + seat[known])
    count = np.bincount(group)
    expected = int(count.max())
    if expected < FEWEST:
        return nothing
    share = np.full(known.size, np.nan)
    order = np.argsort(group, kind="stable")
    for rows in np.split(order, np.cumsum(count)[:-1]):
        if rows.size > 1:
            doubled = 2.0 * matchpoints(results.points[known[rows]])
            share[rows] = neuberg(doubled, rows.size, expected) / (2.0 * (expected - 1))
    entrant, fine = results.entrant[known], ~np.isnan(share)
    return tuple(_mean(share[fine & (entrant == one)]) for one in range(len(results.names)))


def _mean(shares: Floats) -> Matchpoints | None:
    if not shares.size:
        return None
    _, low, high = mean_interval(shares)
    return Matchpoints(float(shares.mean()), low, high, shares.size)
