"""The memory of many processes, found in parts."""

from types import SimpleNamespace

import pytest

from arena.sandbox import processes
from arena.sandbox.processes import Walk

LIMIT = 100


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """What each process holds, as the test sets it; a look at a process takes a second of a clock of its own."""
    held: dict[int, int] = {}
    now = [0.0]

    def look(pid: int) -> int:
        now[0] += 1.0
        return held[pid]

    monkeypatch.setattr(processes, "_share_of_memory", look)
    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return held


def test_a_walk_within_its_time_is_certain_at_once(held: dict[int, int]) -> None:
    held |= {1: 60, 2: 60}

    assert Walk().go_on(held, LIMIT, 5) == (120, True)


def test_a_walk_over_many_is_broken_off_and_goes_on_where_it_was(held: dict[int, int]) -> None:
    held |= dict.fromkeys(range(6), 10)
    walk = Walk()

    assert [walk.go_on(held, LIMIT, 2) for _ in range(4)] == [(None, False), (60, False), (None, False), (60, False)]


def test_pages_that_move_during_a_walk_are_no_proof_but_those_that_stay_are(held: dict[int, int]) -> None:
    held |= {1: 90, 2: 0}
    walk = Walk()
    assert walk.go_on(held, LIMIT, 0) == (None, False)
    held |= {1: 0, 2: 90}
    assert walk.go_on(held, LIMIT, 0) == (180, False), "seen twice: first here, then there"
    assert walk.go_on(held, LIMIT, 0) == (None, False)
    assert walk.go_on(held, LIMIT, 0) == (90, False)

    held |= {1: 90, 2: 90}
    walk.go_on(held, LIMIT, 0)
    assert walk.go_on(held, LIMIT, 0) == (180, False)
    walk.go_on(held, LIMIT, 0)
    assert walk.go_on(held, LIMIT, 0) == (180, True)


def test_who_has_ended_during_a_walk_does_not_count(held: dict[int, int]) -> None:
    held |= {1: 90, 2: 90, 3: 5}
    walk = Walk()
    assert walk.go_on([1, 2, 3], LIMIT, 1) == (None, False)

    assert walk.go_on([1, 3], LIMIT, 9) == (95, False)
