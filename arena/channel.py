"""The two pipes to a bot, as bytes: what the referee needs of them and nothing more."""

from __future__ import annotations

import contextlib
import os
from typing import Protocol

import trio

CHUNK = 65536


class Channel(Protocol):
    """A way to a bot. In tests it lies in memory; in play it is a pair of pipes."""

    def poll(self) -> bytes | None:
        """Return what can be read at once: b"" at the end of the bot's output, None if there is nothing."""

    async def read(self) -> bytes:
        """Wait for output; return at most `CHUNK` bytes, b"" at the end."""

    async def write(self, data: bytes) -> None:
        """Send everything, waiting while the pipe is full.

        Raises:
            OSError: the bot has closed its input.
        """


class PipeChannel:
    """A bot behind pipes. Waits only when the kernel says that there is nothing to read or no room to write."""

    __slots__ = ("_in", "_out")

    def __init__(self, to_bot: int, from_bot: int) -> None:
        self._in = to_bot
        self._out = from_bot
        os.set_blocking(to_bot, False)
        os.set_blocking(from_bot, False)

    def poll(self) -> bytes | None:
        """Read without waiting."""
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

    async def write(self, data: bytes) -> None:
        """Write everything, waiting only for room."""
        view = memoryview(data)
        while view:
            try:
                view = view[os.write(self._in, view) :]
            except BlockingIOError:
                await trio.lowlevel.wait_writable(self._in)
