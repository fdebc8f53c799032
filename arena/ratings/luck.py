"""The luck of the deal, where entrants play a deal only once: it is known from the others that held the same cards.

In a duplicate set an entrant plays a deal from all seats, and the luck of the cards cancels out. Where nobody may meet
a deal twice, the same deal is played at several tables by different entrants, as in a bridge tournament. If the first
seats of a deal did better than expected at all of its tables, its cards were good, and that is not their merit.

So each deal has an effect on the strength of its first seat, in nats, with mean 0 and variance s. The working
covariance of the results of a deal is A + s a a', with a the variances p (1 - p) of its results and A the matrix that
has them on its diagonal. Then the estimating equations (K.-Y. Liang and S. L. Zeger, Biometrika 73, 1986) are those of
the likelihood, but from each result a g is subtracted, where g = s sum(r) / (1 + s sum(a)) is the effect of the deal
that its surpluses r suggest. Whatever s is, the equations are right on average, and the sandwich clustered by deal
gives the errors: s only decides how much luck is removed. It is estimated from the products of surpluses within deals.

The ratings keep their meaning: they predict the results of a random deal. Points are treated in the same way (see
`arena.ratings.points`).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, dense, different, sums
from arena.ratings.plackett_luce import (
    ELO,
    TOLERANCE,
    Positions,
    Table,
    chances,
    common_variance,
    derivatives,
    free_parameters,
    free_strengths,
    pin,
)
from arena.ratings.products import meat
from arena.ratings.results import UNKNOWN_SEAT, Results

FEWEST = 30
"""With fewer deals, their effects are not estimated."""
STEPS = 100
"""The most steps towards the solution; about ten are usual."""
FARTHEST = 1.0
"""The longest step, in nats; the solution is near the maximum of the likelihood, or else there is none."""


class Tables(NamedTuple):
    """The games of two sides in deals that no entrant played twice, and that were played at two or more tables.

    Args:
        rows: one line for each game: the row of the first seat in the results, and that of the second.
        deal: the deal of each game, from 0.
        deals: the number of deals.
    """

    rows: Ints
    deal: Ints
    deals: int

    def by_deal(self, values: Floats) -> Floats:
        """Return the sums of values of the games by deal."""
        return sums(self.deal, values, self.deals)


class Luck(NamedTuple):
    """A fit with the luck of the deals removed.

    Args:
        parameters: the strengths and the advantages of seats, in nats.
        inverse: the inverse of the slope of the estimating equations.
        absorbed: for each row of the results, how much of its surplus is the luck of the deal.
        elo: the standard deviation of the effect of a deal, in Elo.
    """

    parameters: Floats
    inverse: Floats
    absorbed: Floats
    elo: float


def tables(results: Results, orders: Sequence[Ints]) -> Tables | None:
    """Return the games whose luck can be told from other tables; None if there are too few.

    Args:
        results: the table of results; if seats are unknown, there are no such games.
        orders: the games to consider (`Results.orders`).
    """
    pairs = [rows for rows in orders if rows.shape[1] == 2]
    if results.seat is None or not pairs:
        return None
    seen, [rows] = results.appearances, pairs
    deal = seen.deal[seen.of_row]
    once = np.bincount(deal) == np.bincount(seen.deal)
    if not once.any():
        return None
    seat = results.seat[rows]
    single = (np.bincount(rows.ravel())[rows] == 1).all(axis=1)  # not what a fault has left of a game of more sides
    rows = rows[once[deal[rows[:, 0]]] & (seat != UNKNOWN_SEAT).all(axis=1) & single]
    rows = rows[(np.bincount(deal[rows[:, 0]], minlength=once.size) > 1)[deal[rows[:, 0]]]]
    of_game = dense(deal[rows[:, 0]])
    deals = int(of_game.max(initial=-1)) + 1
    if deals < FEWEST:
        return None
    seat = results.seat[rows]
    return Tables(np.take_along_axis(rows, np.argsort(seat, axis=1), axis=1), of_game, deals)


def spread(surplus: Floats, weight: Floats, among: Tables) -> float:
    """Return the variance of the effects of deals, from the products of the surpluses of different games of a deal.

    Args:
        surplus: of the first seat in each game.
        weight: what one unit of the effect adds to the expected surplus of each game.
        among: the games.
    """
    products = among.by_deal(surplus) ** 2 - among.by_deal(surplus**2)
    expected = among.by_deal(weight) ** 2 - among.by_deal(weight**2)
    return max(0.0, float(products.sum()) / max(float(expected.sum()), 1e-300))


@dataclass(frozen=True, eq=False)
class Equations:
    """The estimating equations of a fit without the luck of the deals.

    Args:
        among: the games whose luck can be told.
        chosen: for each row of the results, how often it was chosen (1, 0.5 or 0 in a game of two sides).
        places: who sat where.
        table: all choices, summed up.
        fixed: the known parameters, by index.
    """

    among: Tables
    chosen: Floats
    places: Positions
    table: Table
    fixed: Mapping[int, float]

    def solve(self, parameters: Floats) -> Luck | None:
        """Return the solution; None if the deals show no luck, or if there is no solution nearby.

        Args:
            parameters: the maximum likelihood estimates in nats; they are not changed.
        """
        free = free_parameters(self.table, self.fixed)
        if not free.size:
            return None
        found = parameters.copy()
        state = self._at(found)
        inner = self._slope(state, free)
        for _ in range(STEPS):
            step = np.linalg.solve(inner, state.gradient[free])
            found[free] += step
            if not np.abs(step).max() < FARTHEST:
                return None
            state = self._at(found)
            if np.abs(step).max() < TOLERANCE:
                break
        if not state.size:
            return None
        inverse = np.zeros_like(state.information)
        inverse[np.ix_(free, free)] = np.linalg.inv(self._slope(state, free))
        if free_strengths(self.table, self.fixed):
            filling, size = pin(state.information, self.table, self.fixed), self.table.size
            found[:size] -= found[:size].mean()
            inverse[:size, :size] -= common_variance(filling, self.table)
        absorbed = np.zeros(self.chosen.size)
        absorbed[self.among.rows] = np.column_stack((state.part, -state.part))
        return Luck(found, inverse, absorbed, ELO * math.sqrt(state.size))

    def _at(self, parameters: Floats) -> _State:
        """Return everything that depends on the parameters."""
        rows, places = self.among.rows, self.places
        share = chances(places.entrant[rows], places.seat[rows], self.table, parameters)[:, 0]
        weight, surplus = share * (1.0 - share), self.chosen[rows[:, 0]] - share
        size = spread(surplus, weight, self.among)
        scale = size / (1.0 + size * self.among.by_deal(weight))
        part = weight * (scale * self.among.by_deal(surplus))[self.among.deal]
        information, gradient = derivatives(self.table, parameters)
        found = sums(self._columns.ravel(), np.column_stack((part, -part, part, -part)).ravel(), self._width)
        return _State(size, information, gradient - found[:-1], part, weight * np.sqrt(scale)[self.among.deal])

    def _slope(self, state: _State, free: Ints) -> Floats:
        """Return the slope of the equations: the information, less what the deals share of it."""
        values = np.column_stack((state.shared, -state.shared, state.shared, -state.shared))
        keys, place = different(
            (self.among.deal[:, None] * self._width + self._columns).ravel(), self.among.deals * self._width
        )
        total = sums(place, values.ravel(), keys.size)
        shared = meat(keys // self._width, keys % self._width, total, self._width)[:-1, :-1]
        return (state.information - shared)[np.ix_(free, free)] + pin(state.information, self.table, self.fixed)

    @property
    def _width(self) -> int:
        """The number of parameters, and one more for seats without an advantage."""
        return self.table.size + self.table.seats + 1

    @cached_property
    def _columns(self) -> Ints:
        """The parameters of each game: the entrants of its first and second seat, then these seats."""
        rows = self.among.rows
        return np.hstack((self.places.entrant[rows], self.table.size + self.places.seat[rows]))


class _State(NamedTuple):
    """The equations at some parameters.

    Args:
        size: the variance of the effects of the deals, in nats squared.
        information: the information if there were no such effects.
        gradient: the surpluses of all parameters, without luck.
        part: the surplus of the first seat of each game that is luck.
        shared: the square root of the weight with which each game enters the slope.
    """

    size: float
    information: Floats
    gradient: Floats
    part: Floats
    shared: Floats
