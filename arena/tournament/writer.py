"""The writer: writes to the store in a thread, one write at a time, and waits for a full disk or a locked database."""

from __future__ import annotations

from collections.abc import Callable

import trio

from arena.store import TryAgain
from arena.threads import beside
from arena.tournament.events import Note, Tell

AGAIN = 1.0
"""Seconds between two attempts."""


class Writer:
    """Runs what writes to the store.

    Args:
        tell: is told when writing has to wait, and when it goes on.
    """

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._one = trio.CapacityLimiter(1)
        self._hurry = trio.Event()
        self._waiting = 0

    @property
    def waits(self) -> bool:
        """Whether a write waits for the disk or the database, so that games which have ended are not told of yet."""
        return self._waiting > 0

    def hurry(self) -> None:
        """Try every write only once from now on, because the arena is to stop."""
        self._hurry.set()

    async def pause(self, seconds: float) -> None:
        """Wait so long for more to write, but not any more once the arena is to stop."""
        with trio.move_on_after(seconds):
            await self._hurry.wait()

    async def write(self, job: Callable[[], object]) -> None:
        """Run a write in a thread, so that a slow disk holds up no clock. Once begun, it cannot be cancelled.

        Args:
            job: writes to the store; called again while it raises `TryAgain`, for at most its `patience` seconds.

        Raises:
            UserError: the error of the last attempt.
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
        """Tell of a write that has to wait, unless another one waits already."""
        self._waiting += 1
        if self._waiting == 1:
            wait = f"no new game begins until then, at most {trouble.patience:.0f} s from now"
            self._tell(Note(str(trouble), f"{trouble.hint}; {wait}", "waiting"))

    def _end_waiting(self) -> None:
        self._waiting -= 1
        if not self._waiting:
            self._tell(Note("results are stored again; going on", kind="going on"))
