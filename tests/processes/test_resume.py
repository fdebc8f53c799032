"""Nothing is lost and nothing doubled: real arenas stopped in every way, then run again."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

FAKEBOT = Path(__file__).with_name("fakebot.py")
ARENA = (sys.executable, "-m", "arena.cli")
SETS = 20
GAMES = 2 * 3 * SETS
pytestmark = pytest.mark.slow

LADDER = f"""
seed = "resume"
sets = {SETS}
games = [{{ game = "kaiser", options = {{ max_deals = 2 }} }}]

[[bots]]
bot = '{sys.executable} {FAKEBOT}'
name = "one"
[[bots]]
bot = '{sys.executable} {FAKEBOT} none 0'
name = "two"
[[bots]]
bot = '{sys.executable} {FAKEBOT} exit 8'
name = "three"
"""
"""Deterministic bots: the third crashes at the ninth question of a game."""


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    path = tmp_path / "ladder.toml"
    path.write_text(LADDER)
    return path


def start(ladder: Path) -> subprocess.Popen[str]:
    command = [*ARENA, "run", str(ladder), "-j", "2"]
    env = os.environ | {"PYTHONPATH": str(Path(__file__).parents[2])}
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env, start_new_session=True
    )


def run(ladder: Path) -> str:
    arena = start(ladder)
    out, err = arena.communicate(timeout=120)
    assert arena.returncode == 0, err
    return out + err


def table(ladder: Path) -> list[tuple[object, ...]]:
    """Everything about the results but times."""
    with sqlite3.connect(ladder.with_suffix(".db")) as db:
        return list(
            db.execute(
                "SELECT game_id, places, scores, reason, extra, faults, hex(record) FROM results"
                " JOIN records USING (game_id) ORDER BY game_id"
            )
        )


def count(ladder: Path, table: str = "results") -> int:
    try:
        with sqlite3.connect(f"file:{ladder.with_suffix('.db')}?mode=ro", uri=True) as db:
            return int(db.execute(f"SELECT count(*) FROM {table}").fetchone()[0])
    except sqlite3.OperationalError:  # not there yet, or its tables are being made
        return 0


@pytest.fixture(scope="module")
def reference(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    """The table of an unbroken run."""
    path = tmp_path_factory.mktemp("reference") / "ladder.toml"
    path.write_text(LADDER)
    run(path)
    found = table(path)
    assert len(found) == GAMES
    return found


def wait_for_results(ladder: Path, more_than: int, arena: subprocess.Popen[str]) -> None:
    while count(ladder) <= more_than and arena.poll() is None:
        time.sleep(0.005)


def test_kill_9_loses_and_doubles_nothing(ladder: Path, reference: list[tuple[object, ...]]) -> None:
    rng, before = random.Random(1), -1
    for _ in range(4):
        arena = start(ladder)
        wait_for_results(ladder, before, arena)
        time.sleep(rng.uniform(0, 0.15))
        arena.kill()
        arena.communicate()
        now = count(ladder)
        assert now >= before
        before = now
    assert 0 < before < GAMES, "the kills should fall into the middle of the run"
    assert f"{before} of {GAMES} games are there already" in run(ladder)

    assert table(ladder) == reference
    with sqlite3.connect(ladder.with_suffix(".db")) as db:
        states = Counter(state for (state,) in db.execute("SELECT state FROM attempts"))
        assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert states["done"] == GAMES
    assert states["open"] == 0
    assert states["abandoned"] > 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_lets_running_games_end_and_a_second_run_goes_on(
    ladder: Path, reference: list[tuple[object, ...]], number: signal.Signals
) -> None:
    arena = start(ladder)
    wait_for_results(ladder, 3, arena)
    arena.send_signal(number)
    _, err = arena.communicate(timeout=30)

    assert arena.returncode == 128 + number
    assert "stopping: running games end first" in err
    assert "Go on with: arena run" in err
    stopped_at = count(ladder)
    assert 3 < stopped_at < GAMES
    with sqlite3.connect(ladder.with_suffix(".db")) as db:
        assert db.execute("SELECT count(*) FROM attempts WHERE state != 'done'").fetchone() == (0,)
    run(ladder)
    assert table(ladder) == reference


def test_a_second_stop_ends_at_once(ladder: Path) -> None:
    sleepy = LADDER.replace("exit 8", "sleep 8").replace("none 0", "sleep 8")  # one at least in every pairing
    ladder.write_text(sleepy.replace("sets = ", "clock = { move_ms = 60000 }\nsets = "))
    arena = start(ladder)
    while not count(ladder, "attempts") and arena.poll() is None:
        time.sleep(0.005)
    arena.send_signal(signal.SIGINT)
    assert arena.stderr is not None
    while "stopping" not in (arena.stderr.readline() or "stopping"):
        pass
    begun = time.monotonic()
    arena.send_signal(signal.SIGINT)
    arena.communicate(timeout=30)

    assert arena.returncode == 130
    assert time.monotonic() - begun < 5


def test_a_ctrl_c_at_the_terminal_reaches_no_bot(ladder: Path) -> None:
    """A terminal sends SIGINT to the whole foreground group; bots are in sessions of their own."""
    arena = start(ladder)
    wait_for_results(ladder, 3, arena)
    os.killpg(arena.pid, signal.SIGINT)
    arena.communicate(timeout=30)
    run(ladder)
    faults = {str(row[5]) for row in table(ladder)}

    assert [fault for fault in faults if fault != "[]" and "exit 7" not in fault] == []


def test_a_second_arena_on_the_same_results_is_refused(ladder: Path) -> None:
    arena = start(ladder)
    wait_for_results(ladder, 0, arena)
    other = start(ladder)
    _, err = other.communicate(timeout=30)

    assert other.returncode == os.EX_TEMPFAIL
    assert "another arena is playing into it" in err
    arena.kill()
    arena.communicate()


@pytest.fixture(autouse=True)
def _no_bots_left() -> Iterator[None]:
    """Bots end when their arena is killed: their input ends."""
    yield
    deadline = time.monotonic() + 3
    while left := list(bots()):
        assert time.monotonic() < deadline, f"left running: {left}"
        time.sleep(0.02)


def bots() -> Iterator[str]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                command = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if str(FAKEBOT).encode() in command and b"sleep" not in command:
                yield entry.name
