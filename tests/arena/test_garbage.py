"""The collector looks seldom while games are played, and as before afterwards."""

import gc

import pytest

from arena.garbage import THRESHOLDS, seldom_collected


def test_the_collector_is_as_before_whatever_happens() -> None:
    before, frozen = gc.get_threshold(), gc.get_freeze_count()
    with pytest.raises(KeyError):
        _play()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == frozen


def _play() -> None:
    with seldom_collected():
        assert gc.get_threshold() == THRESHOLDS
        assert gc.get_freeze_count() > 0
        raise KeyError
