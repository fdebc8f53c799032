"""Acts that take too much memory, or all the room there is for files."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

from arena.sandbox import attacker
from tests.hostile.play import Act, Bot

MB = 1024 * 1024
PLACES = ("/tmp", "/dev/shm")
KEPT: list[object] = []


def hold(bot: Bot) -> None:
    """Hold memory: `hold WAY MB`, a way of the attacker's; wait for what comes of it, unless that was denied."""
    way = next(way for way in attacker.HOLDS if way.__name__ == bot.given[0])
    with contextlib.suppress(OSError):
        KEPT.append(way(int(bot.given[1]) * MB))
        time.sleep(2.4)


def fill(_: Bot) -> None:
    """Fill the folders that can be written to, in files of 16 MB, and leave it all there."""
    for place in PLACES:
        with contextlib.suppress(OSError):
            for number in range(8):
                Path(place, f"arena-hostile-{number}").write_bytes(bytes(16 * MB))


ACTS: dict[str, Act] = {"hold": hold, "fill": fill}
