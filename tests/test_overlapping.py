"""Changes of the whole process that overlapping blocks share."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread

import pytest

from arena.overlapping import shared
from arena.ratings import threads
from arena.ratings.threads import one_thread
from arena.table.garbage import seldom_collected

SECONDS = 20


def blas_threads() -> int:
    switch = threads._switch()
    assert switch is not None, "the tests run with numpy's own OpenBLAS"
    return switch[0]()


CHANGES = pytest.mark.parametrize(
    ("change", "look"), [(one_thread, blas_threads), (seldom_collected, gc.get_threshold)], ids=["blas", "collector"]
)


@CHANGES
def test_a_block_that_outlasts_the_first_one_keeps_the_change_and_takes_it_back(
    change: Callable[[], AbstractContextManager[None]], look: Callable[[], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gc, "collect", lambda: 0)  # it would take long
    before = look()
    first, second = change(), change()
    with second:
        changed = look()
    assert look() == before
    first.__enter__()
    inside = change()
    inside.__enter__()
    first.__exit__(None, None, None)
    assert look() == changed
    inside.__exit__(None, None, None)
    assert look() == before


def test_blocks_in_threads_share_one_change() -> None:
    said: list[str] = []

    @shared
    @contextmanager
    def change() -> Iterator[None]:
        said.append("made")
        yield
        said.append("taken back")

    def second() -> None:
        with change():
            entered.set()
            assert may_go.wait(SECONDS)
        said.append("second left")

    entered, may_go = Event(), Event()
    thread = Thread(target=second)
    with change():
        thread.start()
        assert entered.wait(SECONDS)
    said.append("first left")
    may_go.set()
    thread.join(SECONDS)
    assert said == ["made", "first left", "taken back", "second left"]


def test_what_is_raised_in_a_block_or_on_the_way_in_leaves_nothing_behind() -> None:
    said: list[str] = []

    @shared
    @contextmanager
    def change() -> Iterator[None]:
        said.append("made")
        if len(said) == 1:
            raise OSError("no")
        yield
        said.append("taken back")

    with pytest.raises(OSError, match="no"), change():
        pass
    with pytest.raises(KeyError), change():
        raise KeyError
    assert said == ["made", "made", "taken back"]
