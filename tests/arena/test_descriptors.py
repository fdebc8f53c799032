"""Rooms and the descriptors that they need."""

import resource
from pathlib import Path

import pytest

from arena.descriptors import SPARE, provide


class Limit:
    """A limit of open files that can be set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, soft: int, hard: int) -> None:
        self.now = (soft, hard)
        monkeypatch.setattr(resource, "getrlimit", lambda _: self.now)
        monkeypatch.setattr(resource, "setrlimit", self.change)

    def change(self, _: int, limits: tuple[int, int]) -> None:
        self.now = limits


def taken() -> int:
    return len(list(Path("/dev/fd").iterdir())) + SPARE


def test_a_limit_that_suffices_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(monkeypatch, 10_000, 20_000)

    assert provide(8, 4, "strict") == 8
    assert limit.now == (10_000, 20_000)


def test_a_limit_is_raised_as_far_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(monkeypatch, 20, 20_000)

    assert provide(8, 4, "strict") == 8
    assert limit.now == (taken() + 8 * 4 * 5, 20_000)


@pytest.mark.parametrize("spare", [0, 1, 59, 60, 61, 1000])
def test_where_it_may_not_be_raised_there_are_fewer_rooms(monkeypatch: pytest.MonkeyPatch, spare: int) -> None:
    Limit(monkeypatch, 20, taken() + spare)

    assert provide(8, 4, "strict") == min(8, spare // 20)


def test_a_limit_below_what_is_open_leaves_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    Limit(monkeypatch, 3, 3)

    assert provide(1, 4, "none") == 0


def test_no_limit_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    Limit(monkeypatch, resource.RLIM_INFINITY, resource.RLIM_INFINITY)

    assert provide(64, 6, "basic") == 64
