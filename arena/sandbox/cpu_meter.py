"""A meter of CPU time for a process and all that it starts, for bots without a control group.

/proc knows the time of an ended process only if its parent waited for it, and a parent may choose never to. So a bot
could compute in children that nobody waits for. A counter of the kernel's (`perf`) has no such hole: what a process
starts counts with it, however it ends. Without root the system may refuse it (`kernel.perf_event_paranoid` above 2).
"""

from __future__ import annotations

import ctypes
import os
import struct

from arena.sandbox.processes import own_cpu_ns
from arena.sandbox.seccomp import MACHINES, NUMBERS

SIZE = 128
"""Bytes of `struct perf_event_attr`, of which these are set: kind, size, what is counted, flags."""
SOFTWARE, TASK_CLOCK = 1, 1
INHERITED, USER_ONLY = 1 << 1, 1 << 5
"""Flags. Who is not root may only ask for USER_ONLY; the clock counts time in the kernel all the same."""
FLAGS_AT = 40
CLOSED_BY_EXEC = 8

_libc = ctypes.CDLL(None, use_errno=True)


class CpuMeter:
    """Counts the CPU time of everything that a process starts from now on. It holds a descriptor until `close`.

    Args:
        pid: the process; what it uses itself is not counted.

    Raises:
        OSError: the system refuses that.
    """

    def __init__(self, pid: int) -> None:
        wanted = bytearray(SIZE)
        struct.pack_into("=IIQ", wanted, 0, SOFTWARE, SIZE, TASK_CLOCK)
        struct.pack_into("=Q", wanted, FLAGS_AT, INHERITED | USER_ONLY)
        number = int(NUMBERS["perf_event_open"][MACHINES[os.uname().machine].column])
        given = (ctypes.c_char * SIZE).from_buffer(wanted)
        self._pid = pid
        self._own = self._before = own_cpu_ns(pid)
        self._descriptor = _libc.syscall(number, given, pid, -1, -1, CLOSED_BY_EXEC)
        if self._descriptor < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))

    def cpu_ns(self) -> int:
        """Return the CPU time in ns so far."""
        counted = int.from_bytes(os.read(self._descriptor, 8), "little")
        self._own = max(self._own, own_cpu_ns(self._pid))  # 0 once the process is gone
        return max(0, counted - (self._own - self._before))

    def close(self) -> None:
        """Close the descriptor."""
        os.close(self._descriptor)


def meter(pid: int) -> CpuMeter | None:
    """Return a meter of what a process starts; None if the system refuses it."""
    try:
        return CpuMeter(pid)
    except (OSError, KeyError):
        return None
