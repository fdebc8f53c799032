"""One thread for numpy's linear algebra while ratings are fitted.

The matrices here have as many rows as there are entrants. For those, the threads of OpenBLAS wait for one another more
than they work: with 1 000 entrants solving takes three times as long on two cores as on one, and with 100 entrants on a
busy machine ten times. numpy has no switch of its own; the environment variable OPENBLAS_NUM_THREADS works only before
numpy is loaded.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np

NAMES = [(prefix, suffix) for prefix in ("scipy_openblas", "openblas") for suffix in ("64_", "")]
"""What OpenBLAS calls its functions, as numpy's wheels and distributions build it."""


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep OpenBLAS to one thread inside. Without OpenBLAS nothing happens."""
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
    """Return the functions of OpenBLAS that tell and set the number of threads, if numpy has it."""
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
