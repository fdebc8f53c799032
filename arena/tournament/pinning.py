"""Core sets: each room is kept on cores of its own, with all that it starts, so that no bot slows another room down."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from arena.errors import UserError

Cores: TypeAlias = tuple[int, ...]
"""The numbers of some cores."""

TOPOLOGY = Path("/sys/devices/system/cpu")


def core_sets(rooms: int, *, pin: bool) -> list[Cores]:
    """Return the cores of each room, one set after another; empty if every room may use all cores.

    If there are at least as many cores as rooms, each room gets an equal number of its own; cores left over are used by
    no room. Cores that are threads of one another stay together where they can. More rooms than cores share them all:
    a busy room would slow down those that happen to be on its core.

    Args:
        rooms: how many rooms play at the same time.
        pin: whether each room gets a single core, also if it is the only room or rooms have to share it.

    Raises:
        UserError: each room is to get a single core, but this system does not tell which there are.
    """
    if sys.platform != "linux":
        if pin:
            hint = "play without --pin (pin = true)"
            raise UserError("this system cannot keep a process on one core", hint, os.EX_CONFIG)
        return []
    cores = sorted(cores_here(), key=lambda core: (_first_twin(core), core))
    return divided(cores, rooms, pin=pin)


def cores_here() -> Cores:
    """Return the cores that this process may use."""
    if sys.platform == "linux":
        return tuple(sorted(os.sched_getaffinity(0)))
    else:  # noqa: RET505 - mypy knows that this is for other systems
        return tuple(range(os.cpu_count() or 1))


def divided(cores: Sequence[int], rooms: int, *, pin: bool) -> list[Cores]:
    """Return the sets of `core_sets` for given cores, in which neighbors are threads of one another."""
    size = len(cores) // max(1, rooms)
    if pin:
        return [(cores[i * max(1, size) % len(cores)],) for i in range(rooms)]
    return [tuple(cores[i * size : (i + 1) * size]) for i in range(rooms)] if rooms > 1 and size else []


def _first_twin(core: int) -> int:
    """Return the number of the first core that shares its hardware with a core; its own if the system does not say."""
    try:
        text = (TOPOLOGY / f"cpu{core}/topology/thread_siblings_list").read_text()
        return int(text.replace("-", ",").split(",")[0])
    except (OSError, ValueError):
        return core


def pin(cores: Cores | None) -> None:
    """Let this thread and all that it starts use some cores only; None changes nothing."""
    if cores is not None and sys.platform == "linux":
        os.sched_setaffinity(0, cores)


@contextmanager
def pinned(cores: Cores | None) -> Iterator[None]:
    """Keep this thread, and all that it starts in the block, on some cores; None changes nothing."""
    if cores is None or sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    pin(cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
