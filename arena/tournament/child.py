"""A child process that plays rooms: the worker on the machine of the arena, and of an agent."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, suppress

import trio

from arena.escapes import last_words
from arena.sandbox import MARK
from arena.threads import beside
from arena.tournament.link import Link

END = 3.0
"""Seconds that a child process has to end its bots and itself when it is no longer needed."""
PIPE = 1 << 16
"""Bytes that a pipe holds: what the child writes to standard error beyond them is lost."""
BOOT = """
import json, sys
sys.path[:] = json.loads(sys.argv[2])
from arena.tournament.worker_process import serve
serve(int(sys.argv[1]))
"""
"""What the child runs: it finds modules where its parent does, and does not run the parent's main module again."""


class ChildProcess:
    """A child process that plays rooms. Make it within a trio loop.

    The child has a session of its own, so Ctrl-C at a terminal reaches only the parent; it ends when the parent ends.

    Args:
        mark: put into the child's environment, so that it can be found when the arena is dead.

    Raises:
        OSError: no process can be started.
    """

    def __init__(self, mark: str) -> None:
        with ExitStack() as opened, ExitStack() as passed:
            ours, theirs = socket.socketpair()
            opened.callback(ours.close)
            passed.callback(theirs.close)
            words, stderr = os.pipe()
            self._stderr = opened.enter_context(open(words, "rb", buffering=0))  # noqa: PTH123 - a descriptor
            passed.callback(os.close, stderr)
            for descriptor in (words, stderr):
                os.set_blocking(descriptor, False)
            self._process = subprocess.Popen(  # noqa: S603 - ours
                [sys.executable, "-c", BOOT, str(theirs.fileno()), json.dumps(sys.path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=stderr,
                env=os.environ | {MARK: mark},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
            self.link: Link = Link.over(ours)
            """Leads to the child."""
            opened.pop_all()

    async def how_it_ended(self) -> str:
        """Return a sentence for people on how the child ended, with what its standard error says last.

        It is waited for; if it does not end, it is killed later.
        """
        with trio.move_on_after(END):
            while self._process.poll() is None:  # noqa: ASYNC110 - no portable event tells of a process's end
                await trio.sleep(0.005)
        code = self._process.poll()
        if code is not None and code < 0:
            with suppress(ValueError):
                return f"a worker process was killed ({signal.Signals(-code).name})"
        words = last_words(b"" if self._stderr.closed else self._stderr.read(PIPE) or b"")
        return f"a worker process ended by itself (exit {code}{words and ': '}{words})"

    async def end(self, limiter: trio.CapacityLimiter) -> None:
        """Close the link, so that the child ends what it plays and itself; kill it if it takes longer than `END`.

        Args:
            limiter: limits how many threads wait for the end of a child.
        """
        late = time.monotonic() + END
        await self.link.close()
        await beside(self._wait, late, limiter=limiter)

    def _wait(self, late: float) -> None:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0, late - time.monotonic()))
        self._process.kill()
        self._process.wait()
        self._stderr.close()
