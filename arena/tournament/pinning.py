"""Pinning: processes that are kept on one core, with all that they start."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from arena.errors import UserError


def usable_cores() -> list[int]:
    """Return the numbers of the cores that the arena may use.

    Raises:
        UserError: this system does not tell.
    """
    if not hasattr(os, "sched_getaffinity"):
        hint = "play without --pin (pin = true)"
        raise UserError("this system cannot keep a process on one core", hint, os.EX_CONFIG)
    return sorted(os.sched_getaffinity(0))


def pin(core: int | None) -> None:
    """Let this thread and all that it starts use one core only; None changes nothing."""
    if core is not None:
        os.sched_setaffinity(0, {core})


@contextmanager
def pinned(cores: Sequence[int] | None) -> Iterator[None]:
    """Keep this thread, and all that it starts in the block, on the first of some cores.

    Args:
        cores: the cores that the thread may use before and after the block; None changes nothing.
    """
    if cores is None:
        yield
        return
    pin(cores[0])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)
