"""Time limits, as plain values (`arena.table.clock` keeps the time)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from arena.errors import Problem
from arena.settings.bounds import Between, Milliseconds

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

    start_ms: Milliseconds = 5000
    move_ms: Milliseconds = 1000
    bank_ms: Milliseconds = 0
    inc_ms: Milliseconds = 0
    grace_ms: Milliseconds = 50
    strikes: Annotated[int, Between(0, 1_000_000)] = 0
    hard_ms: Milliseconds = 0
    measure: Measure = "wall"
    ponder: Ponder = "check"
    live: bool = False

    def problems(self) -> Iterator[Problem]:
        """Yield which settings do not go together."""
        if self.strikes and not self.move_ms:
            yield Problem("strikes", "late answers are forgiven against a limit; set move_ms too")
        if self.hard_ms and not self.strikes:
            yield Problem("hard_ms", "is the limit of late answers that are forgiven; set strikes too")
        if self.hard_ms and self.hard_ms <= self.move_ms:
            yield Problem("hard_ms", f"{self.hard_ms} leaves no time beyond move_ms={self.move_ms}; raise it")
        if self.live and self.ponder != "off":
            yield Problem("ponder", 'live = true tells bots what to think about; set ponder = "off"')
        if self.measure == "cpu" and not (self.move_ms or self.bank_ms):
            yield Problem("measure", "there is no limit to measure against; set move_ms or bank_ms")


NO_CLOCK = ClockSettings(start_ms=0, move_ms=0, ponder="off")
