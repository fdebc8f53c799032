"""How fast a run plays, and how long the rest takes, for displays that look at it again and again."""

from __future__ import annotations

import time
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from threading import Lock
from typing import TypeAlias

import numpy as np

from arena.store import Columns, Reader

RECENT = 30.0
"""The pace is computed over this many seconds."""
OFTEN = 1.0
"""Seconds between two looks that are remembered."""
SLOW = 0.1
"""With fewer games a second, their number in a minute says more."""
OWN = 0.005
"""What the arena itself takes for a game, about, in seconds."""
Pairing: TypeAlias = tuple[str, ...]
"""A contest, and who plays it, in order."""


class Pace:
    """How much of something that grows came in a second lately. Any thread may ask."""

    def __init__(self) -> None:
        self._recent: deque[tuple[float, float]] = deque()
        """(time, how much there was then) of the last `RECENT` seconds."""
        self._lock = Lock()

    def at(self, done: float) -> float:
        """Return how much came in a second, given how much there is now; 0 at the first look."""
        now = time.monotonic()
        with self._lock:
            if not self._recent or now - self._recent[-1][0] >= OFTEN:
                self._recent.append((now, done))
            while len(self._recent) > 2 and now - self._recent[0][0] > RECENT:
                self._recent.popleft()
            then, before = self._recent[0]
        return (done - before) / (now - then) if now > then else 0.0


def pairing(contest: str, who: Sequence[str]) -> Pairing:
    """Return a contest with who plays it; who sits where makes no difference."""
    return contest, *sorted(who)


@dataclass
class Work:
    """What is played and what is left, in seconds of play: games of slow bots weigh as much as they take.

    Args:
        left: how many games of each pairing have no result.
        games: how many games of each pairing were measured.
        seconds: what those took together.
        done: what all measured games took.
    """

    left: Counter[Pairing] = field(default_factory=Counter)
    games: Counter[Pairing] = field(default_factory=Counter)
    seconds: defaultdict[Pairing, float] = field(default_factory=lambda: defaultdict(float))
    done: float = 0.0

    def ended(self, which: Pairing, seconds: float, games: int = 1) -> None:
        """Count games of a pairing, all whose answers took so many seconds."""
        self.games[which] += games
        self.seconds[which] += OWN * games + seconds
        self.done += OWN * games + seconds

    def to_do(self, games: int) -> float:
        """Return the seconds of the games that are left; one that was not measured takes as long as the others.

        Args:
            games: how many are left, with those whose pairing is not known yet.
        """
        left = {which: count for which, count in [*self.left.items()] if count > 0}
        mean = self.done / self.games.total() if self.games else OWN
        known = [
            count * (self.seconds[which] / self.games[which] if which in self.games else mean)
            for which, count in left.items()
        ]
        return sum(known) + max(0, games - sum(left.values())) * mean


def work_of(store: Reader, columns: Columns) -> Work:
    """Return what is played and what is left of stored results.

    Args:
        store: the results.
        columns: the same as columns.
    """
    found = Work()
    for contest, sides, count in store.missing():
        found.left[pairing(contest, sides)] += count
    if len(columns):
        ms = np.bincount(columns.seats.game, columns.seats.total_ms, len(columns))
        kinds, which = np.unique(np.stack([columns.contest.code, columns.sides.code]), axis=1, return_inverse=True)
        which = which.ravel()
        sums = np.bincount(which).tolist(), np.bincount(which, ms).tolist()
        for (contest, sides), games, took in zip(kinds.T.tolist(), *sums, strict=True):
            playing = pairing(columns.contest.values[contest], columns.sides.values[sides])
            found.ended(playing, took / 1000, games)
    return found


def pace_text(games: float) -> str:
    """Return how many games a second are played, for people; slow ones are told by the minute."""
    return f"{games:.1f} games/s" if games >= SLOW or not games else f"{60 * games:.1f} games/min"


def time_text(seconds: float) -> str:
    """Return a time such as 0:03:20."""
    return str(timedelta(seconds=round(seconds)))
