"""Finishing orders as choices: the first place is chosen from all sides, the second from the others, and so on.

The likelihood of an order depends only on which sides there were to choose from, and which one was chosen. A game of
two sides is a single choice: the winner.

A tie counts as every order of the tied sides with equal weight: its log-likelihood is the mean over these orders. There
are three reasons for this instead of a tie parameter (Davidson-Luce). A draw between two sides is exactly half a win,
so games of two sides and of more sides fit into one likelihood. The tie rate of one pairing does not influence another
pairing. And the covariance clustered by deal stays valid, because it requires only that the choices are right on
average. With m sides tied, the r sides not yet chosen are any r of them with equal chance, so the 2^m - 1 subsets
suffice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, sums
from arena.ratings.results import Results

MOST_TIED = 10
"""The most sides of one game that may share a place; with more, there are too many subsets."""
WORD = 62
"""Patterns of up to this many sides fit into an integer."""


class Choices(NamedTuple):
    """Choices of the next best side, all from the same number of sides.

    Args:
        rows: one line for each choice: the rows of the results that there were to choose from.
        weight: how often that choice was made, more than 0.
    """

    rows: Ints
    weight: Floats


class Ordered(NamedTuple):
    """Finishing orders as choices.

    Args:
        choices: grouped by the number of sides to choose from, two or more.
        chosen: for each row of the results, how often it was chosen from two or more sides.
    """

    choices: tuple[Choices, ...]
    chosen: Floats


def ordered(results: Results, orders: Sequence[Ints]) -> Ordered:
    """Return the choices that finishing orders consist of.

    Args:
        results: the table.
        orders: games as lines of row numbers, best place first, grouped by the number of sides (`Results.evidence`).

    Raises:
        ValueError: more than `MOST_TIED` sides of a game share a place.
    """
    chosen = np.zeros(len(results))
    found: dict[int, list[Choices]] = {}
    for rows in orders:
        place = results.place[rows]
        tied = place[:, 1:] == place[:, :-1]
        if rows.shape[1] == 2:  # a row may be in several lines (`Results.evidence`)
            for side, alone in ((0, 1.0), (1, 0.0)):
                chosen += sums(rows[:, side], np.where(tied[:, 0], 0.5, alone), chosen.size)
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
    """Add the choices of games with the same pattern of ties."""
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
    """Return the finishing orders of some entrants among themselves, grouped by the number of sides.

    The model allows leaving out the others: the order of two sides does not depend on who else plays.
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
    """Yield each pattern of ties, with the games that have it.

    Args:
        tied: one line for each game: whether the second side shares the place of the first, the third that of the
            second, and so on.
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
    """Yield the sets of sides from which a side of a tied group is chosen, each with its weight."""
    below = list(range(last, sides))
    tied = last - first
    for left in range(1, tied + 1):
        if left + len(below) > 1:
            for subset in combinations(range(first, last), left):
                yield [*subset, *below], 1.0 / comb(tied, left)
