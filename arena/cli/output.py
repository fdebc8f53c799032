"""Standard output and standard error: what is lost is told by the exit status, and play never waits for a reader."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
import time
from _thread import start_new_thread
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from select import select
from threading import Condition, Event
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PIPE_CLOSED = 128 + signal.SIGPIPE
"""The exit status if the reader of standard output went away: a shell shows it for a program that SIGPIPE ended."""
PATIENCE = 10.0
"""Seconds to wait for a reader that takes nothing, after play is over."""
BIRTH = 5.0
"""Seconds to wait for the first line of a thread."""
MOST = 1 << 18
"""Bytes of standard error that wait for a reader; further messages are dropped, they are also in the results."""


class OutputLost(Exception):  # noqa: N818 - click and rich know what to do about a broken pipe, and must not do it
    """Standard output cannot be written.

    Args:
        why: the number of the error (see `errno`); `ETIMEDOUT` if nobody reads.
    """

    def __init__(self, why: int) -> None:
        super().__init__(why)
        self.why = why

    @property
    def exit_status(self) -> int:
        """The exit status of the command, unless it already has one that is not 0."""
        return PIPE_CLOSED if self.why == errno.EPIPE else os.EX_IOERR

    def __str__(self) -> str:
        """What to tell a person; empty for a closed pipe, where the reader chose not to read on."""
        if self.why == errno.EPIPE:
            return ""
        reason = {errno.ETIMEDOUT: "nobody reads it", errno.EBADF: "it is closed"}.get(self.why)
        return f"standard output: {reason or os.strerror(self.why)}; not everything could be printed"


def put(descriptor: int, data: bytes) -> int:
    """Write some bytes and return how many were taken; wait if there is no room."""
    while True:
        try:
            return os.write(descriptor, data)
        except BlockingIOError:  # somebody else made the pipe or terminal so
            select([], [descriptor], [])


class Queue:
    """What waits to be written, in order; a thread writes it. Two outputs that lead to one place share a queue."""

    def __init__(self) -> None:
        self.changed: Condition = Condition()
        self.waiting: deque[tuple[Output, bytes]] = deque()
        self._runs = False

    def begin(self) -> bool:
        """Start the thread, and return whether there is one.

        `Thread.start` waits forever for a thread that dies of a lack of memory before its first line.
        """
        if not self._runs:
            lives = Event()
            try:
                start_new_thread(self._work, (lives,))
            except RuntimeError:
                return False
            self._runs = lives.wait(BIRTH)
        return self._runs

    def _work(self, lives: Event) -> None:
        lives.set()
        while True:
            with self.changed:
                self.changed.wait_for(lambda: self.waiting)
                of, text = self.waiting[0]
            try:
                taken, why = of.put(of.fileno(), text), 0
            except OSError as error:
                taken, why = 0, error.errno or errno.EIO
            with self.changed:
                if why:
                    of.give_up(why)
                elif of.lost is None:
                    self.waiting.popleft()
                    if taken < len(text):
                        self.waiting.appendleft((of, text[taken:]))
                    of.was_taken(taken)
                self.changed.notify_all()


class Output(io.RawIOBase):
    """Writes bytes to standard output or standard error: at once, or from a thread while games are played.

    Args:
        descriptor: 1 or 2.
        put: writes some bytes to it and returns how many it took.
        vital: whether the loss of anything matters: on standard output it does.
        queue: what waits to be written to the same place; by default this has one of its own.
    """

    def __init__(
        self, descriptor: int, put: Callable[[int, bytes], int] = put, *, vital: bool, queue: Queue | None = None
    ) -> None:
        self.lost: OutputLost | None = None
        """Why nothing more can be written."""
        self._descriptor = descriptor
        self.put = put
        self._vital = vital
        self.queue: Queue = queue or Queue()
        self._size = 0
        self._taken = 0.0
        """When the reader last took something."""
        self._playing = self._in_turn = False

    def writable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the file descriptor."""
        return self._descriptor

    def isatty(self) -> bool:
        """Return whether a terminal is written to."""
        return os.isatty(self._descriptor)

    def write(self, data: ReadableBuffer, /) -> int:
        """Take all bytes; write them before this returns, unless games are played.

        Raises:
            OutputLost: they cannot be written, and are vital; not while games are played.
        """
        text = bytes(data)
        if self._in_turn:
            self._hand_over(text)
        else:
            self._write_now(text)
        return len(text)

    def _write_now(self, text: bytes) -> None:
        try:
            while text and self.lost is None:
                text = text[self.put(self._descriptor, text) :]
        except OSError as error:
            self.lost = OutputLost(error.errno or errno.EIO)
        if self.lost and self._vital and not self._playing:
            raise self.lost

    def play(self) -> None:
        """From now on, raise nothing, and write in a thread, so that nobody waits; without one if there is none."""
        self._playing = True
        self._in_turn = self.queue.begin()

    def _hand_over(self, text: bytes) -> None:
        with self.queue.changed:
            if self.lost or (not self._vital and self._size + len(text) > MOST):
                return
            self.queue.waiting.append((self, text))
            self._size += len(text)
            self.queue.changed.notify_all()

    def was_taken(self, count: int) -> None:
        """Take note that the reader took some of the bytes that wait."""
        self._size -= count
        self._taken = time.monotonic()

    def give_up(self, why: int) -> None:
        """Write nothing more, for a reason of `errno`; what waits is lost."""
        self.lost = self.lost or OutputLost(why)
        kept = [(of, text) for of, text in self.queue.waiting if of is not self]
        self.queue.waiting.clear()
        self.queue.waiting.extend(kept)
        self._size = 0

    def finish(self, patience: float, since: float) -> None:
        """Wait until everything is written, or until nothing was taken for some seconds; then the rest is lost.

        Args:
            patience: seconds.
            since: the time from which they count at the earliest, on the monotonic clock.
        """
        with self.queue.changed:
            while self._size:
                if (left := max(since, self._taken) + patience - time.monotonic()) > 0.0:
                    self.queue.changed.wait(left)
                else:
                    self.give_up(errno.ETIMEDOUT)


def install() -> None:
    """Put `Output` behind `sys.stdout` and `sys.stderr`, also where the parent of this process has closed them."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            # A file that is opened later must not get this number: others would write into it. As nobody can write
            # to one that is open for reading, output is lost with the error that a closed descriptor gives.
            os.set_inheritable(os.open(os.devnull, os.O_RDONLY), True)
    queue = Queue() if os.path.sameopenfile(1, 2) else None  # a terminal, or 2>&1: lines keep their order
    for name, descriptor in (("stdout", 1), ("stderr", 2)):
        old = getattr(sys, name)
        encoding = "utf-8" if old is None else old.encoding
        with suppress(AttributeError, OSError):
            old.flush()
        new = Output(descriptor, vital=name == "stdout", queue=queue)
        wrapped = io.TextIOWrapper(new, encoding, "backslashreplace", write_through=True)  # type: ignore[type-var]
        setattr(sys, name, wrapped)


def outputs() -> list[Output]:
    """Return the installed ones: none in a program that calls a command as a function."""
    found = [getattr(stream, "buffer", None) for stream in (sys.stdout, sys.stderr)]
    return [each for each in found if isinstance(each, Output)]


def play() -> None:
    """Let nothing that is printed from now on wait for its reader."""
    for each in outputs():
        each.play()


def finish(status: int) -> int:
    """Wait for the readers, say what was lost, and return the exit status.

    Args:
        status: the exit status of the command; if it is not 0, it stays.
    """
    found, now = outputs(), time.monotonic()
    try:
        for each in found:
            each.finish(PATIENCE, now)
        lost = next((each.lost for each in found if each.lost and each.fileno() == 1), None)
        if lost is None:  # nobody has to read messages, but if they cannot be written, nobody can have read them
            messages = next((each.lost for each in found if each.lost), None)
            if messages is None or messages.why in {errno.EPIPE, errno.ETIMEDOUT}:
                return status
            return status or messages.exit_status
        if text := str(lost):
            sys.stderr.write(f"arena: {text}\n")
            found[-1].finish(PATIENCE, time.monotonic())
    except KeyboardInterrupt:
        return status or 128 + signal.SIGINT
    return status or lost.exit_status
