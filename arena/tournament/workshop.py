"""The worker's side: play what is sent, report as it goes. One room at a time, with a loop and a clock of its own.

Reports go up the link as they come. The worker goes on while they are stored, with the next room, too, but is never
more than a game for each table ahead of what is, and after a fault not at all: where nothing can be stored, it waits
between two games, when no bot's clock runs. A link that ends, because whoever sent the work breaks it off or is dead,
ends all that is played.
"""

from __future__ import annotations

import os
import pickle
import signal
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

import trio

from arena.sandbox import Sandbox, Share
from arena.table.garbage import seldom_collected
from arena.table.lag import LagMeter
from arena.table.referee import GameSetup
from arena.table.reports import GameEnded, Report
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from arena.tournament.link import HEAD, Address, Link, call, packed
from arena.tournament.messages import Orders, RoomSetup

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask an arena for a stop: Ctrl-C, a service manager, a terminal that was closed."""


class WorkFailed(Exception):  # noqa: N818 - of the arena's, in a worker
    """A job raised an error in a child process; the text is its trace."""


@dataclass(frozen=True)
class WorkerJob:
    """A room to play in another process.

    Args:
        room: what is played.
        address: where the reports go and orders come from.
        share: what the bots are started in.
        core: the number of the only core to use, with all bots; None for any.
    """

    room: RoomSetup
    address: Address
    share: Share
    core: int | None = None


def serve(stream: IO[bytes]) -> None:
    """Do jobs in a child process, until its parent wants no more or is dead.

    Args:
        stream: jobs come from it (a function, its arguments), and answers go to it.
    """
    for number in STOPS:  # a handler, since what is ignored would be ignored in bots, too
        signal.signal(number, lambda *_: None)
    while head := stream.read(HEAD):
        function, args, kwargs = pickle.loads(stream.read(int.from_bytes(head, "big")))  # noqa: S301 - of the parent
        try:
            answer: object = (function(*args, **kwargs),)
        except Exception:  # noqa: BLE001 - the parent tells
            answer = WorkFailed(traceback.format_exc())
        try:
            stream.write(packed(answer))
            stream.flush()
        except OSError:
            return  # nobody waits for it


def ready() -> None:
    """Do nothing: the first job of a worker, which is done when everything is imported."""


def play_job(job: WorkerJob) -> None:
    """Play a room to its end, or until it is broken off. What came of it has arrived at the other end of the link then.

    Raises:
        OSError: nobody waits for the reports.
    """
    pin(job.core)
    with seldom_collected():
        trio.run(_play, job)


def pin(core: int | None) -> None:
    """Let this thread and all that it starts use one core only; None for no change."""
    if core is not None:
        os.sched_setaffinity(0, {core})


async def _play(job: WorkerJob) -> None:
    room, lag = job.room, LagMeter()
    link = await call(job.address)
    try:
        async with trio.open_nursery() as nursery:
            reporter = _Reporter(room, link)
            nursery.start_soon(lag.run)
            nursery.start_soon(reporter.heed, nursery.cancel_scope)
            around = Surroundings(lag, Sandbox.sharing(job.share), room.tables)
            async with trio.open_nursery() as sending:
                sending.start_soon(reporter.send)
                await play_room(room.programs, reporter.games(), reporter.take, around)
                reporter.close()
            link.finish()  # and the other end does the same when it has it all
    finally:
        link.close()


class _Reporter:
    """Where the room reports to."""

    def __init__(self, room: RoomSetup, link: Link) -> None:
        self._room = room
        self._link = link
        self._waiting: list[Report] = []
        """Reports that were not sent yet."""
        self._new = trio.Event()
        """Set when there are some."""
        self._made = 0
        self._results: list[int] = []
        """How many reports had been made when a result was, for each result that was not taken yet."""
        self._closed = False
        self._orders = Orders()
        self._heard = trio.Event()
        """Set at the next orders."""

    def games(self) -> Iterator[GameSetup]:
        """Yield games until there are none left, or no more are to begin."""
        for game_id in self._room.games:
            if self._orders.stop:
                return
            yield self._room.setup(game_id)

    async def take(self, report: Report) -> None:
        """Take a report of the room; after a result, wait if too many results are not stored yet.

        After a fault the room may not go ahead at all: the bot at fault may be benched for it. There is no wait once no
        more games are to begin.
        """
        self._made += 1
        self._waiting.append(report)
        self._new.set()
        if isinstance(report, GameEnded):
            self._results.append(self._made)
            while len(self._results) > (0 if report.outcome.faults else self._orders.ahead) and not self._orders.stop:
                await self._heard.wait()

    def close(self) -> None:
        """There are no more reports."""
        self._closed = True
        self._new.set()

    async def send(self) -> None:
        """Send reports, those together that were made in the same moment, until there are no more."""
        while self._waiting or not self._closed:
            await self._new.wait()
            self._new = trio.Event()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._link.send(batch)

    async def heed(self, scope: trio.CancelScope) -> None:
        """Take orders; when the link ends, end everything."""
        while (orders := await self._link.receive()) is not None:
            self._orders = orders
            self._results = [made for made in self._results if made > orders.taken]
            self._heard.set()
            self._heard = trio.Event()
        scope.cancel()
