"""The collector looks seldom while games are played, once when that is over, and as before afterwards."""

import gc
import weakref

import pytest

from arena.table.garbage import THRESHOLDS, seldom_collected


def test_the_collector_is_as_before_whatever_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda: done.append("collect"))
    monkeypatch.setattr(gc, "unfreeze", lambda: done.append("unfreeze"))
    before = gc.get_threshold()
    with pytest.raises(KeyError):
        _play()
    assert gc.get_threshold() == before
    assert done == ["collect", "unfreeze"]


def _play() -> None:
    with seldom_collected():
        assert gc.get_threshold() == THRESHOLDS
        assert gc.get_freeze_count() > 0
        raise KeyError


class Cycle:
    """What dies only when the collector finds it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_died_meanwhile_is_found_in_the_end() -> None:
    with seldom_collected():
        gone = weakref.ref(Cycle())
        assert gone() is not None
    assert gone() is None
