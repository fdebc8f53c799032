"""The traps of sandboxes, each with a test that fails without its cure."""

import mmap
import os
import random
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
import trio

from arena.sandbox import Program, Sandbox, SandboxFailure, attacker, spawn
from arena.sandbox.bot_files import _copy
from arena.sandbox.reading import hear
from arena.sandbox.spawn import SpawnRequest, spawn_bubblewrap
from arena.settings.limits import Level, Limits
from tests.processes.sandboxes import HERE, at_every_level, in_namespaces, marked, opened, python, said, started
from tests.processes.to_the_end import run_to_end

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
ROOT = Path(__file__).parents[2]
SLEEPS = "import sys, time; print('here', flush=True); time.sleep(60)"


def test_this_machine_gives_a_sandbox() -> None:
    """Else the other tests would hold nothing: install bubblewrap, allow user namespaces."""
    assert at_every_level.args[1]


def user_of(pid: int) -> int:
    return Path(f"/proc/{pid}").stat().st_uid


def exists(pid: int) -> bool:
    """Whether a process runs. One that has lost its parent is a zombie until the system takes it away: seconds."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in {"Z", "X"}
    except OSError:
        return False


# 1. bubblewrap run by root is no sandbox.


@at_every_level
async def test_no_bot_has_the_identity_of_root(level: Level, tmp_path: Path) -> None:
    with opened(level) as sandbox:
        async with started(sandbox, python(tmp_path, SLEEPS), until=b"here") as (running, _):
            ids = set(map(user_of, running.pids()))

    assert ids
    assert 0 not in ids
    assert os.geteuid() == 0 or ids == {os.geteuid()}


async def test_a_sandbox_as_root_is_refused(tmp_path: Path) -> None:
    request = SpawnRequest(("true",), tmp_path, Limits(), "m", user=0)
    with pytest.raises(SandboxFailure, match="root outside stays root inside"):
        await spawn_bubblewrap(request, trio.CapacityLimiter(1))


@at_every_level
async def test_bots_of_an_arena_run_by_root_are_users_of_their_own(level: Level, tmp_path: Path) -> None:
    with opened(level) as sandbox:
        program = python(tmp_path, SLEEPS)
        bot = partial(started, sandbox, program, until=b"here")
        async with bot() as (one, _), bot() as (other, _):
            users = [user_of(running.pids()[0]) for running in (one, other)]

    assert os.geteuid() != 0 or users[0] != users[1]


# 2. A parent-death signal follows the thread that forked.


@in_namespaces
async def test_bots_outlive_the_threads_of_the_arena(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    idle = {*threading.enumerate()}  # threads of earlier tests: those that are used here end as soon as all others
    monkeypatch.setattr("trio._core._thread_cache.IDLE_TIMEOUT", 0.01)
    with opened(level) as sandbox:
        async with started(sandbox, python(tmp_path, SLEEPS), until=b"here") as (running, _):
            with trio.fail_after(5):
                while any("Trio" in thread.name for thread in {*threading.enumerate()} - idle):  # noqa: ASYNC110 - they end silently
                    await trio.sleep(0.01)
            await trio.sleep(0.1)

            assert running.poll() is None


# 3. Killing the outer process leaks sandboxes.


@at_every_level
async def test_a_sandbox_that_is_given_up_at_any_moment_of_its_start_leaves_nothing(
    level: Level, tmp_path: Path
) -> None:
    rng, tries, most = random.Random(3), 15, 0.03
    program = python(tmp_path, "import time; time.sleep(60)")
    with opened(level) as sandbox:
        for number in range(tries):
            with trio.move_on_after(rng.uniform(number, number + 1) * most / tries):
                running = await sandbox.start(program)
                running.close()
                running.close_pipes()
        with trio.fail_after(5):
            while marked(sandbox.mark):  # noqa: ASYNC110 - nothing tells of the end of another's child
                await trio.sleep(0.01)


@at_every_level
@pytest.mark.parametrize("how", ["finish", "close"])
async def test_nothing_of_a_bot_is_left_when_it_is_closed(level: Level, tmp_path: Path, how: str) -> None:
    code = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for way in range(3):
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.close(1)
            time.sleep(60)
        os._exit(0)
print("here", flush=True)
os.kill(os.getpid(), signal.SIGSTOP)
"""
    with opened(level) as sandbox:
        running = await sandbox.start(python(tmp_path, code))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(running.watch)
            assert await hear(running, b"here\n", seconds=20) == b"here\n"
            nursery.cancel_scope.cancel()
        with trio.fail_after(5):
            while len(running.pids()) < 4:  # noqa: ASYNC110 - nothing tells of a fork
                await trio.sleep(0.01)
        pids = {*running.pids(), running._root.pid}
        begun = time.monotonic()
        if how == "finish":
            await running.finish()
        else:
            running.close()

        assert time.monotonic() - begun < 1
        assert not any(map(exists, pids))
        running.close_pipes()


# 4. An arena that is killed leaks its bots: the guardian.

ARENA = """
import sys, trio
from pathlib import Path
from arena.sandbox import Program, Sandbox

async def main(sandbox):
    async with trio.open_nursery() as nursery:
        nursery.start_soon(sandbox.guard)
        cells = [await sandbox.start(Program("bot", ("sh", "bot.sh"), Path(sys.argv[2]))) for _ in range(3)]
        print(sandbox.mark, sandbox._guardian.pid, flush=True)
        await trio.sleep_forever()

with Sandbox(sys.argv[1], key=sys.argv[3]) as sandbox:
    trio.run(main, sandbox)
"""


@contextmanager
def arena(level: Level, folder: Path, key: str = "") -> Iterator[tuple[subprocess.Popen[str], str, int]]:
    """An arena with three bots, its mark, and its guardian; killed in the end, if not before."""
    (folder / "bot").mkdir(exist_ok=True)
    (folder / "bot" / "bot.sh").write_text("trap '' TERM HUP; exec sleep 60\n")
    command = [sys.executable, "-c", ARENA, level, str(folder / "bot"), key]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env, cwd=ROOT)
    assert process.stdout is not None
    try:
        mark, guardian = process.stdout.readline().split()
        yield process, mark, int(guardian)
    finally:
        process.kill()
        process.communicate()


def gone(mark: str, seconds: float = 3.0) -> bool:
    deadline = time.monotonic() + seconds
    while left := marked(mark):
        if time.monotonic() > deadline:
            pytest.fail(f"left: {left}")
        time.sleep(0.02)
    return True


def folder_of(mark: str) -> Path:
    return Path("/var/tmp", f"arena-{mark.replace(':', '-')}")


@pytest.mark.parametrize(
    "level", ["none", *HERE[:1], *(pytest.param(level, marks=pytest.mark.thorough) for level in HERE[1:])]
)
def test_the_guardian_ends_the_bots_of_a_dead_arena(level: Level, tmp_path: Path) -> None:
    with arena(level, tmp_path) as (_, mark, guardian):
        deadline = time.monotonic() + 5
        while len(marked(mark)) < 3:  # a bot that is just being executed shows no environment
            assert time.monotonic() < deadline
            time.sleep(0.02)

    assert gone(mark)
    deadline = time.monotonic() + 3
    while folder_of(mark).exists() or exists(guardian):
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_guardian_that_dies_is_replaced(tmp_path: Path) -> None:
    with arena("none", tmp_path) as (_, mark, guardian):
        os.kill(guardian, signal.SIGKILL)
        deadline = time.monotonic() + 5
        while not (new := [pid for pid in guardians(mark) if pid != guardian]):
            assert time.monotonic() < deadline
            time.sleep(0.02)

    assert len(new) == 1
    assert gone(mark)


def guardians(mark: str) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if f"ARENA_RUN={mark}".encode() in path.read_bytes():
                found.append(int(path.parent.name))
        except OSError:
            continue
    return found


@pytest.mark.parametrize("level", ["none", *at_every_level.args[1][:1]])
def test_a_new_run_ends_what_an_older_one_of_the_same_results_has_left(level: Level, tmp_path: Path) -> None:
    key = f"k{random.Random().getrandbits(40):x}"
    with arena(level, tmp_path, key) as (_, mark, guardian):
        os.kill(guardian, signal.SIGSTOP)  # it cannot help
    # In a sandbox the kernel may have ended the bots together with the arena; its folder is left in any case.
    assert marked(mark) if level == "none" else folder_of(mark).exists()
    with Sandbox(level, key=key):
        assert marked(mark) == []
        assert not folder_of(mark).exists()
    os.kill(guardian, signal.SIGKILL)


# 5. The environment and the command line of the sandbox are shown to bots.


@at_every_level
async def test_the_environment_of_the_arena_stays_hidden(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ARENA_TEST_SECRET", "hush")
    code = """
import os
for name in ("environ", "cmdline"):
    for pid in ("1", "self"):
        try:
            print(open(f"/proc/{pid}/{name}", "rb").read())
        except OSError as error:
            print(error)
print(dict(os.environ))
"""
    out = (await said(level, python(tmp_path, code))).out.decode()

    assert "hush" not in out
    assert str(tmp_path) not in out
    assert "bind" not in out
    assert "ARENA_RUN" in out


@at_every_level
async def test_a_bot_has_three_descriptors(level: Level, tmp_path: Path) -> None:
    code = """
import os
def there(number):
    try:
        os.fstat(number)
    except OSError:
        return False
    return True
print([number for number in range(256) if there(number)])
"""
    descriptor = os.open("/etc/passwd", os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    out = (await said(level, python(tmp_path, code))).out
    os.close(descriptor)

    assert out == b"[0, 1, 2]\n"


# 6. bubblewrap's own mounts are large and writable.


@in_namespaces
async def test_what_a_bot_may_write_to_is_small(level: Level, tmp_path: Path) -> None:
    code = """
for line in open("/proc/self/mountinfo"):
    where, options, *_, super_options = line.split()[4:]
    sizes = [word.removeprefix("size=") for word in super_options.split(",") if word.startswith("size=")]
    print(where, options.split(",")[0], *(sizes or ["none"]))
"""
    out = (await said(level, python(tmp_path, code, Limits(file_mb=5)))).out.decode()
    rows = {where: (access, size) for where, access, size in map(str.split, out.splitlines())}
    writable = {where: size for where, (access, size) in rows.items() if access == "rw"}
    devices = {f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom", "tty", "pts")}

    assert {"/", "/dev", "/usr/bin", "/bot", "/proc", "/proc/sys", "/proc/meminfo"} <= rows.keys()
    assert {where: writable[where] for where in writable.keys() - devices} == {"/tmp": "5120k", "/dev/shm": "1024k"}


FAULTS = """
import mmap, resource
with open({path!r}, "rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as area:
    area.madvise(mmap.MADV_RANDOM)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_majflt
    for at in range(0, len(area), mmap.PAGESIZE):
        area[at]
    print(resource.getrusage(resource.RUSAGE_SELF).ru_majflt - before)
"""


@pytest.fixture
def dropped() -> Iterator[Path]:
    """A file that bots may read and of which no page is in memory."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        path = Path(folder, "model")
        path.parent.chmod(0o755)
        with path.open("wb") as file:
            file.write(os.urandom(2 * attacker.PAGE_BITS * attacker.APART))
            os.fsync(file.fileno())
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        yield path


@pytest.mark.thorough
@pytest.mark.parametrize("warmed", [True, False])
async def test_every_page_that_bots_see_is_in_memory_before_they_start(
    tmp_path: Path, dropped: Path, monkeypatch: pytest.MonkeyPatch, *, warmed: bool
) -> None:
    """Without the cure, a page that another bot has read tells of it: reading it makes no page fault for the disk."""
    if not warmed:
        monkeypatch.setattr("arena.sandbox.page_cache.read_all", lambda _: True)
    with Sandbox(HERE[0], read=(dropped.parent,)) as sandbox:
        running = await sandbox.start(python(tmp_path / "bot", FAULTS.format(path=str(dropped))))
        faults = int((await run_to_end(running, seconds=30)).out)

    assert (faults == 0) is warmed


def test_a_word_can_be_left_in_the_pages_of_a_file_that_nobody_uses(dropped: Path) -> None:
    """Else it would hold nothing that `arena doctor` finds no such word."""
    word = 0b_1011_0011_1000
    with dropped.open("rb") as file, mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ) as area:
        attacker.write_pages(word, of=file.fileno())
        assert attacker.read_pages(area) == word
        assert attacker.read_pages(area) is None


# 9. bubblewrap's own CPU time says nothing.


BURNERS = """
import os, signal, sys, time
signal.signal(signal.SIGCHLD, signal.{waits})
ended, held = os.pipe()
def burn():
    while time.process_time() < 0.2: pass
    os._exit(0)
for _ in range(2):
    if os.fork() == 0:
        if "{kind}" == "children": burn()
        os.setsid()
        if os.fork() == 0: burn()
        os._exit(0)
os.close(held)
os.read(ended, 1)  # until nobody holds the other end
try:
    while True: os.wait()
except ChildProcessError:
    pass
print("burnt", flush=True)
time.sleep(60)
"""


@at_every_level
@pytest.mark.parametrize(
    ("kind", "waits"), [("children", "SIG_DFL"), ("children", "SIG_IGN"), ("grandchildren", "SIG_DFL")]
)
async def test_the_cpu_time_of_all_that_a_bot_started_is_counted(
    level: Level, tmp_path: Path, kind: str, waits: str
) -> None:
    """/proc has no time of a child that nobody waited for, as where SIGCHLD is ignored."""
    code = BURNERS.format(kind=kind, waits=waits)
    with opened(level) as sandbox:
        async with started(sandbox, python(tmp_path, code), until=b"burnt") as (running, _):
            assert 380 < (running.cpu_ms() or 0) < 2000
        assert 380 < running.used().cpu_ms < 2000


@at_every_level
async def test_what_a_bot_used_is_known_after_its_end(level: Level, tmp_path: Path) -> None:
    code = """
import threading, time
held = bytearray(b"x") * 60_000_000
threads = [threading.Thread(target=time.sleep, args=(60,), daemon=True) for _ in range(5)]
for thread in threads: thread.start()
print("here", flush=True)
time.sleep(60)
"""
    with opened(level) as sandbox:
        async with started(sandbox, python(tmp_path, code), until=b"here") as (running, _):
            pass
        used = running.used()

    assert 60_000_000 < used.peak_memory < 120_000_000
    assert used.peak_tasks == 6
    assert used.cpu_ms > 1
    assert not used.over_memory
    assert not used.oom_kills


# Failures of the sandbox are no failures of the bot.


@at_every_level
@pytest.mark.parametrize("victim", ["the outer process", "the first inside"])
async def test_a_sandbox_that_is_killed_from_outside_is_broken(level: Level, tmp_path: Path, victim: str) -> None:
    with opened(level) as sandbox:
        async with started(sandbox, python(tmp_path, SLEEPS), until=b"here") as (running, _):
            [bot] = running.pids()
            os.kill(running.process.pid if victim == "the outer process" else running._root.pid, signal.SIGKILL)
            with trio.fail_after(5):
                while running.poll() is None or exists(bot):  # noqa: ASYNC110 - as in the arena
                    await trio.sleep(0.002)

            assert running.broken


def dying_bubblewrap(folder: str) -> str:
    """A program that leaves a child and ends, before it has reported it; in a folder that bots of root may enter."""
    Path(folder).chmod(0o755)
    program = Path(folder, "bwrap")
    program.write_text("#!/bin/sh\nsleep 1000 &\n")
    program.chmod(0o755)
    return str(program)


@in_namespaces
async def test_a_child_of_bubblewrap_that_lost_its_parent_before_it_was_reported_is_ended(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if bubblewrap was killed from outside in that moment: its child would wait for it for ever."""
    with opened(level) as sandbox, tempfile.TemporaryDirectory() as folder:
        stand_in = dying_bubblewrap(folder)
        monkeypatch.setattr(spawn, "_program", lambda _: stand_in)
        monkeypatch.setattr(spawn, "PATIENCE", 0.2)
        with pytest.raises(SandboxFailure, match="did not start within"):
            await sandbox.start(python(tmp_path / "bot", SLEEPS))

        assert marked(sandbox.mark) == []


@at_every_level
@pytest.mark.parametrize(
    "way", ["os.kill(os.getpid(), 9)", "os.fork(); os.kill(-1, 9); os.kill(os.getpid(), 9)", "os._exit(137)"]
)
async def test_a_bot_that_kills_itself_has_not_broken_its_sandbox(level: Level, tmp_path: Path, way: str) -> None:
    with opened(level) as sandbox:
        running = await sandbox.start(python(tmp_path, f"import os; {way}"))
        done = await run_to_end(running, seconds=20)

    assert (done.code, done.err, running.broken) == (-signal.SIGKILL, b"", False)


@in_namespaces
async def test_the_first_process_of_a_sandbox_cannot_be_taken_over(level: Level, tmp_path: Path) -> None:
    """Else a bot could have it end as if somebody had killed it from outside, and its game would not count."""
    code = """
import os, signal
for path in ("mem", "fd/0", "environ", "root", "cwd"):
    try:
        os.open(f"/proc/1/{path}", os.O_RDWR if path == "mem" else os.O_RDONLY)
        print(path)
    except OSError as error:
        print(error.strerror)
for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM, signal.SIGSEGV):
    os.kill(1, number)
print("done", flush=True)
os._exit(5)
"""
    done = await said(level, python(tmp_path, code))

    assert done.out.decode().splitlines() == [*["No such file or directory"] * 5, "done"]
    assert done.code == 5


@in_namespaces
@pytest.mark.parametrize(
    ("command", "code"), [(("nothing-like-it",), 127), (("./bot.py",), 126), (("sh", "-c", "exit 7"), 7)]
)
async def test_a_command_that_cannot_run_is_the_bots_own_fault(
    level: Level, tmp_path: Path, command: tuple[str, ...], code: int
) -> None:
    program = python(tmp_path, "")._replace(command=command)

    assert (await said(level, program)).code == code


@at_every_level
async def test_a_signal_is_told_apart_from_an_exit(level: Level, tmp_path: Path) -> None:
    assert (await said(level, python(tmp_path, "import os; os.abort()"))).code == -signal.SIGABRT


@in_namespaces
async def test_a_folder_that_is_gone_is_a_failure_of_the_sandbox(level: Level, tmp_path: Path) -> None:
    with opened(level) as sandbox:
        placed = await sandbox.place(python(tmp_path, ""))
        placed.folder.joinpath("bot.py").unlink()
        placed.folder.rmdir()
        try:  # bubblewrap finds out while the arena does its part
            running = await sandbox.start(Program("bot", ("python3", "bot.py"), tmp_path))
        except SandboxFailure as failure:
            words = str(failure)
        else:
            words = (await run_to_end(running, seconds=5)).err.decode()
            assert running.broken

    assert "bwrap: Can't find source path" in words


@at_every_level
@pytest.mark.parametrize("failing", ["os.pipe", "os.pidfd_open", "subprocess.Popen"])
async def test_a_start_that_fails_leaves_nothing_open(
    level: Level, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    program = python(tmp_path, "")
    with opened(level) as sandbox:
        await sandbox.place(program)

        def fail(*_: object, **__: object) -> None:
            raise OSError(24, "Too many open files")

        with monkeypatch.context() as patched:
            patched.setattr(failing, fail)
            for _ in range(20):
                with pytest.raises(SandboxFailure, match="Too many open files"):
                    await sandbox.start(program)


def test_files_with_a_set_id_bit_lose_it(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("x")
    (tmp_path / "bot").chmod(0o4755)
    _copy(str(tmp_path / "bot"), str(tmp_path / "copy"))

    assert (tmp_path / "copy").stat().st_mode & (stat.S_ISUID | stat.S_ISGID) == 0
