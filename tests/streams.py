"""`python -m tests.streams` measures `arena serve` with a hundred streams open while ten games a second are stored.

It says how long after the commit of a game the streams had its event, and how long the server took to end at Ctrl-C.
"""

from __future__ import annotations

import re
import resource
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias
from urllib.parse import urlsplit

import numpy as np

from arena.store import Store
from tests.arena.web.test_site import BOTS, KAISER, ended, planned

STREAMS = 100
SECONDS = 20
PACE = 0.1
"""Seconds between two games."""
ALLOWED = 0.11
"""Seconds between two requests: the server answers ten a second from one address."""
ARENA = [sys.executable, "-m", "arena.cli"]
Streams: TypeAlias = dict[socket.socket, dict[str, float]]
"""Open streams, each with the time at which it had the event of a game."""
EVENT = re.compile(rb'event: game\ndata: \{"id":"(\w+)"')


def main() -> None:
    """Measure, and print what was found."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "mine.db")
        with Store.open(path, writing=True) as store:
            store.start_run("seed", {"move_ms": "1000"}, secret=True)
            plan = [*planned(KAISER, range(1, 30))]
            store.plan(BOTS, plan)
            with served(path) as (server, streams):
                stored = _store(store, plan, streams)
                begun = time.monotonic()
                server.send_signal(signal.SIGINT)
                server.wait()
                ended_in = time.monotonic() - begun
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
    late = np.array([seen[id_] - at for seen in streams.values() for id_, at in stored.items() if id_ in seen])
    missing = len(stored) * STREAMS - len(late)
    sys.stdout.write(
        f"{STREAMS} streams, {len(stored)} games in {SECONDS} s; events not seen: {missing}\n"
        f"from the commit to the event: median {np.median(late) * 1000:.0f} ms, "
        f"99 % {np.quantile(late, 0.99) * 1000:.0f} ms, worst {late.max() * 1000:.0f} ms\n"
        f"from Ctrl-C to the end: {ended_in:.2f} s, exit status {server.returncode}\n"
        f"CPU time of the server: {used.ru_utime + used.ru_stime:.1f} s\n"
    )


@contextmanager
def served(path: Path) -> Iterator[tuple[subprocess.Popen[str], Streams]]:
    """Serve a ladder or its results, with all streams open, until the block ends; yield the server and the streams."""
    with subprocess.Popen([*ARENA, "serve", str(path)], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = urlsplit(server.stdout.readline().split(": ", 1)[1].strip())
            yield server, _opened(address.hostname or "", address.port or 0)
        finally:
            server.terminate()


def _opened(host: str, port: int) -> Streams:
    """Open the streams; return them, each with the time at which it had the event of a game."""
    found: Streams = {}
    for _ in range(STREAMS):
        one = socket.create_connection((host, port))
        one.sendall(f"GET /events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        found[one] = {}
        time.sleep(ALLOWED)
    return found


def _store(store: Store, plan: list, streams: Streams) -> dict[str, float]:  # type: ignore[type-arg]
    """Store games at an even pace, and read the streams meanwhile; return when each was stored."""
    stored: dict[str, float] = {}
    selector = selectors.DefaultSelector()
    for one in streams:
        selector.register(one, selectors.EVENT_READ)
    begun, number = time.monotonic(), 0
    while (now := time.monotonic() - begun) < SECONDS + 3:
        if now < SECONDS and now >= number * PACE and number < len(plan):
            game = plan[number]
            store.begin(game.id)
            store.finish(ended(game, number))
            stored[game.id] = time.monotonic()
            number += 1
        for key, _ in selector.select(0.005):
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(1 << 16)
            for id_ in EVENT.findall(data):
                streams[key.fileobj].setdefault(id_.decode(), time.monotonic())
    return stored


if __name__ == "__main__":
    main()
