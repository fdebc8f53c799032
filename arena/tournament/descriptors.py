"""File descriptors: how many rooms can play before the arena or a worker reaches its limit of open files."""

from __future__ import annotations

import os
import resource

from arena.settings.limits import Level

OF_A_BOT: dict[Level, int] = {"none": 3, "basic": 8, "standard": 7, "strict": 6}
"""Descriptors that are open for each bot: its pipes; in a sandbox, also of its state, end, waits and CPU time."""
OF_A_WORKER = 4
"""Descriptors that the arena has open for each worker: the link and standard error, and while it starts their other
ends."""
IN_A_WORKER = 4
"""Descriptors that a worker has open itself: its standard streams and the link to the arena."""
SPARE = 24
"""Descriptors for the event loop, the start of a bot, the database, and files in /proc."""


def provide(rooms: int, bots: int, level: Level) -> int:
    """Raise the limit of open files if need be, as far as allowed, and return how many rooms can play at the same time.

    A single room plays in the arena's process. Several play in workers, each of which has the same limit as the arena.

    Args:
        rooms: how many rooms are wanted.
        bots: how many bots play in each room.
        level: the level of their sandbox.

    Returns:
        At most `rooms`; 0 if there are too few descriptors for a single room.
    """
    taken = len(os.listdir("/dev/fd")) + SPARE  # noqa: PTH208 - a number is wanted
    room = bots * OF_A_BOT[level]
    alone, inside = taken + room, IN_A_WORKER + SPARE + room
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = alone if rooms == 1 else max(taken + rooms * OF_A_WORKER, inside)
    if limit != resource.RLIM_INFINITY and limit < needed:
        limit = needed if most == resource.RLIM_INFINITY else min(needed, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
    if limit == resource.RLIM_INFINITY:
        return rooms
    workers = min(rooms, (limit - taken) // OF_A_WORKER) if inside <= limit else 0
    return workers if workers > 1 else int(alone <= limit)
