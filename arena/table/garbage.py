"""The garbage collector of Python, slowed down while games are played.

Nearly everything that a game leaves behind dies by its reference count. A collection costs more the more objects are
alive, and with Python's settings one would come every few questions, while a bot waits.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

from arena.overlapping import shared

THRESHOLDS = (50_000, 20, 50)
"""For `gc.set_threshold`: after how many new objects, and after how many collections of younger ones, it collects."""


@shared
@contextmanager
def seldom_collected() -> Iterator[None]:
    """Let the collector run seldom in the block, and ignore objects that exist already, such as modules.

    At the end of the block it runs once over the new objects. A worker plays room after room; what one of them left as
    garbage would be ignored for good if it still existed when the next block begins.
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
