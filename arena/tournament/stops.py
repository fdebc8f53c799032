"""Stops: the signals that ask the arena to stop. The first lets running games end, the second ends them at once."""

from __future__ import annotations

import signal
from collections.abc import Callable

import trio

STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask an arena to stop: Ctrl-C, a service manager, a terminal that was closed."""
SAME = 0.2
"""Seconds within which a repeated signal counts as the same one: terminals and wrappers pass one on more than once."""


async def heed(
    stop: Callable[[int], None], end: Callable[[], None], task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    """Wait for `STOPS`, until cancelled.

    Args:
        stop: called with the number of the first signal.
        end: called at the next signal.
        task_status: told when signals are heeded.
    """
    heeded = [number for number in STOPS if number is not signal.SIGHUP or not _nohup()]
    begun: float | None = None
    with trio.open_signal_receiver(*heeded) as signals:
        task_status.started()
        async for number in signals:
            if begun is None:
                begun = trio.current_time()
                stop(number)
            elif trio.current_time() - begun > SAME:
                end()


def _nohup() -> bool:
    """Return whether the arena was started with `nohup`, so that it outlives its terminal."""
    return signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
