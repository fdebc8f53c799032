"""How fast a run plays, for displays that look at it again and again."""

from __future__ import annotations

import time
from collections import deque
from datetime import timedelta
from threading import Lock

RECENT = 30.0
"""The pace is computed over this many seconds."""


class Pace:
    """How many games a second were played lately. Any thread may ask."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, int]] = deque()
        """(time, games that had a result then) of the last `RECENT` seconds."""
        self._lock = Lock()

    def at(self, done: int) -> float:
        """Return the games per second, given how many have a result now; 0 at the first look."""
        now = time.monotonic()
        with self._lock:
            self._recent.append((now, done))
            while now - self._recent[0][0] > RECENT:
                self._recent.popleft()
            then, before = self._recent[0]
        return (done - before) / (now - then) if now > then else 0.0


def left(games: int, pace: float) -> timedelta:
    """Return the time that so many games take at a pace above 0."""
    return timedelta(seconds=round(games / pace))
