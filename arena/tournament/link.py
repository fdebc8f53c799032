"""A link between two processes of the arena, here or on two machines: messages of plain values through a stream.

A message is four bytes that give the length of the rest, most significant first, and then a list in msgpack whose
first value is a word (`arena.tournament.messages`). Nothing that comes through a link is run, and what is made of it is
checked first (`arena.tournament.values`).
"""

from __future__ import annotations

import socket
from collections.abc import Sequence
from typing import Any, Self

import trio

from arena.tournament.values import MalformedError, pack, unpack, weight_of

HEAD = 4
"""How many bytes in front of a message give its length."""
CHUNK = 1 << 16
"""How many bytes are read at once."""
LONGEST = 1 << 27
"""The most bytes of a message: reports on a thousand games that end together."""
GONE = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)
"""Errors of a stream whose other end is gone, or that was closed here."""


class Link:
    """An open link. Several tasks may send while one receives.

    Args:
        stream: the connected stream; the link closes it.
    """

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.longest = LONGEST
        """The most bytes of a message that comes in."""
        self.heaviest: int | None = None
        """The most bytes of memory that its values may take; None from whoever is trusted."""
        self.weight: int = 0
        """How many bytes those of the last message take; 0 from whoever is trusted."""
        self.heard: float = trio.current_time()
        """When something last came in (s, of trio's clock)."""
        self._buffer = bytearray()
        self._sending = trio.Lock()

    @classmethod
    def over(cls, plain: socket.socket) -> Self:
        """Return a link through a connected socket, which it closes."""
        return cls(trio.SocketStream(trio.socket.from_stdlib_socket(plain)))

    async def send(self, *message: object) -> bool:
        """Send a message; return whether the other end was still there."""
        data = pack(message)
        try:
            async with self._sending:
                await self.stream.send_all(len(data).to_bytes(HEAD, "big") + data)
        except GONE:
            return False
        return True

    async def receive(self) -> Sequence[Any] | None:
        """Return the next message; None when the other end is gone.

        Raises:
            MalformedError: what comes is no message.
        """
        await trio.lowlevel.checkpoint_if_cancelled()  # messages may arrive so fast that nothing below ever waits
        head = await self._exactly(HEAD)
        size = int.from_bytes(head, "big")
        if size > self.longest:
            raise MalformedError(f"a message of {size} bytes")
        data = head and await self._exactly(size)
        if not data:
            return None
        if self.heaviest is not None:
            self.weight = weight_of(data, self.heaviest)
        message = unpack(data)
        if type(message) is not tuple or not message or type(message[0]) is not str:
            raise MalformedError("a message that does not begin with a word")
        return message

    async def _exactly(self, size: int) -> bytes:
        """Return exactly the next `size` bytes; b"" when the other end is gone."""
        while len(self._buffer) < size:
            try:
                data = await self.stream.receive_some(CHUNK)
            except GONE:
                data = b""
            if not data:
                return b""
            self.heard = trio.current_time()
            self._buffer += data
        found = bytes(self._buffer[:size])
        del self._buffer[:size]
        return found

    async def close(self) -> None:
        """Close the stream; sending and receiving end."""
        await trio.aclose_forcefully(self.stream)
