"""How cores are divided among rooms."""

import os

import pytest

from arena.tournament.pinning import core_sets, divided, pinned


@pytest.mark.parametrize(
    ("cores", "rooms", "pin", "sets"),
    [
        ((0, 1), 1, False, []),
        ((0, 1), 2, False, [(0,), (1,)]),
        ((0, 4, 1, 5), 2, False, [(0, 4), (1, 5)]),
        ((0, 1, 2), 2, False, [(0,), (1,)]),
        ((0, 1), 3, False, []),
        ((0, 1), 1, True, [(0,)]),
        ((0, 1), 3, True, [(0,), (1,), (0,)]),
        ((0, 4, 1, 5), 2, True, [(0,), (1,)]),
    ],
)
def test_rooms_get_equal_sets_of_cores_while_there_are_enough(
    cores: tuple[int, ...], rooms: int, pin: bool, sets: list[tuple[int, ...]]
) -> None:
    assert divided(cores, rooms, pin=pin) == sets


def test_all_cores_that_the_arena_may_use_are_given_out_to_as_many_rooms() -> None:
    own = os.sched_getaffinity(0)
    sets = core_sets(len(own), pin=True)

    assert {core for cores in sets for core in cores} == own


def test_after_a_block_the_thread_may_use_the_cores_that_it_had() -> None:
    own = os.sched_getaffinity(0)
    with pinned((min(own),)):
        assert os.sched_getaffinity(0) == {min(own)}

    assert os.sched_getaffinity(0) == own
