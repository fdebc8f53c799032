"""Points by the game's own count. They are shown beside the ratings but do not influence them.

The lead of a side in a game is its points less the mean of the others at the table. The mean lead of an entrant over
all its games is a ratio estimator clustered by deal. For each deal, take the sum of the leads in its games, less the
mean lead for each game. The variance is the sum of the squares of these over all deals, divided by the square of the
number of games, times G / (G - 1) for G deals. Where a few deals are far from all others, such as games that a program
forfeited, the interval allows for those that were not seen (`arena.ratings.rare`).

Where entrants play a deal only once, their leads are compared with those of the others in the same seat of the deal:
the luck of the deal is subtracted, as far as these tables tell it (`ladders.luck`). Let r be the leads of the first
seats, less what the mean leads of both entrants and of the seat make likely, f the variance of r within deals and s the
variance of the effects of deals. A game at one of k tables has the luck s sum(r) / (f + (k - 1) s), where the sum is
over the other tables. Its mean is 0, so the mean lead stays what it is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, dense, sums
from arena.ratings.distributions import critical_95, quantiles
from arena.ratings.luck import spread, tables
from arena.ratings.products import meat
from arena.ratings.rare import reaches
from arena.ratings.results import Results
from arena.ratings.simultaneous import surely

ERRORS = 0.05
"""The chance that any two entrants of a ladder are told apart wrongly by their points."""


class PointsMean(NamedTuple):
    """The mean lead in points of an entrant over the others at its table.

    Args:
        mean: the mean lead, in points per game.
        low: the lower end of the 95 % interval; None with one deal, or if all deals ended alike. Disasters that no
            entrant of the table has met are not allowed for.
        high: the upper end; None as for `low`. It may be nearer to the mean than `low`, or further.
        games: the number of games that record the points of all sides, and of those that its own fault cut short.
        deals: the number of deals of these games.
    """

    mean: float
    low: float | None
    high: float | None
    games: int
    deals: int


def margins(results: Results) -> Floats:
    """Return for each row of the results its points less the mean of the others at the table.

    In a game of one side these are just its points, and a side that failed there gets the fewest that anyone had.

    NaN if the points of a side of the game are missing, or if the points of different games are unlike. But a side
    whose fault cut a game short gets the worst lead that anyone had in a finished game of as many sides: if such games
    were left out, a bot that is behind would gain by failing. The others at that table get nothing, and neither do
    entrants that never answered.
    """
    found = np.full(len(results), np.nan)
    if results.points is None or results.unlike:
        return found
    for rows in results.orders:
        points = results.points[rows]
        found[rows] = points - (points.sum(axis=1, keepdims=True) - points) / (rows.shape[1] - 1)
        cut = results.cut_short(rows)
        if results.fault is not None and cut.any() and not np.isnan(found[rows]).all():
            failed = cut[:, None] & results.fault[rows] & ~results.never_answered[results.entrant[rows]]
            found[rows[failed]] = np.nanmin(found[rows])
    alone = results.alone
    found[alone] = results.points[alone]
    if results.fault is not None and not np.isnan(found[alone]).all():
        failed = alone & results.fault & np.isnan(found) & ~results.never_answered[results.entrant]
        found[failed] = np.nanmin(found[alone])
    return found


class DealPoints(NamedTuple):
    """The leads of all entrants by deal.

    Args:
        mean: the mean lead of each entrant in points; 0 without games that record points.
        games: the number of these games of each entrant.
        deals: the number of their deals.
        deal: the deal of each appearance of an entrant in a deal, ascending.
        entrant: the entrant of each appearance.
        surplus: what the appearance adds to the error of the entrant's mean: the sum of its leads in that deal, less
            the mean lead for each game, divided by all its games.
        below: how far the 95 % interval of each mean reaches below it; NaN with fewer than two deals.
        above: how far it reaches above it.
    """

    mean: Floats
    games: Floats
    deals: Ints
    deal: Ints
    entrant: Ints
    surplus: Floats
    below: Floats
    above: Floats

    @property
    def varied(self) -> Bools:
        """Whether each entrant played two or more deals, and these did not all end alike."""
        spread = sums(self.entrant, self.surplus**2, self.mean.size) * np.maximum(self.games, 1.0)
        return np.asarray((spread > 1e-12 * (1.0 + self.mean**2)) & (self.deals > 1))

    @property
    def means(self) -> tuple[PointsMean | None, ...]:
        """The mean of each entrant with its interval; None for entrants without games that record points."""
        columns = (self.mean, self.below, self.above, self.varied, self.games, self.deals)
        return tuple(_points_mean(*row) for row in zip(*(column.tolist() for column in columns), strict=True))


def deal_points(results: Results) -> DealPoints:
    """Return the leads of all entrants by deal."""
    margin = margins(results)
    margin -= _luck(results, margin)
    seen, known = results.appearances, ~np.isnan(margin)
    total = sums(seen.of_row[known], margin[known], seen.deal.size)
    games = np.bincount(seen.of_row[known], minlength=seen.deal.size)
    size = len(results.names)
    played = sums(seen.entrant, games, size)
    mean = np.divide(sums(seen.entrant, total, size), played, out=np.zeros(size), where=played > 0.0)
    counts = games > 0
    entrant = seen.entrant[counts]
    surplus = (total[counts] - games[counts] * mean[entrant]) / np.maximum(played, 1.0)[entrant]
    deals = np.bincount(entrant, minlength=size)
    if results.contest is not None:  # differences between contests are no noise: the means are those at these games
        contest = np.zeros(seen.deal.size, dtype=np.int64)
        contest[seen.of_row] = results.contest
        part = dense(entrant * (int(contest.max()) + 1) + contest[counts])
        many = np.bincount(part)
        surplus = np.where(many[part] > 1, surplus - (sums(part, surplus, many.size) / many)[part], surplus)
    below, above = reaches(surplus * deals[entrant], entrant, size)
    return DealPoints(mean, played, deals, seen.deal[counts], entrant, surplus, below, above)


def _points_mean(mean: float, below: float, above: float, known: bool, games: float, deals: int) -> PointsMean | None:
    if not games:
        return None
    low, high = (mean - below, mean + above) if known else (None, None)
    return PointsMean(mean, low, high, round(games), deals)


def better_by_points(results: Results, found: DealPoints) -> Bools:
    """Return whether the entrant of the row has more points than that of the column; with 95 % nothing of it is wrong.

    The difference of two means is judged by the deals, so the luck of deals that both played is no matter. Pairs are
    told apart as in `arena.ratings.simultaneous`, with Sidak's limit: the covariance of a few deals would make the
    limit too low. Disasters that were seen in the ladder may make the interval of a mean wider than that of Student's
    t; then the interval of each difference is wider too (both reaches are added as squares).

    Args:
        results: the table.
        found: its points by deal.
    """
    size = found.mean.size
    products = meat(dense(found.deal), found.entrant, found.surplus, size)
    count = np.maximum(np.minimum.outer(found.deals, found.deals), 2)
    own = np.diag(products)
    variance = np.maximum(own[:, None] + own[None, :] - 2.0 * products, 0.0)
    scale = 1.0 + (found.mean[:, None] ** 2 + found.mean[None, :] ** 2)
    known = (np.minimum.outer(found.deals, found.deals) > 1) & (variance > 1e-12 * scale)
    error, freedom = np.sqrt(variance * count / (count - 1)), count - 1
    difference = found.mean[:, None] - found.mean[None, :]
    pairs = surely(difference, error, freedom, known, np.zeros((size, size)), results.names, ERRORS)
    usual = np.array([critical_95(deals - 1) if deals > 1 else 0.0 for deals in found.deals.tolist()]) ** 2 * own
    usual *= found.deals / np.maximum(found.deals - 1, 1)
    below, above = (np.maximum(np.nan_to_num(reach) ** 2 - usual, 0.0) for reach in (found.below, found.above))
    reach = (quantiles(pairs.limit, freedom) * error) ** 2 + below[:, None] + above[None, :]
    return np.asarray(pairs.better & (difference**2 > reach))


def _luck(results: Results, margin: Floats) -> Floats:
    """Return for each row how much of its lead is the luck of the deal; 0 where other tables cannot tell."""
    found = np.zeros(margin.size)
    games = (rows[~results.alone[rows[:, 0]]] for rows in results.orders)
    among = tables(results, [rows[~np.isnan(margin[rows]).any(axis=1)] for rows in games])
    if among is None:
        return found
    first, second = results.entrant[among.rows].T
    lead, size = margin[among.rows[:, 0]], len(results.names)
    columns = np.zeros((size, size))
    for one, other in ((first, second), (second, first)):
        columns += np.diag(sums(one, np.ones(one.size), size))
        columns -= sums(one * size + other, np.ones(one.size), size * size).reshape(size, size)
    strength = np.linalg.lstsq(columns, sums(first, lead, size) - sums(second, lead, size))[0]
    left = lead - strength[first] + strength[second]
    left -= left.mean()
    variance = spread(left, np.ones(left.size), among)
    others = among.by_deal(left)[among.deal] - left
    count = among.by_deal(np.ones(left.size))[among.deal] - 1.0
    within = max(float((left**2).mean()) - variance, 0.0)
    part = np.divide(variance * others, within + count * variance, out=np.zeros(left.size), where=variance > 0.0)
    found[among.rows] = np.column_stack((part, -part))
    return found
