"""A link between two processes of the arena: pickled messages through a socket, whose address can be sent anywhere."""

from __future__ import annotations

import hmac
import pickle
import secrets
import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Self

import trio

KEY = 32
"""The bytes of a key."""
INTRODUCTION = 5.0
"""Seconds in which whoever calls must show the key."""
HEAD = 4
"""The bytes before a message that say how long it is."""
CHUNK = 1 << 16
"""Bytes that are read at once."""


def packed(message: object) -> bytes:
    """Return a message with its length before it."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data


@dataclass(frozen=True)
class Address:
    """Where somebody waits for a call.

    Args:
        family: of the socket, as a number.
        where: what the socket is bound to.
        key: what a caller shows: a message is unpickled only if it is one of ours.
    """

    family: int
    where: Any
    key: bytes = field(repr=False)


class Link:
    """An open link. Its methods are called by one sender and one receiver.

    Args:
        connection: it is closed by the link.
    """

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        if connection.family == socket.AF_INET:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self._buffer = bytearray()

    async def send(self, message: object) -> bool:
        """Send a message; return whether there was anybody to send it to."""
        left = memoryview(packed(message))
        with suppress(OSError, trio.ClosedResourceError):
            while left:
                try:
                    left = left[self._socket.send(left) :]
                except BlockingIOError:
                    await trio.lowlevel.wait_writable(self._socket)
            return True
        return False

    async def receive(self) -> Any:
        """Return the next message; None when the other end is gone."""
        await trio.lowlevel.checkpoint_if_cancelled()  # there may always be more without a wait
        head = await self.exactly(HEAD)
        data = head and await self.exactly(int.from_bytes(head, "big"))
        return pickle.loads(data) if data else None  # noqa: S301 - whoever sent it has the key

    async def exactly(self, size: int) -> bytes:
        """Return the next bytes, so many; none when the other end is gone."""
        while len(self._buffer) < size:
            if not (data := await self._read()):
                return b""
            self._buffer += data
        found = bytes(self._buffer[:size])
        del self._buffer[:size]
        return found

    async def _read(self) -> bytes:
        """Return what has come; wait for something if nothing has. Nothing when the other end is gone."""
        with suppress(OSError, trio.ClosedResourceError):
            while True:
                try:
                    return self._socket.recv(CHUNK)
                except BlockingIOError:
                    await trio.lowlevel.wait_readable(self._socket)
        return b""

    def finish(self) -> None:
        """Send nothing more; the other end finds out when it has read everything."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Hang up."""
        trio.lowlevel.notify_closing(self._socket)
        self._socket.close()


class Listener:
    """Waits for one call. A context manager.

    On Linux the socket has a name that is no file, so that nothing is left of it whatever happens; elsewhere it is a
    port of the machine's own loop.
    """

    def __init__(self) -> None:
        name = secrets.token_hex(8)
        if sys.platform == "linux":
            family, where = socket.AF_UNIX, f"\0arena-{name}"
        else:
            family, where = socket.AF_INET, ("127.0.0.1", 0)
        plain = socket.socket(family)
        try:
            plain.bind(where)
            plain.listen()
        except BaseException:
            plain.close()
            raise
        self._socket = trio.socket.from_stdlib_socket(plain)
        self.address = Address(family, plain.getsockname(), secrets.token_bytes(KEY))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    async def accept(self) -> Link:
        """Return the link to the first caller who has the key."""
        found: list[Link] = []
        try:
            async with trio.open_nursery() as nursery:
                while not found:
                    with suppress(OSError):  # a caller who has gone again
                        caller, _ = await self._socket.accept()
                        link = Link(socket.socket(fileno=caller.detach()))
                        nursery.start_soon(partial(_introduce, link, self.address.key, found, nursery.cancel_scope))
        except BaseException:  # whoever waits was cancelled, perhaps in the moment when the call came
            for link in found:
                link.close()
            raise
        return found[0]


async def _introduce(link: Link, key: bytes, found: list[Link], scope: trio.CancelScope) -> None:
    """Take a caller for the one who was expected, if it has the key."""
    shown = b""
    try:
        with trio.move_on_after(INTRODUCTION):
            shown = await link.exactly(len(key))
    finally:
        if found or not hmac.compare_digest(shown, key):
            link.close()
        else:
            found.append(link)
            scope.cancel()


async def call(address: Address) -> Link:
    """Return the link to somebody who waits for it.

    Raises:
        OSError: nobody does.
    """
    caller = trio.socket.socket(address.family)
    try:
        await caller.connect(address.where)
        await caller.send(address.key)
    except BaseException:
        caller.close()
        raise
    return Link(socket.socket(fileno=caller.detach()))
