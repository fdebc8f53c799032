"""The deals between two entrants, taken from a table of results, to compare these two alone."""

from __future__ import annotations

import numpy as np

from arena.ratings.arrays import dense
from arena.ratings.crosstable import meetings
from arena.ratings.pairs import Pairs
from arena.ratings.results import Results


def pairs_between(results: Results, first: str, second: str) -> Pairs:
    """Return the deals between two entrants in the order of the table, for `compare` and the sequential tests.

    Only complete deals count: those with the highest number of games between the two. In games with more sides, only
    the order of these two counts. The margin is the difference of their points, if the table has the points of all of
    these games.

    >>> from arena.ratings import duel
    >>> open_rooms = [duel("A", "B", 1, "x"), duel("A", "B", 1, "y")]
    >>> closed_rooms = [duel("B", "A", 1, "x"), duel("B", "A", 0, "y")]
    >>> pairs_between(Results.of(open_rooms + closed_rooms), "A", "B").scores.tolist()
    [[1.0, 0.0], [1.0, 1.0]]

    Args:
        results: the table.
        first: the name of the entrant whose scores are returned.
        second: the name of its opponent.

    Raises:
        ValueError: one of them is unknown, or they have not met.
    """
    missing = [name for name in (first, second) if name not in results.names]
    if missing:
        raise ValueError(f"unknown entrant: {', '.join(missing)}; the entrants are {', '.join(results.names)}")
    met = meetings(results, results.evidence)
    ours, theirs = results.names.index(first), results.names.index(second)
    better, other = results.entrant[met.better], results.entrant[met.other]
    forward, backward = (better == ours) & (other == theirs), (better == theirs) & (other == ours)
    mine = np.concatenate((met.better[forward], met.other[backward]))
    yours = np.concatenate((met.other[forward], met.better[backward]))
    if not mine.size:
        raise ValueError(f"{first} and {second} have not met")
    scores = np.concatenate((met.score[forward], 1.0 - met.score[backward]))
    deal = dense(results.deal[mine])
    order = np.lexsort((mine, deal))
    rooms = np.bincount(deal)
    order = order[(rooms == rooms.max())[deal[order]]].reshape(-1, rooms.max())
    order = order[np.argsort(mine[order].min(axis=1))]
    points = None if results.unlike else results.points
    margins = None if points is None else points[mine[order]] - points[yours[order]]
    known = margins is not None and np.isfinite(margins).all()
    contest = None if results.contest is None else dense(results.contest[mine[order[:, 0]]])
    return Pairs(scores[order], margins if known else None, contest=contest)
