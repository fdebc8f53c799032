"""The intervals in the table of a ladder: a small picture in each row, all on one scale."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.ratings import Ladder, Rating, elo_text
from arena.ratings.drawing import Axis, around
from arena.ratings.plots import ends_of

WIDTH = 140
"""The width of an interval, in pixels of the page."""


class Interval(NamedTuple):
    """The interval of a row, from 0 to `WIDTH`. None stands for what is not known.

    Args:
        low: where it begins.
        high: where it ends.
        at: where the rating is.
        bound: `up` if the rating is above `low` at least, `down` if it is below `high`; empty if it is known.
    """

    low: float | None
    high: float | None
    at: float | None
    bound: str = ""


class Intervals(NamedTuple):
    """The intervals of a table.

    Args:
        ticks: where the scale has a value, and the value.
        of: entrant -> its interval; an entrant without one is left out.
    """

    ticks: Sequence[tuple[float, str]]
    of: dict[int, Interval]


def intervals(ladder: Ladder) -> Intervals | None:
    """Return the intervals of all ratings on one scale; None without any."""
    known = {entrant: rating for entrant, rating in enumerate(ladder.ratings) if ends_of(rating)}
    if not known:
        return None
    axis = around((value for rating in known.values() for value in ends_of(rating)), 0.0, WIDTH)
    ticks = [(axis.at(value), elo_text(value)) for value in axis.ticks(4)]
    return Intervals(ticks, {entrant: _interval(rating, axis) for entrant, rating in known.items()})


def _interval(rating: Rating, axis: Axis) -> Interval:
    low, high, elo = (None if value is None else axis.at(value) for value in (rating.low, rating.high, rating.elo))
    return Interval(low, high, elo, "" if elo is not None else "up" if high is None else "down")
