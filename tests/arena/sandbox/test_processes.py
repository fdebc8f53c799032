"""The memory of many processes, found in parts, and what a process can do to hide its own."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from arena.sandbox import processes
from arena.sandbox.processes import PIPE, SENDERS, SOCKET, Walk

LIMIT = 100


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> dict[int, int]:
    """What each process holds, as the test sets it; a look at a process takes a second of a clock of its own."""
    held: dict[int, int] = {}
    now = [0.0]

    def look(pid: int) -> int:
        now[0] += 1.0
        return held[pid]

    monkeypatch.setattr(processes, "_share_of_memory", look)
    monkeypatch.setattr(processes, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return held


def test_a_walk_within_its_time_is_certain_at_once(held: dict[int, int]) -> None:
    held |= {1: 60, 2: 60}

    assert Walk().go_on(held, LIMIT, 5) == (120, True)


def test_a_walk_over_many_is_broken_off_and_goes_on_where_it_was(held: dict[int, int]) -> None:
    held |= dict.fromkeys(range(6), 10)
    walk = Walk()

    assert [walk.go_on(held, LIMIT, 2) for _ in range(4)] == [(None, False), (60, False), (None, False), (60, False)]


def test_pages_that_move_during_a_walk_are_no_proof_but_those_that_stay_are(held: dict[int, int]) -> None:
    held |= {1: 90, 2: 0}
    walk = Walk()
    assert walk.go_on(held, LIMIT, 0) == (None, False)
    held |= {1: 0, 2: 90}
    assert walk.go_on(held, LIMIT, 0) == (180, False), "seen twice: first here, then there"
    assert walk.go_on(held, LIMIT, 0) == (None, False)
    assert walk.go_on(held, LIMIT, 0) == (90, False)

    held |= {1: 90, 2: 90}
    walk.go_on(held, LIMIT, 0)
    assert walk.go_on(held, LIMIT, 0) == (180, False)
    walk.go_on(held, LIMIT, 0)
    assert walk.go_on(held, LIMIT, 0) == (180, True)


def test_who_has_ended_during_a_walk_does_not_count(held: dict[int, int]) -> None:
    held |= {1: 90, 2: 90, 3: 5}
    walk = Walk()
    assert walk.go_on([1, 2, 3], LIMIT, 1) == (None, False)

    assert walk.go_on([1, 3], LIMIT, 9) == (95, False)


HEADLESS = """
import ctypes, threading, time

def hold():
    while "Z" not in open("/proc/self/stat").read():
        time.sleep(0.001)
    held = bytearray(b"x") * 2**25
    print("held", flush=True)
    input()

threading.Thread(target=hold).start()
ctypes.CDLL(None).syscall({"x86_64": 60, "aarch64": 93}[MACHINE], 0)
"""


def test_a_process_whose_first_thread_has_ended_does_not_hide_its_memory_and_its_pipes() -> None:
    code = HEADLESS.replace("MACHINE", repr(os.uname().machine))
    command = [sys.executable, "-I", "-S", "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"held\n"
        used = processes.usage([process.pid])
        exact = processes._share_of_memory(process.pid)
        pipes = processes._pipes_and_sockets(processes._living(process.pid))
        process.kill()

    assert (used.alive, used.tasks) == (1, 2)
    assert used.memory > 2**25
    assert exact > 2**25
    assert pipes == [], "its standard streams do not count"


UNIX = b"""Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 101 @listens
0000000000000000: 00000002 00000000 00000000 0001 02     0 @listens
00000000c0ffee00: 00000003 00000000 00000000 0001 03 102
0000000000000000: 00000002 00000000 00000000 0002 01 103 /tmp/a name
of the bot's: and more
"""


def test_sockets_that_no_process_holds_count_and_datagrams_stay_when_their_senders_have_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(processes, "_read", lambda path: UNIX if path == "/proc/9/net/unix" else b"S")
    held = ["socket:[102]", "socket:[103]", "socket:[900]", "pipe:[104]"]
    monkeypatch.setattr(processes, "_living", str)
    monkeypatch.setattr(processes, "_pipes_and_sockets", lambda _: held)

    assert processes.buffers([9], 9) == (4 + SENDERS) * SOCKET + PIPE, "900 is a socket of another kind"
    assert processes.buffers([9]) == 3 * SOCKET + PIPE, "who has no network of its own makes pairs at most"


def test_a_pipe_with_a_name_is_a_pipe(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    monkeypatch.setattr(processes, "WRITABLE", f"{tmp_path}/")
    (tmp_path / "file").touch()
    opened = [os.open(tmp_path / name, os.O_RDWR) for name in ("pipe", "pipe", "file")]
    found = [
        each for each in processes._pipes_and_sockets(str(os.getpid())) if each.startswith("pipe:") and "[" not in each
    ]
    for descriptor in opened:
        os.close(descriptor)

    assert len(found) == 2
    assert len({*found}) == 1, "one pipe, opened twice"
