"""Scores and Elo, two scales of strength, and intervals on them.

Normalized Elo measures a lead in standard deviations of a game, so it says how many games it takes to detect the lead
(M. Van den Bergh, Comments on Normalized Elo). With n rooms in a deal, the deviation of a game is taken as that of a
deal's mean score times the root of n, as if the games of a deal were independent.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from arena.ratings.plackett_luce import ELO

NORMALIZED_ELO = 2.0 * ELO
"""The normalized Elo of a lead of one standard deviation. For small leads without draws it is the same as Elo."""
ALIKE = 1e-9
"""Scores or margins that differ by less than this are the same."""
MOST_ELO = 2000.0
"""Beyond this a score cannot be distinguished from 0 or 1 with any realistic number of games."""


class Interval(NamedTuple):
    """An estimate with its 95 % interval.

    Args:
        value: the estimate; None if there is none, as for the Elo of a perfect score.
        low: the lower end of the 95 % interval; None if it has no lower end or the end is unknown. If the value is
            None, a one-sided 95 % bound.
        high: the upper end; None, or a one-sided bound, as for `low`.
    """

    value: float | None
    low: float | None
    high: float | None


UNKNOWN = Interval(None, None, None)
"""The interval of an estimate of which nothing is known."""


def score_of(elo: float) -> float:
    """Return the expected score, from 0 to 1, of a lead in Elo.

    Args:
        elo: the lead.

    >>> score_of(0.0), round(score_of(100.0), 3)
    (0.5, 0.64)
    """
    return 1.0 / (1.0 + math.exp(-elo / ELO))


def elo_of(score: float) -> float | None:
    """Return the lead in Elo that corresponds to a mean score; None for 0, 1 and numbers beyond.

    >>> round(elo_of(0.64)), elo_of(1.0)
    (100, None)
    """
    return ELO * math.log(score / (1.0 - score)) if ALIKE < score < 1.0 - ALIKE else None
