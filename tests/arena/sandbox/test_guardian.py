"""What the guardian kills; what it does for a real arena is seen in tests/processes/test_traps.py."""

from __future__ import annotations

import pytest

from arena.sandbox import guardian


@pytest.mark.parametrize(
    ("quiet", "found", "rounds"),
    [(1, [True, False, True], 2), (3, [False, False, True, False, False, False, True], 6), (2, [True] * 9, 4)],
)
def test_killing_ends_when_none_was_found_so_often_in_a_row(
    quiet: int, found: list[bool], rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot that an arena was starting when it died has no mark yet in the first of these rounds."""
    left = iter(found)
    monkeypatch.setattr(guardian, "_kill_once", lambda *_: next(left))
    monkeypatch.setattr(guardian, "PAUSE", 0.0)
    monkeypatch.setattr(guardian, "ROUNDS", 4 if all(found) else 100)
    guardian.kill_marked("ARENA_RUN=1:", quiet=quiet)
    assert len(found) - len([*left]) == rounds
