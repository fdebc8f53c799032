"""Calls that are left to the arena tell one sandbox nothing of another, and programs that make them still work."""

import errno
import shutil
import struct
import subprocess
from pathlib import Path

import pytest
import trio

from arena.sandbox import Program, futexes, listener
from arena.sandbox.doctor import patient, woken
from arena.sandbox.seccomp import ALLOW, RETURN
from arena.settings.limits import Level, Limits
from tests.processes.sandboxes import HERE, at_every_level, python, said

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]

WAITS = r"""
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void *slow(void *given) { usleep(30000); return given; }

int main(void) {
    pthread_t thread;
    void *given = 0;
    pthread_create(&thread, 0, slow, &thread);
    printf("join %d\n", pthread_join(thread, &given) == 0 && given == &thread);
    sem_t *all = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    sem_init(all, 1, 0);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 100000000;
    if (until.tv_nsec >= 1000000000) { until.tv_sec++; until.tv_nsec -= 1000000000; }
    printf("over %d\n", sem_timedwait(all, &until) == -1 && errno == ETIMEDOUT);
    if (fork() == 0) { usleep(30000); sem_post(all); _exit(0); }
    printf("post %d\n", sem_wait(all) == 0);
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    pthread_mutexattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&kind, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_t *mutex = (pthread_mutex_t *)(all + 1);
    pthread_mutex_init(mutex, &kind);
    int ends[2];
    char byte;
    if (pipe(ends)) return 1;
    if (fork() == 0) { pthread_mutex_lock(mutex); byte = write(ends[1], "x", 1); usleep(30000); _exit(0); }
    byte = read(ends[0], &byte, 1);
    printf("owner dead %d\n", pthread_mutex_lock(mutex) == EOWNERDEAD);
}
"""
SHARED = """
import multiprocessing, threading, time

def square(number):
    return number * number

threads = [threading.Thread(target=time.sleep, args=(0.01,)) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
lock = multiprocessing.Lock()
lock.acquire()
print(lock.acquire(timeout=0.05), multiprocessing.Semaphore(0).acquire(timeout=0.05))
with multiprocessing.Pool(3) as pool:
    print(sum(pool.map(square, range(100), 5)))
"""

COUNTS = """
import ctypes, mmap, os, sys, threading, time

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p

def counts(address=None):
    said = ctypes.create_string_buffer(112)
    failed = libc.sysinfo(ctypes.c_void_p(address) if address is not None else said)
    return ctypes.get_errno() if failed else said.raw.hex()

print(counts())
held = bytearray(b"x") * 2**24
thread = threading.Thread(target=time.sleep, args=(0.05,))
thread.start()
print(os.sysconf("SC_PHYS_PAGES") * mmap.PAGESIZE)
file = os.open(sys.executable, os.O_RDONLY)
mapped = libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0))
print(counts(0), counts(mapped))
print(len({counts() for _ in range(100)}), counts())
"""


def arrives(level: Level) -> tuple[str, ...]:
    with patient(level) as one:
        return trio.run(woken, one)


@pytest.mark.thorough
def test_a_word_arrives_through_a_file_that_both_map_unless_waits_are_left_to_the_arena(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert arrives(HERE[0]) == ()

    monkeypatch.setattr(listener, "program", lambda **_: struct.pack("=HBBI", RETURN, 0, 0, ALLOW))
    assert len(arrives(HERE[0])) == len(futexes.FUTEXES)


@pytest.mark.thorough
@at_every_level
async def test_threads_and_semaphores_that_processes_share_work(level: Level, tmp_path: Path) -> None:
    (tmp_path / "waits.c").write_text(WAITS)
    await trio.run_process(["gcc", "-pthread", "-o", tmp_path / "waits", tmp_path / "waits.c"])
    found = await said(level, Program("waits", ("./waits",), tmp_path))

    assert found.out == b"join 1\nover 1\npost 1\nowner dead 1\n"


@at_every_level
async def test_a_bot_that_asks_for_the_state_of_the_machine_gets_constants(level: Level, tmp_path: Path) -> None:
    """Nothing is written to a file that it has mapped."""
    limits = Limits(memory_mb=200)
    found = await said(level, python(tmp_path / "bot", COUNTS, limits))
    constants = listener.machine(limits.memory).hex()
    errors = f"{errno.EFAULT} {errno.EFAULT}"

    assert found.out.decode().splitlines() == [constants, str(limits.memory), errors, f"1 {constants}"], found.err


async def test_processes_of_python_share_locks_and_work(tmp_path: Path) -> None:
    """Not at `basic`, which has no folder for the semaphores."""
    found = await said(HERE[0], python(tmp_path / "bot", SHARED, Limits(processes=32)))

    assert found.out == (b"" if HERE[0] == "basic" else b"False False\n328350\n"), found.err


@pytest.fixture(scope="module", params=["java", "node"])
def runtime(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Program:
    """A bot for a runtime with threads of its own."""
    hostile, folder = Path(__file__).parent.parent / "hostile", tmp_path_factory.mktemp("runtime")
    if request.param == "java":
        subprocess.run(["javac", "-d", folder, hostile / "First.java"], check=True)
        return Program("java", ("java", "-Xmx128m", "-cp", ".", "First"), folder)
    shutil.copy(hostile / "first.js", folder)
    return Program("node", ("node", "first.js"), folder)


@pytest.mark.thorough
@at_every_level
async def test_runtimes_that_wait_for_threads_all_their_life_end(level: Level, runtime: Program) -> None:
    found = await said(level, runtime, b"ask 0 play 7S 8S\n")

    assert found.code == 0
    assert found.out.splitlines()[-1] == b"8S"
