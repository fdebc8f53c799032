"""Time limits, as plain values (`arena.table.clock` keeps the time)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Measure: TypeAlias = Literal["wall", "cpu"]
Ponder: TypeAlias = Literal["off", "check", "freeze"]
OnFault: TypeAlias = Literal["forfeit", "substitute"]
"""What a fault does to a game: it ends, or a house bot goes on."""


@dataclass(frozen=True)
class ClockSettings:
    """Time limits in ms; 0 means no such limit.

    Args:
        start_ms: from starting the process to its greeting, in wall time.
        move_ms: for each answer.
        bank_ms: for all answers of a game together.
        inc_ms: added to the bank after each answer.
        grace_ms: how late an answer may be before it counts as late. It is no thinking time: it only keeps a jittery
            arena from flagging, and is never added to what a bot is told.
        strikes: how many answers of a game may be late and are forgiven, if they come within `hard_ms`.
        hard_ms: the limit of a late answer that may still be forgiven; 0 for twice `move_ms`.
        measure: `wall` time, or `cpu` time of the bot with all its processes.
        ponder: what a bot may do on the time of others: `off`: nobody looks; `check`: more than a little CPU is a
            fault; `freeze`: it is stopped.
        live: whether bots that ask for `live=yes` are told what happens as it happens; only with ponder `off`.
    """

    start_ms: int = 5000
    move_ms: int = 1000
    bank_ms: int = 0
    inc_ms: int = 0
    grace_ms: int = 50
    strikes: int = 0
    hard_ms: int = 0
    measure: Measure = "wall"
    ponder: Ponder = "check"
    live: bool = False


NO_CLOCK = ClockSettings(start_ms=0, move_ms=0, ponder="off")
