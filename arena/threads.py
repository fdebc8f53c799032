"""Slow calls moved off the event loop into a thread; if the system gives no thread, the loop itself makes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import trio

A = TypeVarTuple("A")
R = TypeVar("R")

REFUSED = "can't start new thread"
"""Python's message when there is too little memory, or no process left, for a new thread."""


async def beside(job: Callable[[*A], R], *args: *A, limiter: trio.CapacityLimiter) -> R:
    """Return the result of a job that may take a few ms.

    Args:
        job: called with the arguments, in a thread if the system gives one; if not, the event loop waits for it.
        args: the arguments.
        limiter: limits the number of threads for jobs of this kind.
    """
    try:
        return await trio.to_thread.run_sync(job, *args, limiter=limiter)
    except RuntimeError as error:
        if str(error) != REFUSED:
            raise
        return job(*args)
