"""All results at once, as columns: this way a ladder of a million games takes seconds; row by row it takes minutes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.ratings.arrays import Bools, Ints
from arena.store.uses import SeatColumns, unpacked
from arena.table.outcome import Fault

T = TypeVar("T")
Row: TypeAlias = tuple[Any, ...]
"""A game and its result as stored: the columns `COLUMNS`."""
DEAL = "CASE season WHEN 1 THEN chance ELSE 'season ' || season || ' ' || chance END"
"""The name of a game's packs. The same label stands for other packs in another season."""
COLUMNS = f"id, contest, set_number, sides, {DEAL}, places, scores, extra, faults, run, times, season, results.number"
"""The columns that are read from the tables of games and results."""


@dataclass(frozen=True, eq=False)
class Coded(Generic[T]):
    """A column with few different values, each of which is kept once.

    Args:
        code: for each row, an index into `values`.
        values: the different values; some may not occur in any row.
    """

    code: Ints
    values: Sequence[T]

    def __iter__(self) -> Iterator[T]:
        values = self.values
        return (values[code] for code in self.code.tolist())

    def where(self, wanted: Callable[[T], bool]) -> Bools:
        """Return for each row whether its value is wanted."""
        return np.array([wanted(value) for value in self.values], dtype=np.bool_)[self.code]

    def present(self) -> Coded[T]:
        """Return the same column with only the values that occur, in the order of their first rows."""
        used, first, code = np.unique(self.code, return_index=True, return_inverse=True)
        order = np.argsort(first)
        number = np.empty(used.size, dtype=np.int64)
        number[order] = np.arange(used.size)
        return Coded(number[code], [self.values[value] for value in used[order].tolist()])


@dataclass(frozen=True, eq=False)
class Columns:
    """Games and their results, one row for each game.

    Args:
        ids: the ids of the games.
        contest: the labels of the contests.
        sets: the numbers of the duplicate sets.
        sides: for each game, the id of the entrant on each side.
        chance: the names of the packs: their labels, and before the label the season if it is not the first.
        places: for each game, the place of each side.
        scores: for each game, the score of each side; None if a fault cut the game short.
        extra: what else the result records, by name.
        faults: the faults of all seats.
        run: the number of the run that played the game.
        seats: what the seats used.
        season: the number of the season that each game belongs to.
        number: the number of each result; results are numbered from 1 in the order in which they are stored.
    """

    ids: Sequence[str]
    contest: Coded[str]
    sets: Ints
    sides: Coded[tuple[str, ...]]
    chance: Coded[str]
    places: Coded[tuple[int, ...]]
    scores: Coded[tuple[int, ...] | None]
    extra: Coded[Mapping[str, str]]
    faults: Coded[tuple[Fault, ...]]
    run: Ints
    seats: SeatColumns
    season: Ints
    number: Ints

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def entrants(self) -> set[str]:
        """The ids of all entrants that play."""
        return {one for sides in self.sides.present().values for one in sides}

    @property
    def games_of_run(self) -> dict[int, int]:
        """How many of these games each run has played, by the number of the run."""
        runs, games = np.unique(self.run, return_counts=True)
        return dict(zip(runs.tolist(), games.tolist(), strict=True))

    def take(self, rows: Ints | Bools) -> Columns:
        """Return some of the rows.

        Args:
            rows: their numbers in any order, or a mask over all rows.
        """
        rows = np.flatnonzero(rows) if rows.dtype == np.bool_ else rows
        number = np.full(len(self), -1, dtype=np.int64)
        number[rows] = np.arange(rows.size)
        seats = self.seats._replace(game=number[self.seats.game])
        seats = seats.where(seats.game >= 0)
        ids = self.ids
        return Columns(
            [ids[row] for row in rows.tolist()],
            Coded(self.contest.code[rows], self.contest.values),
            self.sets[rows],
            Coded(self.sides.code[rows], self.sides.values),
            Coded(self.chance.code[rows], self.chance.values),
            Coded(self.places.code[rows], self.places.values),
            Coded(self.scores.code[rows], self.scores.values),
            Coded(self.extra.code[rows], self.extra.values),
            Coded(self.faults.code[rows], self.faults.values),
            self.run[rows],
            seats,
            self.season[rows],
            self.number[rows],
        )

    @classmethod
    def of(cls, chunks: Iterable[Sequence[Row]]) -> Columns:
        """Return results as columns.

        Args:
            chunks: the stored rows, many at a time.

        Raises:
            ValueError: a value does not have the form in which the store writes it.
        """
        ids: list[str] = []
        contest, sides, chance, places, points, extra, faults = (_Codes() for _ in range(7))
        sets, run, season, number = (_Growing(np.int64) for _ in range(4))
        seats = [_Growing(part.dtype) for part in unpacked(0, ())]
        for chunk in chunks:
            columns = list(zip(*chunk, strict=True))
            begun = len(ids)
            ids += columns[0]
            sets.add(columns[2])
            run.add(columns[9])
            season.add(columns[11])
            number.add(columns[12])
            coded = (contest, columns[1]), (sides, columns[3]), (chance, columns[4]), (places, columns[5])
            for codes, column in (*coded, (points, columns[6]), (extra, columns[7]), (faults, columns[8])):
                codes.add(column)
            for growing, part in zip(seats, unpacked(begun, columns[10]), strict=True):
                growing.add(part)
        return cls(
            ids,
            contest.column(str),
            sets.whole(),
            sides.column(words),
            chance.column(str),
            places.column(numbers),
            points.column(scores),
            extra.column(mapping),
            faults.column(listed_faults),
            run.whole(),
            SeatColumns._make(column.whole() for column in seats),
            season.whole(),
            number.whole(),
        )


class _Growing:
    """A column that grows. Parts that are joined at the end would be in memory twice.

    Args:
        kind: what it holds.
    """

    def __init__(self, kind: Any) -> None:
        self._data = np.empty(0, dtype=kind)
        self._size = 0

    def add(self, values: Sequence[Any] | NDArray[Any]) -> None:
        size = self._size + len(values)
        if size > self._data.size:
            self._data.resize(max(size, self._data.size * 5 // 4), refcheck=False)
        self._data[self._size : size] = values
        self._size = size

    def whole(self) -> Any:
        """Return the column; nothing can be added afterwards."""
        self._data.resize(self._size, refcheck=False)
        return self._data


class _Codes:
    """Builds a coded column."""

    def __init__(self) -> None:
        self._index: defaultdict[Any, int] = defaultdict()
        self._index.default_factory = self._index.__len__
        self._codes = _Growing(np.int64)

    def add(self, values: Sequence[Any]) -> None:
        self._codes.add([*map(self._index.__getitem__, values)])

    def column(self, read: Callable[[Any], T]) -> Coded[T]:
        """Return the column; `read` turns each different stored value into what it means."""
        return Coded(self._codes.whole(), [read(value) for value in self._index])


def words(text: str) -> tuple[str, ...]:
    """Return the words in a stored list of words."""
    return tuple(text.split(","))


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers in a stored list of numbers."""
    return tuple(map(int, text.split(",")))


def scores(text: str | None) -> tuple[int, ...] | None:
    """Return stored scores; None if a fault cut the game short."""
    return None if text is None else numbers(text)


def mapping(text: str) -> Mapping[str, str]:
    """Return a stored mapping."""
    return MappingProxyType(json.loads(text))


def listed_faults(text: str) -> tuple[Fault, ...]:
    """Return stored faults."""
    return tuple(Fault(*fault) for fault in json.loads(text))
