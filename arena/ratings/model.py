"""The fit of a group of entrants that can be compared: their strengths, the seat advantages, and the covariance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, sums
from arena.ratings.choices import Ordered, ordered
from arena.ratings.choices import among as games_among
from arena.ratings.luck import Equations, Luck, tables
from arena.ratings.plackett_luce import BOUNDLESS, Positions, Table, chances, derivatives, estimate, inverse, tabulate
from arena.ratings.results import Results
from arena.ratings.seats import Seat, positions, untold


@dataclass(frozen=True, eq=False)
class Model:
    """A likelihood and its maximum, in nats.

    The parameters are the strengths of the members, followed by the advantages of the seats.

    Args:
        results: the table.
        members: the indices of the rated entrants, ascending.
        orders: the games between members, as in `Results.evidence`.
        order: these games as choices.
        positions: who sat where; entrants are numbered as in `members`.
        table: the choices, summed up.
        fixed: the parameters that were given, by index.
        parameters: the maximum likelihood estimates, or those without the luck of the deals.
        inverse: the covariance of the parameters if all choices were independent.
        bread: the inverse of the slope of the equations that the parameters solve: `inverse`, unless luck is removed.
        luck: the luck of the deals that was removed (see `arena.ratings.luck`); None if there is none.
        seats: the seats that have an advantage in the model.
        lost: the seats whose advantage cannot be estimated or is unbounded.
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
    bread: Floats
    luck: Luck | None
    seats: tuple[Seat, ...]
    lost: tuple[Seat, ...]

    @property
    def size(self) -> int:
        """The number of members."""
        return self.members.size

    def number(self) -> Ints:
        """Return for each entrant of the results its number among the members; meaningless for other entrants."""
        return np.cumsum(np.isin(np.arange(len(self.results.names)), self.members)) - 1

    def advantage(self) -> Floats:
        """Return what the seat of each row of the results adds to its strength."""
        if not self.seats:
            return np.broadcast_to(np.float64(0.0), len(self.results))
        return np.append(self.parameters[self.size :], 0.0)[self.positions.seat]

    def shares(self) -> list[Floats]:
        """Return the probability of each side in each choice, in the groups of `order.choices`."""
        entrant, seat = self.positions.entrant, self.positions.seat
        return [chances(entrant[rows], seat[rows], self.table, self.parameters) for rows, _ in self.order.choices]

    def surplus(self, shares: Sequence[Floats]) -> Floats:
        """Return for each row of the results how much more often its side was chosen than expected, without luck."""
        found = self.order.chosen - (self.luck.absorbed if self.luck else 0.0)
        for (rows, weight), share in zip(self.order.choices, shares, strict=True):
            found -= sums(rows.ravel(), (share * weight[:, None]).ravel(), found.size)
        return found

    def played(self) -> Bools:
        """Return whether each row of the results belongs to a game with two or more members."""
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
    prior: float = 0.0,
) -> Model:
    """Fit entrants that reach one another (see `arena.ratings.pools`).

    Args:
        results: the table.
        members: which entrants to rate.
        seats: the seats with an advantage; those whose advantage cannot be estimated are left out.
        strengths: the known strengths, in nats, by index of the entrant.
        advantages: the known advantages, in nats; None to estimate all of them.
        prior: see `arena.ratings.plackett_luce.Table`.
    """
    orders = games_among(results, results.evidence, members)
    order = ordered(results, orders)
    number = np.cumsum(members) - 1
    fixed = {int(number[entrant]): strength for entrant, strength in strengths.items()}
    left = list(seats)
    while True:
        places = positions(results, members, left)
        table = tabulate(order, places, prior)
        if advantages is not None:
            fixed |= {table.size + spot: advantages[seat] for spot, seat in enumerate(left)}
        parameters, bad = _estimate(table, fixed, left)
        if bad is None:
            break
        left = [seat for seat in left if seat.sides != bad]
    among = tables(results, orders)
    luck = Equations(among, order.chosen, places, table, fixed).solve(parameters) if among else None
    if luck:
        parameters = luck.parameters
    known, _ = derivatives(table, parameters)
    alone = inverse(known, table, fixed)
    return Model(
        results=results,
        members=np.flatnonzero(members),
        orders=orders,
        order=order,
        positions=places,
        table=table,
        fixed=fixed,
        parameters=parameters,
        inverse=alone,
        bread=luck.inverse if luck else alone,
        luck=luck,
        seats=tuple(left),
        lost=tuple(seat for seat in seats if seat not in left),
    )


def _estimate(table: Table, fixed: Mapping[int, float], chosen: Sequence[Seat]) -> tuple[Floats, int | None]:
    """Return the parameters, or a number of sides whose games do not determine the advantages of their seats."""
    if not chosen or table.size in fixed:
        return estimate(table, fixed), None
    bad = untold(table, fixed, chosen)
    if bad is not None:
        return np.zeros(0), bad
    parameters = estimate(table, fixed)
    beyond = np.abs(parameters[table.size :]) > BOUNDLESS
    return parameters, max((seat.sides for seat, wild in zip(chosen, beyond, strict=True) if wild), default=None)
