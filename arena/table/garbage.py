"""The collector of garbage: it looks rarely while games are played.

Nearly all that a game leaves behind dies by its reference count. What a collection costs grows with what is alive, and
it comes while a bot waits: by default, after every few questions.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

THRESHOLDS = (50_000, 20, 50)
"""After how many new objects the youngest are looked at, after how many such looks the others are."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let the collector look seldom, and not at all at what is there already, such as modules.

    In the end it looks once at what is new. A worker plays room after room, each with a loop that is garbage
    afterwards: among what is there already when the next begins, it would never be found.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.collect()
        gc.set_threshold(*before)
        gc.unfreeze()
