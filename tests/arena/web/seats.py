"""A page of a person's seat, served in this process; the arena is a thread, and so is the server."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import trio

from arena.seat.desk import ARENA
from arena.seat.sitting import Sitting
from arena.web.seat import run
from tests.arena.seat.memory import Table


class Wire(Sitting):
    """In the place of a sitting: what it is fed goes down a pipe, to the seat in another thread."""

    def __init__(self, sink: int) -> None:
        super().__init__()
        self._sink = sink

    def feed(self, data: bytes) -> bytes:
        os.write(self._sink, data)
        return b""


class Reply(NamedTuple):
    """An answer of the server."""

    status: int
    body: str
    headers: Mapping[str, str]


class Page:
    """A browser without a screen: the address of a page, and what it asks for."""

    def __init__(self, address: str) -> None:
        self.address = address
        parts = urlsplit(address)
        assert parts.hostname
        assert parts.port
        self.host, self.port, self.path = parts.hostname, parts.port, parts.path

    def ask(self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None) -> Reply:
        """Ask for a path as it is."""
        line = HTTPConnection(self.host, self.port, timeout=20)
        try:
            line.request(method, path, body, dict(headers or {}))
            answer = line.getresponse()
            return Reply(answer.status, answer.read().decode(), {k.lower(): v for k, v in answer.getheaders()})
        finally:
            line.close()

    def get(self, path: str = "", headers: Mapping[str, str] | None = None) -> Reply:
        return self.ask("GET", self.path + path, headers=headers)

    def post(self, path: str, value: object, headers: Mapping[str, str] | None = None) -> Reply:
        usual = {"Content-Type": "application/json", "Origin": f"http://{self.host}:{self.port}"}
        return self.ask("POST", self.path + path, json.dumps(value).encode(), usual | dict(headers or {}))

    @contextmanager
    def events(self, last: int | None = None) -> Iterator[Iterator[tuple[int, dict[str, Any]]]]:
        """Open the stream: messages with their numbers, from the one after `last`."""
        line = HTTPConnection(self.host, self.port, timeout=20)
        line.request("GET", f"{self.path}events", headers={} if last is None else {"Last-Event-ID": str(last)})
        answer = line.getresponse()
        assert answer.status == 200
        assert answer.getheader("content-type", "").startswith("text/event-stream")

        def messages() -> Iterator[tuple[int, dict[str, Any]]]:
            number, kind = -1, "message"
            for raw in answer:
                key, _, value = raw.decode().rstrip("\n").partition(": ")
                if key == "id":
                    number = int(value)
                elif key == "event":
                    kind = value
                elif key == "data" and kind == "message":
                    yield number, json.loads(value)
                elif key == "":
                    if kind == "end":
                        return
                    kind = "message"

        try:
            yield messages()
        finally:
            line.close()


class Served(NamedTuple):
    """A seat with its page.

    Args:
        page: the page.
        table: the game, which a thread plays.
        control: the descriptor of the control stream.
        end: ends the seat, as the arena does.
    """

    page: Page
    table: Table
    control: int
    end: Callable[[], None]


@contextmanager
def served(
    table: Table, hints: tuple[int, int] | None = None, names: Sequence[str] = ("ann", "bob")
) -> Iterator[Served]:
    """Serve the page of a table's seat, and play the game.

    Args:
        table: the table; its sitting is replaced by a wire to the seat.
        hints: the input and the output of a bot for hints.
        names: what the players are called.
    """
    with ExitStack() as opened:
        place = Path(opened.enter_context(TemporaryDirectory(prefix="seat-")))
        control, to_control = os.pipe()
        reports, to_reports = os.pipe()
        source, sink = os.pipe()
        answers, to_arena = os.pipe()
        for end in (control, to_reports, sink):
            opened.callback(os.close, end)
        lines, answered = opened.enter_context(os.fdopen(reports)), opened.enter_context(os.fdopen(answers, "rb"))
        server = Thread(target=trio.run, args=(partial(run, place / "door", names, control, to_reports),))
        arena = Thread(target=_play, args=(table, answered, sink))
        ending = ExitStack()
        ending.callback(server.join, 10)
        ending.callback(os.close, to_control)
        with ending:
            server.start()
            assert lines.readline() == "ready\n"
            address = lines.readline().removeprefix("at ").strip()
            if hints:
                knock(place / "door", b"hints", hints).close()
            opened.enter_context(knock(place / "door", ARENA.encode(), (source, to_arena, to_arena)))
            os.close(source)
            os.close(to_arena)
            table.sitting = Wire(sink)
            arena.start()
            yield Served(Page(address), table, to_control, ending.close)
        assert not server.is_alive()
        arena.join(10)


def knock(door: Path, word: bytes, streams: tuple[int, ...]) -> socket.socket:
    """Hand in streams at a door."""
    found = socket.socket(socket.AF_UNIX)
    found.connect(str(door))
    socket.send_fds(found, [word], streams)
    return found


def _play(table: Table, answers: Any, sink: int) -> None:
    """Play a game with a seat behind a pipe, in a thread."""
    with suppress(OSError, ValueError, EOFError):
        os.write(sink, b"arena 1 line\n")
        assert answers.readline() == b"bot person 1\n"
        os.write(sink, (table.told[-1] + "\n").encode())

        def answer() -> bytes:
            line: bytes = answers.readline()
            if not line:
                raise EOFError
            return line

        table.play(answer)
