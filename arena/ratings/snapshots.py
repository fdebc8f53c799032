"""How a ladder grew: its ratings by all games up to a point, at twenty points. The last one is the ladder itself."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats
from arena.ratings.ladder import Ladder
from arena.ratings.ratings import fit_core

POINTS = 20
"""How many times the ratings are fitted."""


class Snapshot(NamedTuple):
    """The ratings by the first games of a ladder.

    Args:
        games: the number of games.
        elo: the rating of each entrant in Elo, by its number in the ladder; NaN for those that are not rated yet.
        half_width: half of the 95 % interval of a rating in Elo, the median; None if no interval is known.
    """

    games: int
    elo: Floats
    half_width: float | None


def history(ladder: Ladder) -> list[Snapshot]:
    """Return the ratings after each twentieth part of the games, in the order of their numbers (`Results.game`).

    >>> from arena.ratings import Results, duel, fit
    >>> ladder = fit(Results.of(duel("A", "B", float(deal % 4 > 0), deal) for deal in range(40)))
    >>> [(point.games, round(point.elo[0])) for point in history(ladder)][-2:]
    [(38, 89), (40, 95)]

    Args:
        ladder: the ladder. Its anchors are held as soon as they are rated.
    """
    games = np.unique(ladder.results.game)
    counts = sorted({round(part) for part in np.linspace(0.0, games.size, POINTS + 1).tolist()} - {0})
    return [_snapshot(ladder, count, int(games[count - 1])) for count in counts]


def _snapshot(ladder: Ladder, games: int, last: int) -> Snapshot:
    """Return the ratings by the games up to the one with the number `last`."""
    core = fit_core(ladder.results.up_to(last), ladder.anchors, ladder.prior)
    elo = np.full(len(ladder.names), np.nan)
    elo[core.members] = core.elo
    low, high, known = core.intervals
    told = known & (high > low)
    return Snapshot(games, elo, float(np.median((high - low)[told] / 2.0)) if told.any() else None)
