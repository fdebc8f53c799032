"""How many rooms the arena has descriptors for: every bot takes some, and a process may have only so many open."""

from __future__ import annotations

import os
import resource

from arena.limits import Level

OF_A_BOT: dict[Level, int] = {"none": 3, "basic": 6, "standard": 5, "strict": 5}
"""Descriptors that the arena holds for a bot: its pipes; in a sandbox also its reports and what tells of its end."""
SPARE = 24
"""Descriptors for the event loop, for the start of a bot, for the database, and to look into /proc."""


def provide(rooms: int, bots: int, level: Level) -> int:
    """Return how many rooms can play at the same time; the arena's limit is raised first, as far as it may be.

    Args:
        rooms: how many are wanted.
        bots: in each of them.
        level: of their sandbox.
    """
    taken = len(os.listdir("/dev/fd")) + SPARE  # noqa: PTH208 - a number is wanted
    each = bots * OF_A_BOT[level]
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = taken + rooms * each
    if limit != resource.RLIM_INFINITY and limit < needed:
        limit = needed if most == resource.RLIM_INFINITY else min(needed, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
    return rooms if limit == resource.RLIM_INFINITY else max(0, min(rooms, (limit - taken) // each))
