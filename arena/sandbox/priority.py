"""Right of way: the arena runs before the bots, and a bot that is to keep still runs after those that are not.

Two things decide who gets a core when there are more processes than cores. The first is the priority of each process
(`nice`). The second is the share of the group that it is in. A kernel with *autogroups* makes a group of each session:
then priorities matter only within a session, and sessions have a priority of their own. Everything here is a wish that
the system may refuse; then the arena goes on without it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

STEPS = 10
"""How many steps of priority the arena is above its bots; each step is about a quarter more of a core."""
SESSION_STEPS = 3
"""How many steps the arena's session is above those of bots. With more, an arena that shares a core with them pays for
more switches between them: a decision took 15 µs with none to 3 steps, 18 with 5 and 22 with 10."""
LAST, NORMAL = 19, 0
"""The lowest priority, and that of new sessions."""


@contextmanager
def right_of_way() -> Iterator[None]:
    """Raise the priority of this process and its session in the block, if the system allows it: mostly only to root.

    A process whose priority is not the normal one keeps it: somebody wished it so, or it is inherited from an arena.
    """
    before = os.getpriority(os.PRIO_PROCESS, 0)
    if before == NORMAL:
        with suppress(PermissionError):
            os.setpriority(os.PRIO_PROCESS, 0, NORMAL - STEPS)
    set_session(os.getpid(), NORMAL - SESSION_STEPS)
    try:
        yield
    finally:
        os.setpriority(os.PRIO_PROCESS, 0, before)
        set_session(os.getpid(), NORMAL)


def lower(pid: int) -> None:
    """Lower the priority of a bot's process, and of what it starts from now on, by `STEPS`."""
    with suppress(ProcessLookupError, PermissionError):
        os.setpriority(os.PRIO_PROCESS, pid, min(LAST, os.getpriority(os.PRIO_PROCESS, pid) + STEPS))


def set_session(pid: int, nice: int) -> bool:
    """Set the priority of the session that a process is in; return whether the system did.

    Without root, the kernel allows ten such changes per second to all of the system.

    Args:
        pid: the process.
        nice: the priority, from -20 (the highest; below 0 only for root) to 19.
    """
    with suppress(OSError):  # no autogroups, the process is gone, or too many changes
        Path(f"/proc/{pid}/autogroup").write_text(str(nice))
        return True
    return False
