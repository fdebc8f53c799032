"""The advantage of a seat, for example of leading first. It is part of the model wherever seats are known.

Each seat has an advantage over the last seat of games with the same number of sides, which is estimated together with
the ratings (R. R. Davidson and R. J. Beaver, Biometrics 33, 1977, for two sides). So ratings are those at equal seats.

Taking all seats in turn is not enough. It makes seats fair, but a large advantage decides games that strength would
have decided otherwise, so ratings without it are too close together. With more than two sides the finishing orders also
no longer follow the model, which looks as if no order of strength explained them. An advantage of 0 costs nothing: if
seats are balanced, its estimate is almost independent of the ratings. Only in very few deals it is better left out,
because there the luck of the cards would be taken for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Ints, dense, different
from arena.ratings.plackett_luce import LARGEST_KEY, Positions, Table, derivatives, free_parameters, pin
from arena.ratings.results import UNKNOWN_SEAT, Results

CONFOUNDED = 1e-9
"""An eigenvalue below this share of the total information on the seats counts as 0."""


FEWEST = 8
"""With fewer deals, balanced seats get no advantage: their cards, which are the same for all, would be taken for it."""


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


def seats(results: Results, members: Bools) -> list[Seat]:
    """Return the seats that get an advantage in the model: all that are known, unless balanced in fewer than 8 deals.

    Args:
        results: the table.
        members: the entrants to rate; games with fewer than two of them do not count.
    """
    found = []
    for rows, seat in _known(results, members):
        deals = 1 + int(dense(results.deal[rows[:, 0]]).max())
        if deals >= FEWEST or not _balanced(results.entrant[rows], seat, len(results.names)):
            taken = np.unique(seat).tolist()
            found += [Seat(seat.shape[1], number, taken[-1]) for number in taken[:-1]]
    return found


def unbalanced(results: Results, members: Bools) -> list[int]:
    """Return the numbers of sides of games in which some line-up did not take all seats equally often.

    Args:
        results: the table.
        members: the rated entrants; games with fewer than two of them do not count.
    """
    size, known = len(results.names), _known(results, members)
    return [seat.shape[1] for rows, seat in known if not _balanced(results.entrant[rows], seat, size)]


def _known(results: Results, members: Bools) -> Iterator[tuple[Ints, Ints]]:
    """Yield the games (lines of rows) of two or more members with known seats, and these, by number of sides."""
    if results.seat is None:
        return
    for rows in results.orders:
        seat = results.seat[rows]
        known = (members[results.entrant[rows]].sum(axis=1) > 1) & (seat != UNKNOWN_SEAT).all(axis=1)
        if known.any():
            yield rows[known], seat[known]


def _balanced(entrant: Ints, seat: Ints, size: int) -> bool:
    """Return whether each entrant of each line-up took each seat equally often."""
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
