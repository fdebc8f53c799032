"""Workers that are processes: what they are good for, and how they end."""

import gc
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import BrokenExecutor, Future
from contextlib import closing
from pathlib import Path

import pytest
import trio

from arena.sandbox import MARK
from arena.tournament import child
from arena.tournament.child import ChildProcess
from arena.tournament.pinning import pin
from arena.tournament.workshop import WorkFailed
from tests.commands import arena
from tests.processes.cells import descriptors

HERE = Path(__file__).parent
LADDER = f"""
seed = "workers"
reproducible = true
sets = %d
tables = 3
probation = false
games = [
  {{ game = "kaiser", options = {{ max_deals = 1 }} }},
  {{ game = "two-hundred", options = {{ max_deals = 1 }} }},
]
clock = {{ start_ms = 60000, move_ms = 60000 }}
bots = [
  {{ name = "one", bot = "{sys.executable} {HERE / "fakebot.py"} exit 8" }},
  {{ name = "two", bot = "{sys.executable} {HERE / "tablebot.py"} 3" }},
  {{ name = "three", bot = "{sys.executable} {HERE / "tablebot.py"} 2" }},
%s
]
"""
FOUR = f'  {{ name = "four", bot = "{sys.executable} {HERE / "fakebot.py"}" }},'
TIMES = "SHA-256 of the results"
"""The line that differs from run to run: the time of every decision is in it."""
pytestmark = pytest.mark.slow


async def result(process: ChildProcess, *job: object) -> object:
    """What a job in a process comes to."""
    future: Future[object] = process.submit(*job)  # type: ignore[arg-type] # a function and its arguments
    while not future.done():  # noqa: ASYNC110 - as anybody may wait for a future
        await trio.sleep(0.005)
    return future.result()


def children() -> set[str]:
    """The children of this process, zombies included: the browser of other tests may be one."""
    threads = Path("/proc/self/task").iterdir()
    return {child for thread in threads for child in (thread / "children").read_text().split()}


@pytest.fixture(autouse=True)
def _nothing_is_left() -> object:
    gc.collect()
    before = descriptors(), children()
    yield
    gc.collect()
    assert (descriptors(), children()) == before


async def test_a_process_does_job_after_job_in_a_session_and_with_a_mark_of_its_own() -> None:
    process = ChildProcess("mark")
    pid = await result(process, os.getpid)

    assert pid != os.getpid()
    assert await result(process, os.getsid, 0) == pid
    assert await result(process, os.getenv, MARK) == "mark"
    assert await result(process, os.getpid) == pid
    process.shutdown()


async def test_a_process_and_all_that_it_starts_can_be_kept_on_a_core() -> None:
    core = max(os.sched_getaffinity(0))
    process = ChildProcess("mark")
    await result(process, pin, (core,))

    assert await result(process, os.sched_getaffinity, 0) == {core}
    asks = [sys.executable, "-c", "import os; print(os.sched_getaffinity(0))"]
    assert await result(process, subprocess.check_output, asks) == f"{{{core}}}\n".encode()
    process.shutdown()


async def test_an_error_of_a_job_is_told_and_the_process_goes_on() -> None:
    process = ChildProcess("mark")
    with pytest.raises(WorkFailed, match=r"(?s)Traceback.*FileNotFoundError"):
        await result(process, os.listdir, "/no/such/folder")

    assert await result(process, len, "abc") == 3
    process.shutdown()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_what_asks_the_arena_for_a_stop_does_not_end_its_workers_nor_is_it_ignored_in_bots(number: int) -> None:
    process = ChildProcess("mark")
    pid = await result(process, os.getpid)
    assert isinstance(pid, int)
    os.kill(pid, number)
    asks = [sys.executable, "-c", f"import signal; print(signal.getsignal({int(number)}) == signal.SIG_IGN)"]

    assert await result(process, subprocess.check_output, asks) == b"False\n"
    process.shutdown()


async def test_a_process_that_is_killed_is_broken_and_says_so() -> None:
    process = ChildProcess("mark")
    pid = await result(process, os.getpid)
    assert isinstance(pid, int)
    with pytest.raises(BrokenExecutor, match=r"a worker process was killed \(SIGKILL\)"):
        await result(process, os.kill, pid, signal.SIGKILL)
    with pytest.raises(BrokenExecutor, match="killed"):
        await result(process, os.getpid)
    process.shutdown()


async def test_a_process_that_cannot_begin_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "BOOT", "import no_such_module")
    process = ChildProcess("mark")
    with pytest.raises(BrokenExecutor, match=r"ended by itself \(exit 1: .*No module named 'no_such_module'"):
        await result(process, os.getpid)
    process.shutdown()


async def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "END", 0.2)
    process = ChildProcess("mark")
    pid = await result(process, os.getpid)
    process.submit(time.sleep, 600)
    process.shutdown()

    assert not await trio.Path(f"/proc/{pid}").exists()


def play(folder: Path, sets: int, rooms: str, *words: str) -> tuple[str, list[object]]:
    """Play the ladder in a folder; return what is printed of it, and everything that is kept but times."""
    folder.mkdir()
    (folder / "ladder.toml").write_text(LADDER % (sets, FOUR if sets > 1 else ""))
    out, _ = arena("run", "ladder.toml", "-j", rooms, *words, cwd=folder)
    with closing(sqlite3.connect(folder / "ladder.db")) as db:
        kept = db.execute(
            "SELECT id, places, scores, reason, extra, faults, hex(record) FROM results"
            " JOIN records USING (game) JOIN games ON games.number = game ORDER BY id"
        ).fetchall()
    return "\n".join(line for line in out.splitlines() if not line.startswith(TIMES)), kept


@pytest.mark.parametrize("sets", [1, pytest.param(6, marks=pytest.mark.thorough)])
def test_the_games_and_the_ladder_are_the_same_for_any_number_of_workers(tmp_path: Path, sets: int) -> None:
    alone = play(tmp_path / "one", sets, "1")

    assert len(alone[1]) == 2 * 2 * (6 * sets if sets > 1 else 3)
    assert play(tmp_path / "two", sets, "2", "--pin") == alone
    assert play(tmp_path / "three", sets, "3") == alone
