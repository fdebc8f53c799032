"""What the launcher says of a bot that could not start."""

from pathlib import Path

import pytest
import trio

from arena.sandbox import Program
from arena.settings.clock import ClockSettings
from arena.table.guilt import Start
from arena.table.lag import LagMeter, Void
from arena.table.launcher import Launcher
from arena.table.surroundings import Surroundings
from tests.arena.fakes import MemoryProcess, Wire


async def test_a_game_that_is_void_because_of_a_start_names_the_bot_that_got_no_cpu() -> None:
    launcher = Launcher(0, Program("zed", ("zed",), Path("/")), Surroundings(LagMeter()))
    starved = MemoryProcess(Wire())
    starved.cpu, starved.delay = 100.0, 9000.0
    launcher._process = starved  # type: ignore[assignment]
    with pytest.raises(Void, match="arena_lag: zed: 9000 of 9100 ms for a greeting went to others"):
        launcher._prolong(ClockSettings(start_ms=500), trio.current_time(), Start(), 9100.0)
