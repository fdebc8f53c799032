"""Ahead: a room plays on while its results are being stored, but is never more than some results ahead of the store.

A commit that survives a power cut takes milliseconds, and so does a game of quick bots. A room that is too far ahead
waits between two games, where no bot's clock runs: so nothing is played for long that cannot be stored.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from math import inf

import trio

from arena.table.reports import GameEnded, Report, TakeReport

AHEAD = 16
"""How many results of a table may be on their way to the store while play goes on: the store, or a network, may be
slow, and reports that come together are stored together."""


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


async def play_ahead(
    play: Callable[[TakeReport], Awaitable[None]], store: Callable[[Sequence[Report]], Awaitable[None]], tables: int
) -> None:
    """Play a room in this process, and store its reports beside it; return when all are stored.

    Args:
        play: plays the room, and reports.
        store: stores reports; an error that it raises ends the room.
        tables: how many games of the room may be open at once.
    """
    ahead = Ahead()
    send, receive = trio.open_memory_channel[Report](inf)

    async def take(report: Report) -> None:
        send.send_nowait(report)
        await ahead.made(report, tables)

    async def store_all() -> None:
        number = 0
        with trio.CancelScope(shield=True):  # what has been played is stored, also where the room is broken off
            async for report in receive:
                reports = [report]
                with suppress(trio.WouldBlock, trio.EndOfChannel):
                    while True:
                        reports.append(receive.receive_nowait())
                await store(reports)
                number += len(reports)
                ahead.stored(number)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(store_all)
        with send:
            await play(take)
