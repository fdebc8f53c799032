"""Workers that are processes: what they are good for, and how they end."""

import gc
import os
import re
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
import trio

from arena.games.catalogue import GAMES
from arena.sandbox import MARK, Sandbox
from arena.settings.clock import ClockSettings
from arena.tournament import child
from arena.tournament.child import ChildProcess
from arena.tournament.messages import RoomSetup, WorkerJob, plain_job
from tests.commands import arena
from tests.processes.sandboxes import descriptors

HERE = Path(__file__).parent
LADDER = f"""
seed = "workers"
reproducible = true
sets = 1
tables = 3
probation = false
games = [
  {{ game = "kaiser", options = {{ max_deals = 1 }} }},
  {{ game = "scotch-whist:two", options = {{ target = 11 }} }},
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
KAISER = GAMES["kaiser"].presets
ROOM = RoomSetup(
    "kaiser", min(KAISER), KAISER[min(KAISER)], "seed", ClockSettings(), "forfeit", {}, ("a", "b", "a", "b"), 1, {}
)
"""A room without games."""
pytestmark = pytest.mark.slow


async def started(mark: str = "mark") -> tuple[ChildProcess, int]:
    """A process that is ready, and its id."""
    process = ChildProcess(mark)
    assert await process.link.receive() == ("ready",)
    return process, process._process.pid


async def ended(process: ChildProcess) -> None:
    await process.end(trio.CapacityLimiter(1))


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


async def test_a_process_plays_room_after_room_in_a_session_and_with_a_mark_of_its_own() -> None:
    process, pid = await started()
    share = await Sandbox("none").share(0, 1)
    for core in os.sched_getaffinity(0):
        await process.link.send("play", plain_job(WorkerJob(ROOM, share, (core,))))

        assert await process.link.receive() == ("over",)
        assert os.sched_getaffinity(pid) == {core}
    assert pid != os.getpid()
    assert os.getsid(pid) == pid
    assert f"{MARK}=mark".encode() in (await trio.Path(f"/proc/{pid}/environ").read_bytes()).split(b"\0")
    await ended(process)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
async def test_what_asks_the_arena_for_a_stop_does_not_end_its_workers_nor_is_it_ignored_in_bots(number: int) -> None:
    process, pid = await started()
    os.kill(pid, number)
    await process.link.send("play", plain_job(WorkerJob(ROOM, await Sandbox("none").share(0, 1))))

    assert await process.link.receive() == ("over",)
    status = await trio.Path(f"/proc/{pid}/status").read_text()
    ignored = status.partition("SigIgn:")[2].split()[0]
    assert not int(ignored, 16) >> (number - 1) & 1, "bots would inherit it"
    await ended(process)


async def test_a_process_that_is_killed_says_so() -> None:
    process, pid = await started()
    os.kill(pid, signal.SIGKILL)

    assert await process.link.receive() is None
    assert await process.how_it_ended() == "a worker process was killed (SIGKILL)"
    await ended(process)


async def test_a_process_that_cannot_begin_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "BOOT", "import no_such_module")
    process = ChildProcess("mark")

    assert await process.link.receive() is None
    assert re.match(r"a worker .* ended by itself \(exit 1: .*No module named 'no_such_", await process.how_it_ended())
    await ended(process)


async def test_a_process_that_ends_with_a_group_of_errors_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "BOOT", "raise ExceptionGroup('', [KeyError(7), ExceptionGroup('', [OSError('no')])])")
    process = ChildProcess("mark")

    assert await process.link.receive() is None
    how = await process.how_it_ended()
    await ended(process)
    assert how == "a worker process ended by itself (exit 1: OSError: no (<string>, line 1))"


async def test_an_order_that_a_process_does_not_understand_fails_and_does_not_kill_it() -> None:
    process, _ = await started()
    heard = []
    for _ in range(2):
        await process.link.send("play", "nonsense")
        heard.append(await process.link.receive())
    await ended(process)
    for said in heard:
        assert said is not None
        assert said[0] == "failed"
        assert str(said[1]).endswith("MalformedError: a job has 3 values\n")


async def test_a_process_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "END", 0.2)
    monkeypatch.setattr(child, "BOOT", "import time\ntime.sleep(600)")
    process = ChildProcess("mark")
    await ended(process)

    assert process._process.returncode == -signal.SIGKILL


def play(folder: Path, more: str, rooms: str, *words: str) -> tuple[str, list[object]]:
    """Play the ladder in a folder; return what is printed of it, and everything that is kept but times."""
    folder.mkdir()
    (folder / "ladder.toml").write_text(LADDER % more)
    out, _ = arena("run", "ladder.toml", "-j", rooms, *words, cwd=folder)
    with closing(sqlite3.connect(folder / "ladder.db")) as db:
        kept = db.execute(
            "SELECT id, places, scores, reason, extra, faults, hex(record) FROM results"
            " JOIN records USING (game) JOIN games ON games.number = game ORDER BY id"
        ).fetchall()
    return "\n".join(line for line in out.splitlines() if not line.startswith(TIMES)), kept


@pytest.mark.parametrize(
    ("more", "words"),
    [("", ("2", "--pin")), pytest.param(FOUR, ("3",), marks=pytest.mark.thorough)],
    ids=["two", "three"],
)
def test_the_games_and_the_ladder_are_the_same_for_any_number_of_workers(
    tmp_path: Path, more: str, words: tuple[str, ...]
) -> None:
    alone = play(tmp_path / "one", more, "1")

    assert len(alone[1]) == 2 * 2 * (6 if more else 3)
    assert play(tmp_path / "several", more, *words) == alone
