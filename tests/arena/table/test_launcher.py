"""What the launcher says of a bot that could not start."""

import pytest

from arena.table.lag import LagMeter, Void
from arena.table.launcher import greeting_deadline
from tests.arena.fakes import MemoryProcess, Wire


async def test_a_game_that_is_void_because_of_a_start_names_the_bot_that_got_no_cpu() -> None:
    starved = MemoryProcess(Wire())
    starved.cpu, starved.delay = 100.0, 9000.0
    prolong = greeting_deadline("zed", starved, 500, LagMeter())  # type: ignore[arg-type]
    with pytest.raises(Void, match="arena_lag: zed: 9000 of 9100 ms for a greeting went to others"):
        prolong(9100.0)
