"""Workers: processes that play rooms for a tournament, each with its own event loop, lag meter and bots.

A room is sent to a worker through the interface of `concurrent.futures.Executor`: a picklable job goes in, and the
future says when it is done. Reports on the games do not wait for the future, for a room may take hours: they come
through a link (`arena.tournament.link`), whose address travels with the job. So any executor will do that calls
functions in a process which can reach the arena. The usual one is a child process (`arena.tournament.child`).
"""

from __future__ import annotations

import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import trio

from arena.sandbox import Sandbox, Share
from arena.table.player import CORES
from arena.table.reports import GameBegun, Report
from arena.threads import beside
from arena.tournament.child import ChildProcess
from arena.tournament.link import Link, Listener
from arena.tournament.messages import Orders, RoomSetup
from arena.tournament.pinning import Cores
from arena.tournament.workshop import WorkerJob, WorkFailed, play_job, ready

Hire: TypeAlias = Callable[[str], Executor]
"""Starts an executor that plays one room at a time. Its processes may bear the given mark in their environment."""
Take: TypeAlias = Callable[[Sequence[Report]], Awaitable[None]]
"""Stores reports, and tells of them."""

DRAIN = 1.0
"""Seconds in which the last reports of a dead worker may still arrive."""


class WorkerDied(Exception):  # noqa: N818 - what happened to it
    """A worker ended before its room did, or could not be started.

    Args:
        reason: how it ended, for people.
        trace: the traceback, if the arena's own code failed in the worker; else empty.
        open_games: the ids of the games that it had begun and not ended.
    """

    def __init__(self, reason: str, trace: str, open_games: Sequence[str]) -> None:
        super().__init__(reason)
        self.trace = trace
        self.open_games = open_games


@dataclass(frozen=True)
class Crew:
    """What the workers of a run have in common.

    Args:
        size: how many workers there are.
        sandbox: what bots are started in.
        hire: starts an executor for a worker.
        starting: limits how many workers start at the same time: a start costs as much CPU time as seconds of play, and
            would slow down bots whose clocks run already.
        ending: limits how many threads wait for the end of a worker: each takes much of the address space.
    """

    size: int
    sandbox: Sandbox
    hire: Hire = ChildProcess
    starting: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(CORES))
    ending: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(1))


class Worker:
    """Plays rooms one after the other, in an executor; a broken executor is replaced.

    Args:
        number: the number of the worker, from 0.
        crew: what it has in common with the other workers.
        cores: the cores that it and its bots use; None for any.
    """

    def __init__(self, number: int, crew: Crew, cores: Cores | None = None) -> None:
        self._number = number
        self._crew = crew
        self._cores = cores
        self._executor: Executor | None = None
        self._room: _RoomElsewhere | None = None
        """The room that is played now, or was played last."""
        self._behind = 0
        """How many rooms are over although some of their reports are not taken yet."""

    async def play(self, setup: RoomSetup, take: Take, over: Callable[[], None] = lambda: None) -> None:
        """Play a room to its end; return when all of its reports are taken.

        Args:
            setup: the room.
            take: stores reports; an error that it raises breaks the room off.
            over: called when the next room may begin, although some reports may not be taken yet.

        Raises:
            WorkerDied: the worker died, or none could be started; the next call tries another.
        """
        room = self._room = _RoomElsewhere(setup.tables, take)
        share = await self._crew.sandbox.share(self._number, self._crew.size, setup.programs.values())
        try:
            executor = await self._ready(share.mark)
            if room.stopped:
                return
            with Listener() as listener:
                job = WorkerJob(setup, listener.address, share, self._cores)
                await self._attend(executor.submit(play_job, job), listener, room, over)
        except OSError as error:
            raise WorkerDied(f"no worker process can be started: {error.strerror}", "", ()) from error
        except (BrokenExecutor, WorkFailed) as error:
            await self._bury(share)
            trace = "" if isinstance(error, BrokenExecutor) else str(error)
            raise WorkerDied(str(error).rstrip().rpartition("\n")[2], trace, [*room.open]) from error

    async def _ready(self, mark: str) -> Executor:
        """Return the executor; start one if there is none, and wait until it has started.

        Raises:
            OSError: none can be started.
            BrokenExecutor: it ended during its start.
        """
        if self._executor is None:
            async with self._crew.starting:
                self._executor = self._crew.hire(mark)
                future = self._executor.submit(ready)
                await _done(future)
                _check(future)
        return self._executor

    async def _attend(
        self, future: Future[None], listener: Listener, room: _RoomElsewhere, over: Callable[[], None]
    ) -> None:
        """Take the reports of a room, until its future is done and all reports are taken.

        Raises:
            BrokenExecutor: the process died.
            WorkFailed: the arena failed in it.
        """
        if not self._behind:
            room.go_ahead()
        async with trio.open_nursery() as nursery:
            served = trio.Event()
            nursery.start_soon(room.serve, listener, served)
            await _done(future)
            if future.exception() is None:
                await self._leave_behind(served, over)
            else:
                with trio.move_on_after(DRAIN):
                    await served.wait()
            nursery.cancel_scope.cancel()
        _check(future)

    async def _leave_behind(self, served: trio.Event, over: Callable[[], None]) -> None:
        """Wait until all reports of a finished room are taken; the next room is played meanwhile."""
        self._behind += 1
        over()
        await served.wait()
        self._behind -= 1
        if not self._behind and self._room:
            self._room.go_ahead()

    def stop(self) -> None:
        """Begin no more games in the room that is played now."""
        if self._room:
            self._room.stop()

    async def dismiss(self) -> None:
        """End the worker, and wait until it has ended."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False)
            with trio.CancelScope(shield=True):
                await beside(executor.shutdown, limiter=self._crew.ending)

    async def _bury(self, share: Share) -> None:
        """End the processes that a dead worker has left behind."""
        with trio.CancelScope(shield=True):
            await self.dismiss()
            await self._crew.sandbox.clear(share)


@asynccontextmanager
async def hired(number: int, sandbox: Sandbox, hire: Hire, cores: Sequence[Cores]) -> AsyncIterator[list[Worker]]:
    """Yield workers, and end them afterwards.

    Args:
        number: how many.
        sandbox: what bots are started in.
        hire: starts an executor for a worker.
        cores: the sets of cores that the workers are kept on, one each; if there are none, they may use any core.
    """
    crew = Crew(number, sandbox, hire)
    workers = [Worker(i, crew, cores[i] if cores else None) for i in range(number)]
    try:
        yield workers
    finally:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for worker in workers:
                    nursery.start_soon(worker.dismiss)


class _RoomElsewhere:
    """A room that a worker plays, seen from the arena: takes its reports and sends it orders.

    Args:
        tables: how many games may be open at once.
        take: stores reports.
    """

    def __init__(self, tables: int, take: Take) -> None:
        self.open: dict[str, None] = {}
        """The ids of the games that it has begun and not ended, in that order."""
        self._tables = tables
        self._take = take
        self._received: list[Report] = []
        """Reports that are not taken yet."""
        self._hung_up = False
        """Whether the worker has sent its last report."""
        self._news = trio.Event()
        """Set when there are new reports, or when there will be no more."""
        self._orders = Orders()
        self._changed = trio.Event()
        """Set when the orders have changed and are to be sent."""

    @property
    def stopped(self) -> bool:
        """Whether it is to begin no more games."""
        return self._orders.stop

    def stop(self) -> None:
        """Begin no more games."""
        self._order(self._orders._replace(stop=True))

    def go_ahead(self) -> None:
        """Let the room play while up to one result for each table is not taken; for when no earlier room is behind."""
        self._order(self._orders._replace(ahead=self._tables))

    async def serve(self, listener: Listener, served: trio.Event) -> None:
        """Take reports until the worker hangs up. Reports that come while others are being taken are taken together."""
        link = await listener.accept()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._send_orders, link)
                nursery.start_soon(self._receive, link)
                while self._received or not self._hung_up:
                    await self._news.wait()
                    self._news = trio.Event()
                    await self._take_all()
                nursery.cancel_scope.cancel()
        finally:
            link.close()
        served.set()

    async def _receive(self, link: Link) -> None:
        """Receive reports until the worker hangs up, then hang up as well."""
        while (reports := await link.receive()) is not None:
            self._received += reports
            self._news.set()
        self._hung_up = True
        self._news.set()
        link.finish()

    async def _take_all(self) -> None:
        """Take all reports that have come, and tell the worker so."""
        reports, self._received = self._received, []
        if reports:
            await self._take(reports)
            for report in reports:
                if isinstance(report, GameBegun):
                    self.open[report.game_id] = None
                else:
                    self.open.pop(report.game_id, None)
            self._order(self._orders._replace(taken=self._orders.taken + len(reports)))

    def _order(self, orders: Orders) -> None:
        self._orders = orders
        self._changed.set()

    async def _send_orders(self, link: Link) -> None:
        while True:
            await self._changed.wait()
            self._changed = trio.Event()
            await link.send(self._orders)


def _check(future: Future[Any]) -> None:
    """Check that a job did not fail.

    Raises:
        BrokenExecutor: its process died.
        WorkFailed: it raised an error; the text is the traceback.
    """
    error = future.exception()
    if isinstance(error, (BrokenExecutor, WorkFailed)):
        raise error
    if error is not None:
        raise WorkFailed("".join(traceback.format_exception(error))) from error


async def _done(future: Future[Any]) -> None:
    """Wait until a future has a result or an error."""
    done, token = trio.Event(), trio.lowlevel.current_trio_token()

    def tell(_: object) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(done.set)

    future.add_done_callback(tell)
    await done.wait()
