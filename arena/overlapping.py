"""A change of the process that overlapping blocks need: the first of them makes it, and the last takes it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from contextlib import _GeneratorContextManager


def shared(change: Callable[[], AbstractContextManager[None]]) -> Callable[[], _GeneratorContextManager[None]]:
    """Let blocks of one context manager overlap, in several threads or inside one another.

    Each block alone would take back what it found, and that may be what another block has made.

    Args:
        change: returns a context manager that changes something in this process, and takes that back in the end.

    Returns:
        A function in its place. Its first block enters a context manager of `change`, and the last one leaves it.
    """
    lock = Lock()
    inside = 0
    made: AbstractContextManager[None] | None = None

    @contextmanager
    def overlapping() -> Iterator[None]:
        nonlocal inside, made
        with lock:
            if made is None:
                new = change()
                new.__enter__()
                made = new
            inside += 1
        try:
            yield
        finally:
            with lock:
                inside -= 1
                if not inside and made is not None:
                    last, made = made, None
                    last.__exit__(None, None, None)

    return overlapping
