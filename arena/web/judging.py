"""Which decisions of a game cost the most: judged by a process of its own, when a reader asks for it."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from enum import Enum, auto
from typing import Any, Final, NamedTuple

import trio

from arena.web.jobs import run_job

SECONDS: Final = 300.0
"""How long the process may take: nobody waits for it, and it gives way to all others on the machine."""
WAITING: Final = 8
"""So many games may wait for the process at the same time, with the one that is being judged."""
KEPT: Final = 256
"""The answers of so many games are kept."""
AGAIN: Final = 600.0
"""Seconds after which a game may be tried again that could not be judged."""

Decisions = Sequence[dict[str, Any]]
"""The fields of `arena.results.review.Judged`; of each bot the costliest decision first."""


class State(Enum):
    """What becomes of a game that a reader has asked for."""

    FOUND = auto()
    """It was judged."""
    WAITS = auto()
    """It is being judged, or will be."""
    FULL = auto()
    """Too many others wait; it may be asked for again."""
    FAILED = auto()
    """It could not be judged, or not in time."""


class Search(NamedTuple):
    """What is known of a game.

    Args:
        state: what becomes of it.
        decisions: its costliest decisions, if it was judged.
    """

    state: State
    decisions: Decisions = ()


class Judging:
    """Has games judged, one after the other: `work` does it, and `of` says how far it is.

    Args:
        command: the command of the process that judges a game; the id of the game is appended.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._kept: dict[str, Decisions] = {}
        self._failed: dict[str, float] = {}
        """Game -> when it could not be judged."""
        self._queue: deque[str] = deque()
        """The games that wait; the first is being judged."""
        self._asked = trio.Event()

    def of(self, id_: str) -> Search:
        """Return what is known of a game, without waiting; a game that nobody has asked for is judged from now on.

        Args:
            id_: the id of a game that is there.
        """
        if id_ in self._kept:
            return Search(State.FOUND, self._kept[id_])
        if id_ in self._queue:
            return Search(State.WAITS)
        if id_ in self._failed and trio.current_time() < self._failed[id_] + AGAIN:
            return Search(State.FAILED)
        if len(self._queue) >= WAITING:
            return Search(State.FULL)
        self._queue.append(id_)
        self._asked.set()
        return Search(State.WAITS)

    async def work(self) -> None:
        """Judge what is asked for, one game at a time, until the server ends."""
        while True:
            await self._asked.wait()
            while self._queue:
                await self._judge(self._queue[0])
                self._queue.popleft()
            self._asked = trio.Event()

    async def _judge(self, id_: str) -> None:
        """Keep what the process says of a game."""
        ended = await run_job([*self._command, id_], SECONDS, reading=True)
        if ended.status == 0:
            self._kept[id_] = json.loads(ended.said)
        else:
            self._failed[id_] = trio.current_time()
        for kept in (self._kept, self._failed):
            if len(kept) > KEPT:
                del kept[next(iter(kept))]
