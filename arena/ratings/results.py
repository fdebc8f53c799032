"""The input of all statistics: which entrant finished where, in which game and deal.

A table of results has one row for each entrant of each game. Games with two, three and more sides can be in one table.
Of the places, only their order within a game matters: 1 is best, and equal places are a tie.

Rows that are not independent have the same deal: it includes all games that share their cards, in every pairing that
plays them.

A game of one side, such as a solitaire, compares nobody. So all games of one side in a deal are a table: whoever has
more points is placed higher, and whoever failed is placed last. Each game was played for itself, so a fault says
nothing about the others at such a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena.ratings import evidence
from arena.ratings.arrays import Bools, Floats, Ints, dense, different
from arena.ratings.games import Game, columns_of

MOST_POINTS = 1e12
"""The most points of a game. Sums and squares of larger ones would be too large for numbers, or lose their digits."""
UNKNOWN_SEAT = -1
"""The seat of an entrant whose seat is unknown."""
NO_KIND = -1
"""The kind where there is no fault, or a fault of an unknown kind."""
COLUMNS: dict[str, type[np.generic]] = {
    "game": np.int64,
    "deal": np.int64,
    "entrant": np.int64,
    "place": np.int64,
    "seat": np.int64,
    "points": np.float64,
    "fault": np.bool_,
    "decisions": np.int64,
    "ms": np.float64,
    "kind": np.int64,
    "contest": np.int64,
}
"""The columns of a table of results and their types."""


class RowError(ValueError):
    """An impossible row of a table.

    Args:
        row: its number, from 0.
        text: what is wrong with it, without the number.
    """

    def __init__(self, row: int, text: str) -> None:
        super().__init__(f"row {row}: {text}")
        self.row: int = row
        self.text: str = text


class Appearances(NamedTuple):
    """Every combination of a deal and an entrant that played it, once, sorted by deal.

    Args:
        deal: the deal of each appearance, numbered from 0.
        entrant: the entrant of each appearance.
        of_row: for each row of the results, the number of its appearance.
    """

    deal: Ints
    entrant: Ints
    of_row: Ints


@dataclass(frozen=True, eq=False)
class Results:
    """Outcomes as parallel arrays, one row for each entrant of each game, in any order.

    `of` builds it from games with names, `from_columns` from columns with names, and `of_duels` from arrays of
    two-sided games.

    >>> from arena.ratings import Game, duel
    >>> results = Results.of([Game(["owl", "jay", "emu"], [1, 3, 2], "deal 1"), duel("jay", "owl", 0.5, "deal 2")])
    >>> results.names, results.game.tolist(), results.entrant.tolist(), results.place.tolist()
    (('owl', 'jay', 'emu'), [0, 0, 0, 1, 1], [0, 1, 2, 1, 0], [1, 3, 2, 1, 1])

    Args:
        names: the entrants; `entrant` refers to them by index. Some may have no games.
        game: the game of each row, as any integer.
        deal: the deal of each row, as any integer; all rows of a game have the same deal.
        entrant: the entrant of each row.
        place: where the entrant finished, 1 or more; only the order within the game matters, equal places are a tie. Of
            games of one side it is replaced by the place at the table of all that played the deal alone.
        seat: the seat of the entrant, from 0, or `UNKNOWN_SEAT`; None if all are unknown. That of games of one side is
            replaced by `UNKNOWN_SEAT`.
        points: the points of the entrant by the game's own count, NaN if unknown; None if all are unknown.
        fault: whether the entrant committed a fault; None if there are no faults.
        decisions: the number of decisions of the entrant; None if unknown.
        ms: the milliseconds that the entrant took for them; None if unknown.
        kind: the kind of its fault, as an index of `kinds`, or `NO_KIND`; None if no kind is known.
        kinds: the kinds of faults.
        contest: what was played (a game with its options), as an index of `contests`; None if it is the same for all. A
            deal belongs to one contest: the same number in two of them stands for two deals.
        contests: the contests.
        unlike: whether the points of different games count different things. Then they are not added up.

    Raises:
        ValueError: the columns differ in length, a name occurs twice, or a row is impossible; the text names the row.
    """

    names: tuple[str, ...]
    game: Ints
    deal: Ints
    entrant: Ints
    place: Ints
    seat: Ints | None = None
    points: Floats | None = None
    fault: Bools | None = None
    decisions: Ints | None = None
    ms: Floats | None = None
    kind: Ints | None = None
    kinds: tuple[str, ...] = ()
    contest: Ints | None = None
    contests: tuple[str, ...] = ()
    unlike: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        for name, column in self.columns().items():
            object.__setattr__(self, name, _cast(name, column))
        lengths = {name: column.size for name, column in self.columns().items()}
        if len(set(lengths.values())) > 1:
            raise ValueError(f"the columns differ in length: {lengths}")
        twice = [name for name, count in Counter(self.names).items() if count > 1]
        if twice:
            raise ValueError(f"entrants with the same name: {', '.join(twice)}")
        self._check_rows()
        self._tell_deals_apart()
        self._seat_together()
        self._check_games()

    def __len__(self) -> int:
        return self.game.size

    def columns(self) -> dict[str, NDArray[Any]]:
        """Return the columns that the table has, by their names."""
        found = {name: getattr(self, name) for name in COLUMNS}
        return {name: column for name, column in found.items() if column is not None}

    def _check_rows(self) -> None:
        self._refuse((self.entrant < 0) | (self.entrant >= len(self.names)), "no entrant has this number")
        self._refuse(self.place < 1, "a place is 1 or more")
        if self.seat is not None:
            self._refuse(self.seat < UNKNOWN_SEAT, f"a seat is 0 or more, or {UNKNOWN_SEAT} if unknown")
        if self.points is not None:
            self._refuse(np.abs(self.points) > MOST_POINTS, f"points are from -{MOST_POINTS:g} to {MOST_POINTS:g}")
        if self.kind is not None:
            faulty = np.zeros(len(self), dtype=np.bool_) if self.fault is None else self.fault
            self._refuse((self.kind < NO_KIND) | (self.kind >= len(self.kinds)), "no kind of fault has this number")
            self._refuse((self.kind != NO_KIND) & ~faulty, "only a fault has a kind")
        if self.contest is not None:
            self._refuse((self.contest < 0) | (self.contest >= len(self.contests)), "no contest has this number")
        for name in ("decisions", "ms"):
            column = getattr(self, name)
            if column is not None:
                self._refuse(~((column >= 0) & np.isfinite(column)), f"{name} are 0 or more")

    def _tell_deals_apart(self) -> None:
        """Give deals of different contests different numbers, because two games never share their cards."""
        if self.contest is None or not len(self):
            return
        deal = dense(self.deal)
        apart = dense(deal * len(self.contests) + self.contest)
        if apart.max() > deal.max():
            object.__setattr__(self, "deal", apart)

    def _seat_together(self) -> None:
        """Give those who played a deal alone their places at one table."""
        alone = self.alone
        if not alone.any():
            return
        failed = np.zeros(len(self), dtype=np.bool_) if self.fault is None else self.fault
        points = np.full(len(self), np.nan) if self.points is None else self.points
        self._refuse(
            alone & ~failed & np.isnan(points), "a game needs two sides, or points: no other row has this game"
        )
        rows = np.flatnonzero(alone)
        mark = np.where(failed[rows], -np.inf, points[rows])
        rows = rows[np.lexsort((-mark, self.deal[rows]))]
        mark = np.where(failed[rows], -np.inf, points[rows])
        begins = np.diff(self.deal[rows], prepend=self.deal[rows[0]] - 1) != 0
        first = np.maximum.accumulate(np.where(begins, np.arange(rows.size), 0))
        behind = begins | np.concatenate(([True], mark[1:] != mark[:-1]))
        place = self.place.copy()
        place[rows] = 1 + np.maximum.accumulate(np.where(behind, np.arange(rows.size), 0)) - first
        object.__setattr__(self, "place", place)
        if self.seat is not None:
            object.__setattr__(self, "seat", np.where(alone, UNKNOWN_SEAT, self.seat))

    def _check_games(self) -> None:
        for order in self.orders:
            rows = np.sort(order, axis=1)
            if self.contest is not None:
                self._refuse_in(rows, self.contest[rows] != self.contest[rows[:, :1]], "a game belongs to one contest")
            self._refuse_in(rows, self.deal[rows] != self.deal[rows[:, :1]], "a game belongs to one deal")
            together = self.alone[rows[:, :1]]
            twice = _repeats(self.entrant[rows])
            self._refuse_in(rows, twice & ~together, "an entrant occurs twice in one game")
            self._refuse_in(rows, twice & together, "an entrant played this deal alone twice")
            if self.seat is not None:
                seats = self.seat[rows]
                self._refuse_in(rows, _repeats(seats) & (seats != UNKNOWN_SEAT), "a seat is taken twice in one game")

    def _refuse(self, wrong: Bools, text: str) -> None:
        if wrong.any():
            raise self._error(int(wrong.argmax()), text)

    def _refuse_in(self, rows: Ints, wrong: Bools, text: str) -> None:
        if wrong.any():
            raise self._error(int(rows[wrong].min()), text)

    def _error(self, row: int, text: str) -> RowError:
        number = int(self.entrant[row])
        name = self.names[number] if 0 <= number < len(self.names) else f"#{number}"
        values = {"entrant": name, **{key: column[row] for key, column in self.columns().items() if key != "entrant"}}
        return RowError(row, f"{text} ({', '.join(f'{key} {value}' for key, value in values.items())})")

    @classmethod
    def of(cls, games: Iterable[Game], names: Iterable[str] | None = None) -> Self:
        """Return results from games with names.

        Args:
            games: the games, in any order.
            names: the entrants; by default those of the games, in the order of their first appearance.

        Raises:
            ValueError: a game has an entrant that is not in `names`, or a sequence that does not have one item for each
                side; otherwise as for `Results`.
        """
        return cls.from_columns(**columns_of(games), names=names)

    @classmethod
    def from_columns(
        cls,
        *,
        game: Sequence[Hashable],
        deal: Sequence[Hashable],
        entrant: Sequence[str],
        place: Sequence[int],
        seat: Sequence[int | None] | None = None,
        points: Sequence[float | None] | None = None,
        fault: Sequence[bool] | None = None,
        decisions: Sequence[int | None] | None = None,
        ms: Sequence[float | None] | None = None,
        kind: Sequence[str | None] | None = None,
        contest: Sequence[str] | None = None,
        names: Iterable[str] | None = None,
    ) -> Self:
        """Return results from columns as in a file, where games, deals and entrants have names.

        Args:
            game: the name of the game of each row, of any hashable type.
            deal: the name of its deal, of any hashable type.
            entrant: the name of the entrant.
            place: where the entrant finished; 1 is best.
            seat: the seat of the entrant, from 0; None if unknown.
            points: the points of the entrant; None if unknown.
            fault: whether the entrant committed a fault.
            decisions: the number of its decisions; None counts as 0.
            ms: the milliseconds that it took for them; None counts as 0.
            kind: the kind of its fault; None if there is no fault or the kind is unknown.
            contest: the name of what was played; None if it is the same for all.
            names: the entrants; by default those of the rows, in the order of their first appearance.

        Raises:
            ValueError: a row has an entrant that is not in `names`; otherwise as for `Results`.
        """
        entrants = tuple(dict.fromkeys(entrant) if names is None else names)
        index = {name: number for number, name in enumerate(entrants)}
        unknown = sorted(set(entrant) - index.keys())
        if unknown:
            raise ValueError(f"unknown entrant: {', '.join(unknown)}; known are {', '.join(entrants)}")
        kinds = {name: number for number, name in enumerate(sorted({name for name in kind or () if name}))}
        return cls(
            names=entrants,
            game=_numbered(game),
            deal=_numbered(deal),
            entrant=np.array([index[name] for name in entrant], dtype=np.int64),
            place=np.asarray(place),
            seat=_filled(seat, UNKNOWN_SEAT),
            points=_filled(points, np.nan),
            fault=None if fault is None else np.asarray(fault),
            decisions=_filled(decisions, 0),
            ms=_filled(ms, 0.0),
            kind=np.array([kinds.get(name or "", NO_KIND) for name in kind or ()]) if kinds else None,
            kinds=tuple(kinds),
            contest=None if contest is None else _numbered(contest),
            contests=() if contest is None else tuple(dict.fromkeys(contest)),
        )

    @classmethod
    def of_duels(
        cls,
        names: Iterable[str],
        first: ArrayLike,
        second: ArrayLike,
        score: ArrayLike,
        deal: ArrayLike,
        *,
        seated: bool = False,
    ) -> Self:
        """Return results from arrays of games of two sides.

        Args:
            names: the entrants.
            first: the index of the first entrant of each game.
            second: the index of the second entrant of each game.
            score: the score of the first: 1, 0.5 or 0.
            deal: the deal of each game, as any integer.
            seated: whether the first of each game had seat 0 and the second seat 1; if not, the seats are unknown.

        Raises:
            ValueError: a score is another number; otherwise as for `Results`, which has two rows for each game.
        """
        scores = np.asarray(score, dtype=np.float64)
        wrong = ~((scores == 1.0) | (scores == 0.5) | (scores == 0.0))
        if wrong.any():
            number = int(wrong.argmax())
            raise ValueError(f"game {number}: a score is 1, 0.5 or 0, not {scores[number]:g}")
        return cls(
            names=tuple(names),
            game=np.repeat(np.arange(scores.size), 2),
            deal=np.repeat(np.asarray(deal), 2),
            entrant=np.column_stack((first, second)).ravel(),
            place=np.column_stack((1 + (scores < 0.5), 1 + (scores > 0.5))).ravel(),
            seat=np.tile((0, 1), scores.size) if seated else None,
        )

    @property
    def games(self) -> int:
        """The number of games."""
        return int(dense(self.game).max(initial=-1)) + 1

    @cached_property
    def alone(self) -> Bools:
        """Whether each row is a game of one side."""
        number = dense(self.game)
        return np.asarray((np.bincount(number, minlength=1) == 1)[number])

    @cached_property
    def orders(self) -> tuple[Ints, ...]:
        """The games grouped by number of sides: arrays with one line of row numbers for each game, best place first.

        Two or more games of one side in the same deal are one line; a single one is in none.
        """
        game = self.game
        if self.alone.any():
            game = np.where(self.alone, dense(game).max() + 1 + dense(self.deal), dense(game))
        order = np.arange(game.size) if (game[1:] >= game[:-1]).all() else np.argsort(game, kind="stable")
        in_order = game[order]
        starts = np.flatnonzero(np.diff(in_order, prepend=in_order[:1] - 1))
        sides = np.diff(starts, append=game.size)
        found = []
        for size in (2 + np.flatnonzero(np.bincount(sides, minlength=2)[2:])).tolist():
            rows = order[starts[sides == size][:, None] + np.arange(size)]
            found.append(np.take_along_axis(rows, np.argsort(self.place[rows], axis=1, kind="stable"), axis=1))
        return tuple(found)

    @cached_property
    def never_answered(self) -> Bools:
        """Whether each entrant failed before its first decision in all its games, so that nothing is known of its play.

        False for all if decisions are unknown.
        """
        if self.fault is None or self.decisions is None or not self.fault.any():
            return np.zeros(len(self.names), dtype=np.bool_)
        return evidence.never_answered(self.orders, self.entrant, self.fault, self.decisions, len(self.names))

    def cut_short(self, lines: Ints) -> Bools:
        """Return for each game (a line of `orders`) whether a fault cut it short, so that it has no score.

        In such a game all sides without a fault share the first place, and all sides with one share the last. Where all
        played alone, it is so if everybody failed.
        """
        if self.fault is None or not self.fault.any():
            return np.zeros(len(lines), dtype=np.bool_)
        points = None if self.points is None else self.points[lines]
        cut = evidence.cut_short(self.place[lines], self.fault[lines], points)
        return np.where(self.alone[lines[:, 0]], self.fault[lines].all(axis=1), cut)

    @cached_property
    def evidence(self) -> tuple[Ints, ...]:
        """The games as far as they say who is stronger, in the form of `orders`: see `arena.ratings.evidence`.

        Where nobody failed, these are the games themselves. A game of more than two sides that was cut short is one
        line for each side that failed and each that did not, so a row may be in several lines. Those who played a deal
        alone are compared two by two.
        """
        failed = self.fault is not None and self.fault.any()
        if not failed and not self.alone.any():
            return self.orders
        fault = np.zeros(len(self), dtype=np.bool_) if self.fault is None else self.fault
        mute = self.never_answered[self.entrant]
        found: dict[int, list[Ints]] = {}
        for lines in self.orders:
            together = self.alone[lines[:, 0]]
            tables, games = lines[together], lines[~together]
            for rows in (
                *evidence.comparisons(games, self.cut_short(games), fault[games], mute[games]),
                *evidence.two_by_two(tables, fault[tables], mute[tables]),
            ):
                found.setdefault(rows.shape[1], []).append(rows)
        return tuple(np.concatenate(parts) for _, parts in sorted(found.items()))

    @cached_property
    def appearances(self) -> Appearances:
        """Which entrant played which deal."""
        deal, size = dense(self.deal), max(1, len(self.names))
        deals = int(deal.max(initial=-1)) + 1
        keys, of_row = different(deal * size + self.entrant, deals * size)
        return Appearances(keys // size, keys % size, of_row)

    def without_faults(self) -> Self:
        """Return the results of the deals without any fault.

        Whole deals are left out, with all their games, because the rest of such a deal would not be balanced. A fault
        of an entrant that never answered leaves out only its game, which is no evidence anyway: there may be one in
        every deal.
        """
        if self.fault is None or not self.fault.any():
            return self
        mute = self.never_answered[self.entrant]
        foul = np.isin(self.deal, self.deal[self.fault & ~mute]) | np.isin(self.game, self.game[self.fault & mute])
        return self._rows(~foul)

    def of_games(self, games: Ints) -> Self:
        """Return the results of the games with these numbers."""
        return self._rows(np.isin(self.game, games))

    def _rows(self, kept: Bools) -> Self:
        columns: dict[str, Any] = {name: column[kept] for name, column in self.columns().items()}
        return replace(self, **columns)


def _cast(name: str, values: ArrayLike) -> NDArray[Any]:
    """Return a column converted to the type that it should have."""
    column = np.asarray(values)
    if column.ndim != 1:
        raise ValueError(f"the column {name} is not a list of numbers")
    try:
        with np.errstate(invalid="ignore"):  # NaN becomes some integer, which the comparison below finds
            cast = column.astype(COLUMNS[name], copy=False)
    except (TypeError, ValueError):
        raise ValueError(f"the column {name} is not a list of numbers") from None
    if cast is not column and COLUMNS[name] is np.int64 and (cast != column).any():
        row = int((cast != column).argmax())
        raise RowError(row, f"{name} is not a whole number but {column[row]}")
    return cast


def _repeats(values: Ints) -> Bools:
    """Return where a value repeats an earlier one of its line."""
    order = np.argsort(values, axis=1, kind="stable")
    ordered = np.take_along_axis(values, order, axis=1)
    again = np.zeros(values.shape, dtype=np.bool_)
    np.put_along_axis(again, order[:, 1:], ordered[:, 1:] == ordered[:, :-1], axis=1)
    return again


def _numbered(names: Sequence[Hashable]) -> Ints:
    """Return names as numbers, in the order of their first appearance."""
    index: dict[Hashable, int] = {}
    return np.array([index.setdefault(name, len(index)) for name in names], dtype=np.int64)


def _filled(values: Sequence[Any] | None, missing: float) -> NDArray[Any] | None:
    return None if values is None else np.array([missing if value is None else value for value in values])
