"""What seats used in a game, in the two forms in which it is stored: all of it as JSON, and some of it as bytes.

A ladder reads the bytes: reading JSON for a million games would take a minute.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from struct import Struct
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints
from arena.table.outcome import Use

ALWAYS = 3
"""How many fields of `Use` are in the JSON of every seat in order; the others are there by name."""
FIELDS = 7
"""How many numbers are packed for a seat: the fields of `SeatColumns` except the game."""
SEAT = Struct(f"<{FIELDS}d")
"""The bytes of one seat."""
NUMBER = np.dtype("<f8")


class SeatColumns(NamedTuple):
    """What each seat used in each game, as columns with a row for each seat of each game, in any order.

    `arena.table.outcome.Use` describes the values.

    Args:
        game: the row number of the game.
        seat: the number of the seat.
        decisions: how many decisions it made.
        total_ms: the time of all its decisions in ms.
        worst_ms: the time of the slowest in ms.
        cpu_ms: the CPU time of all its processes in ms; NaN if it was not measured.
        strikes: how many late answers were forgiven.
        illegal: how many illegal answers were no fault.
    """

    game: Ints
    seat: Ints
    decisions: Ints
    total_ms: Floats
    worst_ms: Floats
    cpu_ms: Floats
    strikes: Ints
    illegal: Ints

    def where(self, wanted: Bools) -> SeatColumns:
        """Return the rows that are wanted. If these are all, nothing is copied: a million games have 200 MB of them."""
        return self if wanted.all() else SeatColumns._make(column[wanted] for column in self)


def stored_use(seat: int, use: Use) -> list[object]:
    """Return what a seat used as it is stored in JSON; without the seat, `read_use` takes the same values."""
    always = seat, use.decisions, use.total_ms, use.worst_ms
    more = use.measured(ALWAYS)
    return [*always, more] if more else [*always]


def read_use(decisions: int, total_ms: float, worst_ms: float, more: Mapping[str, Any] = MappingProxyType({})) -> Use:
    """Return what a seat used from the values that are stored in JSON."""
    return Use(decisions, total_ms, worst_ms, **more)


def packed(uses: Sequence[Sequence[Any]]) -> bytes:
    """Return what the seats used in a game as bytes.

    Args:
        uses: what `stored_use` returns for each seat.
    """
    return b"".join([_packed(*use) for use in uses])


def _packed(seat: int, decisions: int, total_ms: float, worst_ms: float, more: dict[str, float] | None = None) -> bytes:
    more = more or {}
    rest = more.get("cpu_ms", math.nan), more.get("strikes", 0), more.get("illegal", 0)
    return SEAT.pack(seat, decisions, total_ms, worst_ms, *rest)


def unpacked(begun: int, games: Sequence[bytes]) -> SeatColumns:
    """Return what the seats used in some games.

    Args:
        begun: the row number of the first game.
        games: the bytes that `packed` returned for each game.

    Raises:
        ValueError: `packed` cannot have returned these bytes.
    """
    sizes = np.fromiter(map(len, games), np.int64, len(games))
    if (sizes % SEAT.size).any():
        raise ValueError("part of a seat")
    table = np.frombuffer(b"".join(games), NUMBER).astype(np.float64, copy=False).reshape(-1, FIELDS)
    game = np.repeat(np.arange(begun, begun + len(games)), sizes // SEAT.size)
    seat, decisions, total_ms, worst_ms, cpu_ms, strikes, illegal = table.T
    counted = _whole(strikes), _whole(illegal)
    return SeatColumns(game, _whole(seat), _whole(decisions), total_ms, worst_ms, cpu_ms, *counted)


def _whole(numbers: Floats) -> Ints:
    return numbers.astype(np.int64)
