"""Callers that have not shown yet that they have the key: few at a time, and none crowds out those from elsewhere."""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv6Address, ip_address

import trio

MOST = 64
"""How many strangers may be connected at the same time."""
PART = 8
"""They take at most this part of the descriptors that the arena may open: one in so many."""
NETWORK = 64
"""How many bits of an IPv6 address name a network: whoever has one has all addresses in it."""


class Strangers:
    """Those who are connected, but have not finished the handshake of TLS, for which they need the key.

    When there are too many, one loses its place: at the address that has most of them, the one that has taken longest.
    An agent needs some ms, so it loses its place only to a flood from its own address.

    Args:
        most: how many there may be; None for what the limit of open files allows.
    """

    def __init__(self, most: int | None = None) -> None:
        self._most = max(1, min(MOST, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // PART)) if most is None else most
        self._waiting: dict[trio.CancelScope, str] = {}
        """Where each comes from, the one that came first at the beginning."""

    @contextmanager
    def place(self, address: str) -> Iterator[trio.CancelScope]:
        """Hold a place for a stranger; yield the scope that is cancelled when it loses the place.

        Args:
            address: where it comes from.
        """
        with trio.CancelScope() as scope:
            self._waiting[scope] = address
            if len(self._waiting) > self._most:
                self._make_room()
            try:
                yield scope
            finally:
                self._waiting.pop(scope, None)

    def _make_room(self) -> None:
        crowds = Counter(self._waiting.values())
        largest = max(crowds.values())
        slowest = next(scope for scope, address in self._waiting.items() if crowds[address] == largest)
        del self._waiting[slowest]
        slowest.cancel()


def address_of(stream: trio.abc.Stream) -> str:
    """Return where a caller comes from: an address, or the network of an IPv6 address; empty if that is not known."""
    if not isinstance(stream, trio.SocketStream):
        return ""
    try:
        return network_of(stream.socket.getpeername()[0])
    except (OSError, IndexError):  # it is gone already
        return ""


def network_of(text: str) -> str:
    """Return an address, or the network of an IPv6 address; empty if the text is none."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return ""
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or IPv6Address(int(address) >> (128 - NETWORK) << (128 - NETWORK)))
    return str(address)
