"""Workers: processes that play rooms for a tournament, each with a loop, a clock and bots of its own.

A room is sent to a worker through the interface of `concurrent.futures.Executor`: a picklable job goes in, the future
says when it is done. What comes of the games goes up a link of its own (`arena.tournament.link`) as it comes, for a job
may take hours; the address of the link travels with the job. So any executor will do that calls a function in a process
which can reach the arena. `Process`, the usual one, is a child process.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
import traceback
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from typing import Any, ParamSpec, TypeAlias, TypeVar

import trio

from arena.sandbox import MARK, Sandbox, Share
from arena.table.player import CORES
from arena.table.reports import GameBegun, Report
from arena.threads import beside
from arena.tournament.link import Link, Listener
from arena.tournament.messages import Orders, RoomSetup
from arena.tournament.workshop import WorkerJob, WorkFailed, play_job, ready

P = ParamSpec("P")
T = TypeVar("T")
Hire: TypeAlias = Callable[[str], Executor]
"""Returns an executor, which plays one room at a time, for a mark that its processes may bear in their environment."""
Take: TypeAlias = Callable[[Sequence[Report]], Awaitable[None]]
"""Stores reports, and tells of them."""

END = 3.0
"""Seconds that a worker has to end its bots and itself when it is no longer needed."""
DRAIN = 1.0
"""Seconds in which the last reports of a worker that is dead arrive."""
PIPE = 1 << 16
"""Bytes that a pipe holds: what a worker writes to standard error beyond them is lost."""
LAST_WORDS = 2000
"""Bytes of them, at the end, that are looked at when it is dead."""
BOOT = """
import pickle, socket, sys
stream = socket.socket(fileno=int(sys.argv[1])).makefile("rwb")
sys.path[:] = pickle.load(stream)
from arena.tournament.workshop import serve
serve(stream)
"""
"""What a child process runs: it finds modules where its parent does, and nothing of the parent's program runs again."""


class Process(Executor):
    """A child process as an executor that does one job at a time. It is used from within a trio loop.

    It is in a session of its own, so that Ctrl-C at a terminal is the parent's business; it ends with the parent.

    Args:
        mark: stands in its environment, so that it is found when the arena is dead.

    Raises:
        OSError: no process is to be had.
    """

    def __init__(self, mark: str) -> None:
        self._late = 0.0
        """When it is killed if it has not ended by then; 0 before it was told to."""
        self._opened = ExitStack()
        with self._opened, ExitStack() as passed:
            self._socket, theirs = socket.socketpair()
            self._opened.callback(self._socket.close)
            passed.callback(theirs.close)
            words, stderr = os.pipe()
            self._stderr = self._opened.enter_context(open(words, "rb", buffering=0))  # noqa: PTH123 - a descriptor
            passed.callback(os.close, stderr)
            for descriptor in (words, stderr):
                os.set_blocking(descriptor, False)
            self._process = subprocess.Popen(  # noqa: S603 - ours
                [sys.executable, "-c", BOOT, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env=os.environ | {MARK: mark},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
            self._opened.callback(self._process.wait)
            self._opened.callback(self._process.kill)
            self._socket.sendall(pickle.dumps(sys.path))
            self._opened = self._opened.pop_all()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a function called in the process; the future fails with `BrokenExecutor` if that dies."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        link = Link(self._socket.dup())
        trio.lowlevel.spawn_system_task(self._do, link, (fn, args, kwargs), future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - of the interface
        """Let the process end when it has done its job; wait for that, and kill it if it takes longer than `END`."""
        if not self._late:
            self._late = time.monotonic() + END
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
        if wait:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0, self._late - time.monotonic()))
            self._opened.close()

    async def _do(self, link: Link, job: object, future: Future[Any]) -> None:
        """Send a job, and wait for the answer."""
        try:
            await link.send(job)
            answer = await link.receive()
        except Exception as error:  # noqa: BLE001 - whoever waits for the answer is told
            future.set_exception(error)
            return
        finally:
            link.close()
        if isinstance(answer, WorkFailed):
            future.set_exception(answer)
        elif answer is not None:
            future.set_result(answer[0])
        else:
            with trio.move_on_after(END):
                while self._process.poll() is None:  # noqa: ASYNC110 - no portable event tells of a process's end
                    await trio.sleep(0.005)
            future.set_exception(BrokenExecutor(self._how_it_ended()))

    def _how_it_ended(self) -> str:
        """Return it for people."""
        code = self._process.poll()
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"a worker process was killed ({signal.Signals(-code).name})"
        words = b"" if self._stderr.closed else self._stderr.read(PIPE) or b""
        last = words[-LAST_WORDS:].decode(errors="replace").rstrip().rpartition("\n")[2]
        return f"a worker process ended by itself (exit {code}{last and ': '}{last})"


class WorkerDied(Exception):  # noqa: N818 - what became of it
    """A worker came to nothing in the middle of its work.

    Args:
        reason: for people.
        trace: of what went wrong in it, if it is the arena that failed.
        open_games: the games that it had begun and not ended.
    """

    def __init__(self, reason: str, trace: str, open_games: Sequence[str]) -> None:
        super().__init__(reason)
        self.trace = trace
        self.open_games = open_games


@dataclass(frozen=True)
class Crew:
    """What the workers of a run have in common.

    Args:
        size: how many there are.
        sandbox: what bots are started in.
        hire: makes an executor.
        starting: how many may be starting at the same time: a start costs as much as seconds of play, and bots whose
            clocks run already would have to wait for it.
        ending: how many threads may wait for the end of one: each takes much of the address space.
    """

    size: int
    sandbox: Sandbox
    hire: Hire = Process
    starting: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(CORES))
    ending: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(1))


class Worker:
    """Who plays rooms, one after the other: an executor, and when it is broken another one.

    Args:
        number: from 0.
        crew: what it has in common with others.
        core: the number of the only core that it and its bots use; None for any.
    """

    def __init__(self, number: int, crew: Crew, core: int | None = None) -> None:
        self._number = number
        self._crew = crew
        self._core = core
        self._executor: Executor | None = None
        self._room: _Room | None = None
        """The room that is played now, or was played last."""
        self._behind = 0
        """How many rooms are over of which not everything is taken yet."""

    async def play(self, setup: RoomSetup, take: Take, over: Callable[[], None] = lambda: None) -> None:
        """Play a room to its end; everything that it reports is taken before this returns.

        Args:
            setup: the room.
            take: stores reports; whatever it raises breaks the room off.
            over: called when the next room may begin, though not all may be taken yet.

        Raises:
            WorkerDied: the worker came to nothing, or none was to be had; the next call tries another.
        """
        room = self._room = _Room(setup.tables, take)
        share = await self._crew.sandbox.share(self._number, self._crew.size, setup.programs.values())
        try:
            executor = await self._ready(share.mark)
            if room.stopped:
                return
            with Listener() as listener:
                job = WorkerJob(setup, listener.address, share, self._core)
                await self._attend(executor.submit(play_job, job), listener, room, over)
        except OSError as error:
            raise WorkerDied(f"no worker process can be started: {error.strerror}", "", ()) from error
        except (BrokenExecutor, WorkFailed) as error:
            await self._bury(share)
            trace = "" if isinstance(error, BrokenExecutor) else str(error)
            raise WorkerDied(str(error).rstrip().rpartition("\n")[2], trace, [*room.open]) from error

    async def _ready(self, mark: str) -> Executor:
        """Return what plays; a new one is waited for until it has started.

        Raises:
            OSError: there is none to be had.
            BrokenExecutor: it ended at the start.
        """
        if self._executor is None:
            async with self._crew.starting:
                self._executor = self._crew.hire(mark)
                future = self._executor.submit(ready)
                await _done(future)
                _check(future)
        return self._executor

    async def _attend(self, future: Future[None], listener: Listener, room: _Room, over: Callable[[], None]) -> None:
        """Take what a room reports, until its future is done and everything is taken.

        Raises:
            BrokenExecutor, WorkFailed: what became of it.
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
        """Wait until everything is taken of a room that is over, while the next one is played."""
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
        """Let the worker go; wait for its end."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False)
            with trio.CancelScope(shield=True):
                await beside(executor.shutdown, limiter=self._crew.ending)

    async def _bury(self, share: Share) -> None:
        """End what a dead worker has left."""
        with trio.CancelScope(shield=True):
            await self.dismiss()
            await self._crew.sandbox.clear(share)


class _Room:
    """A room that a worker plays: what it reports is taken, orders go to it.

    Args:
        tables: how many games may be open at once.
        take: stores reports.
    """

    def __init__(self, tables: int, take: Take) -> None:
        self.open: dict[str, None] = {}
        """The games that it has begun and not ended, by id."""
        self._tables = tables
        self._take = take
        self._come: list[Report] = []
        """Reports that are not taken yet."""
        self._hung_up = False
        """Whether no more will come."""
        self._news = trio.Event()
        """Set when some have come, or none will."""
        self._orders = Orders()
        self._changed = trio.Event()
        """Set when there are others to be sent."""

    @property
    def stopped(self) -> bool:
        """Whether it is to begin no more games."""
        return self._orders.stop

    def stop(self) -> None:
        """Begin no more games."""
        self._order(self._orders._replace(stop=True))

    def go_ahead(self) -> None:
        """Everything of the rooms before is taken: let it play while a game for each table is not."""
        self._order(self._orders._replace(ahead=self._tables))

    async def serve(self, listener: Listener, served: trio.Event) -> None:
        """Take reports until the worker hangs up, those together that come while others are being taken."""
        link = await listener.accept()
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._send_orders, link)
                nursery.start_soon(self._receive, link)
                while self._come or not self._hung_up:
                    await self._news.wait()
                    self._news = trio.Event()
                    await self._take_all()
                nursery.cancel_scope.cancel()
        finally:
            link.close()
        served.set()

    async def _receive(self, link: Link) -> None:
        while (reports := await link.receive()) is not None:
            self._come += reports
            self._news.set()
        self._hung_up = True
        self._news.set()
        link.finish()

    async def _take_all(self) -> None:
        reports, self._come = self._come, []
        if reports:
            await self._take(reports)
            for report in reports:
                self._note(report)
            self._order(self._orders._replace(taken=self._orders.taken + len(reports)))

    def _note(self, report: Report) -> None:
        if isinstance(report, GameBegun):
            self.open[report.game_id] = None
        else:
            self.open.pop(report.game_id, None)

    def _order(self, orders: Orders) -> None:
        self._orders = orders
        self._changed.set()

    async def _send_orders(self, link: Link) -> None:
        while True:
            await self._changed.wait()
            self._changed = trio.Event()
            await link.send(self._orders)


def _check(future: Future[Any]) -> None:
    """Check that a job was done.

    Raises:
        BrokenExecutor, WorkFailed: what became of it.
    """
    error = future.exception()
    if isinstance(error, (BrokenExecutor, WorkFailed)):
        raise error
    if error is not None:
        raise WorkFailed("".join(traceback.format_exception(error))) from error


async def _done(future: Future[Any]) -> None:
    """Wait until a future is done, whatever becomes of it."""
    done, token = trio.Event(), trio.lowlevel.current_trio_token()

    def tell(_: object) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(done.set)

    future.add_done_callback(tell)
    await done.wait()
