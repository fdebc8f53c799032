"""How many rooms the arena has descriptors for: every bot takes some, and a process may have only so many open."""

from __future__ import annotations

import os
import resource

from arena.settings.limits import Level

OF_A_BOT: dict[Level, int] = {"none": 3, "basic": 6, "standard": 5, "strict": 5}
"""Descriptors that are held for a bot: its pipes; in a sandbox also its reports and what tells of its end."""
OF_A_WORKER = 5
"""Descriptors that the arena holds for a worker: where it sends jobs, waits for answers, is called, and reads."""
IN_A_WORKER = 5
"""Descriptors that a worker holds itself: its standard streams, and both lines to the arena."""
SPARE = 24
"""Descriptors for the event loop, for the start of a bot, for the database, and to look into /proc."""


def provide(rooms: int, bots: int, level: Level) -> int:
    """Return how many rooms can play at the same time; the limit is raised first, as far as it may be.

    One room plays in the arena's process, several in workers, which have the arena's limit each.

    Args:
        rooms: how many are wanted.
        bots: in each of them.
        level: of their sandbox.
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
