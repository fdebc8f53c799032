"""Keep numpy's linear algebra on one thread while ratings are fitted.

The matrices here have one row for each entrant. At that size the threads of OpenBLAS wait for one another more than
they work: with 1 000 entrants, solving takes three times as long on two cores as on one, and with 100 entrants on a
busy machine ten times as long. numpy has no switch for this, and the environment variable OPENBLAS_NUM_THREADS works
only before numpy is loaded.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

from arena.overlapping import shared

NAMES = [(prefix, suffix) for prefix in ("scipy_openblas", "openblas") for suffix in ("64_", "")]
"""The prefixes and suffixes of OpenBLAS functions in numpy's wheels and in Linux distributions."""


@shared
@contextmanager
def one_thread() -> Iterator[None]:
    """Keep OpenBLAS on one thread inside the block, in all of this process. Without OpenBLAS this does nothing."""
    switch = _switch()
    if switch is None:
        yield
        return
    get, set_ = switch
    before = get()
    set_(1)
    try:
        yield
    finally:
        set_(before)


@cache
def _switch() -> tuple[Callable[[], int], Callable[[int], object]] | None:
    """Return the OpenBLAS functions that get and set the number of threads; None if numpy does not use OpenBLAS."""
    module = getattr(np.linalg, "_umath_linalg", None)
    if module is None:
        return None
    library = ctypes.CDLL(module.__file__)
    for prefix, suffix in NAMES:
        get = getattr(library, f"{prefix}_get_num_threads{suffix}", None)
        set_ = getattr(library, f"{prefix}_set_num_threads{suffix}", None)
        if get is not None and set_ is not None:
            return get, set_
    return None
