"""The advantage of a seat, for example of leading first. It distorts ratings unless everyone has it equally often.

In duplicate sets, every line-up of entrants takes all seats in turn. Then the advantage cancels out, and the model does
without it. Otherwise each seat has an advantage over the last seat of games with the same number of sides, which is
estimated together with the ratings (R. R. Davidson and R. J. Beaver, Biometrics 33, 1977, for two sides).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from ladders.arrays import Bools, Ints, dense, different
from ladders.plackett_luce import LARGEST_KEY, Positions, Table, derivatives, free_parameters, pin
from ladders.results import UNKNOWN_SEAT, Results

CONFOUNDED = 1e-9
"""An eigenvalue below this share of the total information on the seats counts as 0."""


class Seat(NamedTuple):
    """A seat with an advantage over the last seat of games with the same number of sides.

    Args:
        sides: the number of sides of these games.
        seat: the number of the seat.
        last: the number of the last seat, with which it is compared.
    """

    sides: int
    seat: int
    last: int


def seats(results: Results, members: Bools, wanted: bool | None) -> list[Seat]:
    """Return the seats that get an advantage in the model.

    Args:
        results: the table.
        members: the entrants to rate; games with fewer than two of them do not count.
        wanted: True for all seats, False for none, None for the seats of games in which seats are not balanced.
    """
    if results.seat is None or wanted is False:
        return []
    found = []
    for rows in results.orders:
        counts = members[results.entrant[rows]].sum(axis=1) > 1
        known = rows[counts & (results.seat[rows] != UNKNOWN_SEAT).all(axis=1)]
        taken = np.unique(results.seat[known]).tolist()
        if known.size and (wanted or not _balanced(results.entrant[known], results.seat[known], len(results.names))):
            found += [Seat(rows.shape[1], seat, taken[-1]) for seat in taken[:-1]]
    return found


def _balanced(entrant: Ints, seat: Ints, size: int) -> bool:
    """Return whether each entrant of each line-up took each seat equally often.

    Args:
        entrant: the entrants of each game (line), below `size`.
        seat: their seats.
        size: the number of entrants.
    """
    seat = dense(seat.ravel()).reshape(seat.shape)
    order = np.argsort(entrant, axis=1)
    entrant, seat = np.take_along_axis(entrant, order, axis=1), np.take_along_axis(seat, order, axis=1)
    sides = entrant.shape[1]
    if size**sides <= LARGEST_KEY:
        _, lineup = different(entrant @ size ** np.arange(sides), size**sides)
    else:
        lineup = np.unique(entrant, axis=0, return_inverse=True)[1].ravel()
    kinds = int(seat.max()) + 1
    cells = (int(lineup.max()) + 1) * sides * kinds
    count = np.bincount(((lineup[:, None] * sides + np.arange(sides)) * kinds + seat).ravel(), minlength=cells)
    return not np.ptp(count.reshape(-1, kinds), axis=1).any()


def positions(results: Results, members: Bools, chosen: Sequence[Seat]) -> Positions:
    """Return the entrant and the seat of each row.

    Args:
        results: the table.
        members: the entrants to rate; they are renumbered from 0 in the same order.
        chosen: the seats with an advantage.
    """
    number = results.entrant
    if not members.all():
        number = np.where(members, np.cumsum(members) - 1, 0)[number]
    if results.seat is None or not chosen:
        return Positions(int(members.sum()), number, 0, np.broadcast_to(np.int64(0), len(results)))
    column = np.full(len(results), len(chosen))
    for rows in results.orders:
        known = rows[(results.seat[rows] != UNKNOWN_SEAT).all(axis=1)]
        for index, seat in enumerate(chosen):
            if seat.sides == rows.shape[1]:
                column[known[results.seat[known] == seat.seat]] = index
    return Positions(int(members.sum()), number, len(chosen), column)


def untold(table: Table, fixed: Mapping[int, float], chosen: Sequence[Seat]) -> int | None:
    """Return a number of sides for which seat advantages cannot be separated from the strengths of the entrants.

    An example are games in which the same entrant always took the first seat. None if all advantages can be estimated.
    """
    known, _ = derivatives(table, np.zeros(table.size + table.seats))
    free = free_parameters(table, fixed)
    free = free[free < table.size]
    filled = known[np.ix_(free, free)] + pin(known, table, fixed)[: free.size, : free.size]
    across, own = known[free, table.size :], known[table.size :, table.size :]
    values, vectors = np.linalg.eigh(own - across.T @ np.linalg.solve(filled, across))
    hidden = (vectors[:, values <= CONFOUNDED * np.trace(own)] ** 2).sum(axis=1)
    if not hidden.any():
        return None
    return max(zip(hidden.round(6).tolist(), (seat.sides for seat in chosen), strict=True))[1]
