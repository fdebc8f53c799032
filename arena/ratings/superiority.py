"""The likelihood of superiority (LOS): how likely it is, given the results, that one entrant is stronger than another.

It is a statement about one pair that was chosen before looking, and it says no more than the interval of the difference
does: 97.5 % or more if the 95 % interval is above 0.
"""

from __future__ import annotations

FEWEST = 10
"""With fewer deals there is no LOS: then it depends more on what one took for likely before than on the deals."""
SURE = 0.9995
"""From here on, a LOS would be rounded to 100.0 %, which no number of deals can show."""


def los_text(los: float | None) -> str:
    """Return a LOS for people; an empty text if it is unknown.

    >>> los_text(0.973), los_text(1.0), los_text(0.0), los_text(None)
    ('97.3 %', '>99.9 %', '<0.1 %', '')

    Args:
        los: the likelihood, from 0 to 1.
    """
    if los is None:
        return ""
    if los >= SURE:
        return ">99.9 %"
    return "<0.1 %" if los <= 1.0 - SURE else f"{100.0 * los:.1f} %"
