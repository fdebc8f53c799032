"""A link between two processes of the arena: pickled messages through a socket whose address can be passed on."""

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
"""How many bytes a key has."""
INTRODUCTION = 5.0
"""Seconds in which a caller has to send the key."""
HEAD = 4
"""How many bytes in front of a message give its length."""
CHUNK = 1 << 16
"""How many bytes are read at once."""


def packed(message: object) -> bytes:
    """Return the bytes of a message, with its length in front."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return len(data).to_bytes(HEAD, "big") + data


@dataclass(frozen=True)
class Address:
    """The address of a listener.

    Args:
        family: the address family of its socket, as a number.
        where: the address that the socket is bound to.
        key: what a caller has to send first, so that only messages of the arena's own processes are unpickled.
    """

    family: int
    where: Any
    key: bytes = field(repr=False)


class Link:
    """An open link. One task may send while another receives.

    Args:
        connection: the connected socket; the link closes it.
    """

    def __init__(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        if connection.family == socket.AF_INET:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection
        self._buffer = bytearray()

    async def send(self, message: object) -> bool:
        """Send a message; return whether the other end was still there."""
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
        await trio.lowlevel.checkpoint_if_cancelled()  # messages may arrive so fast that nothing below ever waits
        head = await self.exactly(HEAD)
        data = head and await self.exactly(int.from_bytes(head, "big"))
        return pickle.loads(data) if data else None  # noqa: S301 - the sender has the key

    async def exactly(self, size: int) -> bytes:
        """Return exactly the next `size` bytes; b"" when the other end is gone."""
        while len(self._buffer) < size:
            if not (data := await self._read()):
                return b""
            self._buffer += data
        found = bytes(self._buffer[:size])
        del self._buffer[:size]
        return found

    async def _read(self) -> bytes:
        """Return the bytes that have come, waiting if there are none; b"" when the other end is gone."""
        with suppress(OSError, trio.ClosedResourceError):
            while True:
                try:
                    return self._socket.recv(CHUNK)
                except BlockingIOError:
                    await trio.lowlevel.wait_readable(self._socket)
        return b""

    def finish(self) -> None:
        """Send nothing more: the other end receives None after the last message."""
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        """Close the socket; sending and receiving end."""
        trio.lowlevel.notify_closing(self._socket)
        self._socket.close()


class Listener:
    """Waits for one caller. A context manager.

    On Linux the name of the socket is abstract and no file, so nothing can be left behind; elsewhere it is a port of
    the loopback interface.
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
        """Wait for a caller with the key; return the link to it."""
        found: list[Link] = []
        try:
            async with trio.open_nursery() as nursery:
                while not found:
                    with suppress(OSError):  # the caller has hung up already
                        caller, _ = await self._socket.accept()
                        link = Link(socket.socket(fileno=caller.detach()))
                        nursery.start_soon(partial(_introduce, link, self.address.key, found, nursery.cancel_scope))
        except BaseException:  # the caller of this method was cancelled, perhaps just when the link was made
            for link in found:
                link.close()
            raise
        return found[0]


async def _introduce(link: Link, key: bytes, found: list[Link], scope: trio.CancelScope) -> None:
    """Accept a caller if it sends the key in time, and cancel the waiting; else close the link to it.

    Args:
        link: leads to the caller.
        key: what it has to send.
        found: takes the link if it is accepted.
        scope: holds the tasks that wait for callers.
    """
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
    """Return the link to a listener.

    Args:
        address: the address of the listener.

    Raises:
        OSError: no listener is there.
    """
    caller = trio.socket.socket(address.family)
    try:
        await caller.connect(address.where)
        await caller.send(address.key)
    except BaseException:
        caller.close()
        raise
    return Link(socket.socket(fileno=caller.detach()))
