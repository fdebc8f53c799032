"""The input of every statistic: who scored what against whom, and in which deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import starmap
from typing import NamedTuple, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]


def sums(place: Ints, values: Floats | Bools, size: int) -> Floats:
    """Return for each place below the size the sum of the values that belong there."""
    return np.bincount(place, values, size).astype(np.float64, copy=False)


class Game(NamedTuple):
    """The outcome of one game between two of its sides.

    A game of more than two sides is one row for each pair of its sides, all with the same cluster.

    Args:
        first: the name of an entrant.
        second: the name of another entrant.
        score: what the first scored: 1 for a win, 0.5 for a draw, 0 for a loss.
        cluster: names the deal: the same for all rooms that play one game seed, in every pairing that shares it.
        fault: whether a fault of the one that scored less decided the game.
    """

    first: str
    second: str
    score: float
    cluster: Hashable
    fault: bool = False


PlainGame: TypeAlias = tuple[str, str, float, Hashable] | tuple[str, str, float, Hashable, bool]
"""The values of a `Game`, in its order."""


class Tally(NamedTuple):
    """What one entrant has done, counted in rows: a game of n sides counts n - 1 times for each of them.

    Args:
        games: rows; they are `wins`, `draws` and `losses`.
        points: the sum of the scores.
        deals: how many different deals the games belong to.
        faults: games lost by a fault of its own.
    """

    games: int
    wins: int
    draws: int
    losses: int
    points: float
    deals: int
    faults: int

    @property
    def score(self) -> float | None:
        """The mean score, from 0 to 1; None without games."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True, eq=False)
class Results:
    """Outcomes as parallel arrays, one row a game and pair of sides.

    Args:
        names: the entrants; the arrays refer to them by index. Some may have no games.
        first: the index of one entrant of each row.
        second: the index of the other.
        score: what the first scored, from 0 to 1.
        cluster: the deal of each row, as any whole number.
        fault: whether a fault of the one that scored less decided the game.

    Raises:
        ValueError: the columns differ in length, a name comes twice, an index names no entrant, an entrant meets
            itself, or a score is outside [0, 1].
    """

    names: tuple[str, ...]
    first: Ints
    second: Ints
    score: Floats
    cluster: Ints
    fault: Bools

    def __post_init__(self) -> None:
        lengths = {column.shape for column in (self.first, self.second, self.score, self.cluster, self.fault)}
        if lengths != {(len(self),)}:
            raise ValueError(f"the columns differ in length: {sorted(lengths)}")
        twice = [name for name, count in Counter(self.names).items() if count > 1]
        if twice:
            raise ValueError(f"entrants with the same name: {', '.join(twice)}")
        self._refuse((self.first < 0) | (self.first >= len(self.names)), "unknown first entrant")
        self._refuse((self.second < 0) | (self.second >= len(self.names)), "unknown second entrant")
        self._refuse(self.first == self.second, "an entrant against itself")
        self._refuse(~((self.score >= 0.0) & (self.score <= 1.0)), "score outside [0, 1]")

    def __len__(self) -> int:
        return self.first.size

    def _refuse(self, wrong: Bools, text: str) -> None:
        if wrong.any():
            row = int(wrong.argmax())
            sides = f"{self._name(self.first[row])} against {self._name(self.second[row])}"
            raise ValueError(f"{text} in row {row}: {sides}, score {self.score[row]:g}")

    def _name(self, index: np.int64) -> str:
        return self.names[index] if 0 <= index < len(self.names) else f"#{index}"

    @classmethod
    def of(cls, games: Iterable[Game | PlainGame], names: Iterable[str] | None = None) -> Self:
        """Return results from rows with names.

        Args:
            games: the rows, in any order.
            names: the entrants; left out, they are those of the rows in the order of their appearance.

        Raises:
            ValueError: a row names an entrant that is not among the names; else as for `Results`.
        """
        rows = list(starmap(Game, games))
        appearing = dict.fromkeys(name for game in rows for name in game[:2])
        entrants = tuple(appearing if names is None else names)
        unknown = appearing.keys() - set(entrants)
        if unknown:
            raise ValueError(f"unknown entrant: {', '.join(sorted(unknown))}; known are {', '.join(entrants)}")
        index = {name: i for i, name in enumerate(entrants)}
        deals: dict[Hashable, int] = {}
        return cls(
            names=entrants,
            first=np.array([index[game.first] for game in rows], dtype=np.int64),
            second=np.array([index[game.second] for game in rows], dtype=np.int64),
            score=np.array([game.score for game in rows], dtype=np.float64),
            cluster=np.array([deals.setdefault(game.cluster, len(deals)) for game in rows], dtype=np.int64),
            fault=np.array([game.fault for game in rows], dtype=np.bool_),
        )

    @cached_property
    def appearances(self) -> Appearances:
        """Who played in which deal."""
        _, deal = np.unique(self.cluster, return_inverse=True)
        size = max(1, len(self.names))
        players = np.concatenate((self.first, self.second))
        keys, place = np.unique(np.tile(deal * size, 2) + players, return_inverse=True)
        return Appearances(keys // size, keys % size, place[: len(self)], place[len(self) :])

    def tallies(self) -> tuple[Tally, ...]:
        """Count the games, results, deals and faults of every entrant."""
        columns = (
            self._count(np.ones(len(self)), np.ones(len(self))),
            self._count(self.score > 0.5, self.score < 0.5),
            self._count(self.score == 0.5, self.score == 0.5),
            self._count(self.score < 0.5, self.score > 0.5),
            self._count(self.score, 1.0 - self.score),
            np.bincount(self.appearances.entrant, minlength=len(self.names)),
            self._count(self.fault & (self.score < 0.5), self.fault & (self.score > 0.5)),
        )
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return tuple(
            Tally(int(games), int(wins), int(draws), int(losses), points, deals, int(faults))
            for games, wins, draws, losses, points, deals, faults in rows
        )

    def _count(self, of_first: Floats | Bools, of_second: Floats | Bools) -> Floats:
        return sums(self.first, of_first, len(self.names)) + sums(self.second, of_second, len(self.names))


class Appearances(NamedTuple):
    """Each entrant of each deal once, sorted by deal.

    Args:
        deal: the deal of each appearance, numbered from 0.
        entrant: the entrant of each appearance.
        of_first: for each row of the results, the appearance of its first entrant.
        of_second: for each row of the results, the appearance of its second entrant.
    """

    deal: Ints
    entrant: Ints
    of_first: Ints
    of_second: Ints
