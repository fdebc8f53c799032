"""A05, A19: an arena that is stopped or overloaded is late itself, and no bot pays for that."""

import json
import os
import random
import signal
import time
from pathlib import Path

import pytest

from tests.fortress import arenas

pytestmark = pytest.mark.thorough

STOPPED = 1.6
"""Seconds: longer than any clock of the ladder allows."""
NAPS = (
    arenas.LADDER.replace("none 0", "nap 0 0.03").replace("exit 8", "nap 0 0.03").replace("target = 40", "target = 11")
)
NAPS = NAPS.replace(f"sets = {arenas.SETS}", "sets = 1")
CLOCKS = ("move_ms = 400, bank_ms = 1200", 'move_ms = 400, measure = "cpu"')
CROWD = """
seed = "crowd"
reproducible = true
sets = 1
games = [{ game = "scotch-whist:two", options = { target = 11 } }]
clock = { start_ms = 60000, move_ms = 100 }
"""
BUSY = f"[[bots]]\nbot = '/usr/bin/python3 {arenas.FAKEBOT} work 0 %d'\nname = 'b%d'\n"
"""A bot that works a ms for every answer."""
SETS = 2
FISHER = f"""
seed = "fish"
sets = {SETS}
games = [{{ game = "kaiser", options = {{ max_deals = 1 }} }}]
clock = {{ move_ms = 200, start_ms = 60000 }}
probation = {{ first = 0, in_a_row = 0 }}
[[bots]]
bot = '/usr/bin/python3 {Path(__file__).with_name("fisher.py")} 20 1'
name = "fisher"
[[bots]]
bot = '/usr/bin/python3 {Path(__file__).with_name("fisher.py")} 0 0'
name = "twin"
"""


@pytest.mark.parametrize(("clock", "who"), [(CLOCKS[0], "the arena"), (CLOCKS[1], "its workers")])
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
    assert arenas.query(ladder, "SELECT reason FROM attempts WHERE asked != ''") == []
    assert arenas.count(ladder) == 2 * 3


def test_a19_more_rooms_than_cores_cost_no_honest_bot_a_game_and_the_lateness_is_told(ladder: Path) -> None:
    """There are as many games as rooms."""
    bots, rooms = 5, 20
    ladder.write_text(CROWD + "".join(BUSY % (number, number) for number in range(bots)))
    says = arenas.end(arenas.start(ladder, rooms=rooms), 0)
    faults = arenas.query(ladder, "SELECT faults FROM results WHERE faults != '[]'")
    [(lag,)] = arenas.query(ladder, "SELECT max(json_extract(conditions, '$.lag_p99_ms')) FROM results")

    assert faults == []
    assert arenas.count(ladder) == bots * (bots - 1)
    assert isinstance(lag, float)
    assert ("the arena itself was late in" in says) == (lag > 50)


def test_a_bot_that_makes_the_arena_late_has_its_timeout_in_every_game(tmp_path: Path) -> None:
    """The fisher against its honest twin; `tests/arena/table/test_fisher.py` shows what the old rule gave it.

    It makes no game void. Others who want the machine may, once while a bot is asked, and so not in each of three runs.
    """
    for run in range(3):
        ladder = tmp_path / f"{run}.toml"
        ladder.write_text(FISHER)
        arenas.end(arenas.start(ladder, rooms=1), 0)
        rows = arenas.query(ladder, "SELECT sides, faults FROM games JOIN results ON games.number = game")
        names = {str(id_): str(name) for id_, name in arenas.query(ladder, "SELECT id, name FROM entrants")}
        played = [(str(sides).split(","), json.loads(str(faults))) for sides, faults in rows]
        faults = [[(names[sides[seat % 2]], kind) for seat, kind, _ in found] for sides, found in played]
        void = arenas.query(ladder, "SELECT reason FROM attempts WHERE state = 'void'")

        assert faults == [[("fisher", "TIMEOUT")]] * 2 * SETS
        if not void:
            break
    assert void == []
