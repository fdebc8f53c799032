"""Benched bots as real processes: an arena that is killed knows about them when it comes back."""

import signal
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands import arena
from tests.processes.test_schedules import FAKEBOT, count, start

pytestmark = pytest.mark.slow
SWITCHES = {"good": "none 0", "bad": "exit 0", "fine": "none 0"}


def ladder(folder: Path) -> Path:
    bots = "".join(
        f"[[bots]]\nbot = '{sys.executable} {FAKEBOT} {switch}'\nname = \"{name}\"\n"
        for name, switch in SWITCHES.items()
    )
    path = folder / "mine.toml"
    game = '{ game = "kaiser", options = { max_deals = 1 } }'
    path.write_text(f'seed = "p"\nreproducible = true\nsets = 4\ngames = [{game}]\n{bots}')
    return path


def games_of(path: Path, name: str) -> int:
    with closing(sqlite3.connect(path.with_suffix(".db"))) as db, db:
        query = "SELECT count(*) FROM results JOIN games ON games.number = game WHERE sides LIKE ?"
        [found] = db.execute(query, (f"%{name}@%",)).fetchone()
        return int(found)


@pytest.mark.parametrize("rooms", ["1", pytest.param("2", marks=pytest.mark.thorough)])
def test_a_bot_that_crashes_is_benched_and_stays_so_after_the_arena_was_killed(rooms: str, tmp_path: Path) -> None:
    path = ladder(tmp_path)
    running = start("run", str(path), "-j", rooms)
    while (not path.with_suffix(".db").exists() or not count(path) or games_of(path, "bad") < 3) and (
        running.poll() is None
    ):
        time.sleep(0.005)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    out, err = arena("run", str(path), "-j", rooms)
    of_bad = games_of(path, "bad")

    assert 3 <= of_bad <= 2 + int(rooms)
    assert count(path) == of_bad + 8
    assert "bad is benched: CRASH in each of its first 3 games; no more of its games are begun" in err
    assert arena("record", str(path), *last_words(err))[0] == "I am leaving\n"
    assert "bad is benched" in out


def last_words(err: str) -> list[str]:
    """The words of the command that shows why a bot was benched, behind the name of the ladder."""
    line = next(line for line in err.splitlines() if "find the cause" in line)
    return line.split()[6:]
