"""Processes as /proc shows them: their descendants, and what they use; and signals to them.

A process may end at any moment. One that has ended is left out, without an error.
"""

from __future__ import annotations

import os
import re
import signal
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from arena.sandbox.owner import as_owner
from arena.sandbox.priority import STEPS

GONE = (FileNotFoundError, ProcessLookupError, PermissionError)
"""Errors of /proc for a process that has ended, or that we may not look at."""
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
CPU_CLOCK = 2
"""The low three bits of a clock id; with the complement of a process id above them, it is the process's CPU clock."""
PIPE = 1 << 16
"""Bytes that a pipe holds at most; bots may not ask for more."""
SOCKET = 1 << 18
"""Bytes that what a program has written to a socket may take; bots may not ask for more."""
DATAGRAMS, SENDERS = "0002", 12
"""A kind of socket in /proc/net/unix that keeps what eleven others have sent to it, even when these are closed."""
UNIX_SOCKET = re.compile(r"^[0-9a-f]+: (?:[0-9A-F]{8} ){3}([0-9A-F]{4}) [0-9A-F]{2} +([0-9]{1,20})\b", re.MULTILINE)
"""A line of /proc/net/unix, with the kind of the socket and its number."""
WRITABLE = ("/tmp/", "/dev/shm/")  # noqa: S108 - those of the sandbox
"""Folders in which a bot may make pipes with a name."""
ENDED = b"Z"
"""The state of a process or thread that has ended. A process goes on, without a memory of its own in /proc, if only its
first thread has."""
STANDARD = {"0", "1", "2"}
"""The descriptors of a bot's pipes to the arena, in /proc."""
STATE, CUTIME, CSTIME, NICE, THREADS, RSS, POLICY = 0, 13, 14, 16, 17, 21, 38
"""Indexes of fields of /proc/PID/stat, counted from the field behind the name in parentheses."""


class Usage(NamedTuple):
    """What some processes use together.

    Args:
        cpu_ns: CPU time so far in ns, including that of ended children they waited for.
        memory: bytes in memory and of page tables; pages that several share count for each.
        tasks: processes and threads.
        alive: processes.
    """

    cpu_ns: int = 0
    memory: int = 0
    tasks: int = 0
    alive: int = 0


def children(pid: int) -> list[int]:
    """Return the children of all threads of a process."""
    found: list[int] = []
    with suppress(*GONE):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read often
            with suppress(*GONE):
                found += map(int, _read(f"/proc/{pid}/task/{task}/children").split())
    return found


def descendants(root: int) -> list[int]:
    """Return the children of a process, their children, and so on."""
    found: list[int] = []
    waiting = children(root)
    while waiting:
        found += waiting
        waiting = [child for pid in waiting for child in children(pid)]
    return found


def usage(pids: Iterable[int]) -> Usage:
    """Return what some processes use together. The memory is a sum that counts shared pages more than once."""
    cpu, memory, tasks, alive = 0, 0, 0, 0
    for pid in pids:
        with suppress(*GONE):
            fields = _stat(pid)
            cpu += _cpu_clock(pid) + TICK_NS * (int(fields[CUTIME]) + int(fields[CSTIME]))
            if fields[STATE] == ENDED and int(fields[THREADS]) > 1:
                memory += _memory_of_threads(pid)
            else:
                memory += PAGE * int(fields[RSS]) + _page_tables(str(pid))
            tasks += int(fields[THREADS])
            alive += 1
    return Usage(cpu, memory, tasks, alive)


class Walk:
    """The memory of processes with shared pages counted once, for which the kernel must walk over all of their pages.

    That takes ms for a process with large maps, so the walk over many processes is made in parts.
    """

    def __init__(self) -> None:
        self._found: dict[int, int] = {}
        """The processes that this round has looked at: id -> bytes."""
        self._parts = 0
        """How many parts this round has had."""
        self._above = False
        """Whether the last round was above the limit, which it may have been because pages moved during the round."""

    def go_on(self, pids: Iterable[int], limit: int, seconds: float) -> tuple[int | None, bool]:
        """Look at processes that were not looked at in this round.

        Args:
            pids: all processes.
            limit: the bytes that they may have.
            seconds: begin with no other process after this time.

        Returns:
            The bytes of all processes if the round is complete, else None; and whether they are certainly too many.
        """
        end = time.monotonic() + seconds
        pids = [*pids]
        self._parts += 1
        for pid in pids:
            if pid not in self._found:
                if time.monotonic() > end:
                    return None, False
                self._found[pid] = _share_of_memory(pid)
        total, parts = sum(self._found[pid] for pid in pids), self._parts
        self._found, self._parts = {}, 0
        before, self._above = self._above, total > limit
        return total, self._above and (before or parts == 1)


def own_cpu_ns(pid: int) -> int:
    """Return the CPU time in ns of a process, without its children; 0 if it is gone."""
    with suppress(*GONE):
        return _cpu_clock(pid)
    return 0


def waited_ns(pid: int) -> int:
    """Return the CPU time in ns of the ended children that a process waited for."""
    with suppress(*GONE):
        fields = _stat(pid)
        return TICK_NS * (int(fields[CUTIME]) + int(fields[CSTIME]))
    return 0


def waited_for_cpu_ns(pid: int) -> int | None:
    """Return how many ns the first thread of a process waited for a CPU; None if it is gone."""
    with suppress(*GONE):
        return int(_read(f"/proc/{pid}/schedstat").split()[1])
    return None


def run_delay_ns(pids: Iterable[int], *, fair: bool = False) -> int:
    """Return how many ns the living threads of processes waited for a CPU.

    Args:
        pids: the processes.
        fair: whether to leave out threads that put themselves behind others: by a nice value more than `STEPS` above
            that of this process, or a policy other than the usual one.
    """
    waited, most = 0, os.getpriority(os.PRIO_PROCESS, 0) + STEPS
    for pid in pids:
        with suppress(*GONE):
            for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read often
                with suppress(*GONE):
                    delay = int(_read(f"/proc/{pid}/task/{task}/schedstat").split()[1])
                    if not fair or (delay and _is_usual(f"{pid}/task/{task}", most)):
                        waited += delay
    return waited


def runnable(pids: Iterable[int]) -> bool:
    """Return whether a thread of processes runs, or waits for a CPU now, but for those that put themselves behind."""
    most = os.getpriority(os.PRIO_PROCESS, 0) + STEPS
    for pid in pids:
        with suppress(*GONE):
            for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read often
                with suppress(*GONE):
                    if _stat_of(f"{pid}/task/{task}")[STATE] == b"R" and _is_usual(f"{pid}/task/{task}", most):
                        return True
    return False


def _is_usual(task: str, most: int) -> bool:
    """Return whether a thread, such as `7/task/8`, has the usual policy and at most this nice value."""
    fields = _stat_of(task)
    return int(fields[NICE]) <= most and int(fields[POLICY]) == os.SCHED_OTHER


def tasks_of(user: int) -> int:
    """Return how many processes and threads a user has."""
    tasks = 0
    for name in os.listdir("/proc"):  # noqa: PTH208 - read often
        with suppress(*GONE):
            if name.isdecimal() and Path("/proc", name).stat().st_uid == user:
                tasks += int(_stat(int(name))[THREADS])
    return tasks


def is_stopped(pid: int) -> bool:
    """Return whether a process is stopped by a signal, or gone."""
    with suppress(*GONE):
        return _stat(pid)[STATE] in {b"T", b"t", b"Z", b"X"}
    return True


def send(pid: int, number: signal.Signals, namespace: int | None) -> None:
    """Send a signal to a process. The kernel reuses ids, so the process must still be in the expected namespace.

    Args:
        pid: the process.
        number: the signal.
        namespace: the inode of the PID namespace that it must be in; None to skip this check.
    """
    with suppress(*GONE):
        held = os.pidfd_open(pid)
        try:
            if namespace is None or pid_namespace(pid) == namespace:
                signal.pidfd_send_signal(held, number)
        finally:
            os.close(held)


def pid_namespace(pid: int) -> int:
    """Return the inode of a process's PID namespace.

    Raises:
        OSError: the process is gone, or we may not look at it.
    """
    return as_owner(pid, Path(f"/proc/{pid}/ns/pid").stat).st_ino


def buffers(pids: Iterable[int], apart: int | None = None) -> int:
    """Return how many bytes the pipes and sockets of some processes may hold, besides their standard streams.

    Args:
        pids: the processes.
        apart: one whose network only these processes have; None if they share that of the machine.
    """
    found: set[str] = set()
    for pid in pids:
        with suppress(*GONE):
            found.update(as_owner(pid, partial(_pipes_and_sockets, _living(pid))))
    unix = [] if apart is None else _unix_sockets(apart)
    others = found - {f"socket:[{number}]" for _, number in unix}
    return sum(SOCKET if each.startswith("socket") else PIPE for each in others) + SOCKET * sum(
        SENDERS if kind == DATAGRAMS else 1 for kind, _ in unix
    )


def _pipes_and_sockets(process: str) -> list[str]:
    """Return what tells each pipe and socket of a process from all others; pipes may have a name in its own folders."""
    found = []
    for descriptor in os.listdir(f"/proc/{process}/fd"):  # noqa: PTH208 - read often
        if descriptor not in STANDARD:
            with suppress(*GONE):
                path = f"/proc/{process}/fd/{descriptor}"
                target = os.readlink(path)  # noqa: PTH115 - read often
                if target.startswith(("pipe:", "socket:")):
                    found.append(target)
                elif target.startswith(WRITABLE) and stat.S_ISFIFO((about := os.stat(path)).st_mode):  # noqa: PTH116 - read often
                    found.append(f"pipe:{about.st_dev}:{about.st_ino}")
    return found


def _unix_sockets(pid: int) -> list[tuple[str, int]]:
    """Return kind and number of each Unix socket of the network that a process has, also of those that nobody holds.

    A connection that nobody has accepted is in no list of descriptors, but keeps what was sent on it. Its number is 0.
    The names of sockets are the bot's: at worst, one looks as if there were more of them.
    """
    with suppress(*GONE):
        text = _read(f"/proc/{pid}/net/unix").decode("latin-1")
        return [(kind, int(number)) for kind, number in UNIX_SOCKET.findall(text)]
    return []


def _living(pid: int) -> str:
    """Return where /proc tells of a process: under its own id or, if its first thread has ended, that of another."""
    if _stat(pid)[STATE] == ENDED:
        return next(_living_threads(pid), str(pid))
    return str(pid)


def _living_threads(pid: int) -> Iterator[str]:
    """Yield where /proc tells of the threads of a process that have not ended, such as `7/task/8`."""
    for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read often
        with suppress(*GONE):
            if _stat_of(f"{pid}/task/{task}")[STATE] != ENDED:
                yield f"{pid}/task/{task}"


def _memory_of_threads(pid: int) -> int:
    """Return the bytes in memory and of page tables of a process whose first thread has ended, and so shows none."""
    for task in _living_threads(pid):
        with suppress(*GONE):
            if found := PAGE * int(_stat_of(task)[RSS]):
                return found + _page_tables(task)
    return 0


def _page_tables(process: str) -> int:
    """Return the bytes of the tables in which the kernel notes where the pages of a process are."""
    for line in _read(f"/proc/{process}/status").splitlines():
        if line.startswith(b"VmPTE:"):
            return 1024 * int(line.split()[1])
    return 0


def names_in(pid: int, folder: str) -> int:
    """Return how many files, folders and links are in the file system of a folder, as a process sees it; 0 if gone."""
    with suppress(*GONE):
        found = as_owner(pid, lambda: os.statvfs(f"/proc/{pid}/root/{folder}"))
        return found.f_files - found.f_ffree
    return 0


def _stat(pid: int) -> list[bytes]:
    """Return the fields of /proc/PID/stat behind the name; the name itself may have spaces and parentheses."""
    return _stat_of(str(pid))


def _stat_of(task: str) -> list[bytes]:
    """Return the same of a process or a thread, such as `7/task/8`."""
    return _read(f"/proc/{task}/stat").rpartition(b")")[2].split()


def _cpu_clock(pid: int) -> int:
    try:
        return time.clock_gettime_ns((~pid << 3) | CPU_CLOCK)
    except OSError as error:  # EINVAL: the process no longer exists
        raise ProcessLookupError from error


def _share_of_memory(pid: int) -> int:
    """Return the bytes in memory of a process, with its share of shared pages."""
    with suppress(*GONE):
        process = _living(pid)
        for line in as_owner(pid, lambda: _read(f"/proc/{process}/smaps_rollup")).splitlines():
            if line.startswith(b"Pss:"):
                return 1024 * int(line.split()[1]) + _page_tables(process)
        return 0
    with suppress(*GONE):
        return PAGE * int(_stat_of(_living(pid))[RSS])
    return 0


def _read(path: str) -> bytes:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        data = os.read(descriptor, 65536)
        while data and (more := os.read(descriptor, 65536)):
            data += more
        return data
    finally:
        os.close(descriptor)
