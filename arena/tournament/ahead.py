"""Ahead: a room plays on while its results are being stored, but is never more than some results ahead of the store.

A commit that survives a power cut takes milliseconds, and so does a game of quick bots. A room that is too far ahead
waits between two games, where no bot's clock runs: so nothing is played for long that cannot be stored.

The results of quick games are stored several at a time: a commit costs as much CPU time as dozens of decisions of quick
bots, whatever is in it, and where all cores are in use that is time of the rooms.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from math import inf

import trio

from arena.table.reports import CrashedAfter, GameBegun, GameEnded, Report, TakeReport

AHEAD = 16
"""How many results of a table may be on their way to the store while play goes on: the store, or a network, may be
slow, and reports that come together are stored together."""
GATHER = 0.05
"""Seconds from the beginning of one commit to that of the next, unless a room waits for it."""


class Ahead:
    """Counts the reports of rooms, and which of them are stored."""

    def __init__(self) -> None:
        self._made = 0
        self._results: deque[int] = deque()
        """For each result that is not stored yet: its number among the reports, from 1."""
        self._changed = trio.Event()
        self._stopped = False

    def begin(self) -> None:
        """A room begins."""
        self._stopped = False

    def stop(self) -> None:
        """No more games are to begin, so nobody waits."""
        self._stopped = True
        self._wake()

    def stored(self, reports: int) -> None:
        """So many reports are stored by now, of all rooms."""
        while self._results and self._results[0] <= reports:
            self._results.popleft()
        self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def made(self, report: Report, tables: int) -> None:
        """Count a report; after a result, wait while too many are not stored: more than `AHEAD` for each table.

        After a fault the room waits until all are stored: the bot at fault may be benched for it.
        """
        self._made += 1
        if isinstance(report, GameEnded):
            self._results.append(self._made)
            most = 0 if report.outcome.faults else AHEAD * tables
            while len(self._results) > most and not self._stopped:
                await self._changed.wait()


class Gathering:
    """The reports of a room that are not being stored yet.

    They are to be stored `GATHER` seconds after those before them, so a result that comes alone is stored at once. They
    do not wait either if no game is open, since it may be long until the next one ends; if the room waits for them, as
    it does after a fault; if it is half as far ahead of the store as it may be; or if something went wrong.

    Args:
        tables: how many games of the room may be open at once.
    """

    def __init__(self, tables: int) -> None:
        self._most = max(1, AHEAD * tables // 2)
        self._reports: list[Report] = []
        self._results = 0
        """How many of the reports are results."""
        self._open = 0
        """How many games have begun and not ended."""
        self._awaited = False
        """Whether the room waits for one of the reports, or something went wrong."""
        self._ended = False
        """Whether no more reports come."""
        self._before = -inf
        """When the last reports were handed out (s)."""
        self._news = trio.Event()
        """Set when reports come, or when no more will."""

    def put(self, reports: Iterable[Report]) -> None:
        """Take reports, in the order in which they were made."""
        for report in reports:
            self._reports.append(report)
            if isinstance(report, GameBegun):
                self._open += 1
            elif isinstance(report, GameEnded):
                self._open -= 1
                self._results += 1
                self._awaited |= bool(report.outcome.faults)
            else:
                self._open -= not isinstance(report, CrashedAfter)
                self._awaited = True
        self._news.set()

    def end(self) -> None:
        """No more reports come."""
        self._ended = True
        self._news.set()

    async def next(self) -> list[Report]:
        """Return the reports to store next, when it is time; none if no more will come."""
        while not self._reports and not self._ended:
            await self._new()
        with trio.move_on_at(self._before + GATHER):
            while not (self._ended or self._awaited or self._open <= 0 or self._results >= self._most):
                await self._new()
        self._before = trio.current_time()
        return self.rest()

    async def _new(self) -> None:
        """Wait for something new."""
        await self._news.wait()
        self._news = trio.Event()

    def rest(self) -> list[Report]:
        """Return the reports that are not being stored yet, and gather them no more."""
        reports, self._reports = self._reports, []
        self._results, self._awaited = 0, False
        return reports


async def play_ahead(
    play: Callable[[TakeReport], Awaitable[None]], store: Callable[[Sequence[Report]], Awaitable[None]], tables: int
) -> None:
    """Play a room in this process, and store its reports beside it; return when all are stored.

    Args:
        play: plays the room, and reports.
        store: stores reports; an error that it raises ends the room.
        tables: how many games of the room may be open at once.
    """
    ahead, gathering = Ahead(), Gathering(tables)

    async def take(report: Report) -> None:
        gathering.put([report])
        await ahead.made(report, tables)

    async def store_all() -> None:
        number = 0
        with trio.CancelScope(shield=True):  # what has been played is stored, also where the room is broken off
            while reports := await gathering.next():
                await store(reports)
                number += len(reports)
                ahead.stored(number)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(store_all)
        try:
            await play(take)
        finally:
            gathering.end()
