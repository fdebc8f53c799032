"""Work beside the event loop, in a thread; where the system gives no thread, in the loop after all."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import trio

A = TypeVarTuple("A")
R = TypeVar("R")

REFUSED = "can't start new thread"
"""What Python says where memory or the number of processes does not suffice for one."""


async def beside(job: Callable[[*A], R], *args: *A, limiter: trio.CapacityLimiter) -> R:
    """Return what a job returns that may take some ms.

    Args:
        job: called with the arguments, in a thread if there is one to be had: else clocks stand still meanwhile.
        args: the arguments.
        limiter: how many threads there may be for jobs of its kind.
    """
    try:
        return await trio.to_thread.run_sync(job, *args, limiter=limiter)
    except RuntimeError as error:
        if str(error) != REFUSED:
            raise
        return job(*args)
