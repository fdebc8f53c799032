"""A child process that calls functions: the usual worker process, behind the interface of an executor."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from contextlib import ExitStack, suppress
from typing import Any, ParamSpec, TypeVar

import trio

from arena.sandbox import MARK
from arena.tournament.link import Link
from arena.tournament.workshop import WorkFailed

P = ParamSpec("P")
T = TypeVar("T")

END = 3.0
"""Seconds that a child process has to end its bots and itself when it is no longer needed."""
PIPE = 1 << 16
"""Bytes that a pipe holds: what the child writes to standard error beyond them is lost."""
LAST_WORDS = 2000
"""How many of these bytes, counted from the end, are searched for the last line when the child is dead."""
BOOT = """
import pickle, socket, sys
stream = socket.socket(fileno=int(sys.argv[1])).makefile("rwb")
sys.path[:] = pickle.load(stream)
from arena.tournament.workshop import serve
serve(stream)
"""
"""What the child runs: it finds modules where its parent does, and does not run the parent's main module again."""


class ChildProcess(Executor):
    """A child process as an executor that does one job at a time. Use it within a trio loop.

    The child has a session of its own, so Ctrl-C at a terminal reaches only the parent; it ends when the parent ends.

    Args:
        mark: put into the child's environment, so that it can be found when the arena is dead.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self, mark: str) -> None:
        self._late = 0.0
        """The time (s, monotonic) at which the child is killed if it has not ended; 0 while it is still needed."""
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
        """Have the child call a function; if the child dies, the future fails with `BrokenExecutor`."""
        future: Future[T] = Future()
        future.set_running_or_notify_cancel()
        link = Link(self._socket.dup())
        trio.lowlevel.spawn_system_task(self._do, link, (fn, args, kwargs), future)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002 - of the interface
        """Let the child end after its job.

        Args:
            wait: whether to wait for the end, and to kill the child if it takes longer than `END`.
            cancel_futures: part of the interface, without effect: no job ever waits.
        """
        if not self._late:
            self._late = time.monotonic() + END
            with suppress(OSError):
                self._socket.shutdown(socket.SHUT_WR)
        if wait:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(max(0, self._late - time.monotonic()))
            self._opened.close()

    async def _do(self, link: Link, job: object, future: Future[Any]) -> None:
        """Send a job, wait for the answer, and hand it to the future."""
        try:
            await link.send(job)
            answer = await link.receive()
        except Exception as error:  # noqa: BLE001 - the future passes it on
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
        """Return a sentence for people on how the child ended, with the last line of its standard error."""
        code = self._process.poll()
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"a worker process was killed ({signal.Signals(-code).name})"
        words = b"" if self._stderr.closed else self._stderr.read(PIPE) or b""
        last = words[-LAST_WORDS:].decode(errors="replace").rstrip().rpartition("\n")[2]
        return f"a worker process ended by itself (exit {code}{last and ': '}{last})"
