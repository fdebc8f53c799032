"""What a ladder needs of what seats used, as bytes: a million games are read at once, JSON would take a minute."""

from __future__ import annotations

import math
from collections.abc import Sequence
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from ladders.arrays import Floats, Ints

FIELDS = 6
"""Numbers of a seat: those of `SeatColumns` but for the game."""
SEAT = Struct(f"<{FIELDS}d")
"""A seat of a game."""
NUMBER = np.dtype("<f8")


class SeatColumns(NamedTuple):
    """What each seat used in each game, in any order (see `arena.table.outcome.Use`).

    Args:
        game: the row of its game.
        seat: its number.
        decisions: how often it was asked.
        total_ms: ms of all its decisions.
        worst_ms: ms of the slowest.
        cpu_ms: CPU time of all its processes; NaN where nobody measured it.
        strikes: late answers that were forgiven.
    """

    game: Ints
    seat: Ints
    decisions: Ints
    total_ms: Floats
    worst_ms: Floats
    cpu_ms: Floats
    strikes: Ints


def packed(uses: Sequence[Sequence[Any]]) -> bytes:
    """Return what the seats used in a game as bytes.

    Args:
        uses: of each seat its number, decisions, ms in all, ms of the slowest, and the rest by name if there is any.
    """
    return b"".join([_packed(*use) for use in uses])


def _packed(seat: int, decisions: int, total_ms: float, worst_ms: float, more: dict[str, float] | None = None) -> bytes:
    more = more or {}
    return SEAT.pack(seat, decisions, total_ms, worst_ms, more.get("cpu_ms", math.nan), more.get("strikes", 0))


def unpacked(begun: int, games: Sequence[bytes]) -> SeatColumns:
    """Return what the seats used in some games.

    Args:
        begun: the row of the first game.
        games: what `packed` made of each.

    Raises:
        ValueError: it did not make that.
    """
    sizes = np.fromiter(map(len, games), np.int64, len(games))
    if (sizes % SEAT.size).any():
        raise ValueError("part of a seat")
    table = np.frombuffer(b"".join(games), NUMBER).astype(np.float64, copy=False).reshape(-1, FIELDS)
    game = np.repeat(np.arange(begun, begun + len(games)), sizes // SEAT.size)
    seat, decisions, total_ms, worst_ms, cpu_ms, strikes = table.T
    return SeatColumns(game, _whole(seat), _whole(decisions), total_ms, worst_ms, cpu_ms, _whole(strikes))


def _whole(numbers: Floats) -> Ints:
    return numbers.astype(np.int64)
