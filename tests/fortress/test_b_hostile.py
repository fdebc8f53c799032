"""B01 to B52: hostile and faulty bots, one room and two rooms at a time, and every promise after each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.limits import Level
from tests.fortress.promises import kept
from tests.fortress.rows import ROWS, Row
from tests.fortress.trial import Try
from tests.processes.cells import HERE

pytestmark = pytest.mark.toolchain


def runs() -> Iterator[object]:
    for row in ROWS:
        for what in row.tries:
            for level in what.levels or HERE[:1]:
                for rooms in (1, 2):
                    if level in HERE:
                        name = f"{row.id}-{what.name}-{level}-{rooms}".replace(" ", "-")
                        yield pytest.param(row, what, level, rooms, id=name)


@pytest.fixture(autouse=True)
def _threads_of_the_arena_end_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trio._core._thread_cache.IDLE_TIMEOUT", 0.05)


@pytest.mark.parametrize(("row", "what", "level", "rooms"), list(runs()))
async def test_a_hostile_bot_hurts_nobody_but_itself(
    row: Row, what: Try, level: Level, rooms: int, tmp_path: Path
) -> None:
    trial = await kept(what, level, rooms, tmp_path)
    if row.also is not None:
        row.also(trial)


def test_the_rows_are_those_of_the_catalogue() -> None:
    assert [row.id for row in ROWS] == [f"B{number:02}" for number in range(1, 53)]
