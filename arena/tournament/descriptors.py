"""File descriptors: how many rooms can play before the arena or a worker reaches its limit of open files."""

from __future__ import annotations

import os
import resource
from collections.abc import Callable
from dataclasses import replace

from arena.errors import UserError
from arena.settings.limits import Level
from arena.tournament.setup import TournamentSetup

OF_A_BOT: dict[Level, int] = {"none": 3, "basic": 8, "standard": 7, "strict": 6}
"""Descriptors that are open for each bot: its pipes; in a sandbox, also of its state, end, waits and CPU time."""
OF_A_WORKER = 4
"""Descriptors that the arena has open for each worker: the link and standard error, and while it starts their other
ends."""
IN_A_WORKER = 4
"""Descriptors that a worker has open itself: its standard streams and the link to the arena."""
OF_A_FUNCTION = 4
"""Descriptors that the arena has open for each bot that is a function: its pipes, and the way to its program."""
SPARE = 24
"""Descriptors for the event loop, the start of a bot, the database, and files in /proc."""


def provide(rooms: int, bots: int, level: Level, *, functions: bool = False) -> int:
    """Raise the limit of open files if need be, as far as allowed, and return how many rooms can play at the same time.

    A single room plays in the arena's process. Several play in workers, each of which has the same limit as the arena.

    Args:
        rooms: how many rooms are wanted.
        bots: how many bots play in each room.
        level: the level of their sandbox.
        functions: whether the bots are functions of this process (`arena.bots.functions`).

    Returns:
        At most `rooms`; 0 if there are too few descriptors for a single room.
    """
    taken = len(os.listdir("/dev/fd")) + SPARE  # noqa: PTH208 - a number is wanted
    room = bots * OF_A_BOT[level]
    here = bots * OF_A_FUNCTION if functions else 0
    alone, inside = taken + room + here, IN_A_WORKER + SPARE + room
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = alone if rooms == 1 else max(taken + rooms * (OF_A_WORKER + here), inside)
    if limit != resource.RLIM_INFINITY and limit < needed:
        limit = needed if most == resource.RLIM_INFINITY else min(needed, most)
        resource.setrlimit(resource.RLIMIT_NOFILE, (limit, most))
    if limit == resource.RLIM_INFINITY:
        return rooms
    workers = min(rooms, (limit - taken) // (OF_A_WORKER + here)) if inside <= limit else 0
    return workers if workers > 1 else int(alone <= limit)


def fitted(setup: TournamentSetup, say: Callable[[str], None], *, functions: bool = False) -> TournamentSetup:
    """Return the setup with no more rooms than the limit of open files allows, and say so if these are fewer.

    Args:
        setup: what is played.
        say: is told of fewer rooms.
        functions: whether bots are functions of this process.

    Raises:
        UserError: the limit is too low for one room.
    """
    bots = max(len(contest.game.seating(contest.options).players) for contest in setup.contests.values())
    found = provide(setup.rooms, bots, setup.sandbox.level if setup.sandbox else "none", functions=functions)
    if found == setup.rooms:
        return setup
    text = f"the limit of open files is too low (ulimit -n says {resource.getrlimit(resource.RLIMIT_NOFILE)[0]})"
    if not found:
        raise UserError(f"{text}: not even one room of {bots} bots can play", "raise it: ulimit -n 1024", os.EX_OSERR)
    say(f"{text}: {found} rooms play at the same time, not {setup.rooms}")
    return replace(setup, rooms=found)
