"""Writing while games are played: in a thread, one write at a time, patient with a full disk and a locked database."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import trio

from arena.store import TryAgain
from arena.threads import beside

AGAIN = 1.0
"""Seconds between two tries."""


class Listener(Protocol):
    """Who is told that results have to wait."""

    def waiting(self, trouble: TryAgain) -> None:
        """Nothing can be written for now; no new game begins, results are held."""

    def going_on(self) -> None:
        """What was waiting is written."""


class Writer:
    """Runs what writes to the store.

    Args:
        listener: told when writing has to wait, and when it goes on.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._one = trio.CapacityLimiter(1)
        self._hurry = trio.Event()
        self._waiting = 0

    def hurry(self) -> None:
        """From now on every write is tried once: the arena is to stop."""
        self._hurry.set()

    async def write(self, job: Callable[[], object]) -> None:
        """Let the store write in a thread: a slow disk holds up no clock. It is not cancelled half-way.

        Args:
            job: repeated while it raises `TryAgain`, for as long as that says.

        Raises:
            UserError: what the last try raised.
        """
        begun = trio.current_time()
        waited = False
        with trio.CancelScope(shield=True):
            while True:
                try:
                    await beside(job, limiter=self._one)
                except TryAgain as trouble:
                    if self._hurry.is_set() or trio.current_time() - begun > trouble.patience:
                        raise
                    if not waited:
                        self._begin_waiting(trouble)
                        waited = True
                    with trio.move_on_after(AGAIN):
                        await self._hurry.wait()
                else:
                    break
        if waited:
            self._end_waiting()

    def _begin_waiting(self, trouble: TryAgain) -> None:
        """Tell of the first of several rooms that wait."""
        self._waiting += 1
        if self._waiting == 1:
            self._listener.waiting(trouble)

    def _end_waiting(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._listener.going_on()
