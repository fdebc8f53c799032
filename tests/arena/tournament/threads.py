"""Workers in threads of this process, for tests that put something else in the place of a room."""

from __future__ import annotations

import socket
from threading import Thread

import trio

from arena.tournament.link import Link
from arena.tournament.worker_process import WorkerProcess


class KilledError(BaseException):
    """What happens to a worker that is killed."""


class WorkerThread:
    """A worker in a thread of this process, as a `Process`; `KilledError` ends it as a signal ends a process."""

    def __init__(self, _: str) -> None:
        ours, theirs = socket.socketpair()
        self.link = Link.over(ours)
        self._thread = Thread(target=self._run, args=(theirs,), daemon=True)
        self._thread.start()

    def _run(self, theirs: socket.socket) -> None:
        async def work() -> None:
            await WorkerProcess(Link.over(theirs)).work()

        try:
            trio.run(work)
        except BaseExceptionGroup as group:
            if not group.subgroup(KilledError):
                raise

    async def how_it_ended(self) -> str:
        """Say so."""
        await trio.to_thread.run_sync(self._thread.join, abandon_on_cancel=True)
        return "killed"

    async def end(self, limiter: trio.CapacityLimiter) -> None:
        """Close the link, and wait for the thread."""
        await self.link.close()
        await trio.to_thread.run_sync(self._thread.join, limiter=limiter)
