"""What runs in a worker process: it plays one room after the other, and reports to the arena through its link.

Reports are sent as they are made. While they are being stored the worker plays on, and also begins the next room. But
it is never far ahead of the store (`arena.tournament.ahead`). When the link ends, because the arena breaks the room off
or is dead, the room ends with all of its bots.
"""

from __future__ import annotations

import signal
import socket
import traceback
from collections.abc import Iterator
from functools import partial

import trio

from arena.sandbox import Sandbox
from arena.sandbox.priority import right_of_way
from arena.table.garbage import seldom_collected
from arena.table.lag import LagMeter
from arena.table.referee import GameSetup
from arena.table.reports import Report
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from arena.tournament.ahead import Ahead
from arena.tournament.link import Link
from arena.tournament.messages import RoomSetup, WorkerJob, job_of, plain_reports
from arena.tournament.pinning import pin
from arena.tournament.stops import STOPS


def serve(descriptor: int) -> None:
    """Play rooms in a child process, until its parent closes the link or is dead.

    Args:
        descriptor: the socket to the parent.
    """
    for number in STOPS:  # an empty handler: bots would inherit a signal that is ignored
        signal.signal(number, lambda *_: None)
    with right_of_way():
        trio.run(_serve, descriptor)


async def _serve(descriptor: int) -> None:
    await WorkerProcess(Link.over(socket.socket(fileno=descriptor))).work()


class WorkerProcess:
    """Plays the rooms that the arena sends.

    Args:
        link: leads to the arena; it is closed at the end.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self._waiting: list[Report] = []
        """Reports that were not sent yet."""
        self._new = trio.Event()
        """Set when there are reports to send."""
        self._ahead = Ahead()
        self._stopped = False
        """Whether the room is to begin no more games."""

    async def work(self) -> None:
        """Play rooms until the link ends."""
        try:
            async with trio.open_nursery() as nursery:
                send, receive = trio.open_memory_channel[object](1)
                nursery.start_soon(self._heed, send, nursery.cancel_scope)
                nursery.start_soon(self._send)
                await self._link.send("ready")
                async for job in receive:
                    await self._link.send(*await self._try(job))
        finally:
            with trio.CancelScope(shield=True):
                await self._link.close()

    async def _heed(self, jobs: trio.MemorySendChannel[object], scope: trio.CancelScope) -> None:
        """Follow orders; when the link ends, cancel everything."""
        while (message := await self._link.receive()) is not None:
            match message:
                case ("play", job):
                    self._stopped = False
                    self._ahead.begin()
                    await jobs.send(job)
                case ("taken", int(taken)):
                    self._ahead.stored(taken)
                case ("stop",):
                    self._stopped = True
                    self._ahead.stop()
        scope.cancel()

    async def _try(self, order: object) -> tuple[str, ...]:
        """Play a room to its end; return what to say after its reports."""
        try:
            job = job_of(order)
            pin(job.cores)
            with seldom_collected():
                await self._play(job)
        except Exception:  # noqa: BLE001 - the arena reports it
            return "failed", traceback.format_exc()
        finally:
            await self._send_all()
        return ("over",)

    async def _play(self, job: WorkerJob) -> None:
        """Play a room, with the lag meter beside it."""
        room, lag = job.room, LagMeter()
        around = Surroundings(lag, Sandbox.sharing(job.share), room.tables, room.voids, room.keep_stderr)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lag.run)
            await play_room(room.programs, self._games(room), partial(self._take, room.tables), around)
            nursery.cancel_scope.cancel()

    def _games(self, room: RoomSetup) -> Iterator[GameSetup]:
        """Yield games until there are none left, or until the arena wants no more."""
        for game_id in room.games:
            if self._stopped:
                return
            yield room.game_setup(game_id)

    async def _take(self, tables: int, report: Report) -> None:
        """Take a report of the room; return when the room may go on."""
        self._waiting.append(report)
        self._new.set()
        await self._ahead.made(report, tables)

    async def _send(self) -> None:
        """Send reports as they come. Reports that were made at the same moment are sent together."""
        while True:
            await self._new.wait()
            self._new = trio.Event()
            await self._send_all()

    async def _send_all(self) -> None:
        reports, self._waiting = self._waiting, []
        if reports:
            await self._link.send("reports", plain_reports(reports))
