"""How a ladder grew: its ratings by the games up to some points in time, such as the end of each night.

Each point is a fit of all games so far, so the last one is the ladder itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from arena.escapes import csv_line
from arena.ratings.arrays import Floats, Ints
from arena.ratings.ladder import Ladder
from arena.ratings.ratings import fit_core

POINTS = 20
"""How many times the ratings are fitted if no moments are named."""


class Moment(NamedTuple):
    """A point in time.

    Args:
        called: what it is called, such as the night that ended.
        games: the numbers of all games that were played by then (`Results.game`).
    """

    called: str
    games: Ints


class Snapshot(NamedTuple):
    """The ratings at a moment. Arrays go by the number of the entrant in the ladder; NaN stands for what is not known.

    Args:
        called: what the moment is called.
        games: the number of games.
        elo: the ratings in Elo; NaN for those that are not rated yet.
        low: the lower ends of the 95 % intervals.
        high: the upper ends.
    """

    called: str
    games: int
    elo: Floats
    low: Floats
    high: Floats

    @property
    def half_width(self) -> float | None:
        """Half of the 95 % interval of a rating in Elo, the median; None if no interval is known."""
        told = self.high > self.low
        return float(np.median((self.high - self.low)[told] / 2.0)) if told.any() else None


def history(ladder: Ladder, moments: Sequence[Moment] = ()) -> list[Snapshot]:
    """Return the ratings at some moments.

    >>> from arena.ratings import Results, duel, fit
    >>> ladder = fit(Results.of(duel("A", "B", float(deal % 4 > 0), deal) for deal in range(40)))
    >>> [(point.games, round(point.elo[0])) for point in history(ladder)][-2:]
    [(38, 89), (40, 95)]

    Args:
        ladder: the ladder. Its anchors are held as soon as they are rated.
        moments: the moments; if there are none, each twentieth part of the games is one, in the order of their numbers.
    """
    if not moments:
        games = np.unique(ladder.results.game)
        counts = sorted({round(part) for part in np.linspace(0.0, games.size, POINTS + 1).tolist()} - {0})
        moments = [Moment(f"{count} games", games[:count]) for count in counts]
    return [_snapshot(ladder, moment) for moment in moments]


def _snapshot(ladder: Ladder, moment: Moment) -> Snapshot:
    results = ladder.results.of_games(moment.games)
    core = fit_core(results, ladder.anchors, ladder.prior)
    elo, low, high = (np.full(len(ladder.names), np.nan) for _ in range(3))
    least, most, known = core.intervals
    elo[core.members] = core.elo
    low[core.members[known]], high[core.members[known]] = least[known], most[known]
    return Snapshot(moment.called, results.games, elo, low, high)


def history_csv(ladder: Ladder, points: Sequence[Snapshot]) -> str:
    """Return a history in CSV: a line for each rated entrant at each moment, the best first.

    Args:
        ladder: the ladder.
        points: its history.
    """
    lines = [csv_line(("as_of", "games", "name", "elo", "low", "high"))]
    for point in points:
        for entrant in np.argsort(-point.elo, kind="stable").tolist():
            numbers = [float(column[entrant]) for column in (point.elo, point.low, point.high)]
            if not np.isnan(numbers[0]):
                cells = [None if np.isnan(number) else round(number, 2) for number in numbers]
                lines.append(csv_line((point.called, point.games, ladder.names[entrant], *cells)))
    return "".join(lines)
