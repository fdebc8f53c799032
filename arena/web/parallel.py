"""Many pages made on all cores: each takes long, and needs nothing of the others."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, TypeVar

from arena.tournament.pinning import cores_here
from arena.web.page import Header
from arena.web.replay import NO_GAME, Stored, game_page, room_of

T = TypeVar("T")
FEW: Final = 24
"""Fewer pages are made in less time than processes need to start."""
AT_ONCE: Final = 4
"""So many pages are one errand of a process."""

_known: list[Callable[[int], Any]] = []
"""What the processes that are forked next make; they have it, and all that it needs, from this one."""


def made_pages(wanted: Sequence[Sequence[Stored]], ladder: str, header: Header) -> Iterator[str | None]:
    """Yield the pages of some games, in this order; None for a game that this arena cannot play again.

    Args:
        wanted: each game, followed by the other rooms on its page.
        ladder: what a command line names the results.
        header: what stands on top of the pages of the site.
    """
    return on_all_cores(lambda number: _page(wanted[number], ladder, header), len(wanted))


def on_all_cores(make: Callable[[int], T], count: int) -> Iterator[T]:
    """Yield what a function makes of the numbers from 0 on, in this order.

    Args:
        make: it is called in processes that are forked from this one, so it may need much, but can change nothing.
        count: how many numbers.
    """
    cores = _cores()
    if count < FEW or cores == 1 or threading.active_count() > 1:  # a fork would copy one thread, and all locks
        yield from map(make, range(count))
        return
    _known.append(make)
    try:
        with ProcessPoolExecutor(cores, get_context("fork"), _begin) as pool:
            try:
                yield from pool.map(_made, range(count), chunksize=AT_ONCE)
            finally:
                pool.shutdown(cancel_futures=True)
    finally:
        _known.pop()


def _cores() -> int:
    """Return how many cores this process may use; 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    return len(cores_here())


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _made(number: int) -> Any:
    return _known[-1](number)


def _page(rooms: Sequence[Stored], ladder: str, header: Header) -> str | None:
    game, *others = rooms
    try:
        return game_page(
            room_of(game),
            [room_of(other, seats=False) for other in others],
            ladder=ladder,
            contest=game.game.contest,
            record=game.record,
            whole=False,
            up="../",
            header=header,
        )
    except NO_GAME:
        return None
