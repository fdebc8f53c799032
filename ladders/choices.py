"""Finishing orders as choices: the first place is chosen from all sides, the second from the others, and so on.

The likelihood of an order depends on nothing but who was there to choose from and who was chosen. A game of two sides
is one choice of the winner.

A tie is every order of the tied with equal weight: the mean of their log-likelihoods. Three reasons speak for that
against a tie parameter (Davidson-Luce): a draw of two is then exactly half a win, so games of two sides and of more
stand in one likelihood; there is no parameter that the tie rate of one pairing imposes on another; and the covariance
clustered by deal holds for it, because it asks only that the choices come out right on average.
With m tied, the r of them that are yet to be chosen are any r with equal chance, so their 2^m - 1 subsets suffice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from ladders.arrays import Bools, Floats, Ints
from ladders.results import Results

MOST_TIED = 10
"""So many sides of one game may share a place, lest their subsets become too many."""
WORD = 62
"""Patterns of so many sides fit in a whole number."""


class Choices(NamedTuple):
    """Choices of the next best from equally many sides.

    Args:
        rows: a line for each choice: the rows of the results to choose from.
        weight: how often that choice was made, more than 0.
    """

    rows: Ints
    weight: Floats


class Ordered(NamedTuple):
    """Finishing orders as choices.

    Args:
        choices: grouped by how many there were to choose from, two or more.
        chosen: for each row of the results how often it was chosen from two or more.
    """

    choices: tuple[Choices, ...]
    chosen: Floats


def ordered(results: Results, orders: Sequence[Ints]) -> Ordered:
    """Return the choices that finishing orders are made of.

    Args:
        results: the table.
        orders: games as lines of its rows, best place first, in groups of equally many sides (`Results.orders`).

    Raises:
        ValueError: more than `MOST_TIED` sides of a game share a place.
    """
    chosen = np.zeros(len(results))
    found: dict[int, list[Choices]] = {}
    for rows in orders:
        place = results.place[rows]
        tied = place[:, 1:] == place[:, :-1]
        if rows.shape[1] == 2:
            chosen[rows[:, 0]] = np.where(tied[:, 0], 0.5, 1.0)
            chosen[rows[:, 1]] = np.where(tied[:, 0], 0.5, 0.0)
            found[2] = [Choices(rows, np.broadcast_to(np.float64(1.0), len(rows)))]
            continue
        for games, pattern in _patterns(tied):
            _add(found, chosen, rows[games], pattern, results)
    joined = [
        parts[0] if len(parts) == 1 else Choices(*(np.concatenate(column) for column in zip(*parts, strict=True)))
        for _, parts in sorted(found.items())
    ]
    return Ordered(tuple(joined), chosen)


def _add(found: dict[int, list[Choices]], chosen: Floats, rows: Ints, tied: Bools, results: Results) -> None:
    """Add the choices of games that have the same ties."""
    sides = rows.shape[1]
    starts = [0, *(np.flatnonzero(~tied) + 1).tolist()]
    for first, last in zip(starts, [*starts[1:], sides], strict=True):
        if last - first > MOST_TIED:
            game = results.game[rows[0, 0]]
            raise ValueError(f"game {game}: {last - first} sides share a place; at most {MOST_TIED} may")
        chosen[rows[:, first:last]] = 1.0 if last < sides else 1.0 - 1.0 / (last - first)
        for slots, weight in _subsets(first, last, sides):
            found.setdefault(len(slots), []).append(Choices(rows[:, slots], np.full(len(rows), weight)))


def among(results: Results, orders: Sequence[Ints], entrants: Bools) -> list[Ints]:
    """Return the finishing orders of some entrants among themselves, in groups of equally many sides.

    Under the model the others may be left out: who finishes before whom does not depend on who else plays.
    """
    found: dict[int, list[Ints]] = {}
    for rows in orders:
        kept = entrants[results.entrant[rows]]
        if kept.all():
            found.setdefault(rows.shape[1], []).append(rows)
            continue
        left = kept.sum(axis=1)
        for sides in range(2, rows.shape[1] + 1):
            games = left == sides
            if games.any():
                found.setdefault(sides, []).append(rows[games][kept[games]].reshape(-1, sides))
    return [parts[0] if len(parts) == 1 else np.concatenate(parts) for _, parts in sorted(found.items())]


def _patterns(tied: Bools) -> Iterator[tuple[Bools, Bools]]:
    """Yield which games have each pattern of ties, and the pattern.

    Args:
        tied: a line for each game: whether the second shares the place of the first, the third that of the second...
    """
    if tied.shape[1] > WORD:
        patterns, which = np.unique(tied, axis=0, return_inverse=True)
    else:
        powers = 1 << np.arange(tied.shape[1])
        codes, which = np.unique(tied @ powers, return_inverse=True)
        patterns = codes[:, None] & powers > 0
    for number, pattern in enumerate(patterns):
        yield which.ravel() == number, pattern


def _subsets(first: int, last: int, sides: int) -> Iterator[tuple[list[int], float]]:
    """Yield the sides that one of a tied group is chosen from, and with which weight."""
    below = list(range(last, sides))
    tied = last - first
    for left in range(1, tied + 1):
        if left + len(below) > 1:
            for subset in combinations(range(first, last), left):
                yield [*subset, *below], 1.0 / comb(tied, left)
