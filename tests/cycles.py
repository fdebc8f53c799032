"""What only the collector of garbage would find: while games are played it looks so seldom that such things pile up."""

import gc
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

OURS = ("arena",)
"""The packages whose objects are to die by their reference counts."""


@contextmanager
def nothing_for_the_collector() -> Iterator[None]:
    """Check that every object of ours that is no longer needed at the end is gone without the collector."""
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)  # what is found is kept, and can be looked at
    try:
        yield
        gc.collect()
        found = Counter(type(one).__name__ for one in gc.garbage if type(one).__module__.partition(".")[0] in OURS)
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
        gc.collect()
    assert not found, f"left to the collector: {dict(found)}"
