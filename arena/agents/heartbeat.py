"""The connection between an arena and an agent, which notices within seconds that the other end is gone.

A broken network says nothing, and neither does a frozen process. So each end says `beat` every two seconds if it has
nothing else to say, and counts the other one as gone when nothing has come for ten. Only then is anything ended: games
that are open are void, and are played elsewhere.

The messages after the handshake (`arena.agents.handshake`), each a list that begins with the word:

| word | who | then | meaning |
|---|---|---|---|
| `beat` | both | | Nothing to say, but still there. |
| `play` | arena | place, room, recipes | Play a room in this place. A bot's folder is the key of its recipe. |
| `tell` | arena | place, message | A message for the worker in a place (`arena.tournament.messages`). |
| `said` | agent | place, message | A message of the worker in a place; or `died`, and how. |
| `want` | agent | digest | Send the files of a sealed copy. |
| `tree` | arena | digest, items | What it holds: path, kind, size and target of each, in order. |
| `piece` | arena | digest, bytes | The next bytes of its files, one file after the other. |
| `unable` | agent | text | This machine cannot play a bot that plays at home, and why. |
| `end` | both | text | The end, and why. To an agent an empty text says that the tournament is over. |
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import trio

from arena.tournament.link import Link

BEAT = 2.0
"""Seconds between two signs of life."""
SILENCE = 10.0
"""Seconds of silence after which the other end counts as gone."""
LOOK = 1.0
"""Seconds between two looks at the time."""


class HeartbeatLink:
    """A link that is kept alive by `keep`.

    Args:
        link: the link.
    """

    def __init__(self, link: Link) -> None:
        self._link = link
        self.silent: bool = False
        """Whether the other end was silent for so long that it counts as gone."""

    @property
    def weight(self) -> int:
        """How many bytes of memory the last message takes."""
        return self._link.weight

    async def send(self, *message: object) -> bool:
        """Send a message; return whether the other end was still there."""
        return not self.silent and await self._link.send(*message)

    async def receive(self) -> Sequence[Any] | None:
        """Return the next message other than `beat`; None when the other end is gone.

        Raises:
            MalformedError: what comes is no message.
        """
        while not self.silent and (message := await self._link.receive()) is not None:
            if message[0] != "beat":
                return message
        return None

    async def keep(self) -> None:
        """Give signs of life, until cancelled; close the link when the other end gives none."""
        self._link.heard = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._beat)
            await self._watch()
            self.silent = True
            nursery.cancel_scope.cancel()
        await self._link.close()

    async def _beat(self) -> None:
        while True:
            await self._link.send("beat")
            await trio.sleep(BEAT)

    async def _watch(self) -> None:
        """Return when the other end was silent for too long. Time in which this process was stopped does not count."""
        looked = trio.current_time()
        while trio.current_time() - self._link.heard < SILENCE:
            await trio.sleep(LOOK)
            now = trio.current_time()
            if now - looked > LOOK + BEAT:
                self._link.heard = now
            looked = now

    async def close(self) -> None:
        """Close the link; sending and receiving end."""
        await self._link.close()
