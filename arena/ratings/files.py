"""Results as CSV files with one row for each entrant of each game. docs/results-format.md defines the format."""

from __future__ import annotations

import csv
import math
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from hashlib import sha256
from itertools import chain, islice
from os import PathLike, fspath
from pathlib import Path
from typing import Any, TextIO, TypeAlias

import numpy as np
from numpy.typing import NDArray

from arena import escapes
from arena.escapes import csv_cells, without_guard, without_guards
from arena.ratings.arrays import Floats, Ints
from arena.ratings.results import NO_KIND, UNKNOWN_SEAT, Results, RowError

Source: TypeAlias = "str | PathLike[str] | TextIO"
"""A path or an open text file."""
REQUIRED = ("game", "entrant", "place")
"""The columns that every file has."""
OPTIONAL = ("deal", "seat", "points", "fault", "decisions", "ms", "contest")
"""The columns that a file may have."""
SEPARATORS = ",;\t"
"""The possible separators between cells; the header shows which one is used."""
BLOCK = 20_000
"""The number of rows read at a time, so that the text of a large table is never in memory as a whole."""
AT_ONCE = 2_000
"""The number of rows written at a time; this many fit into the processor's cache."""
KEPT = 10 * AT_ONCE
"""The number of rows in a part of a table that somebody may keep."""
Keep: TypeAlias = Callable[[str, Callable[[], bytes]], bytes]
"""Is given a digest of all that a part of a file is made of, and what makes it; returns the part, new or kept."""
NO_FAULT = frozenset({"", "0", "no", "false", "na", "nan", "none", "null"})
"""The words for no fault; the last ones are those of R, numpy, Python and databases for a value that is missing."""
SOME_FAULT = frozenset({"1", "yes", "true"})
"""The words for a fault of an unknown kind. Any other word is a kind of fault."""


def read_csv(source: Source, *, name: str = "", report: Callable[[str], object] = warnings.warn) -> Results:
    """Read results from a file in the format of docs/results-format.md.

    Args:
        source: the path of a file in UTF-8, or an open text file.
        name: the name of the file in messages; by default its path, or "results".
        report: called with each warning: about columns that are not used, or a file without deals.

    Raises:
        ValueError: the file is not in this format; the text names the file and the line, and says what to do.
        OSError: the file cannot be read.
    """
    if isinstance(source, (str, PathLike)):
        with Path(source).open(encoding="utf-8-sig", newline="") as file:
            return read_csv(file, name=name or fspath(source), report=report)
    name = name or "results"
    try:
        return _read(source, name, report)
    except UnicodeDecodeError as error:
        raise ValueError(f"{name}: not in UTF-8 ({error}); save it as UTF-8") from error


def _read(file: TextIO, name: str, report: Callable[[str], object]) -> Results:
    first = file.readline().removeprefix("\ufeff")
    if not first.strip():
        raise ValueError(f"{name}, line 1: no header; name the columns, at least {', '.join(REQUIRED)}")
    separator = max(SEPARATORS, key=first.count)
    header = [cell.strip().lower() for cell in next(csv.reader([first], delimiter=separator))]
    _check_header(header, name, report)
    table = _Table(header, name)
    for lines, columns in _blocks(file, separator, name, len(header)):
        table.add(lines, columns)
    return table.results()


def _blocks(file: TextIO, separator: str, name: str, width: int) -> Iterator[tuple[Sequence[int], list[Sequence[str]]]]:
    """Yield blocks of rows: the numbers of their lines, and their cells by column."""
    number = 1
    while block := list(islice(file, BLOCK)):
        text = "".join(block)
        plain = '"' not in text and "\r" not in text.replace("\r\n", "")
        if not plain or {line.count(separator) for line in block} != {width - 1} or width == 1:
            yield from _careful(chain(block, file), separator, name, width, number)
            return
        # For such a text this does the same as a csv.reader, in a fifth of the time.
        cells = text.replace("\r\n", "\n").removesuffix("\n").replace("\n", separator).split(separator)
        yield range(number + 1, number + len(block) + 1), [cells[column::width] for column in range(width)]
        number += len(block)


def _careful(
    lines: Iterable[str], separator: str, name: str, width: int, before: int
) -> Iterator[tuple[Sequence[int], list[Sequence[str]]]]:
    """Yield blocks of rows from a text with quotes, empty lines or mistakes, which begins after `before` lines."""
    reader = csv.reader(lines, delimiter=separator, strict=True)
    numbers: list[int] = []
    rows: list[Sequence[str]] = []
    try:
        for row in reader:
            if not row or row == [""]:
                continue
            if len(row) != width:
                raise ValueError(
                    f"{name}, line {before + reader.line_num}: {_many(len(row), 'cell')}, but the header has {width};"
                    " put quotes around a cell with separators in it"
                )
            numbers.append(before + reader.line_num)
            rows.append(row)
            if len(rows) == BLOCK:
                yield numbers, list(zip(*rows, strict=True))
                numbers, rows = [], []
    except csv.Error as error:
        hint = "put quotes around a cell with quotes in it, and double these"
        raise ValueError(f"{name}, line {before + reader.line_num}: {error}; {hint}") from error
    if rows:
        yield numbers, list(zip(*rows, strict=True))


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _check_header(header: Sequence[str], name: str, report: Callable[[str], object]) -> None:
    known = (*REQUIRED, *OPTIONAL)
    twice = sorted({column for column in header if header.count(column) > 1})
    if twice:
        raise ValueError(f"{name}, line 1: two columns are called {twice[0]}; rename or remove one")
    missing = [column for column in REQUIRED if column not in header]
    if missing:
        raise ValueError(
            f"{name}, line 1: no column {' and no column '.join(missing)};"
            f" there are {', '.join(column or '(one without a name)' for column in header)}"
        )
    for column in header:
        if column not in known:
            near = get_close_matches(column, set(known) - set(header), 1)
            report(f"{name}: the column {column} is not used{f' (did you mean {near[0]}?)' if near else ''}")
    if "deal" not in header:
        report(f"{name}: no column deal: every game counts as a deal of its own")


class _Table:
    """The columns of a file, as far as it has been read."""

    def __init__(self, header: Sequence[str], name: str) -> None:
        self.name = name
        self.place = {column: header.index(column) for column in (*REQUIRED, *OPTIONAL) if column in header}
        self.names: dict[str, dict[str, int]] = {
            column: {} for column in ("game", "deal", "entrant", "kind", "contest")
        }
        self.blocks: dict[str, list[NDArray[Any]]] = {column: [] for column in (*self.place, "kind", "line")}

    def add(self, lines: Sequence[int], columns: Sequence[Sequence[str]]) -> None:
        for column, place in self.place.items():
            self._convert(column, [cell.strip() for cell in columns[place]], lines)
        self.blocks["line"].append(np.array(lines, dtype=np.int64))

    def _convert(self, column: str, cells: Sequence[str], lines: Sequence[int]) -> None:
        if column in self.names:
            self.blocks[column].append(self._numbered(column, cells, lines))
        elif column == "fault":
            kind_of = {cell: _kind(cell) for cell in set(cells)}
            kinds = [kind_of[cell] for cell in cells]
            self.blocks["fault"].append(np.array([kind is not None for kind in kinds]))
            known = self.names["kind"]
            self.blocks["kind"].append(
                np.array([known.setdefault(kind, len(known)) if kind else NO_KIND for kind in kinds], dtype=np.int64)
            )
        else:
            self.blocks[column].append(self._numbers(column, cells, lines))

    def _numbered(self, column: str, cells: Sequence[str], lines: Sequence[int]) -> Ints:
        """Return the names of a column as numbers, in the order of their first appearance."""
        known = self.names[column]
        if "" in cells:
            raise self._error(lines[cells.index("")], column, "", "it may not be empty")
        return np.array([known.setdefault(cell, len(known)) for cell in without_guards(cells)], dtype=np.int64)

    def _numbers(self, column: str, cells: Sequence[str], lines: Sequence[int]) -> NDArray[Any]:
        """Return the numbers of a column; an empty cell becomes 0, or the value for unknown that the column has."""
        unknown = {"place": "missing", "seat": UNKNOWN_SEAT, "points": math.nan}.get(column, 0)
        read = float if column in {"points", "ms"} else int
        try:
            values = {cell: read(cell) if cell else unknown for cell in set(cells)}  # most cells repeat
            return np.array([values[cell] for cell in cells], dtype=type(read()))
        except (ValueError, OverflowError):
            for line, cell in zip(lines, cells, strict=True):
                self._check_number(line, column, cell, read)
            raise

    def _check_number(self, line: int, column: str, cell: str, read: type[int | float]) -> None:
        kind = "a whole number" if read is int else "a number"
        if not cell and column == "place":
            raise self._error(line, column, cell, "it may not be empty")
        try:
            fine = not cell or abs(read(cell)) < 2**63
        except ValueError:
            fine = False
        if not fine:
            raise self._error(line, column, cell, f"it must be {kind}{'' if column == 'place' else ', or empty'}")

    def _error(self, line: int, column: str, cell: str, text: str) -> ValueError:
        return ValueError(f"{self.name}, line {line}: {column} is {cell!r}; {text}")

    def results(self) -> Results:
        """Return the results read so far."""
        found = {column: np.concatenate(parts) for column, parts in self.blocks.items() if parts}
        if not found:
            raise ValueError(f"{self.name}: no rows below the header; there is nothing to rate")
        lines = found.pop("line")
        kinds = tuple(self.names["kind"])
        if not kinds:
            found.pop("kind", None)
        found.setdefault("deal", found["game"])
        try:
            names, contests = tuple(self.names["entrant"]), tuple(self.names["contest"])
            return Results(names=names, kinds=kinds, contests=contests, unlike=False, **found)
        except RowError as error:
            raise ValueError(f"{self.name}, line {lines[error.row]}: {error.text}") from error


def _kind(cell: str) -> str | None:
    """Return the kind of the fault that a cell names: "" if the kind is unknown, None if there is no fault."""
    word = without_guard(cell.strip())
    if word.lower() in NO_FAULT:
        return None
    return "" if word.lower() in SOME_FAULT else word


def write_csv(
    results: Results,
    target: Source,
    *,
    games: Sequence[str] | None = None,
    deals: Sequence[str] | None = None,
) -> None:
    """Write results in the format of docs/results-format.md; `read_csv` reads the same results again.

    Args:
        results: the table.
        target: the path of a file, or an open text file.
        games: the names of the games, by number; by default their numbers.
        deals: the names of the deals, by number; by default their numbers.

    Raises:
        OSError: the file cannot be written.
    """
    if isinstance(target, (str, PathLike)):
        with Path(target).open("w", encoding="utf-8", newline="") as file:
            write_csv(results, file, games=games, deals=deals)
        return
    table = _Written(results, games, deals)
    for rows in table.parts(AT_ONCE):
        target.write(table.text(rows))


class _Written:
    """A table of results as text.

    Args:
        results: the table.
        games: the names of the games, by number; None for their numbers.
        deals: the names of the deals, by number; None for their numbers.
    """

    def __init__(self, results: Results, games: Sequence[str] | None, deals: Sequence[str] | None) -> None:
        self._results = results
        self._named = [(results.game, games), (results.deal, deals)]
        columns: dict[str, Callable[[slice], Iterable[str]]] = {
            "game": _called(results.game, games),
            "deal": _called(results.deal, deals),
            "entrant": _each(results.entrant, csv_cells(results.names).__getitem__),
            "place": _each(results.place, str),
        }
        if results.seat is not None:
            columns["seat"] = _each(results.seat, lambda seat: "" if seat == UNKNOWN_SEAT else str(seat))
        if results.points is not None:
            columns["points"] = _numbers(results.points)
        if results.fault is not None and results.fault.any():
            faults = _faults(results)
            columns["fault"] = lambda rows: faults[rows]
        if results.decisions is not None:
            columns["decisions"] = _each(results.decisions, str)
        if results.ms is not None:
            columns["ms"] = _numbers(results.ms)
        if results.contest is not None:
            columns["contest"] = _each(results.contest, csv_cells(results.contests).__getitem__)
        self._columns = columns

    def parts(self, size: int) -> Iterator[slice]:
        """Yield the rows of each part of the file; the first one is there in an empty table too."""
        for begin in range(0, max(1, len(self._results)), size):
            yield slice(begin, min(begin + size, len(self._results)))

    def text(self, rows: slice) -> str:
        """Return a part of the file. A `csv.writer` would take twice as long, because it checks every cell."""
        texts = [",".join(self._columns) + "\n"] if rows.start == 0 else []
        for begin in range(rows.start, rows.stop, AT_ONCE):
            some = slice(begin, min(begin + AT_ONCE, rows.stop))
            lines = map(",".join, zip(*(of(some) for of in self._columns.values()), strict=True))
            texts.append("\n".join((*lines, "")))
        return "".join(texts)

    def made_of(self, rows: slice) -> str:
        """Return a digest of all that a part of the file is made of."""
        results = self._results
        found = sha256(
            _code() + repr((rows.start, [*self._columns], results.names, results.kinds, results.contests)).encode()
        )
        for name, column in results.columns().items():
            found.update(name.encode() + column[rows].tobytes())
        for numbers, names in self._named:
            if names is not None:
                found.update("\0".join([names[one] for one in np.unique(numbers[rows]).tolist()]).encode())
        return found.hexdigest()


@cache
def _code() -> bytes:
    """Return a digest of what turns results into text."""
    return sha256(b"".join(Path(file).read_bytes() for file in (__file__, escapes.__file__))).digest()


def digest(
    results: Results,
    *,
    games: Sequence[str] | None = None,
    deals: Sequence[str] | None = None,
    keep: Keep | None = None,
) -> str:
    """Return the SHA-256, in hex, of the file that `write_csv` writes with the same arguments.

    Args:
        results: the table.
        games: the ids of the games, if they have any.
        deals: the names of the deals, if they have any.
        keep: is given the parts of that file in order, and may have kept them: then a large table is turned into text
            only once.
    """
    found, table = sha256(), _Written(results, games, deals)
    for rows in table.parts(AT_ONCE if keep is None else KEPT):

        def making(rows: slice = rows) -> bytes:
            return table.text(rows).encode()

        found.update(making() if keep is None else keep(table.made_of(rows), making))
    return found.hexdigest()


def _each(numbers: NDArray[Any], text: Callable[[Any], str]) -> Callable[[slice], Iterable[str]]:
    """Return a function that gives the cells of some rows of a column."""
    return lambda rows: map(text, numbers[rows].tolist())


def _numbers(numbers: Floats) -> Callable[[slice], Iterable[str]]:
    """Return a function that gives the cells of a column of numbers: 3 and not 3.0, and an empty cell for NaN."""

    def texts(rows: slice) -> Iterable[str]:
        some = numbers[rows]
        whole = some == np.floor(some)
        if whole.all():
            return map(str, map(int, some.tolist()))
        found = list(map(str, some.tolist()))
        for row in np.flatnonzero(whole).tolist():
            found[row] = str(int(some[row]))
        for row in np.flatnonzero(np.isnan(some)).tolist():
            found[row] = ""
        return found

    return texts


def _called(numbers: Ints, names: Sequence[str] | None) -> Callable[[slice], Iterable[str]]:
    """Return a function that gives the cells of a column of numbers, or of their names if there are names."""
    if names is None:
        return _each(numbers, str)
    return _each(numbers, csv_cells(names).__getitem__)


def _faults(results: Results) -> list[str]:
    assert results.fault is not None
    kinds = np.full(len(results), NO_KIND) if results.kind is None else results.kind
    words = (*csv_cells(results.kinds), "1")  # NO_KIND is the last of them
    return [words[kind] if fault else "" for fault, kind in zip(results.fault.tolist(), kinds.tolist(), strict=True)]
