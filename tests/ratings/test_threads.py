import numpy as np
import pytest

from arena.ratings import threads
from arena.ratings.threads import one_thread


def test_the_number_of_threads_is_one_inside_and_as_before_outside() -> None:
    switch = threads._switch()
    assert switch is not None, "the tests run with numpy's own OpenBLAS"
    get, _ = switch
    before = get()
    with one_thread():
        assert get() == 1
        np.linalg.inv(np.eye(3))
    assert get() == before


def test_an_error_gives_the_threads_back() -> None:
    switch = threads._switch()
    assert switch is not None
    before = switch[0]()
    with pytest.raises(ZeroDivisionError), one_thread():
        _ = 1 / 0
    assert switch[0]() == before


def test_without_openblas_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "_switch", lambda: None)
    with one_thread():
        assert np.linalg.inv(np.eye(2)).tolist() == [[1, 0], [0, 1]]


def test_other_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "NAMES", [("no_such_library", "")])
    threads._switch.cache_clear()
    assert threads._switch() is None
    monkeypatch.undo()
    threads._switch.cache_clear()
