"""The channel to a bot: two pipes that carry bytes, and nothing more."""

from __future__ import annotations

import contextlib
import os
import select
from typing import Protocol

import trio

CHUNK = 65536


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
    """

    __slots__ = ("_in", "_out", "_ready")

    def __init__(self, to_bot: int, from_bot: int) -> None:
        self._in = to_bot
        self._out = from_bot
        os.set_blocking(to_bot, False)
        os.set_blocking(from_bot, False)
        poller = select.poll()
        poller.register(from_bot, select.POLLIN)
        self._ready = poller.poll

    def poll(self) -> bytes | None:
        """Read without waiting."""
        return self.soon(0)

    def soon(self, ms: int) -> bytes | None:
        """Read, waiting in the kernel for at most `ms`. That costs a fifth of a wait through trio."""
        if not self._ready(ms):
            return None
        try:
            return os.read(self._out, CHUNK)
        except BlockingIOError:
            return None

    async def read(self) -> bytes:
        """Wait until there is something to read."""
        while True:
            await trio.lowlevel.wait_readable(self._out)
            with contextlib.suppress(BlockingIOError):
                return os.read(self._out, CHUNK)

    def send(self, data: bytes | memoryview) -> int:
        """Write as much as there is room for, without waiting; return how many bytes that was."""
        try:
            return os.write(self._in, data)
        except BlockingIOError:
            return 0

    async def write(self, data: bytes | memoryview) -> int:
        """Write as much as there is room for, waiting until there is some; return how many bytes that was."""
        while not (sent := self.send(data)):
            await trio.lowlevel.wait_writable(self._in)
        return sent
