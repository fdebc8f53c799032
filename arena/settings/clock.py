"""Time limits, as plain values (`arena.table.clock` keeps the time)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeAlias

from arena.errors import Problem
from arena.settings.bounds import Between, Milliseconds

Measure: TypeAlias = Literal["wall", "cpu"]
Ponder: TypeAlias = Literal["off", "check", "freeze"]
OnFault: TypeAlias = Literal["forfeit", "substitute"]
"""What a fault does to a game: it ends the game, or a house bot plays on."""
ILLEGAL = re.compile(r"forfeit|first|retry ([1-9]\d?)")
"""The words for what becomes of an illegal answer."""


class OnIllegal(NamedTuple):
    """What becomes of an illegal answer. Without any of both, it is a fault.

    Args:
        retries: how often a question is asked again, each time with the time of an answer; after that it is a fault.
        first: whether the first legal word is played instead.
    """

    retries: int = 0
    first: bool = False

    @property
    def is_fault(self) -> bool:
        """Whether every illegal answer is a fault."""
        return not self.retries and not self.first

    @classmethod
    def of(cls, words: str) -> OnIllegal:
        """Return what `forfeit`, `first` or `retry N` means.

        Raises:
            ValueError: it is none of them.
        """
        found = ILLEGAL.fullmatch(words)
        if found is None:
            raise ValueError(words)
        return cls(int(found[1] or 0), words == "first")


@dataclass(frozen=True)
class ClockSettings:
    """Time limits in ms; 0 means no such limit.

    Args:
        start_ms: from starting the process to its greeting: wall time, and beyond that CPU time of a bot that works.
        move_ms: for each answer.
        bank_ms: for all answers of a game together.
        inc_ms: added to the bank after each answer.
        grace_ms: how far past its limit an answer may come before it counts as late. It is not thinking time: it keeps
            delays in the arena from costing a bot the game, and is not part of the time that bots are told.
        strikes: how many late answers per game are forgiven if they come within `hard_ms`.
        hard_ms: the limit for a late answer that can still be forgiven; 0 for twice `move_ms`.
        measure: `wall` time, or `cpu` time of the bot with all its processes.
        ponder: what a bot may do while others think: with `off` anything; with `check` more than a little CPU time is
            a fault; with `freeze` its processes are stopped.
        pace: answers are passed on at multiples of this time after the question, so that partners cannot speak by
            the timing of their answers; 0 to pass them on at once. No clock is charged for it.
        live: whether bots that ask for `live=yes` are told of events as they happen; needs ponder `off`.
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
    pace: Milliseconds = 0

    def problems(self) -> Iterator[Problem]:
        """Yield a problem for each setting that contradicts another one."""
        if self.strikes and not self.move_ms:
            yield Problem("strikes", "needs a limit that answers can miss; set move_ms too")
        if self.hard_ms and not self.strikes:
            yield Problem("hard_ms", "is the limit for late answers that are forgiven; set strikes too")
        if self.hard_ms and self.hard_ms <= self.move_ms:
            yield Problem("hard_ms", f"{self.hard_ms} leaves no time beyond move_ms={self.move_ms}; raise it")
        if self.live and self.ponder != "off":
            yield Problem("ponder", 'live = true lets bots think while others do; set ponder = "off"')
        if self.measure == "cpu" and not (self.move_ms or self.bank_ms):
            yield Problem("measure", "there is no time limit to measure; set move_ms or bank_ms")


NO_CLOCK = ClockSettings(start_ms=0, move_ms=0, ponder="off")
