"""Lag: how late the arena itself is, measured by a task that looks how late it wakes up.

A bot must not pay for an arena that was stopped, swapped out or overloaded, so that time is not charged to it
(`arena.table.verdicts`).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

import trio

TICK = 0.005
"""Seconds between two measurements."""
WORTH_KEEPING = 0.010
"""From this lateness (s) on a measurement is remembered with its time; smaller ones are only counted."""
KEPT = 5000
"""How many late measurements are remembered: more than a minute of nothing else."""
MOST_MS = 1000
"""Greater lateness is counted as this many ms."""


class Void(Exception):  # noqa: N818 - what becomes of the game, not a programming error
    """A game does not count because no bot is to blame for how it went; it is played again.

    Args:
        reason: why, for people.
        asked: the seat of the bot that was asked, if it got no CPU; a bot gets few such games (`arena.table.rooms`).
        busy: whether that bot had used much CPU time itself.
    """

    def __init__(self, reason: str, asked: int | None = None, *, busy: bool = False) -> None:
        super().__init__(reason)
        self.asked = asked
        self.busy = busy


class Lag(Protocol):
    """Knows how late the arena was (`LagMeter`; in tests an object without a clock)."""

    def late_since(self, start: float) -> float:
        """Return for how long (ms) the arena was late since the time `start` (s), all in all."""


class LagMeter:
    """Measures how late the arena's event loop is, while `run` runs."""

    def __init__(self) -> None:
        self.counts: list[int] = [0] * (MOST_MS + 1)
        """How many measurements were how many ms late, rounded down."""
        self._late: deque[tuple[float, float]] = deque(maxlen=KEPT)
        """The time (s) and the lateness (s) of the last measurements that were `WORTH_KEEPING`."""
        self._due: float | None = None
        """When the next measurement is due (s)."""

    async def run(self) -> None:
        """Measure every `TICK` seconds, until cancelled."""
        try:
            self._due = trio.current_time() + TICK
            while True:
                await trio.sleep_until(self._due)
                now = trio.current_time()
                self.add(now, now - self._due)
                self._due = now + TICK
        finally:
            self._due = None

    def add(self, now: float, late: float) -> None:
        """Add a measurement: at the time `now` (s), the loop was `late` by so many seconds."""
        self.counts[min(MOST_MS, int(late * 1000))] += 1
        if late >= WORTH_KEEPING:
            self._late.append((now, late))

    def late_since(self, start: float) -> float:
        """Return for how long (ms) the loop was late since the time `start` (s), all in all.

        A measurement that is overdue now counts too; lateness of less than `WORTH_KEEPING` does not.
        """
        late = 0.0
        for at, by in reversed(self._late):
            if at <= start:
                break
            late += min(by, at - start)
        if self._due is not None and (overdue := trio.current_time() - max(self._due, start)) >= WORTH_KEEPING:
            late += overdue
        return late * 1000


def p99(before: Sequence[int], after: Sequence[int]) -> float:
    """Return the lateness (ms) that 99 % of the measurements stayed below.

    Args:
        before: a copy of `LagMeter.counts` before the first of them.
        after: the counts after the last of them.
    """
    left = (sum(after) - sum(before)) * 0.99
    for ms, (earlier, later) in enumerate(zip(before, after, strict=True)):
        left -= later - earlier
        if left <= 0:
            return float(ms + 1) if later > earlier else 0.0
    return 0.0
