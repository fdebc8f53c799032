"""The channel to a bot: two pipes that carry bytes, and nothing more."""

from __future__ import annotations

import contextlib
import os
import select
from collections.abc import Callable
from typing import Final, Protocol

import trio

CHUNK: Final = 65536
_read: Final = os.read
_write: Final = os.write
"""Compiled code reads a `Final` of its own module directly, and looks up other names in a dictionary."""


class Channel(Protocol):
    """Carries bytes to a bot and back. In play it is a pair of pipes; in tests it is in memory."""

    def poll(self) -> bytes | None:
        """Return what can be read without waiting: b"" at the end of the bot's output, None if there is nothing."""

    def soon(self, ms: int) -> bytes | None:
        """Return what can be read within `ms`, as `poll` does. The whole process stands still meanwhile."""

    async def read(self) -> bytes:
        """Wait for output; return at most `CHUNK` bytes, b"" at the end."""

    def send(self, data: bytes) -> int:
        """Send as many bytes as there is room for, without waiting; return how many that was.

        Raises:
            OSError: the bot has closed its input.
        """

    async def write(self, data: bytes | memoryview) -> int:
        """Send as many bytes as there is room for, waiting until there is some; return how many that was.

        If it is canceled, nothing was sent.

        Raises:
            OSError: the bot has closed its input.
        """


class PipeChannel:
    """The channel to a bot behind pipes. Tries to read or write first, and waits only if that fails.

    Args:
        to_bot: the descriptor of the bot's standard input; made non-blocking, not closed.
        from_bot: the descriptor of the bot's standard output; made non-blocking, not closed.
        errors: the descriptor of its standard error, which `poll` reads too; made non-blocking, not closed. None if
            nobody wants to know.
        heard: takes what it wrote there.
    """

    __slots__ = ("_either", "_errors", "_heard", "_in", "_look", "_out", "_ready", "hushed")

    def __init__(
        self, to_bot: int, from_bot: int, errors: int | None = None, heard: Callable[[bytes], object] | None = None
    ) -> None:
        self._in = to_bot
        self._out = from_bot
        self._errors = -1 if errors is None else errors
        self._heard = heard
        self.hushed: bool = errors is None
        """Whether nothing more comes from standard error."""
        os.set_blocking(to_bot, False)
        os.set_blocking(from_bot, False)
        poller = select.poll()
        poller.register(from_bot, select.POLLIN)
        self._ready = poller.poll
        self._either = select.poll()
        self._either.register(from_bot, select.POLLIN)
        if errors is not None:
            os.set_blocking(errors, False)
            self._either.register(errors, select.POLLIN)
        self._look = self._either.poll

    def poll(self) -> bytes | None:
        """Read without waiting, standard error too: what a bot wrote there before its last answer has come then."""
        ready = self._look(0)
        if not ready:
            return None
        data = None
        for descriptor, _ in ready:
            if descriptor == self._errors:
                self.overhear()
            else:
                data = self.soon(0)
        return data

    def overhear(self) -> None:
        """Read standard error without waiting."""
        if self.hushed:
            return
        try:
            data = _read(self._errors, CHUNK)
        except BlockingIOError:
            return
        if not data:
            self.hush()
        elif self._heard is not None:
            self._heard(data)

    def hush(self) -> None:
        """Read standard error no more; call it before its descriptor is closed."""
        if not self.hushed:
            self.hushed = True
            self._either.unregister(self._errors)

    def soon(self, ms: int) -> bytes | None:
        """Read, waiting in the kernel for at most `ms`. That costs a fifth of a wait through trio."""
        if not self._ready(ms):
            return None
        try:
            return _read(self._out, CHUNK)
        except BlockingIOError:
            return None

    async def read(self) -> bytes:
        """Wait until there is something to read."""
        while True:
            await trio.lowlevel.wait_readable(self._out)
            with contextlib.suppress(BlockingIOError):
                return _read(self._out, CHUNK)

    def send(self, data: bytes | memoryview) -> int:
        """Write as much as there is room for, without waiting; return how many bytes that was."""
        try:
            return _write(self._in, data)
        except BlockingIOError:
            return 0

    async def write(self, data: bytes | memoryview) -> int:
        """Write as much as there is room for, waiting until there is some; return how many bytes that was."""
        while not (sent := self.send(data)):
            await trio.lowlevel.wait_writable(self._in)
        return sent
