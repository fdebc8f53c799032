"""Lag: how late the arena itself is, measured by a task that looks how late it wakes up.

A bot must not pay for an arena that was stopped, swapped out or overloaded, so the game is void if a TIMEOUT falls into
such a moment. Only the arena's own lateness counts: a bot that starves itself of CPU time gets nothing back.
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
MOST_MS = 1000
"""Greater lateness is counted as this many ms."""


class Void(Exception):  # noqa: N818 - what becomes of the game, not a programming error
    """A game does not count because the arena is to blame for how it went; it is played again."""


class Lag(Protocol):
    """Knows how late the arena was (`LagMeter`; in tests an object without a clock)."""

    def worst_since(self, start: float) -> float:
        """Return the longest lateness (ms) since the time `start` (s)."""


def void_if_late(lag: Lag, begun: float, grace_ms: float, text: str) -> None:
    """Void a game in which a bot was late, if the arena itself was late while it waited for the bot.

    Args:
        lag: how late the arena was.
        begun: when the wait began (s).
        grace_ms: how late (ms) a healthy arena may be.
        text: what the bot is accused of.

    Raises:
        Void: the arena was later than that.
    """
    late = lag.worst_since(begun)
    if late > grace_ms:
        raise Void(f"arena_lag: the arena itself was {late:.0f} ms late; not counted: {text}")


class LagMeter:
    """Measures how late the arena's event loop is, while `run` runs."""

    def __init__(self) -> None:
        self.counts = [0] * (MOST_MS + 1)
        """How many measurements were how many ms late, rounded down."""
        self._late: deque[tuple[float, float]] = deque(maxlen=1000)
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

    def worst_since(self, start: float) -> float:
        """Return the longest lateness (ms) since the time `start` (s), including a measurement that is overdue now."""
        worst = max((late for at, late in self._late if at >= start), default=0.0)
        if self._due is not None:
            worst = max(worst, trio.current_time() - self._due)
        return worst * 1000


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
