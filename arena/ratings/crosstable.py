"""Who met whom, and who finished before whom. A game of n sides counts for each of its pairs."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, sums, totals
from arena.ratings.results import Results


class Crosstable(NamedTuple):
    """Each pair of entrants that met, once.

    Args:
        size: the number of entrants.
        first: the lower index of each pair.
        second: the higher index of each pair.
        games: the number of games they had in common, at least one.
        points: in how many of these the first finished before the second; a tie counts half.
    """

    size: int
    first: Ints
    second: Ints
    games: Floats
    points: Floats

    def sums(self, of_first: Floats, of_second: Floats) -> Floats:
        """Return for each entrant the sum of a value over its pairs.

        Args:
            of_first: the value of the first entrant of each pair.
            of_second: the value of the second entrant of each pair.
        """
        return sums(self.first, of_first, self.size) + sums(self.second, of_second, self.size)

    @property
    def scored(self) -> Bools:
        """Whether the entrant of the row ever finished before that of the column, or tied with it."""
        found = np.zeros((self.size, self.size), dtype=np.bool_)
        found[self.first, self.second] = self.points > 0.0
        found[self.second, self.first] = self.points < self.games
        return found


class Meetings(NamedTuple):
    """Every two sides of every game.

    Args:
        better: the row of the results of the side that did not finish behind the other.
        other: the row of the other side.
        score: the score of the better side: 1, or 0.5 in a tie.
    """

    better: Ints
    other: Ints
    score: Floats


def meetings(results: Results, orders: Sequence[Ints]) -> Meetings:
    """Split finishing orders (`Results.evidence`) into pairs."""
    pairs = [(rows[:, a], rows[:, b]) for rows in orders for a, b in combinations(range(rows.shape[1]), 2)]
    if not pairs:
        return Meetings(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0))
    better, other = (np.concatenate(column) for column in zip(*pairs, strict=True))
    return Meetings(better, other, np.where(results.place[better] < results.place[other], 1.0, 0.5))


def crosstable(results: Results, orders: Sequence[Ints]) -> Crosstable:
    """Sum up finishing orders by pair of entrants."""
    size = len(results.names)
    met = meetings(results, orders)
    i, j = results.entrant[met.better], results.entrant[met.other]
    key = np.minimum(i, j) * size + np.maximum(i, j)
    score = np.where(i < j, met.score, 1.0 - met.score)
    found, games = totals(key, np.ones(key.size), size * size)
    _, points = totals(key, score, size * size)
    return Crosstable(size, found // max(1, size), found % max(1, size), games, points)
