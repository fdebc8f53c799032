"""The pages of many games of a site, made on all cores: each takes long, and needs nothing of the others."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final

from arena.web.page import Link
from arena.web.replay import NO_GAME, Stored, game_page, room_of

FEW: Final = 24
"""Fewer pages are made in less time than processes need to start."""
AT_ONCE: Final = 4
"""So many pages are one errand of a process."""


def made_pages(wanted: Sequence[Sequence[Stored]], ladder: str, links: Sequence[Link]) -> Iterator[str | None]:
    """Yield the pages of some games, in this order; None for a game that this arena cannot play again.

    Args:
        wanted: each game, followed by the other rooms on its page.
        ladder: what a command line names the results.
        links: the navigation of the site.
    """
    make = partial(_page, ladder=ladder, links=links)
    cores = _cores()
    if len(wanted) < FEW or cores == 1 or threading.active_count() > 1:  # a fork would copy one thread, and all locks
        yield from map(make, wanted)
        return
    with ProcessPoolExecutor(cores, get_context("fork"), _begin) as pool:
        try:
            yield from pool.map(make, wanted, chunksize=AT_ONCE)
        finally:
            pool.shutdown(cancel_futures=True)


def _cores() -> int:
    """Return how many cores this process may use; 1 where processes cannot be forked."""
    if not hasattr(os, "fork"):
        return 1
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _page(rooms: Sequence[Stored], ladder: str, links: Sequence[Link]) -> str | None:
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
            links=links,
        )
    except NO_GAME:
        return None
