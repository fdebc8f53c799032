"""What runs in a worker process: it plays one room at a time, with its own event loop, and reports to the arena.

Reports go through a link as they are made. While they are being stored the worker plays on, and also begins the next
room. But it is never ahead of the store by more than one game for each table, and after a fault not at all: when
nothing can be stored it waits between two games, where no bot's clock runs. When the link ends, because the arena
breaks the room off or is dead, the room ends with all of its bots.
"""

from __future__ import annotations

import pickle
import signal
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

import trio

from arena.sandbox import Sandbox, Share
from arena.sandbox.priority import right_of_way
from arena.table.garbage import seldom_collected
from arena.table.lag import LagMeter
from arena.table.referee import GameSetup
from arena.table.reports import GameEnded, Report
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from arena.tournament.link import HEAD, Address, Link, call, packed
from arena.tournament.messages import Orders, RoomSetup
from arena.tournament.pinning import Cores, pin
from arena.tournament.stops import STOPS


class WorkFailed(Exception):  # noqa: N818 - an error of the arena's, in a worker
    """A job raised an error in a worker process; the text is the traceback."""


@dataclass(frozen=True)
class WorkerJob:
    """A room to play in another process.

    Args:
        room: what is played.
        address: where the reports go and orders come from.
        share: the worker's share of the sandbox, which its bots are started in.
        cores: the cores that the worker and its bots use; None for any.
    """

    room: RoomSetup
    address: Address
    share: Share
    cores: Cores | None = None


def serve(stream: IO[bytes]) -> None:
    """Do jobs in a child process, until its parent closes the stream or is dead.

    Args:
        stream: sends jobs (a function and its arguments), and takes the answers.
    """
    for number in STOPS:  # an empty handler: bots would inherit a signal that is ignored
        signal.signal(number, lambda *_: None)
    while head := stream.read(HEAD):
        function, args, kwargs = pickle.loads(stream.read(int.from_bytes(head, "big")))  # noqa: S301 - of the parent
        try:
            answer: object = (function(*args, **kwargs),)
        except Exception:  # noqa: BLE001 - the parent reports it
            answer = WorkFailed(traceback.format_exc())
        try:
            stream.write(packed(answer))
            stream.flush()
        except OSError:
            return  # the parent is gone


def ready() -> None:
    """Do nothing. It is the first job of a worker: when it is done, everything is imported."""


def play_job(job: WorkerJob) -> None:
    """Play a room to its end, or until it is broken off. By then the arena has received all reports.

    Raises:
        OSError: the arena does not answer at the address.
    """
    pin(job.cores)
    with seldom_collected(), right_of_way():
        trio.run(_play, job)


async def _play(job: WorkerJob) -> None:
    """Play a room, with the lag meter, the sender of reports and the receiver of orders beside it."""
    room, lag = job.room, LagMeter()
    link = await call(job.address)
    try:
        async with trio.open_nursery() as nursery:
            reporter = _Reporter(room, link)
            nursery.start_soon(lag.run)
            nursery.start_soon(reporter.heed, nursery.cancel_scope)
            around = Surroundings(lag, Sandbox.sharing(job.share), room.tables, room.voids, room.keep_stderr)
            async with trio.open_nursery() as sending:
                sending.start_soon(reporter.send)
                await play_room(room.programs, reporter.games(), reporter.take, around)
                reporter.close()
            link.finish()  # the arena does the same when it has received everything; that ends `heed`
    finally:
        link.close()


class _Reporter:
    """Sends the reports of a room to the arena, and follows its orders.

    Args:
        room: the room.
        link: leads to the arena.
    """

    def __init__(self, room: RoomSetup, link: Link) -> None:
        self._room = room
        self._link = link
        self._waiting: list[Report] = []
        """Reports that were not sent yet."""
        self._new = trio.Event()
        """Set when there are reports to send, or when there will be no more."""
        self._made = 0
        """How many reports the room has made."""
        self._results: list[int] = []
        """For each result that the arena has not taken yet: its number among the reports, from 1."""
        self._closed = False
        """Whether the room is over."""
        self._orders = Orders()
        self._heard = trio.Event()
        """Set when the next orders come."""

    def games(self) -> Iterator[GameSetup]:
        """Yield games until there are none left, or until the arena wants no more."""
        for game_id in self._room.games:
            if self._orders.stop:
                return
            yield self._room.game_setup(game_id)

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
        """Let `send` end: the room is over and makes no more reports."""
        self._closed = True
        self._new.set()

    async def send(self) -> None:
        """Send reports until the room is over. Reports that were made at the same moment are sent together."""
        while self._waiting or not self._closed:
            await self._new.wait()
            self._new = trio.Event()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._link.send(batch)

    async def heed(self, scope: trio.CancelScope) -> None:
        """Follow orders; when the link ends, cancel the room.

        Args:
            scope: holds all tasks of the room.
        """
        while (orders := await self._link.receive()) is not None:
            self._orders = orders
            self._results = [made for made in self._results if made > orders.taken]
            self._heard.set()
            self._heard = trio.Event()
        scope.cancel()
