"""Points by the game's own count, beside the ratings and never mixed into them.

The score of a side in a game is what it has more than the others at the table on average. The mean of that over all
games of an entrant has the error of a ratio estimator clustered by deal: the sum of squares over deals of what the
deal's games add up to beyond the mean, over the square of the number of games, times G / (G - 1) for its G deals.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ladders.arrays import Floats, sums
from ladders.distributions import critical_95
from ladders.results import Results


class PointsMean(NamedTuple):
    """How many points a game an entrant has more than the others at its table.

    Args:
        mean: in points.
        low: the lower end of the 95 % interval, by Student's t; None with one deal, or if all deals ended alike.
        high: the upper end.
        games: how many games record the points of all sides.
        deals: how many deals they belong to.
    """

    mean: float
    low: float | None
    high: float | None
    games: int
    deals: int


def margins(results: Results) -> Floats:
    """Return for each row of the results how many points it has more than the others at its table on average.

    NaN where the points of some side are missing.
    """
    found = np.full(len(results), np.nan)
    if results.points is None:
        return found
    for rows in results.orders:
        points = results.points[rows]
        found[rows] = points - (points.sum(axis=1, keepdims=True) - points) / (rows.shape[1] - 1)
    return found


def points_means(results: Results) -> tuple[PointsMean | None, ...]:
    """Return the points against the table of each entrant; None for those without games that record points."""
    margin = margins(results)
    seen, known = results.appearances, ~np.isnan(margin)
    total = sums(seen.of_row[known], margin[known], seen.deal.size)
    games = np.bincount(seen.of_row[known], minlength=seen.deal.size)
    size = len(results.names)
    played = sums(seen.entrant, games, size)
    mean = np.divide(sums(seen.entrant, total, size), played, out=np.zeros(size), where=played > 0.0)
    squares = sums(seen.entrant, (total - games * mean[seen.entrant]) ** 2, size)
    deals = np.bincount(seen.entrant[games > 0], minlength=size)
    rows = zip(mean.tolist(), squares.tolist(), played.tolist(), deals.tolist(), strict=True)
    return tuple(_points_mean(*row) if row[2] else None for row in rows)


def _points_mean(mean: float, squares: float, games: float, deals: int) -> PointsMean:
    if deals < 2 or squares <= 1e-12 * (1.0 + mean**2) * games:
        return PointsMean(mean, None, None, round(games), deals)
    margin = critical_95(deals - 1) * math.sqrt(squares * deals / (deals - 1)) / games
    return PointsMean(mean, mean - margin, mean + margin, round(games), deals)
