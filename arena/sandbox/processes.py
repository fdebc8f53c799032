"""Processes as /proc shows them: who descends from whom, what they use, who bears a mark.

Everything here may be gone the next moment: what has ended is left out, and no error comes of it.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

GONE = (FileNotFoundError, ProcessLookupError, PermissionError)
"""What /proc answers about a process that has ended, or is not ours to look at."""
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK_NS = 1_000_000_000 // os.sysconf("SC_CLK_TCK")
CPU_CLOCK = 2
"""With the complement of a process's id above its three bits: the clock of the CPU time that the process used."""
STATE, CUTIME, CSTIME, THREADS, RSS = 0, 13, 14, 17, 21
"""Fields of /proc/PID/stat, counted from the one behind the name in parentheses."""


class Usage(NamedTuple):
    """What processes use.

    Args:
        cpu_ns: CPU time so far, with that of ended children they waited for.
        memory: bytes in memory; shared pages count once.
        tasks: processes and threads.
    """

    cpu_ns: int = 0
    memory: int = 0
    tasks: int = 0


def children(pid: int) -> list[int]:
    """Return the children of a process, those of all its threads."""
    found: list[int] = []
    with suppress(*GONE):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read often
            with suppress(*GONE):
                found += map(int, _read(f"/proc/{pid}/task/{task}/children").split())
    return found


def descendants(root: int) -> list[int]:
    """Return the children of a process, theirs, and so on."""
    found: list[int] = []
    waiting = children(root)
    while waiting:
        found += waiting
        waiting = [child for pid in waiting for child in children(pid)]
    return found


def usage(pids: Iterable[int], exact_above: int = 0) -> Usage:
    """Return what processes use together.

    Args:
        pids: the processes.
        exact_above: bytes; a sum of resident pages up to it is returned as it is. Above, pages that are shared are
            told apart, which costs the kernel a walk over all of them.
    """
    cpu, memory, tasks, alive = 0, 0, 0, []
    for pid in pids:
        with suppress(*GONE):
            fields = _stat(pid)
            cpu += _cpu_clock(pid) + TICK_NS * (int(fields[CUTIME]) + int(fields[CSTIME]))
            memory += PAGE * int(fields[RSS])
            tasks += int(fields[THREADS])
            alive.append(pid)
    if memory > exact_above and len(alive) > 1:
        memory = sum(map(_share_of_memory, alive))
    return Usage(cpu, memory, tasks)


def waited_ns(pid: int) -> int:
    """Return the CPU time of the ended children that a process waited for."""
    with suppress(*GONE):
        fields = _stat(pid)
        return TICK_NS * (int(fields[CUTIME]) + int(fields[CSTIME]))
    return 0


def waited_for_cpu_ns(pid: int) -> int | None:
    """Return how long the first thread of a process waited for a CPU; None if it is gone."""
    with suppress(*GONE):
        return int(_read(f"/proc/{pid}/schedstat").split()[1])
    return None


def run_delay_ns(pids: Iterable[int]) -> int:
    """Return how long the living threads of processes waited for a CPU."""
    waited = 0
    for pid in pids:
        with suppress(*GONE):
            for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - read often
                with suppress(*GONE):
                    waited += int(_read(f"/proc/{pid}/task/{task}/schedstat").split()[1])
    return waited


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
    """Send a signal, if the process is still one of those meant: ids are used again.

    Args:
        pid: the process.
        number: the signal.
        namespace: the inode of the PID namespace that it must be in, if one is known.
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
        OSError: the process is gone, or not ours to look at.
    """
    return Path(f"/proc/{pid}/ns/pid").stat().st_ino


def _stat(pid: int) -> list[bytes]:
    """Return the fields of /proc/PID/stat behind the name, which may hold anything."""
    return _read(f"/proc/{pid}/stat").rpartition(b")")[2].split()


def _cpu_clock(pid: int) -> int:
    try:
        return time.clock_gettime_ns((~pid << 3) | CPU_CLOCK)
    except OSError as error:  # EINVAL: there is no such process any more
        raise ProcessLookupError from error


def _share_of_memory(pid: int) -> int:
    """Return the bytes of a process, of shared pages its part."""
    with suppress(*GONE):
        for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
            if line.startswith(b"Pss:"):
                return 1024 * int(line.split()[1])
        return 0
    with suppress(*GONE):
        return PAGE * int(_stat(pid)[RSS])
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
