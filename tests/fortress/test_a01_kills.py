"""A01, A22, A23: whatever moment an arena dies at, nothing that it told of is lost, and nothing is played twice."""

import os
import random
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from arena.store import Store
from tests.fortress import arenas

pytestmark = pytest.mark.thorough

COPIES = 10
KILLS, SETS = 10, 6
"""How often an arena is killed, and the sets of its ladder: more than it plays between so many deaths."""


def told(path: Path) -> set[str]:
    """The games whose results an arena has told of."""
    return set(path.read_text().split()) if path.exists() else set()


def wait_for_a_moment(number: int, rng: random.Random, ladder: Path, arena: subprocess.Popen[str]) -> None:
    """Wait for a moment to kill an arena: while it starts, while it opens its results, or while it plays."""
    if number % 4 == 0:
        time.sleep(rng.uniform(0, 0.4))
    elif number % 4 == 1:
        lock, ours = ladder.with_suffix(".db.lock"), f"process {arena.pid} "
        while arena.poll() is None and not (lock.exists() and lock.read_text().startswith(ours)):
            time.sleep(0.002)
        time.sleep(rng.uniform(0, 0.05))
    else:
        arenas.wait_for_results(ladder, arenas.count(ladder) + rng.randint(0, 2), arena)
        time.sleep(rng.uniform(0, 0.03))


def test_a01_kill_9_at_any_moment_loses_and_doubles_nothing(
    ladder: Path, tmp_path: Path, reference: list[tuple[object, ...]]
) -> None:
    rng, file, seen, games = random.Random(1), tmp_path / "told", set[str](), 2 * 3 * SETS
    cut_short = 0
    ladder.write_text(arenas.LADDER.replace(f"sets = {arenas.SETS}", f"sets = {SETS}"))
    for number in range(KILLS):
        arena = arenas.start(ladder, f"tell={file}", rooms=1 + number // 2 % 2)
        wait_for_a_moment(number, rng, ladder, arena)
        arenas.kill(arena)
        now = arenas.done(ladder)
        cut_short += arenas.states(ladder).get("open", 0) if now else 0
        assert told(file) | seen <= now
        seen = now
        if len(seen) == games:  # a fast machine
            assert number > KILLS / 2
            break
    arenas.end(arenas.start(ladder, f"tell={file}", rooms=1), 0)

    rows = arenas.table(ladder)
    assert {*rows} <= {*reference} or {*rows} > {*reference}
    assert len(file.read_text().split()) == len(told(file)), "a result was told twice"
    assert arenas.query(ladder, "PRAGMA integrity_check") == [("ok",)]
    states = arenas.states(ladder)
    assert states["done"] == len(rows) == games
    assert cut_short > 0, "some were killed in the middle of a game"
    assert set(states) <= {"done", "abandoned"}
    with Store.open(ladder.with_suffix(".db"), writing=False) as store:
        found = store.compare()
    assert found.lost == found.unread == []
    arenas.assert_no_bots(ladder)


def test_a01_the_next_run_says_that_the_last_was_cut_short_and_takes_over_the_lock_of_the_dead_arena(
    ladder: Path,
) -> None:
    arena = arenas.start(arenas.short(ladder), rooms=1)
    arenas.wait_for_results(ladder, 2, arena)
    arenas.kill(arena)
    lock = ladder.with_suffix(".db.lock")

    assert f"process {arena.pid} on " in lock.read_text()
    says = arenas.here("run", str(ladder))
    assert says.exit_code == 0
    assert lock.read_text() == ""
    assert "the last run was cut short" in says.output
    assert f"of {arenas.FEW_GAMES} games are there already" in says.output


def test_a23_every_copy_of_the_files_of_a_running_arena_has_all_that_was_told(ladder: Path, tmp_path: Path) -> None:
    """Stopped at a random moment, the files are what a power cut would leave if the disk kept what it was told to."""
    rng, file = random.Random(23), tmp_path / "told"
    arena = arenas.start(ladder, f"tell={file}")
    arenas.wait_for_results(ladder, 0, arena)
    copies: list[tuple[Path, set[str]]] = []
    while len(copies) < COPIES and arena.poll() is None:
        time.sleep(rng.uniform(0, 0.02))
        os.kill(arena.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, arena.pid, os.WSTOPPED | os.WNOWAIT | os.WEXITED)
        copy = tmp_path / f"copy{len(copies)}"
        copy.mkdir()
        for suffix in (".db", ".db-wal", ".db.journal"):
            if (source := ladder.with_suffix(suffix)).exists():
                shutil.copy(source, copy)
        copies.append((copy / "ladder.db", told(file)))
        os.kill(arena.pid, signal.SIGCONT)
    arenas.kill(arena)

    assert len(copies) == COPIES, "the arena was done too soon"
    for path, before in copies:
        with Store.open(path, writing=True) as store:
            assert before <= store.done()
            assert store.problems() == []
            found = store.compare()
            assert found.lost == found.unread == []


def test_a10_a_second_arena_is_refused_at_once_and_the_first_named(ladder: Path) -> None:
    arena = arenas.start(ladder, rooms=1)
    arenas.wait_for_results(ladder, 0, arena)
    arena.send_signal(signal.SIGSTOP)  # else it may be done before the second has started
    says = arenas.end(arenas.start(ladder), os.EX_TEMPFAIL)
    first_lives = arena.poll() is None
    arenas.kill(arena)

    assert f"another arena is writing to it (process {arena.pid} on " in says
    assert first_lives


def test_a10_readers_are_welcome_while_an_arena_plays(ladder: Path) -> None:
    ladder.write_text(arenas.LADDER.replace(f"sets = {arenas.SETS}", "sets = 100"))
    arena = arenas.start(ladder)
    for command in ("ladder", "record", "verify"):
        before = arenas.count(ladder)
        arenas.wait_for_results(ladder, before + 3, arena)
        found = arenas.here(command, str(ladder))
        assert found.exit_code == 0, found.output
    plays = arena.poll() is None
    arenas.kill(arena)

    assert plays
