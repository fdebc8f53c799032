"""How late the arena itself is: a ticker that looks how long it had to wait for its own turn.

A bot is not to pay for an arena that was stopped, swapped out or overloaded: a TIMEOUT that fell into such a moment is
void. Only the arena's own lateness counts; a bot that starves itself gets nothing back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Protocol

import trio

TICK = 0.005
"""Seconds between two looks."""
WORTH_KEEPING = 0.010
"""Lateness (s) that is remembered with its time; less is only counted."""
MOST_MS = 1000
"""Longer lateness is counted as this many ms."""


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
    """Measures the lateness of the arena's event loop while `run` runs.

    `counts[ms]` is how many looks were that late, rounded down.
    """

    def __init__(self) -> None:
        self.counts = [0] * (MOST_MS + 1)
        self._late: deque[tuple[float, float]] = deque(maxlen=1000)
        self._due: float | None = None

    async def run(self) -> None:
        """Look again and again, until cancelled."""
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
        """Take in a look at `now` (s) that was `late` (s)."""
        self.counts[min(MOST_MS, int(late * 1000))] += 1
        if late >= WORTH_KEEPING:
            self._late.append((now, late))

    def worst_since(self, start: float) -> float:
        """Return the longest lateness (ms) of any time since `start` (s), the look that is overdue now included."""
        worst = max((late for at, late in self._late if at >= start), default=0.0)
        if self._due is not None:
            worst = max(worst, trio.current_time() - self._due)
        return worst * 1000


def p99(before: Sequence[int], after: Sequence[int]) -> float:
    """Return the lateness (ms) that 99 % of the looks between two copies of `LagMeter.counts` stayed below."""
    left = (sum(after) - sum(before)) * 0.99
    for ms, (earlier, later) in enumerate(zip(before, after, strict=True)):
        left -= later - earlier
        if left <= 0:
            return float(ms + 1) if later > earlier else 0.0
    return 0.0
