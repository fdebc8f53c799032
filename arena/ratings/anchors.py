"""Do the anchors fit the results? The ratings at which they are held, against those that the games give them.

Anchors at wrong distances from each other distort all ratings, and games then do not go as the ratings predict. That
is no cycle: with free ratings, one order may explain everything. So the test of fit uses free ratings, and here each
anchor is compared with the others by the same free fit: the Wald test of its distance from their mean, with errors
clustered by deal. The p-value is the smallest one times the number of anchors (Bonferroni).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from arena.ratings.distributions import student_cdf
from arena.ratings.estimate import FEWEST, NO_VARIANCE
from arena.ratings.ladder import Ladder


class AnchorFit(NamedTuple):
    """How far the anchors depart from what their games say.

    Args:
        name: the anchor that departs most.
        anchored: where it is held, in Elo.
        elo: where its games put it if the other anchors are right on average, in Elo.
        error: the standard error of this distance, clustered by deal.
        p: the chance of such a departure of some anchor if all of them are right.
    """

    name: str
    anchored: float
    elo: float
    error: float
    p: float


def anchor_fit(ladder: Ladder) -> AnchorFit | None:
    """Return the test of the anchors; None with fewer than two, or if too few deals link them.

    Args:
        ladder: the ladder.
    """
    free, anchors = ladder.core.free, ladder.core.anchors
    found = []
    for spot, anchored in anchors.items() if len(anchors) > 1 else ():
        others = [other for other in anchors if other != spot]
        elo = float(free.elo[spot]) + sum(anchors[other] - float(free.elo[other]) for other in others) / len(others)
        apart = np.zeros(free.members.size)
        apart[spot], apart[others] = 1.0, -1.0 / len(others)
        variance, usual = (float(apart @ matrix @ apart) for matrix in (free.covariance, free.naive))
        deals = min(int(free.linked[spot, other]) for other in others)
        if deals < FEWEST or variance <= NO_VARIANCE * usual:
            continue
        error = math.sqrt(variance)
        tail = 2.0 * student_cdf(-abs(elo - anchored) / error, deals - 1)
        found.append((tail, -spot, error, elo))
    if not found:
        return None
    tail, spot, error, elo = min(found)
    tests = len(anchors) if len(anchors) > 2 else 1
    return AnchorFit(ladder.names[free.members[-spot]], anchors[-spot], elo, error, min(1.0, tests * tail))
