"""What a query to `arena view` costs, there and back: CPU time of both processes, the best of some rounds."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from functools import partial
from typing import Self

from arena.client.frames import HEAD
from arena.games.catalogue import GAMES
from arena.kit.moments import moments
from arena.protocol import write_line
from arena.sandbox import library
from arena.settings.clock import NO_CLOCK
from arena.table.choice import messages
from tests.bench.figures import Figure, best
from tests.bench.pipes import PING_PONG, ping_pong

MODULE = "arena.client.view"
NAMES = ("kaiser", "two-hundred", "five-hundred", "ecarte", "twenty-five", "bridgette")
"""The games that are measured: their first presets."""
QUERIES = (
    *("legal", "state", "worlds 1", "worlds 100", "answer sensible", "weighted 10 sensible"),
    *("simulate 10 random", "simulate 10 greedy", "simulate 10 sensible", "simulate 10 sensible infer=sensible"),
)
PACKED = "worlds 100"
"""The query that is measured with msgpack as well."""


def costs(other_end: tuple[str, ...], trips: int, games: int, rounds: int) -> dict[str, list[Figure]]:
    """Return the figures of each game, after those of what is the same for all: a start, and a bare ping-pong.

    Each query is put at the first card that a seat is asked for in a deal, when the most is hidden. What is
    loaded and read only once does not count if there are two rounds or more.

    Args:
        other_end: the command of a program that sends back its input.
        trips: how many round trips the bare loop makes.
        games: how many of `NAMES` are measured.
        rounds: how often each is measured.
    """
    bare, start = best({PING_PONG: partial(ping_pong, other_end, trips), "start and end": _start}, rounds)
    found = {"a process that answers hello and ends": [bare, start]}
    with ExitStack() as opened:
        plain, packed = (opened.enter_context(_Asked(form)) for form in ("json", "msgpack"))
        for name in NAMES[:games]:
            lines = _lines(name)
            for each in (plain, packed):
                each.tell(lines)
            figures = [Figure(query, 1 / plain.seconds(query, rounds)) for query in QUERIES]
            figures.append(Figure(f"{PACKED} as msgpack", 1 / packed.seconds(PACKED, rounds)))
            found[f"a query at the first card of a deal of {name}, there and back"] = [bare, *figures]
    return found


def _lines(name: str) -> bytes:
    """Return the lines of a seat up to the first card that it is asked for, in a game that was played at random."""
    game = GAMES[name]
    preset = next(iter(game.presets))
    [study] = [each for each in moments(game, [preset]) if each.position.ask and each.position.ask.kind == "play"]
    return "".join([write_line(message) for message in messages(study, NO_CLOCK)]).encode()


class _Asked:
    """A process of `arena view`. A context manager that ends it.

    Args:
        form: how it writes its answers.
    """

    def __init__(self, form: str) -> None:
        command = (sys.executable, "-m", MODULE, "--format", form)
        self._packed = form == "msgpack"
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONPATH": str(library.ROOT)},
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._to.close()
        self._from.close()
        self._process.wait()

    def tell(self, lines: bytes) -> None:
        """Pass on the lines of a seat."""
        self._to.write(lines)

    def seconds(self, query: str, rounds: int) -> float:
        """Return the least CPU time that a query took in some rounds, in this process and in the other."""
        clocks = (time.CLOCK_PROCESS_CPUTIME_ID, _clock(self._process.pid))
        found = []
        for _ in range(rounds):
            begun = sum(map(time.clock_gettime, clocks))
            self.ask(query)
            found.append(sum(map(time.clock_gettime, clocks)) - begun)
        return min(found)

    def ask(self, query: str) -> bytes:
        """Return the answer to a query."""
        self._to.write(f"? {query}\n".encode())
        self._to.flush()
        answer = self._from.read(int.from_bytes(self._from.read(HEAD))) if self._packed else self._from.readline()
        assert b"error" not in answer[:60], answer
        return answer


def _start() -> int:
    with _Asked("json") as asked:
        asked.ask("hello")
    return 1


def _clock(process: int) -> int:
    """Return the clock that counts the CPU time of a process, as Linux numbers it."""
    return ~process << 3 | 2
