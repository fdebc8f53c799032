"""The Bradley-Terry model: i beats j with probability 1 / (1 + exp(s_j - s_i)); a draw is half a win.

R. A. Bradley and M. E. Terry, Biometrika 39 (1952). Strengths are natural logarithms (nats) here; one nat is `ELO`
Elo. They are determined up to a common constant, and stand with mean 0.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ladders.distributions import chi_square_tail
from ladders.results import Bools, Floats, Ints, Results, sums

ELO = 400.0 / math.log(10.0)
"""Elo points in one nat of strength."""
LONGEST_STEP = 1.5
"""How far a step of Newton's method may change any difference of strength, in nats."""
TOLERANCE = 1e-10
"""The length of the last step."""
STEPS = 1000
"""Only rounding errors can keep Newton from its tolerance; then it is as near as it gets."""


class Crosstable(NamedTuple):
    """Everything that the model needs to know: each pair that met, once.

    Args:
        size: the number of entrants.
        first: the lower index of each pair.
        second: the higher.
        games: how many games they played, at least one.
        points: what the first scored in them.
    """

    size: int
    first: Ints
    second: Ints
    games: Floats
    points: Floats

    def among(self, chosen: Bools) -> Crosstable:
        """Return the pairs of chosen entrants, numbered anew in their order."""
        number = np.cumsum(chosen) - 1
        kept = chosen[self.first] & chosen[self.second]
        return Crosstable(
            int(chosen.sum()),
            number[self.first[kept]],
            number[self.second[kept]],
            self.games[kept],
            self.points[kept],
        )

    def sums(self, of_first: Floats, of_second: Floats) -> Floats:
        """Return for each entrant the sum of a value over its pairs."""
        return sums(self.first, of_first, self.size) + sums(self.second, of_second, self.size)


class LackOfFit(NamedTuple):
    """How far the results depart from any single order of strength, such as in a cycle.

    Every game counts as independent: rotated seats and shared deals make the results steadier than that, so a small
    p is to be believed, a large one proves little.

    Args:
        deviance: twice the log-likelihood that a free score for every pair would gain.
        dof: degrees of freedom: pairs that met, less strengths.
        p: the chance of a deviance as large if the model holds; None without degrees of freedom.
    """

    deviance: float
    dof: int
    p: float | None


def tabulate(results: Results) -> Crosstable:
    """Sum up the results by pair of entrants."""
    size = len(results.names)
    turned = results.first > results.second
    key = np.where(turned, results.second * size + results.first, results.first * size + results.second)
    points = sums(key, np.where(turned, 1.0 - results.score, results.score), size * size)
    games = np.bincount(key, minlength=size * size)
    met = np.flatnonzero(games)
    return Crosstable(size, met // size, met % size, games[met].astype(np.float64), points[met])


def chance(difference: Floats) -> Floats:
    """Return the chance to win by difference of strength, without overflow."""
    small = np.exp(-np.abs(difference))
    return np.where(difference < 0.0, small, 1.0) / (1.0 + small)


def log_chance(difference: Floats) -> Floats:
    """Return the logarithm of the chance to win."""
    return np.minimum(difference, 0.0) - np.log1p(np.exp(-np.abs(difference)))


def strengths(table: Crosstable) -> Floats:
    """Return the strengths of greatest likelihood, with mean 0.

    Each entrant must be reachable from every other along games in which points were scored (see `ladders.pools`);
    otherwise there is no maximum. Where there is, Newton's method finds it: the logarithm of the likelihood is concave.
    """
    points, games = table.sums(table.points, table.games - table.points), table.sums(table.games, table.games)
    found = np.log((points + 0.5) / (games - points + 0.5))
    for _ in range(STEPS if table.size > 1 else 0):
        surplus = table.points - table.games * chance(found[table.first] - found[table.second])
        known = information(table, found)
        step = np.linalg.solve(known + _pin(known), table.sums(surplus, -surplus))
        length = float(np.ptp(step))
        # The third derivative of a term is at most its second, so a step that changes no difference by more than
        # 1.79 nats raises the likelihood (F. Bach, Electronic Journal of Statistics 4, 2010): no line search.
        found += step * min(1.0, LONGEST_STEP / max(length, LONGEST_STEP))
        if length < TOLERANCE:
            break
    return np.asarray(found - found.mean()) if table.size else found


def information(table: Crosstable, strength: Floats) -> Floats:
    """Return the information matrix (minus the Hessian of the log-likelihood), in 1/nat squared."""
    difference = strength[table.first] - strength[table.second]
    weight = table.games * chance(difference) * chance(-difference)
    matrix = np.zeros((table.size, table.size))
    matrix[table.first, table.second] = matrix[table.second, table.first] = -weight
    np.fill_diagonal(matrix, table.sums(weight, weight))
    return matrix


def inverse(information: Floats) -> Floats:
    """Return the pseudo-inverse: the covariance of strengths with mean 0, if all games were independent."""
    if information.size < 2:
        return np.zeros_like(information)
    pin = _pin(information)
    return np.asarray(np.linalg.inv(information + pin) - 1.0 / (pin * information.size))


def _pin(information: Floats) -> float:
    """Return what to add to each cell to fill in the one direction of which games say nothing: all strengths alike."""
    return float(np.trace(information)) / information.size


def lack_of_fit(table: Crosstable, strength: Floats) -> LackOfFit:
    """Compare the model with a free score for every pair."""
    difference = strength[table.first] - strength[table.second]
    by_wins = _gain(table.points, table.games, log_chance(difference))
    by_losses = _gain(table.games - table.points, table.games, log_chance(-difference))
    deviance = max(0.0, 2.0 * float((by_wins + by_losses).sum()))
    dof = table.games.size - max(0, table.size - 1)
    return LackOfFit(deviance, dof, chi_square_tail(deviance, dof) if dof else None)


def _gain(points: Floats, games: Floats, logs: Floats) -> Floats:
    """Return points * (log(points / games) - logs), which is 0 for no points."""
    share = np.where(points > 0.0, points, games) / games
    return points * (np.log(share) - logs)
