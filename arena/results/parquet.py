"""All results as a Parquet file, for pandas, DuckDB, R and the like: one row for each side of each game.

docs/results-format.md describes the columns. A part of the results is in memory at a time, however many there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arena import __version__
from arena.errors import UserError
from arena.ratings.arrays import Bools, Floats, Ints, sums
from arena.results.rating_input import NOBODY, finishes, sides_of_seats
from arena.store import Columns, Reader, StoredEntrant

TYPES = {
    "game": "string",
    "number": "int64",
    "season": "int32",
    "contest": "words",
    "set": "int32",
    "room": "int16",
    "deal": "string",
    "run": "int32",
    "side": "int8",
    "entrant": "words",
    "name": "words",
    "version": "words",
    "place": "int8",
    "points": "int32",
    "fault": "words",
    "reason": "words",
    "rated": "bool",
    "decisions": "int32",
    "ms": "float64",
    "worst_ms": "float64",
    "cpu_ms": "float64",
    "strikes": "int32",
}
"""The columns and their types; `words` are few different texts, which are stored once in each part of the file."""


class Naming:
    """What to call entrants.

    Args:
        names: id -> name on the ladder.
        entrants: all entrants by id.
    """

    def __init__(self, names: Mapping[str, str], entrants: Mapping[str, StoredEntrant]) -> None:
        self.names = names
        self.entrants = entrants

    def columns(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """Return the values of the columns about entrants, for these ids."""
        return {
            "entrant": [*ids],
            "name": [self.names.get(one, one) for one in ids],
            "version": [self.entrants[one].version if one in self.entrants else "" for one in ids],
        }


def write_parquet(
    store: Reader,
    path: Path,
    naming: Naming,
    *,
    rates: Callable[[Sequence[str]], bool],
    fillers: Collection[str] = (),
    contest: str | None = None,
    season: int | None = None,
) -> int:
    """Write results as a Parquet file, and return how many games it has. The file appears when it is complete.

    Args:
        store: the results.
        path: the file; one that is there is replaced.
        naming: what to call the entrants.
        rates: whether games between entrants with these ids are rated.
        fillers: the ids of entrants that only filled sides, which are not rated.
        contest: the label of the contest; None for all.
        season: the number of the season; None for all.

    Raises:
        UserError: pyarrow is not installed, or the file cannot be written.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - an extra, and slow to import
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        hint = "pip install pyarrow, or install the arena with its extra `parquet`; or --format results, which is CSV"
        raise UserError("--format parquet needs pyarrow, which is not installed", hint, os.EX_UNAVAILABLE) from error
    kinds = {"string": pa.string(), "words": pa.dictionary(pa.int32(), pa.string()), "bool": pa.bool_()}
    fields = [pa.field(name, kinds.get(kind) or getattr(pa, kind)()) for name, kind in TYPES.items()]
    schema = pa.schema(fields, metadata={"arena": __version__})
    new, games = path.with_name(path.name + ".new"), 0
    try:
        with parquet.ParquetWriter(new, schema, compression="zstd") as writer:
            for columns, rooms, reasons in store.in_parts(contest, season):
                values = _values(columns, rooms, reasons, naming, rates, fillers)
                writer.write_table(pa.table([_array(pa, *values[name], schema.field(name)) for name in TYPES], schema))
                games += len(columns)
        new.replace(path)
    except OSError as error:
        hint = "name a file in a folder that you can write to (-o), on a disk with room"
        reason = os.strerror(error.errno) if error.errno else str(error)  # pyarrow's own text names its source files
        raise UserError(f"{path}: {reason}", hint, os.EX_CANTCREAT) from error
    finally:
        new.unlink(missing_ok=True)
    return games


def _array(pa: Any, values: Any, coded: Sequence[str] | None, field: Any) -> Any:
    """Return a column as pyarrow has it.

    Args:
        pa: the module `pyarrow`.
        values: a value for each row; of words, an index into `coded`, or `NOBODY` for none. NaN is no value.
        coded: the different words, if the column has words.
        field: the name and the type of the column.
    """
    if coded is None:
        return pa.array(values, field.type, from_pandas=True)
    words = pa.array([*coded], pa.string())
    return pa.DictionaryArray.from_arrays(pa.array(values, pa.int32(), mask=values == NOBODY), words)


def _values(
    columns: Columns,
    rooms: Sequence[int],
    reasons: Sequence[str],
    naming: Naming,
    rates: Callable[[Sequence[str]], bool],
    fillers: Collection[str],
) -> dict[str, tuple[Any, Sequence[str] | None]]:
    """Return the columns of some games: for each its values, and if it has words, the different words."""
    ids, players, places, faults, kinds, playing = finishes(columns, fillers)
    rated = playing & columns.sides.where(rates)[:, None]
    game, side = np.nonzero(places != NOBODY)
    used = _used(columns, places.shape)
    different = {reason: at for at, reason in enumerate(dict.fromkeys(reasons))}
    ended = np.array([different[reason] for reason in reasons], dtype=np.int64)
    entrant = players[game, side]
    names = np.array(columns.ids, dtype=object)
    deals = np.array(columns.chance.values, dtype=object)
    return {
        "game": (names[game], None),
        "number": (columns.number[game], None),
        "season": (columns.season[game], None),
        "contest": (columns.contest.code[game], columns.contest.values),
        "set": (columns.sets[game], None),
        "room": (1 + np.array(rooms, dtype=np.int64)[game], None),
        "deal": (deals[columns.chance.code[game]], None),
        "run": (columns.run[game], None),
        "side": (side, None),
        **{name: (entrant, values) for name, values in naming.columns(ids).items()},
        "place": (places[game, side], None),
        "points": (_points(columns, places.shape[1])[game, side], None),
        "fault": (faults[game, side] - 1, kinds),
        "reason": (ended[game], [*different]),
        "rated": (rated[game, side], None),
        **{name: (values[game, side], None) for name, values in used.items()},
    }


def _points(columns: Columns, width: int) -> Floats:
    """Return a table of games and sides with the points of each; NaN where a fault cut the game short."""
    table = np.full((len(columns.scores.values), width), np.nan)
    for at, scores in enumerate(columns.scores.values):
        table[at, : len(scores or ())] = scores or ()
    return table[columns.scores.code]


def _used(columns: Columns, shape: tuple[int, ...]) -> dict[str, Floats | Ints]:
    """Return tables of games and sides with what each side used; NaN where that was not measured."""
    of_seat = sides_of_seats(columns)
    has = of_seat != NOBODY
    seats = columns.seats.where(has)
    width, size = shape[1], shape[0] * shape[1]
    at = seats.game * width + of_seat[has]
    worst = np.full(size, np.nan)
    np.fmax.at(worst, at, seats.worst_ms)
    measured: Bools = ~np.isnan(seats.cpu_ms)
    cpu = sums(at[measured], seats.cpu_ms[measured], size)
    cpu[sums(at[measured], measured[measured], size) == 0] = np.nan
    found = {
        "decisions": sums(at, seats.decisions, size).astype(np.int64),
        "ms": sums(at, seats.total_ms, size).round(3),
        "worst_ms": worst,
        "cpu_ms": cpu.round(3),
        "strikes": sums(at, seats.strikes, size).astype(np.int64),
    }
    return {name: values.reshape(shape) for name, values in found.items()}
