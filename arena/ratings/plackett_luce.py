"""The Plackett-Luce model: of the sides not yet placed, i is next with probability exp(s_i) / sum exp(s_j).

R. L. Plackett, Applied Statistics 24 (1975); R. D. Luce, Individual Choice Behavior (1959). With two sides it is the
model of R. A. Bradley and M. E. Terry, Biometrika 39 (1952): i beats j with probability 1 / (1 + exp(s_j - s_i)), and
a draw is half a win (see `arena.ratings.choices` for ties).

Strengths s are natural logarithms (nats) here; one nat is `ELO` Elo. The strength of a side is the strength of its
entrant, plus the advantage of its seat if seats are part of the model. Strengths are determined only up to a common
constant, so their mean is set to 0 unless some are fixed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Floats, Ints, sums, totals
from arena.ratings.choices import Ordered

ELO = 400.0 / math.log(10.0)
"""Elo points in one nat of strength."""
LONGEST_STEP = 1.5
"""The most that a step of Newton's method may change any difference of strengths, in nats."""
TOLERANCE = 1e-10
"""Newton's method ends when a step is shorter than this, in nats."""
STEPS = 1000
"""The most steps; only rounding errors can keep Newton's method from reaching its tolerance before."""
NEAR = 1e-6
"""After a step this short the next one is much shorter, unless both are rounding errors."""
BOUNDLESS = 12.0
"""An advantage of a seat that grows to this many nats (2085 Elo) is unbounded: the seat always won."""
LARGEST_KEY = 2**62
"""The keys of sets must fit into integers of 64 bits."""


class Positions(NamedTuple):
    """The entrant and the seat of each row of the results.

    Args:
        size: the number of entrants.
        entrant: the entrant of each row, below `size`.
        seats: the number of seats with an advantage.
        seat: the seat of each row, below `seats`; `seats` itself if the seat has no advantage.
    """

    size: int
    entrant: Ints
    seats: int
    seat: Ints


class Sets(NamedTuple):
    """Different sets of sides from which one side was chosen; all sets have the same number of sides.

    Args:
        entrant: one line for each set: its entrants.
        seat: their seats, as in `Positions`.
        weight: how often a choice was made from each set.
    """

    entrant: Ints
    seat: Ints
    weight: Floats


class Table(NamedTuple):
    """All that the likelihood depends on.

    The parameters are the strengths of the entrants, followed by the advantages of the seats.

    Args:
        size: the number of entrants.
        seats: the number of seats with an advantage.
        sets: the sets of sides that there were to choose from, grouped by their number of sides.
        chosen: for each parameter, how often a side that has it was chosen.
        prior: what is added to the information on each strength, per nat squared: 1 / variance of strengths that are
            assumed to be normal around 0 before any game; 0 for nothing.
    """

    size: int
    seats: int
    sets: tuple[Sets, ...]
    chosen: Floats
    prior: float = 0.0


def tabulate(order: Ordered, positions: Positions, prior: float = 0.0) -> Table:
    """Sum up choices that were made from the same set of sides; for `prior` see `Table`."""
    size, width = positions.size, positions.seats + 1
    item = positions.entrant * width + positions.seat if positions.seats else positions.entrant
    sets = []
    for rows, weight in order.choices:
        items, weights = _different(np.sort(item[rows], axis=1), weight, size * width)
        seat = items % width if positions.seats else np.broadcast_to(np.int64(0), items.shape)
        sets.append(Sets(items // width, seat, weights))
    by_entrant = sums(positions.entrant, order.chosen, size)[:size]
    by_seat = sums(positions.seat, order.chosen, width)[:-1]
    return Table(size, positions.seats, tuple(sets), np.concatenate((by_entrant, by_seat)), prior)


def _different(items: Ints, weight: Floats, size: int) -> tuple[Ints, Floats]:
    """Return the distinct lines of items, and the total weight of each; all items are below `size`."""
    sides = items.shape[1]
    if size**sides > LARGEST_KEY:
        return items, weight
    powers = size ** np.arange(sides)
    keys, weights = totals(items @ powers, weight, size**sides)
    return keys[:, None] // powers % size, weights


def chance(difference: Floats) -> Floats:
    """Return the probability of winning for a difference of strengths in nats, without overflow."""
    small = np.exp(-np.abs(difference))
    return np.where(difference < 0.0, small, 1.0) / (1.0 + small)


def log_chance(difference: Floats) -> Floats:
    """Return the logarithm of `chance`, without overflow."""
    return np.minimum(difference, 0.0) - np.log1p(np.exp(-np.abs(difference)))


def chances(entrant: Ints, seat: Ints, table: Table, parameters: Floats) -> Floats:
    """Return the probability that each side of each set is chosen, without overflow.

    Args:
        entrant: the entrants, one line for each set.
        seat: the seats, one line for each set.
        table: the table, which has the numbers of entrants and seats.
        parameters: the parameters in nats.
    """
    strength = parameters[entrant]
    if table.seats:
        strength += np.append(parameters[table.size :], 0.0)[seat]
    if entrant.shape[1] == 2:
        strength[:, 0] = chance(strength[:, 0] - strength[:, 1])
        strength[:, 1] = 1.0 - strength[:, 0]
        return strength
    worth = np.exp(strength - strength.max(axis=1, keepdims=True))
    return np.asarray(worth / worth.sum(axis=1, keepdims=True))


def estimate(table: Table, fixed: Mapping[int, float]) -> Floats:
    """Return the maximum likelihood estimates of the parameters.

    There is a maximum if there is a prior. Without one, there is a maximum only if every entrant reaches every other
    along games in which the first finished before the second or tied with it (see `arena.ratings.pools`). Then Newton's
    method finds it, because the log-likelihood is concave. If a seat always won, its advantage goes beyond `BOUNDLESS`.

    Args:
        table: the choices.
        fixed: the known parameters in nats, by index.
    """
    found = np.append(_first_guess(table), np.zeros(table.seats))
    found[list(fixed)] = list(fixed.values())
    free = free_parameters(table, fixed)
    before = math.inf
    for _ in range(STEPS if table.sets and free.size else 0):
        known, surplus = derivatives(table, found)
        step = np.zeros(found.size)
        step[free] = np.linalg.solve(known[np.ix_(free, free)] + pin(known, table, fixed), surplus[free])
        # The third derivative of a term is at most its second. So a step that changes no difference by more than 1.79
        # nats raises the likelihood (F. Bach, Electronic Journal of Statistics 4, 2010), and no line search is needed.
        length = float(np.ptp(step[: table.size]) + np.ptp(np.append(step[table.size :], 0.0)))
        found += step * min(1.0, LONGEST_STEP / max(length, LONGEST_STEP))
        if length < TOLERANCE or before / 2.0 < length < NEAR or (np.abs(found[table.size :]) > BOUNDLESS).any():
            break
        before = length
    if table.size and free_strengths(table, fixed):
        found[: table.size] -= found[: table.size].mean()
    return found


def _first_guess(table: Table) -> Floats:
    """Return initial strengths: the log odds of being chosen."""
    offered = np.zeros(table.size)
    for sets in table.sets:
        offered += sums(sets.entrant.ravel(), np.repeat(sets.weight, sets.entrant.shape[1]), table.size)
    chosen = table.chosen[: table.size]
    return np.log((chosen + 0.5) / (offered - chosen + 0.5))


def derivatives(table: Table, parameters: Floats) -> tuple[Floats, Floats]:
    """Return the information matrix (minus the Hessian of the log-likelihood) and the gradient, per nat.

    For every two sides a and b that it was made from, a choice adds p_a p_b (x_a - x_b)(x_a - x_b)' to the information.
    Here x_a is 1 for the entrant and for the seat of a, and 0 elsewhere. The gradient is how much more often than
    expected each parameter was chosen.
    """
    size, width = table.size, table.seats + 1
    pairs, mixed, seats = np.zeros(size * size), np.zeros(size * width), np.zeros(width * width)
    expected, expected_seats = np.zeros(size), np.zeros(width)
    for sets in table.sets:
        share = chances(sets.entrant, sets.seat, table, parameters)
        often = share * sets.weight[:, None]
        expected += sums(sets.entrant.ravel(), often.ravel(), size)
        expected_seats += sums(sets.seat.ravel(), often.ravel(), width) if table.seats else 0.0
        for a in range(share.shape[1] - 1):
            both = (often[:, [a]] * share[:, a + 1 :]).ravel()
            i, j = sets.entrant[:, [a]], sets.entrant[:, a + 1 :]
            pairs += sums((i * size + j).ravel(), both, pairs.size)
            if table.seats:
                s, t = sets.seat[:, [a]], sets.seat[:, a + 1 :]
                seats += sums((s * width + t).ravel(), both, seats.size)
                for row, column, sign in ((i, s, 1.0), (j, t, 1.0), (i, t, -1.0), (j, s, -1.0)):
                    cells = np.broadcast_to(row * width + column, share[:, a + 1 :].shape)
                    mixed += sign * sums(cells.ravel(), both, mixed.size)
    matrix = np.zeros((size + table.seats, size + table.seats))
    matrix[:size, :size] = _laplacian(pairs.reshape(size, size))
    matrix[:size, size:] = mixed.reshape(size, width)[:, :-1]
    matrix[size:, :size] = matrix[:size, size:].T
    matrix[size:, size:] = _laplacian(seats.reshape(width, width))[:-1, :-1]
    matrix[np.arange(size), np.arange(size)] += table.prior
    gradient = table.chosen - np.append(expected, expected_seats[:-1])
    gradient[:size] -= table.prior * parameters[:size]
    return matrix, gradient


def _laplacian(weights: Floats) -> Floats:
    """Return the matrix of the quadratic form sum w_ij (x_i - x_j)^2 over all cells of the weights w."""
    matrix = -(weights + weights.T)
    np.fill_diagonal(matrix, 0.0)
    np.fill_diagonal(matrix, -matrix.sum(axis=1))
    return matrix


def inverse(information: Floats, table: Table, fixed: Mapping[int, float]) -> Floats:
    """Return the covariance of the parameters if all choices were independent; 0 for fixed parameters.

    If no strength is fixed, their mean is, and the result is the pseudo-inverse.
    """
    found = np.zeros_like(information)
    free = free_parameters(table, fixed)
    if not table.sets or not free.size:
        return found
    filling = pin(information, table, fixed)
    found[np.ix_(free, free)] = np.linalg.inv(information[np.ix_(free, free)] + filling)
    if free_strengths(table, fixed):
        found[: table.size, : table.size] -= common_variance(filling, table)
    return found


def common_variance(filling: Floats, table: Table) -> float:
    """Return what `pin` adds to each covariance of strengths: that of the direction in which all change alike."""
    return 1.0 / (table.size * (table.prior + float(filling[0, 0]) * table.size))


def free_strengths(table: Table, fixed: Mapping[int, float]) -> bool:
    """Return whether no strength is fixed, so that only differences of strengths are determined."""
    return all(parameter >= table.size for parameter in fixed)


def free_parameters(table: Table, fixed: Mapping[int, float]) -> Ints:
    """Return the indices of the parameters that are not fixed."""
    free = np.ones(table.size + table.seats, dtype=np.bool_)
    free[list(fixed)] = False
    return np.flatnonzero(free)


def pin(information: Floats, table: Table, fixed: Mapping[int, float]) -> Floats:
    """Return what to add to the free part of the information so that it has an inverse.

    Games say nothing about the direction in which all strengths change alike; this matrix fills it in. It is 0 if a
    strength is fixed.
    """
    free = free_parameters(table, fixed)
    if not free_strengths(table, fixed):
        return np.zeros((free.size, free.size))
    among_strengths = (free < table.size).astype(np.float64)
    mean = float(np.trace(information[: table.size, : table.size])) / table.size**2
    return mean * np.outer(among_strengths, among_strengths)
