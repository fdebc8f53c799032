"""Nash averaging: how good entrants are where no order of strength explains who beats whom.

D. Balduzzi, K. Tuyls, J. Perolat and T. Graepel, Re-evaluating evaluation (NeurIPS 2018). Two meta-players each send
an entrant and play for the log odds A_ij that i beats j. In the equilibrium of greatest entropy p, the weight of an
entrant says how much it matters that others do well against it, and its rating (A p)_i is how it does against the
equilibrium: 0 for those that belong to it, and less for the others. Unless several equilibria are as good, a copy of an
entrant shares its weight and changes no rating.

The equilibrium is the limit of p = softmax(A p / t) as the temperature t falls to 0: a game in which both meta-players
also earn t times the entropy of what they do has this one solution, and of several equilibria of the bare game the
limit is that of greatest entropy. Newton's method follows it down. With x = log p the derivative of x - A p / t is I
minus the product of a skew and a positive semidefinite matrix, which always has an inverse.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ladders.arrays import Floats
from ladders.lack_of_fit import Residuals
from ladders.plackett_luce import ELO
from ladders.threads import one_thread

HOT = 4.0
"""The first temperature, in units of the largest log odds: next to that p is level."""
COLD = 1e-7
"""The last."""
COOLING = 0.5
"""Each temperature is so much of the one before."""
STEPS = 100
"""Only rounding errors can keep Newton from its tolerance; then it is as near as it gets."""
PRECISION = 1e-14
"""Of log odds, in units of the largest."""
SHORTEST = 1e-3
"""Steps are halved while they do not help, down to this part."""


class NashAverage(NamedTuple):
    """The Nash average of a group of entrants, in the order of its members.

    Args:
        weights: how much of the equilibrium each is; they add up to 1.
        elo: how each does against the equilibrium: 0 for those that belong to it, below 0 for the others.
    """

    weights: Floats
    elo: Floats


@one_thread()
def nash_average(met: Residuals, elo: Floats) -> NashAverage:
    """Return the Nash average of some entrants.

    The log odds of a pair are those of half a point more than each scored. Pairs that did not meet have the difference
    of their ratings.

    Args:
        met: all pairs that met.
        elo: the ratings of all entrants.
    """
    odds = (elo[:, None] - elo[None, :]) / ELO
    found = np.log((met.points + 0.5) / (met.games - met.points + 0.5))
    odds[met.first, met.second], odds[met.second, met.first] = found, -found
    weights = equilibrium(odds)
    return NashAverage(weights, ELO * odds @ weights)


def equilibrium(odds: Floats) -> Floats:
    """Return the weights of the Nash equilibrium of greatest entropy; they add up to 1.

    Args:
        odds: a skew matrix: the log odds that the entrant of the row beats that of the column.
    """
    largest = float(np.abs(odds).max(initial=0.0))
    logs = np.zeros(odds.shape[0])
    temperature = HOT
    while largest > 0.0 and temperature > COLD:
        logs = _settle(odds / (largest * temperature), logs, PRECISION / temperature)
        temperature *= COOLING
    return _softmax(logs) if logs.size else logs


def _settle(game: Floats, logs: Floats, tolerance: float) -> Floats:
    """Return logs of weights p, up to a constant, such that p = softmax(game p), by Newton's method."""
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
    """Return the weights, and by how much their logs are not what the game makes of them."""
    weights = _softmax(logs)
    wrong = logs - game @ weights
    return weights, wrong - wrong @ weights


def _softmax(logs: Floats) -> Floats:
    worth = np.exp(logs - logs.max())
    return np.asarray(worth / worth.sum())
