"""Limits: what honest programs live under, what the others come to."""

import shutil
from pathlib import Path

import pytest
import trio

from arena.sandbox import Program
from arena.settings.clock import ClockSettings
from arena.settings.limits import Level, Limits
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings
from tests.arena.fakes import ONE_DEAL, setup
from tests.processes.sandboxes import at_every_level, in_namespaces, opened, python, said, started
from tests.processes.test_rooms import Reports

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

LAST_WORD = """
import mmap, os, sys, time
print("bot fake 1", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        {act}
        print(words[-1], flush=True)
"""
PATIENT = ClockSettings(move_ms=10_000, start_ms=20_000, ponder="off")


async def played(level: Level, folder: Path, act: str, limits: Limits) -> Reports:
    """A game with one bot that does something at each of its questions, in seat 2."""
    reports = Reports()
    good = python(folder / "good", LAST_WORD.format(act="pass"))
    with opened(level, guarded=True) as sandbox:
        programs = dict.fromkeys(range(4), good) | {2: python(folder / "other", LAST_WORD.format(act=act), limits)}
        await play_room(programs, [setup(ONE_DEAL, PATIENT)], reports.take, Surroundings(sandbox=sandbox))
    return reports


@at_every_level
async def test_a_room_plays_in_the_sandbox(level: Level, tmp_path: Path) -> None:
    reports = await played(level, tmp_path, "pass", Limits())

    assert reports.faults == [()]


GREEDY = {
    "by itself": "held = [bytearray(b'x') * 4_000_000 for _ in range(75)]",
    "in children": "[os.fork() or (bytearray(b'x') * 50_000_000, time.sleep(9)) for _ in range(6)]; time.sleep(1)",
    "after the end of its first thread": (
        "import ctypes, threading\n"
        "        def hold():\n"
        "            time.sleep(0.1); held = [bytearray(b'x') * 4_000_000 for _ in range(60)]; time.sleep(9)\n"
        "        threading.Thread(target=hold).start()\n"
        "        ctypes.CDLL(None).syscall({'x86_64': 60, 'aarch64': 93}[os.uname().machine], 0)"
    ),
    "shared": "held = [mmap.mmap(-1, 20_000_000) for _ in range(15)]; [m.write(b'x' * len(m)) for m in held]",
}


@at_every_level
@pytest.mark.parametrize("how", GREEDY)
async def test_a_bot_that_holds_too_much_memory_is_ended(level: Level, tmp_path: Path, how: str) -> None:
    reports = await played(level, tmp_path, GREEDY[how], Limits(memory_mb=96))
    ((fault,),) = reports.faults

    assert (fault.seat, fault.kind) == (2, "MEMORY")
    assert fault.text.startswith("more than 96 MB (seen: ")


KERNEL = {
    "socket buffers": (
        "import socket\n"
        "        for _ in range(8):\n"
        "            if not os.fork():\n"
        "                ends = [end for _ in range(28) for end in socket.socketpair()]\n"
        "                for end in ends:\n"
        "                    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)\n"
        "                    end.setblocking(False)\n"
        "                    try:\n"
        "                        while True: end.send(b'x' * 4096)\n"
        "                    except BlockingIOError: pass\n"
        "                time.sleep(9)\n"
        "        time.sleep(1)"
    ),
    "pipes": (
        "held = [os.fork() or ([os.write(os.pipe()[1], b'x' * 65536) for _ in range(28)], time.sleep(9)) "
        "for _ in range(30)]; time.sleep(1)"
    ),
    "connections that nobody accepts": (
        "import socket\n"
        "        end = socket.socket(socket.AF_UNIX); end.bind('\\0here'); end.listen(4096)\n"
        "        for _ in range(400):\n"
        "            with socket.socket(socket.AF_UNIX) as one:\n"
        "                one.connect('\\0here'); one.setblocking(False)\n"
        "                try:\n"
        "                    while True: one.send(b'x' * 65536)\n"
        "                except BlockingIOError: pass\n"
        "        time.sleep(1)"
    ),
    "datagrams": (
        "import socket\n"
        "        ends = [socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(30)]\n"
        "        for number, end in enumerate(ends):\n"
        "            end.bind(f'\\0{number}')\n"
        "            for _ in range(11):\n"
        "                with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as one:\n"
        "                    try: one.sendto(b'x' * 200_000, f'\\0{number}')\n"
        "                    except OSError: pass  # at strict\n"
        "        time.sleep(0.5); held = bytearray(b'x') * 8_000_000; time.sleep(20)"
    ),
    "page tables": (
        "for _ in range(12):\n"
        "            if not os.fork():\n"
        "                held = mmap.mmap(-1, 3 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)\n"
        "                held.madvise(mmap.MADV_NOHUGEPAGE)\n"
        "                for at in range(0, len(held), 1 << 21): held[at]\n"
        "                time.sleep(9)\n"
        "        time.sleep(1)"
    ),
}


@in_namespaces
@pytest.mark.parametrize("how", KERNEL)
async def test_what_the_kernel_holds_for_a_bot_is_memory_too(level: Level, tmp_path: Path, how: str) -> None:
    reports = await played(level, tmp_path, KERNEL[how], Limits(memory_mb=40))
    ((fault,),) = reports.faults

    assert (fault.seat, fault.kind) == (2, "MEMORY")


NAMES = {
    "empty files": "[open(f'/tmp/{i}', 'w').close() for i in range(400_000)]",
    "short links": "[os.symlink('x', f'/dev/shm/{i}') for i in range(400_000)]",
    "folders": "[os.mkdir(f'/tmp/{i}') for i in range(400_000)]",
}


@in_namespaces
@pytest.mark.parametrize(
    "how", [pytest.param(how, marks=() if how == "folders" else pytest.mark.thorough) for how in NAMES]
)
async def test_names_without_content_are_memory_too(level: Level, tmp_path: Path, how: str) -> None:
    reports = await played(level, tmp_path, NAMES[how], Limits(memory_mb=64))
    ((fault,),) = reports.faults

    assert (fault.seat, fault.kind) == (2, "MEMORY")


async def test_the_limit_of_a_message_and_of_standard_error_are_the_ladders(tmp_path: Path) -> None:
    long = await played("none", tmp_path, "print('x' * 3000, flush=True)", Limits(message_kb=2))
    loud = await played("none", tmp_path, "sys.stderr.write('x' * 5000); sys.stderr.flush()", Limits(stderr_kb=4))

    assert [(fault.kind, fault.text) for fault in long.faults[0]] == [("FLOOD", "a line of more than 2048 bytes")]
    assert [fault.kind for fault in loud.faults[0]] == ["FLOOD"]


@at_every_level
async def test_processes_files_and_cpu_time_are_limited(level: Level, tmp_path: Path) -> None:
    code = """
import os, resource, signal, threading, time
def count(act):
    done = 0
    try:
        while done < 500:
            act()
            done += 1
    except (OSError, RuntimeError):
        pass
    return done
def fork():
    if os.fork() == 0:
        time.sleep(30)
print(count(lambda: os.dup(0)), count(fork), flush=True)
for child in range(40):
    pass
print(resource.getrlimit(resource.RLIMIT_CPU), resource.getrlimit(resource.RLIMIT_FSIZE), flush=True)
"""
    limits = Limits(processes=20, files=30, file_mb=3, cpu_s=7)
    lines = (await said(level, python(tmp_path, code, limits))).out.decode().splitlines()
    files, forks = map(int, lines[0].split())

    assert files == 27
    assert 16 <= forks <= 19, "the bot itself is one, and the sandbox may take another"
    assert lines[1] == f"(7, 7) ({3 * 2**20}, {3 * 2**20})"


@at_every_level
async def test_shared_memory_that_no_process_shows_is_limited_too(level: Level, tmp_path: Path) -> None:
    code = """
import mmap
gone = 0
try:
    while gone < 600:
        area = mmap.mmap(-1, 20_000_000)
        for at in range(0, len(area), 4096): area[at] = 1
        area.madvise(mmap.MADV_DONTNEED)
        gone += 20
        print(gone, flush=True)
        area = globals()[f"held{gone}"] = area
except OSError as error:
    print(error.strerror)
"""
    found = (await said(level, python(tmp_path, code, Limits(memory_mb=50)))).out.decode().splitlines()

    if level == "strict":
        assert int(found[-1]) <= 50, "it is counted"
    else:
        assert found[-2:] == ["200", "Cannot allocate memory"]


@in_namespaces
async def test_a_bot_makes_no_terminals_of_which_all_of_the_machine_has_one_stock(level: Level, tmp_path: Path) -> None:
    code = "import os\ntry: os.open('/dev/ptmx', os.O_RDWR)\nexcept OSError as error: print(error.strerror)"
    found = await said(level, python(tmp_path, code))

    assert found.out == b"No such file or directory\n"


@at_every_level
async def test_a_bot_may_be_held_to_one_core(level: Level, tmp_path: Path) -> None:
    code = "import os; print(len(os.sched_getaffinity(0)))"

    assert (await said(level, python(tmp_path, code, Limits(cores=1)))).out == b"1\n"


@at_every_level
async def test_a_frozen_bot_stands_still_and_goes_on_when_thawed(level: Level, tmp_path: Path) -> None:
    code = """
import os
os.fork()
print("here", flush=True)
while True: pass
"""
    with opened(level) as sandbox:
        async with started(sandbox, python(tmp_path, code), until=b"here") as (running, _):
            await trio.sleep(0.1)
            running.freeze()
            before = None
            with trio.fail_after(20):  # a process that waits for a CPU stops when it gets one
                while running.runnable() or running.cpu_ms() != before:
                    before = running.cpu_ms()
                    await trio.sleep(0.1)
            await trio.sleep(0.3)
            assert running.cpu_ms() == before
            running.thaw()
            await trio.sleep(0.3)
            assert (running.cpu_ms() or 0) > (before or 0) + 10
            running.freeze()  # it can be ended all the same


ECHO = {
    "python3": ("bot.py", "import sys\nfor line in sys.stdin: print(line.strip(), flush=True)\n"),
    "node": (
        "bot.js",
        "require('readline').createInterface({input: process.stdin}).on('line', x => console.log(x));\n",
    ),
    "sh": ("bot.sh", 'while read -r line; do echo "$line"; done\n'),
    "perl": ("bot.pl", "$| = 1; print while <STDIN>;\n"),
    "java": (
        "Bot.java",
        """public class Bot {
    public static void main(String[] a) throws Exception {
        var in = new java.io.BufferedReader(new java.io.InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) System.out.println(line);
    }
}
""",
    ),
    "c": (
        "bot.c",
        """#include <stdio.h>
int main(void) {
    char line[99];
    while (fgets(line, 99, stdin)) { fputs(line, stdout); fflush(stdout); }
}
""",
    ),
}
"""Bots that say what they hear, and what they are run with."""


@at_every_level
@pytest.mark.parametrize("language", ECHO)
async def test_honest_programs_of_all_languages_live_under_the_default_limits(
    level: Level, tmp_path: Path, language: str
) -> None:
    name, text = ECHO[language]
    (tmp_path / name).write_text(text)
    command: tuple[str, ...] = (language, name)
    if language == "c":
        compiler = shutil.which("cc")
        assert compiler is not None
        await trio.run_process([compiler, "-o", tmp_path / "bot", tmp_path / name])
        command = ("./bot",)
    done = await said(level, Program("bot", command, tmp_path), b"one\ntwo\n")

    assert (done.code, done.out) == (0, b"one\ntwo\n"), done.err
    assert done.used.peak_memory < Limits().memory
