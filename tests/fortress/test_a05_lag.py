"""A05, A19: an arena that is stopped or overloaded is late itself, and no bot pays for that."""

import os
import random
import signal
import time
from pathlib import Path

import pytest

from tests.fortress import arenas

STOPPED = 5.0
"""Seconds: longer than any clock of the ladder allows."""
NAPS = arenas.LADDER.replace("none 0", "nap 0").replace("exit 8", "nap 0").replace("max_deals = 2", "max_deals = 1")
NAPS = NAPS.replace(f"sets = {arenas.SETS}", "sets = 1")
CLOCKS = ("move_ms = 400, bank_ms = 4000", 'move_ms = 400, measure = "cpu"')
BOTS = 9
BUSY = "\n".join(f"[[bots]]\nbot = '/usr/bin/python3 {arenas.FAKEBOT} work 0 {i}'\nname = 'b{i}'" for i in range(BOTS))
CROWD = f"""
seed = "crowd"
sets = 1
games = [{{ game = "kaiser", options = {{ max_deals = 1 }} }}]
clock = {{ start_ms = 60000, move_ms = 100 }}
{BUSY}
"""
"""So many pairings that 64 rooms have something to play; each bot works a ms for every answer."""


@pytest.mark.parametrize("who", ["the arena", "its workers"])
@pytest.mark.parametrize("clock", CLOCKS)
def test_a05_an_arena_that_was_stopped_blames_no_bot(ladder: Path, clock: str, who: str) -> None:
    rng = random.Random(5)
    ladder.write_text(NAPS.replace("move_ms = 60000", clock))
    arena = arenas.start(ladder)
    for _ in range(2):
        arenas.wait_for_results(ladder, arenas.count(ladder), arena)
        time.sleep(rng.uniform(0.2, 0.6))
        stopped = [arena.pid] if who == "the arena" else arenas.workers(arena.pid)
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for pid in stopped:
                os.kill(pid, number)
            time.sleep(STOPPED if number is signal.SIGSTOP else 0)
    arenas.end(arena, 0)

    assert arenas.query(ladder, "SELECT faults FROM results WHERE faults != '[]'") == []
    assert arenas.count(ladder) == 2 * 3


def test_a19_more_rooms_than_cores_cost_no_honest_bot_a_game_and_the_lateness_is_told(ladder: Path) -> None:
    ladder.write_text(CROWD)
    says = arenas.end(arenas.start(ladder, rooms=64), 0)
    faults = arenas.query(ladder, "SELECT faults FROM results WHERE faults != '[]'")
    [(lag,)] = arenas.query(ladder, "SELECT max(json_extract(conditions, '$.lag_p99_ms')) FROM results")

    assert faults == []
    assert arenas.count(ladder) == BOTS * (BOTS - 1)
    assert isinstance(lag, float)
    assert ("the arena itself was late in" in says) == (lag > 50)
