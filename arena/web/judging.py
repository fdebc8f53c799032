"""Which decisions of a game cost the most: judged by a process of its own, when a reader asks for it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import trio

SECONDS: Final = 120.0
"""How long the process may take."""
WAITING: Final = 8
"""So many games may wait for the process at the same time."""
KEPT: Final = 256
"""The answers of so many games are kept."""

Decisions = Sequence[dict[str, Any]]
"""The fields of `arena.results.review.Judged`; of each bot the costliest decision first."""


class Judging:
    """Has games judged, one after the other.

    Args:
        command: the command of the process that judges a game; the id of the game is appended.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._kept: dict[str, Decisions] = {}
        self._turn = trio.Lock()

    async def of(self, id_: str) -> Decisions | None:
        """Return the costliest decisions of a game; None if too many others wait, or it took too long or failed.

        Args:
            id_: the id of a game that is there.
        """
        if id_ not in self._kept and self._turn.statistics().tasks_waiting < WAITING:
            async with self._turn:
                if id_ not in self._kept and (found := await self._judged(id_)) is not None:
                    self._kept[id_] = found
                    if len(self._kept) > KEPT:
                        del self._kept[next(iter(self._kept))]
        return self._kept.get(id_)

    async def _judged(self, id_: str) -> Decisions | None:
        process = await trio.lowlevel.open_process(
            [*self._command, id_],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        assert process.stdout is not None
        try:
            with trio.move_on_after(SECONDS):
                said = b"".join([part async for part in process.stdout])
                if await process.wait() == 0:
                    found: Decisions = json.loads(said)
                    return found
            return None
        finally:
            if process.poll() is None:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
            with trio.CancelScope(shield=True):
                await process.stdout.aclose()
                await process.wait()
