"""Workers: whoever plays rooms for a tournament, one at a time, beside the arena's own process.

The arena does not know where a room is played. It asks a host to play it, and hears of it through a link: that of a
child process here (`arena.tournament.child`), or one of those that lead through an agent on another machine
(`arena.agents`). Messages are the same (`arena.tournament.messages`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias

import trio

from arena.sandbox import Sandbox, Share
from arena.table.player import CORES
from arena.table.reports import Report
from arena.tournament.ahead import Gathering
from arena.tournament.child import ChildProcess
from arena.tournament.messages import RoomSetup, WorkerJob, plain_job, reports_of
from arena.tournament.pinning import Cores
from arena.tournament.report_check import ReportCheck
from arena.tournament.values import MalformedError

Take: TypeAlias = Callable[[Sequence[Report]], Awaitable[None]]
"""Stores reports, and tells of them."""

DRAIN = 1.0
"""Seconds in which the last reports of a dead worker may still be stored before others play its games."""


class WorkerLink(Protocol):
    """Where messages go to a worker and come from it."""

    async def send(self, *message: object) -> bool:
        """Send a message; return whether the other end was still there."""

    async def receive(self) -> Sequence[Any] | None:
        """Return the next message; None when the other end is gone."""


class Process(Protocol):
    """A process that plays rooms (`ChildProcess`, or a stand-in)."""

    link: Any
    """Leads to it: a `WorkerLink`."""

    async def how_it_ended(self) -> str:
        """Return a sentence for people on how it ended."""

    async def end(self, limiter: trio.CapacityLimiter) -> None:
        """End it, and wait for that."""


Hire: TypeAlias = Callable[[str], Process]
"""Starts a process for a worker, with the given mark in its environment. May raise `OSError`."""


class Host(Protocol):
    """Who plays the rooms of a worker."""

    async def begin(self, room: RoomSetup) -> WorkerLink | None:
        """Have a room played; return the line by which it is heard of, or None if the other end is gone.

        Raises:
            OSError: nobody can be found to play it.
        """

    async def how_it_ended(self) -> str:
        """Return a sentence for people on how it ended."""

    async def accuse(self, why: str) -> str:
        """Note that what it says cannot be; return the traceback for its games if that is a bug of the arena's."""

    async def bury(self) -> None:
        """End what is left of it. The next `begin` finds another."""

    async def dismiss(self) -> None:
        """End it, and wait for that."""

    @property
    def gone(self) -> bool:
        """Whether it is gone for good."""


class WorkerDied(Exception):  # noqa: N818 - what happened to it
    """A worker ended before its room did, or could not be started.

    Args:
        reason: how it ended, for people.
        trace: the traceback, if the arena's own code failed in the worker; else empty.
        open_games: the ids of the games that it had begun and not ended.
        gone: whether it is gone for good, so that others have to play its games.
    """

    def __init__(self, reason: str, trace: str, open_games: Sequence[str], *, gone: bool = False) -> None:
        super().__init__(reason)
        self.trace = trace
        self.open_games = open_games
        self.gone = gone


class Worker:
    """Plays rooms one after the other.

    Args:
        host: plays them.
    """

    def __init__(self, host: Host) -> None:
        self._host = host
        self._room: _RoomElsewhere | None = None
        """The room that is played now, or was played last."""
        self._taken = 0
        """How many reports were taken since its host began."""

    async def play(self, setup: RoomSetup, take: Take, over: Callable[[], None] = lambda: None) -> None:
        """Play a room to its end; return when all of its reports are taken.

        Args:
            setup: the room.
            take: stores reports; an error that it raises breaks the room off.
            over: called when the next room may begin, although some reports may not be taken yet.

        Raises:
            WorkerDied: the worker died, or none could be started; the next call tries another.
        """
        room = self._room = _RoomElsewhere(setup, take, self._count)
        try:
            line = await self._host.begin(setup)
        except OSError as error:
            raise WorkerDied(f"no worker process can be started: {error.strerror}", "", ()) from error
        try:
            if line is not None and await self._attend(line, room, over):
                return
        except BaseException:
            await self._host.dismiss()
            raise
        self._taken = 0
        if room.false:
            room.trace = await self._host.accuse(room.false)
        how = room.trace.rstrip().rpartition("\n")[2] or room.how or await self._host.how_it_ended()
        await self._host.bury()
        raise WorkerDied(how, room.trace, [*room.check.open], gone=self._host.gone)

    async def _attend(self, line: WorkerLink, room: _RoomElsewhere, over: Callable[[], None]) -> bool:
        """Take the reports of a room until it is over and all are taken; return False if its worker has died."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(room.send_stop, line)
            nursery.start_soon(room.take_all, line)
            if ended := await room.listen(line):
                over()
                await room.settled.wait()
            else:
                with trio.move_on_after(DRAIN):
                    await room.settled.wait()
            nursery.cancel_scope.cancel()
        return ended

    def _count(self, reports: int) -> int:
        """Count reports that were taken; return how many there were since the host began."""
        self._taken += reports
        return self._taken

    def stop(self) -> None:
        """Begin no more games in the room that is played now."""
        if self._room:
            self._room.stop()

    async def dismiss(self) -> None:
        """End the worker, and wait until it has ended."""
        await self._host.dismiss()


class _RoomElsewhere:
    """A room that a worker plays, seen from the arena: takes its reports, tells it which are taken, and stops it.

    Args:
        setup: the room.
        take: stores reports.
        count: counts reports that were taken; returns their number since the worker began.
    """

    def __init__(self, setup: RoomSetup, take: Take, count: Callable[[int], int]) -> None:
        self.check = ReportCheck(setup)
        self.trace = ""
        """The traceback, if the arena's own code failed in the worker."""
        self.false = ""
        """What is wrong with what the worker has said."""
        self.how = ""
        """How the worker has ended, if somebody has told."""
        self.settled = trio.Event()
        """Set when the worker makes no more reports, and all are taken, and it was told so."""
        self._take = take
        self._count = count
        self._gathering = Gathering(setup.tables)
        """Reports that are not taken yet."""
        self._stop = trio.Event()
        """Set when the worker is to begin no more games."""

    def stop(self) -> None:
        """Begin no more games."""
        self._stop.set()

    async def listen(self, line: WorkerLink) -> bool:
        """Receive reports until the room is over; return False if its worker died or failed instead."""
        try:
            while message := await line.receive():
                match message:
                    case ("reports", reports):
                        found = reports_of(reports)
                        self.check.check(found)
                        self._gathering.put(found)
                    case ("over",):
                        return True
                    case ("failed", str(trace)):
                        self.trace = trace
                        return False
                    case ("died", str(how)):
                        self.how = how[:500]
                        return False
                    case _:
                        self.false = f"{str(message[0])[:20]!r} is no word of a worker"
                        return False
        except MalformedError as error:
            self.false = str(error)
        finally:
            self._gathering.end()
        return False

    async def take_all(self, line: WorkerLink) -> None:
        """Take reports as they come, and tell the worker how many are taken.

        Those that come while others are being taken, and soon after, are taken together. The worker is told before this
        room is settled: its next room may wait for just these, and what that one reports may have been taken, and
        counted, before. What has come is also taken where the room is broken off.
        """
        try:
            while reports := await self._gathering.next():
                await self._take(reports)
                await line.send("taken", self._count(len(reports)))
        except trio.Cancelled:
            if reports := self._gathering.rest():
                with trio.CancelScope(shield=True):
                    await self._take(reports)
            raise
        self.settled.set()

    async def send_stop(self, line: WorkerLink) -> None:
        """Tell the worker to begin no more games, once that is asked for."""
        await self._stop.wait()
        await line.send("stop")


@dataclass(frozen=True)
class Crew:
    """What the worker processes of a machine have in common.

    Args:
        size: how many there are.
        sandbox: what bots are started in.
        hire: starts a process.
        starting: limits how many start at the same time: a start costs as much CPU time as seconds of play, and would
            slow down bots whose clocks run already.
        ending: limits how many threads wait for the end of a process: each takes much of the address space.
    """

    size: int
    sandbox: Sandbox
    hire: Hire = ChildProcess
    starting: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(CORES))
    ending: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(1))


class LocalHost:
    """A worker process on this machine (a `Host`); one that has died is replaced.

    Args:
        number: the number of the worker, from 0.
        crew: what it has in common with the other workers.
        cores: the cores that it and its bots use; None for any.
    """

    gone = False

    def __init__(self, number: int, crew: Crew, cores: Cores | None = None) -> None:
        self._number = number
        self._crew = crew
        self._cores = cores
        self._process: Process | None = None
        self._share: Share | None = None

    async def begin(self, room: RoomSetup) -> WorkerLink | None:
        """Have a room played, after starting a process if there is none.

        Raises:
            OSError: none can be started.
        """
        crew = self._crew
        self._share = share = await crew.sandbox.share(self._number, crew.size, room.programs.values())
        if self._process is None:
            async with crew.starting:
                self._process = crew.hire(share.mark)
                if await self._process.link.receive() is None:  # it says that it is ready
                    return None
        line: WorkerLink = self._process.link
        await line.send("play", plain_job(WorkerJob(room, share, self._cores)))
        return line

    async def how_it_ended(self) -> str:
        """Return a sentence for people on how the process ended."""
        return "" if self._process is None else await self._process.how_it_ended()

    async def accuse(self, why: str) -> str:
        """Return what to say of its games: a process of our own does not lie, so this is a bug."""
        return f"a worker says what cannot be: {why}"

    async def bury(self) -> None:
        """End what is left of a process, and of all that it has started."""
        with trio.CancelScope(shield=True):
            await self.dismiss()
            if self._share is not None:
                await self._crew.sandbox.clear(self._share)

    async def dismiss(self) -> None:
        """End the process, and wait until it has ended."""
        process, self._process = self._process, None
        if process is not None:
            with trio.CancelScope(shield=True):
                await process.end(self._crew.ending)


@asynccontextmanager
async def hired(number: int, sandbox: Sandbox, hire: Hire, cores: Sequence[Cores]) -> AsyncIterator[list[LocalHost]]:
    """Yield worker processes of this machine, which start when they are needed, and end them afterwards.

    Args:
        number: how many.
        sandbox: what bots are started in.
        hire: starts a process.
        cores: the sets of cores that the workers are kept on, one each; if there are none, they may use any core.
    """
    crew = Crew(number, sandbox, hire)
    hosts = [LocalHost(i, crew, cores[i] if cores else None) for i in range(number)]
    try:
        yield hosts
    finally:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for host in hosts:
                    nursery.start_soon(host.dismiss)
