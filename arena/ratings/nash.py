"""Nash averaging: how good entrants are if no order of strength explains who beats whom.

D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, Re-evaluating evaluation (NeurIPS 2018). Two meta-players each choose
an entrant and play for the log odds A_ij that i beats j. Let p be the equilibrium of greatest entropy. The weight p_i
says how important it is to do well against entrant i. The rating (A p)_i says how i does against the equilibrium: 0 for
the entrants that belong to it, less for all others. If an entrant is copied, the copies share its weight and no rating
changes, unless there are several equilibria.

The equilibrium is the limit of p = softmax(A p / t) as the temperature t falls to 0. For each t this equation has one
solution: the equilibrium of a game in which both meta-players also earn t times the entropy of their choice. If the
original game has several equilibria, the limit is the one with the greatest entropy. Newton's method follows the
solution as t falls. With x = log p, the derivative of x - A p / t is I minus the product of a skew-symmetric and a
positive semidefinite matrix, which always has an inverse.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats
from arena.ratings.lack_of_fit import Residuals
from arena.ratings.plackett_luce import ELO
from arena.ratings.threads import one_thread

HOT = 4.0
"""The first temperature, in units of the largest log odds; here p is almost uniform."""
COLD = 1e-7
"""The last temperature, in the same units."""
COOLING = 0.5
"""The factor from one temperature to the next."""
STEPS = 100
"""The most steps at a temperature; only rounding errors can keep Newton's method from reaching its tolerance before."""
PRECISION = 1e-14
"""The error allowed in log odds, in units of the largest."""
SHORTEST = 1e-3
"""A step that does not help is halved, down to this share of the full step."""


class NashAverage(NamedTuple):
    """The Nash averages of a group of entrants, in the order of its members.

    Args:
        weights: the share of each in the equilibrium; the shares add up to 1.
        elo: how each does against the equilibrium, in Elo: 0 for those that belong to it, below 0 for the others.
    """

    weights: Floats
    elo: Floats


@one_thread()
def nash_average(met: Residuals, elo: Floats) -> NashAverage:
    """Return the Nash averages of some entrants.

    The log odds of a pair are those of its score with half a point added for each. Pairs that did not meet get the log
    odds of the difference of their ratings.

    Args:
        met: all pairs that met.
        elo: the ratings of all entrants, in Elo.
    """
    odds = (elo[:, None] - elo[None, :]) / ELO
    found = np.log((met.points + 0.5) / (met.games - met.points + 0.5))
    odds[met.first, met.second], odds[met.second, met.first] = found, -found
    weights = equilibrium(odds)
    return NashAverage(weights, ELO * odds @ weights)


def equilibrium(odds: Floats) -> Floats:
    """Return the weights of the Nash equilibrium of greatest entropy; they add up to 1.

    Args:
        odds: a skew-symmetric matrix: the log odds that the entrant of the row beats that of the column.
    """
    largest = float(np.abs(odds).max(initial=0.0))
    logs = np.zeros(odds.shape[0])
    temperature = HOT
    while largest > 0.0 and temperature > COLD:
        logs = _settle(odds / (largest * temperature), logs, PRECISION / temperature)
        temperature *= COOLING
    return _softmax(logs) if logs.size else logs


def _settle(game: Floats, logs: Floats, tolerance: float) -> Floats:
    """Return the logs of weights p, up to a constant, that solve p = softmax(game p), by Newton's method."""
    for _ in range(STEPS):
        weights, wrong = _wrong(game, logs)
        if np.abs(wrong).max() < tolerance:
            break
        slope = np.eye(logs.size) - game * weights + np.outer(game @ weights, weights)
        step = np.linalg.solve(slope, wrong)
        part = 1.0
        while part > SHORTEST and np.linalg.norm(_wrong(game, logs - part * step)[1]) > np.linalg.norm(wrong):
            part /= 2.0
        logs = logs - part * step
    return np.asarray(logs - logs.max())


def _wrong(game: Floats, logs: Floats) -> tuple[Floats, Floats]:
    """Return the weights p of given logs, and the error of these logs in the equation p = softmax(game p)."""
    weights = _softmax(logs)
    wrong = logs - game @ weights
    return weights, wrong - wrong @ weights


def _softmax(logs: Floats) -> Floats:
    worth = np.exp(logs - logs.max())
    return np.asarray(worth / worth.sum())
