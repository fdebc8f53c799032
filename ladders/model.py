"""The fit of a group of entrants that can be compared: strengths, advantages of seats, and how sure they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ladders.arrays import Bools, Floats, Ints, sums
from ladders.choices import Ordered, among, ordered
from ladders.plackett_luce import BOUNDLESS, Positions, Table, chances, derivatives, estimate, inverse, tabulate
from ladders.results import Results
from ladders.seats import Seat, positions, untold


@dataclass(frozen=True, eq=False)
class Model:
    """A likelihood and where it is greatest, in nats.

    The parameters are the strengths of the members and then the advantages of the seats.

    Args:
        results: the table.
        members: the indices of the entrants that are rated, ascending.
        orders: their games among one another, as in `Results.orders`.
        order: the same as choices.
        positions: who sat where; entrants are numbered as in `members`.
        table: the choices summed up.
        fixed: the parameters that were known.
        parameters: those of greatest likelihood.
        inverse: their covariance if all choices were independent.
        seats: what the advantages belong to.
        lost: seats that should have one, but it cannot be told, or has no bounds.
    """

    results: Results
    members: Ints
    orders: Sequence[Ints]
    order: Ordered
    positions: Positions
    table: Table
    fixed: Mapping[int, float]
    parameters: Floats
    inverse: Floats
    seats: tuple[Seat, ...]
    lost: tuple[Seat, ...]

    @property
    def size(self) -> int:
        """The number of members."""
        return self.members.size

    def number(self) -> Ints:
        """Return for each entrant of the results its number among the members; of no meaning for others."""
        return np.cumsum(np.isin(np.arange(len(self.results.names)), self.members)) - 1

    def advantage(self) -> Floats:
        """Return what the seat of each row of the results adds to its strength."""
        if not self.seats:
            return np.broadcast_to(np.float64(0.0), len(self.results))
        return np.append(self.parameters[self.size :], 0.0)[self.positions.seat]

    def shares(self) -> list[Floats]:
        """Return the chances of all sides in all choices, grouped as these are."""
        entrant, seat = self.positions.entrant, self.positions.seat
        return [chances(entrant[rows], seat[rows], self.table, self.parameters) for rows, _ in self.order.choices]

    def surplus(self, shares: Sequence[Floats]) -> Floats:
        """Return how much oftener the side of each row of the results was chosen than expected."""
        found = self.order.chosen.copy()
        for (rows, weight), share in zip(self.order.choices, shares, strict=True):
            found -= sums(rows.ravel(), (share * weight[:, None]).ravel(), found.size)
        return found

    def played(self) -> Bools:
        """Return whether each row of the results belongs to a game of two members and more."""
        found = np.zeros(len(self.results), dtype=np.bool_)
        for rows in self.orders:
            found[rows] = True
        return found


def build(
    results: Results,
    members: Bools,
    seats: Sequence[Seat],
    strengths: Mapping[int, float],
    advantages: Mapping[Seat, float] | None = None,
) -> Model:
    """Fit entrants that reach one another (see `ladders.pools`).

    Args:
        results: the table.
        members: whom to rate.
        seats: whose advantage is to be part of the model; those are left out of which nothing can be told.
        strengths: those that are known, in nats, by index of the entrant.
        advantages: those that are known, in nats; left out, all are estimated.
    """
    orders = among(results, results.orders, members)
    order = ordered(results, orders)
    number = np.cumsum(members) - 1
    fixed = {int(number[entrant]): strength for entrant, strength in strengths.items()}
    left = list(seats)
    while True:
        places = positions(results, members, left)
        table = tabulate(order, places)
        if advantages is not None:
            fixed |= {table.size + spot: advantages[seat] for spot, seat in enumerate(left)}
        parameters, bad = _estimate(table, fixed, left)
        if bad is None:
            break
        left = [seat for seat in left if seat.sides != bad]
    known, _ = derivatives(table, parameters)
    return Model(
        results=results,
        members=np.flatnonzero(members),
        orders=orders,
        order=order,
        positions=places,
        table=table,
        fixed=fixed,
        parameters=parameters,
        inverse=inverse(known, table, fixed),
        seats=tuple(left),
        lost=tuple(seat for seat in seats if seat not in left),
    )


def _estimate(table: Table, fixed: Mapping[int, float], chosen: Sequence[Seat]) -> tuple[Floats, int | None]:
    """Return the parameters, or a kind of games (by sides) whose seats have no advantage that could be told."""
    if not chosen or table.size in fixed:
        return estimate(table, fixed), None
    bad = untold(table, fixed, chosen)
    if bad is not None:
        return np.zeros(0), bad
    parameters = estimate(table, fixed)
    beyond = np.abs(parameters[table.size :]) > BOUNDLESS
    return parameters, max((seat.sides for seat, wild in zip(chosen, beyond, strict=True) if wild), default=None)
