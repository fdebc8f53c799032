"""Hogs: bots that use up the machine while others are to move. Those get their time all the same."""

from pathlib import Path

import pytest
import trio

from arena.settings.clock import ClockSettings
from arena.settings.limits import Level, Limits
from arena.table.lag import LagMeter
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from tests.arena.fakes import ONE_DEAL, setup
from tests.processes.sandboxes import at_every_level, opened, python
from tests.processes.test_rooms import Reports

HOG = """
import mmap, os, sys, time
print("bot hog 1", flush=True)
asked = 0
kept = mmap.mmap(-1, 40 << 20)  # shared: together they show nine times the limit, and hold a sixth of it
def child():
    os.setsid()
    {act}
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        while not asked and len(kids := globals().setdefault("kids", [])) < 58:
            kids.append(os.fork() or child())
        asked += 1
        print(words[-1], flush=True)
"""
HONEST = """
import sys, time
print("bot honest 1", flush=True)
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        asked += 1
        end = time.thread_time() + 0.06 * (asked < 6)
        while time.thread_time() < end:
            pass
        print(words[-1], flush=True)
"""
ACTS = {
    "burn": "while True: pass",
    "maps": "[kept.__setitem__(at, 1) for at in range(0, len(kept), 4096)]; time.sleep(60)",
}
CLOCK = ClockSettings(move_ms=500, start_ms=20_000, ponder="off")
"""Beside sixty burners an honest answer took two seconds."""


async def played(level: Level, folder: Path, act: str) -> Reports:
    """A game of two hogs against two honest bots, each of which uses 60 ms for some of its answers."""
    reports = Reports()
    hog = python(folder / "hog", HOG.format(act=ACTS[act]), Limits(memory_mb=256))
    honest = python(folder / "honest", HONEST)
    lag = LagMeter() if act == "maps" else None  # a machine short of memory gives time back; burners must not need it
    with opened(level, guarded=True) as sandbox:
        programs = {0: hog, 1: honest, 2: hog, 3: honest}
        async with trio.open_nursery() as nursery:
            if lag is not None:
                nursery.start_soon(lag.run)
            await play_room(programs, [setup(ONE_DEAL, CLOCK)], reports.take, Surroundings(lag, sandbox))
            nursery.cancel_scope.cancel()
    return reports


@at_every_level
@pytest.mark.parametrize("act", ["burn", pytest.param("maps", marks=pytest.mark.thorough)])
async def test_an_honest_bot_beside_hogs_is_never_late(level: Level, act: str, tmp_path: Path) -> None:
    reports = await played(level, tmp_path, act)

    assert [fault for faults in reports.faults for fault in faults if fault.seat in {1, 3}] == []
