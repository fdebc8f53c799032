"""Rooms and the descriptors that they need."""

import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.tournament.descriptors import IN_A_WORKER, OF_A_BOT, OF_A_FUNCTION, OF_A_WORKER, SPARE, provide


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


@pytest.mark.parametrize(
    ("rooms", "bots", "needed"),
    [
        (1, 4, lambda: taken() + 4 * OF_A_BOT["strict"]),
        (64, 4, lambda: taken() + 64 * OF_A_WORKER),
        (2, 400, lambda: IN_A_WORKER + SPARE + 400 * OF_A_BOT["strict"]),
    ],
    ids=["one room here", "many workers", "many bots in a worker"],
)
def test_a_limit_is_raised_as_far_as_needed(
    rooms: int, bots: int, needed: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    limit = Limit(monkeypatch, 20, 20_000)

    assert provide(rooms, bots, "strict") == rooms
    assert limit.now == (needed(), 20_000)


@pytest.mark.parametrize(("rooms", "each"), [(1, OF_A_BOT["none"] + OF_A_FUNCTION), (2, 2 * OF_A_FUNCTION)])
def test_functions_have_their_pipes_here(rooms: int, each: int, monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Limit(monkeypatch, 20, 20_000)

    assert provide(rooms, 4, "none", functions=True) == rooms
    assert limit.now == (taken() + 4 * each + (rooms > 1) * rooms * OF_A_WORKER, 20_000)


@pytest.mark.parametrize("spare", [19, 20, 21, 23, 24, 39, 40, 1000])
def test_where_it_may_not_be_raised_there_are_fewer_rooms(monkeypatch: pytest.MonkeyPatch, spare: int) -> None:
    Limit(monkeypatch, 20, taken() + spare)

    assert provide(8, 4, "strict") == min(8, spare // OF_A_WORKER)
    assert provide(8, 1000, "strict") == 0, "not even one worker has enough"
    assert provide(1, 4, "strict") == (spare >= 4 * OF_A_BOT["strict"])


def test_where_there_are_descriptors_for_one_worker_only_the_room_plays_here(monkeypatch: pytest.MonkeyPatch) -> None:
    Limit(monkeypatch, 20, taken() + 2 * OF_A_WORKER - 1)

    assert provide(8, 1, "strict") == 1


def test_a_limit_below_what_is_open_leaves_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    Limit(monkeypatch, 3, 3)

    assert provide(1, 4, "none") == 0


def test_no_limit_is_no_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    Limit(monkeypatch, resource.RLIM_INFINITY, resource.RLIM_INFINITY)

    assert provide(64, 6, "basic") == 64
