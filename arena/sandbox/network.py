"""The way out for a bot that may connect to some places: everything else stays closed.

A sandbox has a network of its own that leads nowhere. For each place, HOST:PORT, the arena opens a port in it. What
connects there is passed on by the arena, outside. In the sandbox, the name of the host leads to that port, so programs
need no settings, and TLS is between the bot and the place: the arena sees only bytes.
"""

from __future__ import annotations

import ipaddress
import json
import socket
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import trio

from arena.sandbox import openings
from arena.settings.own import place_of

CONNECTIONS = 32
"""How many connections a bot may have at one time; others wait."""
PATIENCE = 5.0
"""Seconds that opening the ports may take."""
BYTES = 1 << 16
BROKEN = (OSError, trio.BrokenResourceError, trio.ClosedResourceError)
"""The errors of a connection that one of its ends has given up."""


class Network:
    """The places that are open to one bot.

    Args:
        places: the places, as HOST:PORT.
    """

    def __init__(self, places: Sequence[str]) -> None:
        found = [place_of(place) for place in places]
        self._addresses = _addresses([host for host, _ in found])
        self._places = {(self._addresses[host], port): (host, port) for host, port in found}
        """Address and port inside -> host and port outside."""
        self._listening: list[socket.socket] = []

    def files(self) -> dict[str, bytes]:
        """Return the files that the sandbox has for it: path -> content; none if nothing is open."""
        if not self._places:
            return {}
        lines = ["127.0.0.1 localhost", *(f"{address} {host}" for host, address in self._addresses.items())]
        return {"/etc/hosts": "".join(f"{line}\n" for line in lines).encode(), "/etc/nsswitch.conf": b"hosts: files\n"}

    def open(self, pid: int) -> None:
        """Open the ports in the network of a process; this takes a program of its own and some ms.

        Raises:
            OSError: the system refuses it.
        """
        ours, theirs = socket.socketpair()
        with ours, theirs:
            ours.settimeout(PATIENCE)
            asked = json.dumps([pid, [*self._places]])
            command = [sys.executable, "-I", "-S", openings.__file__, str(theirs.fileno()), asked]
            done = subprocess.run(  # noqa: S603 - ours
                command,
                pass_fds=[theirs.fileno()],
                env={},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                check=False,
                timeout=PATIENCE,
            )
            if done.returncode:
                raise OSError(done.returncode, f"no port can be opened in it: {done.stderr.strip()[-200:]}")
            _, descriptors, _, _ = socket.recv_fds(ours, 8, len(self._places))
        self._listening = [socket.socket(fileno=descriptor) for descriptor in descriptors]

    async def serve(self) -> None:
        """Pass on what connects to the ports, until this is cancelled."""
        free = trio.CapacityLimiter(CONNECTIONS)
        async with trio.open_nursery() as nursery:
            for listening, place in zip(self._listening, self._places.values(), strict=True):
                listening.setblocking(False)
                listener = trio.SocketListener(trio.socket.from_stdlib_socket(listening.dup()))
                nursery.start_soon(trio.serve_listeners, partial(_pass_on, place, free), [listener])

    def close(self) -> None:
        """Close the ports."""
        for listening in self._listening:
            listening.close()


def _addresses(hosts: Sequence[str]) -> dict[str, str]:
    """Return where each host is found in the sandbox: numbers where they are, names at addresses of the loopback."""
    found: dict[str, str] = {}
    for host in hosts:
        if host == "localhost":
            found[host] = "127.0.0.1"
        else:
            with suppress(ValueError):
                found[host] = str(ipaddress.IPv4Address(host))
        found.setdefault(host, f"127.77.0.{len(found) + 1}")
    return found


async def _pass_on(place: tuple[str, int], free: trio.CapacityLimiter, inside: trio.SocketStream) -> None:
    """Connect to a place outside, and pass on bytes in both directions until both have ended."""
    with suppress(*BROKEN):
        async with free, inside, await trio.open_tcp_stream(*place) as outside, trio.open_nursery() as nursery:
            nursery.start_soon(_copy, inside, outside)
            nursery.start_soon(_copy, outside, inside)


async def _copy(source: trio.SocketStream, target: trio.SocketStream) -> None:
    with suppress(*BROKEN):
        while data := await source.receive_some(BYTES):
            await target.send_all(data)
        await target.send_eof()
        return
    await trio.aclose_forcefully(target)
