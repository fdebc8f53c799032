"""Opens ports in the network of another process: `python -I -S openings.py DESCRIPTOR '[PID, [[ADDRESS, PORT], ...]]'`.

A program of its own, since only a process with one thread may enter the namespaces of another. It needs only the
standard library. The sockets go to the arena through the descriptor, and stay in the network where they were made.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import json
import os
import socket
import struct
import sys
import time

NEW_USER, NEW_NET = 0x10000000, 0x40000000
GET_OWNER = 0xB701
"""The request for the user namespace that owns another namespace (NS_GET_USERNS)."""
SET_ADDRESS, SET_FLAGS, UP = 0x8916, 0x8914, 1
"""The requests that give an interface an address and flags, and the flag for one that is up."""
WAITING = 64
PATIENCE = 3.0
"""Seconds until the loopback of the sandbox has its address: bubblewrap gives it one as it starts."""

_libc = ctypes.CDLL(None, use_errno=True)


def main() -> None:
    """Open the ports, and send their sockets."""
    pid, places = json.loads(sys.argv[2])
    network = os.open(f"/proc/{pid}/ns/net", os.O_RDONLY)
    if os.geteuid() != 0:
        _enter(fcntl.ioctl(network, GET_OWNER), NEW_USER)
    _enter(network, NEW_NET)
    sockets = [_listening(address, port, number) for number, (address, port) in enumerate(places)]
    with socket.socket(fileno=int(sys.argv[1])) as to:
        socket.send_fds(to, [b"x"], [each.fileno() for each in sockets])


def _enter(namespace: int, kind: int) -> None:
    if _libc.setns(namespace, kind) < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _listening(address: str, port: int, number: int) -> socket.socket:
    """Return a socket that listens; an address that the loopback does not have is given to it."""
    found = socket.socket()
    until = time.monotonic() + PATIENCE
    while True:
        try:
            found.bind((address, port))
        except OSError as error:
            if error.errno != errno.EADDRNOTAVAIL or time.monotonic() > until:
                raise
            if not address.startswith("127."):
                _give(address, number, found)
            time.sleep(0.002)
        else:
            found.listen(WAITING)
            return found


def _give(address: str, number: int, through: socket.socket) -> None:
    """Give the loopback another address."""
    name = f"lo:{number}".encode()
    place = struct.pack("=HH4s8x", socket.AF_INET, 0, socket.inet_aton(address))
    fcntl.ioctl(through, SET_ADDRESS, struct.pack("=16s16s", name, place))
    fcntl.ioctl(through, SET_FLAGS, struct.pack("=16sh14x", name, UP))


if __name__ == "__main__":
    main()
