"""Scores and Elo: two scales of one strength, and the intervals on them.

Normalized Elo counts the lead in standard deviations of a game, so that it says how many games it takes to see it
(M. Van den Bergh, Comments on Normalized Elo). With n rooms a deal the deviation of a game is that of the mean score of
a deal times the root of n, as if its games were independent.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ladders.plackett_luce import ELO

NORMALIZED_ELO = 2.0 * ELO
"""Normalized Elo of a lead of one standard deviation: with no draws and small leads it agrees with Elo."""
ALIKE = 1e-9
"""Scores and margins no further apart than this are the same."""
MOST_ELO = 2000.0
"""Beyond this a score cannot be told from 0 or 1, whatever the number of games."""


class Interval(NamedTuple):
    """An estimate and how far it may be off.

    Args:
        value: the estimate; None if there is none, as for the Elo of a perfect score.
        low: the lower end of the 95 % interval; None if there is no end or nobody knows. If the value is None, a
            one-sided bound of 95 %.
        high: the upper end, in the same way.
    """

    value: float | None
    low: float | None
    high: float | None


UNKNOWN = Interval(None, None, None)
"""Nothing is known."""


def score_of(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a lead in Elo.

    >>> score_of(0.0), round(score_of(100.0), 3)
    (0.5, 0.64)
    """
    return 1.0 / (1.0 + math.exp(-elo / ELO))


def elo_of(score: float) -> float | None:
    """Return the lead in Elo that a mean score stands for; None for 0, 1 and what is beyond.

    >>> round(elo_of(0.64)), elo_of(1.0)
    (100, None)
    """
    return ELO * math.log(score / (1.0 - score)) if ALIKE < score < 1.0 - ALIKE else None
