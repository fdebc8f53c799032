"""Boards: a deal is won by whoever is ahead in the sum of its rooms, as in a team match of duplicate bridge.

Close programs win one room each of most deals, so a table by wins hears little of them. The sum of the margins is
seldom 0, so by boards fewer deals are split: 23 to 38 % instead of 78 to 85 % in close pairs. It is another question,
though: a program that wins many games by little may lose the boards by much.
"""

from __future__ import annotations

import numpy as np

from arena.ratings.arrays import dense, different, sums
from arena.ratings.points import margins
from arena.ratings.results import Results

SAME = 1e-9
"""Sums of margins that differ by less than this from 0 are 0."""


def boards(results: Results) -> Results:
    """Return a table with a game for each deal of every two entrants: won by the sum of their margins over its rooms.

    The points of a board are half the mean margin of its rooms, so that leads in points stay what they were. A room
    that a fault cut short has the worst margin that anybody had (see `arena.ratings.points.margins`).

    >>> from arena.ratings import Game
    >>> rooms = [Game("AB", (1, 2), 0, (0, 1), (60, 40)), Game("BA", (1, 2), 0, (0, 1), (52, 48))]
    >>> found = boards(Results.of(rooms))
    >>> found.games, found.place.tolist(), found.points.tolist()
    (1, [1, 2], [4.0, -4.0])

    Args:
        results: games of two sides that record points.

    Raises:
        ValueError: there are games with another number of sides, or none of them records points.
    """
    lead = margins(results)
    if any(rows.shape[1] != 2 for rows in results.orders) or results.alone.any():
        raise ValueError("boards are for games of two sides")
    if len(results) and np.isnan(lead).all():
        raise ValueError("boards are won by points, and these games record none")
    [rows] = results.orders or (np.empty((0, 2), dtype=np.int64),)
    rows = np.take_along_axis(rows, np.argsort(results.entrant[rows], axis=1), axis=1)
    size, deal = len(results.names), dense(results.deal)
    keys = (deal[rows[:, 0]] * size + results.entrant[rows[:, 0]]) * size + results.entrant[rows[:, 1]]
    keys, board = different(keys, (int(deal.max(initial=-1)) + 1) * size**2)
    margin = np.nan_to_num(np.where(np.isnan(lead[rows[:, 0]]), -lead[rows[:, 1]], lead[rows[:, 0]]))
    total, rooms = sums(board, margin, keys.size), np.bincount(board, minlength=keys.size)
    won = np.where(np.abs(total) < SAME, 0.0, np.sign(total))
    side, row = (2 * board[:, None] + np.arange(2)).ravel(), rows.ravel()
    of_side = np.empty(2 * keys.size, dtype=np.int64)
    of_side[side[::-1]] = row[::-1]  # the first room of each
    asked = None if results.decisions is None else sums(side, results.decisions[row], of_side.size).astype(np.int64)
    half = 0.5 * total / np.maximum(1, rooms)
    return Results(
        names=results.names,
        game=np.repeat(np.arange(keys.size), 2),
        deal=results.deal[of_side],
        entrant=results.entrant[of_side],
        place=np.stack((1 + (won < 0.0), 1 + (won > 0.0)), axis=1).ravel(),
        points=np.stack((half, -half), axis=1).ravel(),
        fault=None if results.fault is None else sums(side, results.fault[row], of_side.size) > 0.0,
        decisions=asked,
        ms=None if results.ms is None else sums(side, results.ms[row], of_side.size),
        contest=None if results.contest is None else results.contest[of_side],
        contests=results.contests,
        unlike=results.unlike,
    )
