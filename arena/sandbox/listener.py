"""The system calls that the arena answers in place of the kernel: waits on shared futexes, `sysinfo`, shared memory.

A filter leaves them to the arena (`SECCOMP_RET_USER_NOTIF`), which lets none through but for shared memory. All that
such a call says is in registers, which no other thread of the bot can change meanwhile.

Two sandboxes could wake each other by shared futexes; here waiting on one is a slow poll. The kernel names a shared
futex by file and offset, so two bots that map the same library, each in a sandbox of its own, mean the same one.
Denying the calls that wake is not enough: the kernel itself wakes a waiter when a thread ends. So nobody may wait. But
`pthread_join` waits on a shared futex, and Java's launcher does so all its life; a filter cannot see whether an address
belongs to a file. The arena answers after some ms that the value has changed (EAGAIN), or that the time is over
(ETIMEDOUT). Programs must expect the first at any time, since another waiter may have been faster: they look at the
value again, and wait again. Futexes of one process (`FUTEX_PRIVATE_FLAG`) never come here.

`sysinfo` tells the load, the free memory and the number of processes of the whole machine, to every sandbox. It cannot
just be denied: the C library ignores the error, and takes what was in memory before for the answer. The arena writes
constants there, the same as in /proc (arena/sandbox/constant_proc.py).

Shared memory without a file (`mmap` with MAP_SHARED and MAP_ANONYMOUS) stays when a program lets its pages go
(MADV_DONTNEED) or unmaps all but one of them, but then /proc shows it with no process. So where no control group counts
it, a bot is granted some multiple of its memory limit over its life, and then no more (ENOMEM).
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import struct
import time
from collections.abc import Iterator
from fcntl import ioctl
from functools import cache
from typing import NamedTuple

import trio

from arena.sandbox.constant_proc import UPTIME
from arena.sandbox.seccomp import (
    ALLOW,
    AND,
    ARCHITECTURE,
    ARGUMENTS,
    ERROR,
    JUMP_IF_ANY_BIT,
    JUMP_IF_EQUAL,
    LOAD,
    MACHINES,
    NUMBER,
    RETURN,
    Instruction,
    Machine,
    answered,
)

NOTIFY = 0x7FC00000
"""What a filter returns to leave a call to the listener: SECCOMP_RET_USER_NOTIF."""
FUTEX = (202, 98)
"""The number of `futex` on each machine, in the order of `seccomp.Machine.column`."""
NEWER = (449, 454, 455, 456)
"""futex_waitv, futex_wake, futex_wait, futex_requeue: the same on all machines; programs fall back to `futex`."""
SECCOMP = (317, 277)
"""The number of `seccomp` on each machine."""
SYSINFO = (99, 179)
"""The number of `sysinfo` on each machine."""
MAP = (9, 222)
"""The number of `mmap` on each machine."""
SHARED, ANONYMOUS = 0x01, 0x20
"""MAP_SHARED (MAP_SHARED_VALIDATE has this bit too) and MAP_ANONYMOUS."""
PRIVATE, REAL_TIME = 128, 256
"""FUTEX_PRIVATE_FLAG and FUTEX_CLOCK_REALTIME, which are added to an operation."""
WAIT, WAIT_UNTIL = 0, 9
"""FUTEX_WAIT, whose timeout is a time from now on, and FUTEX_WAIT_BITSET, whose timeout is a moment."""
WAKE = (1, 10)
"""FUTEX_WAKE and FUTEX_WAKE_BITSET: nobody waits, so nobody is woken. All other shared operations are denied."""

RECEIVE, ANSWER, IS_VALID = 0xC0502100, 0xC0182101, 0x40082102
"""Requests of ioctl to a listener (<linux/seccomp.h>)."""
CALL = struct.Struct("=QIIiIQ6Q")
"""`struct seccomp_notif`: id, thread, flags, number of the call, machine, instruction, six arguments."""
REPLY = struct.Struct("=QqiI")
"""`struct seccomp_notif_resp`: id, value, minus the error, flags."""
CONTINUE = 1
"""A flag of a reply: the kernel does what the call says (Linux 5.5)."""
TIME = struct.Struct("=qq")
MACHINE = struct.Struct("=q3Q6QHHI2QI4x")
"""`struct sysinfo`: uptime; three loads; memory: all, free, shared, buffers; swap: all, free; processes; two fields to
fill up; high memory: all, free; the bytes of a unit of memory."""

GRANTED = 4
"""So many times its memory limit a bot gets in shared memory over its life, if it is not counted: enough to be seen
and convicted if it uses all of that openly, and for programs that map some of it again and again."""
SHORTEST, LONGEST = 0.001, 0.02
"""Seconds for which waits are held back: at first, and for a bot that goes on waiting."""
GROWTH = 1.25
"""How much longer each next time is: a wait lasts about a quarter longer than needed."""
QUIET = 0.05
"""Seconds without any wait after which a bot starts at the shortest again."""
MOST = 16
"""How many calls of a bot are received at a time; the others sleep until the next time. As `SHORTEST` is also the least
time for each answer, the arena's work is bounded: a thousand answers a second, however many threads do nothing else."""


@cache
def program(machine: str = os.uname().machine, *, counted: bool = False) -> bytes:
    """Return the filter in the form that the kernel takes: an array of `struct sock_filter`.

    Args:
        machine: the output of `uname -m`.
        counted: whether a control group counts shared memory, so that it is not left to the arena.

    Raises:
        KeyError: this kind of machine is not known.
    """
    kind = MACHINES[machine]
    steps = [
        Instruction(LOAD, 0, 0, ARCHITECTURE),
        Instruction(JUMP_IF_EQUAL, 1, 0, kind.audit),
        Instruction(RETURN, 0, 0, ALLOW),  # the filter of the level kills these
        Instruction(LOAD, 0, 0, NUMBER),
        *answered(JUMP_IF_EQUAL, (SYSINFO[kind.column],), NOTIFY),
        *answered(JUMP_IF_EQUAL, NEWER, ERROR + errno.ENOSYS),
        *(() if counted else _shared_memory(kind)),
        Instruction(JUMP_IF_EQUAL, 1, 0, FUTEX[kind.column]),
        Instruction(RETURN, 0, 0, ALLOW),
        Instruction(LOAD, 0, 0, ARGUMENTS + 8),
        *answered(JUMP_IF_ANY_BIT, (PRIVATE,), ALLOW),
        Instruction(AND, 0, 0, ~(PRIVATE | REAL_TIME) & 0xFFFFFFFF),
        *answered(JUMP_IF_EQUAL, (WAIT, WAIT_UNTIL), NOTIFY),
        *answered(JUMP_IF_EQUAL, WAKE, ERROR),  # error 0: the call returns 0
        Instruction(RETURN, 0, 0, ERROR + errno.ENOSYS),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def _shared_memory(kind: Machine) -> Iterator[Instruction]:
    """Yield instructions: leave a call for shared memory without a file to the arena; allow all other calls of mmap."""
    yield Instruction(JUMP_IF_EQUAL, 0, 5, MAP[kind.column])
    yield Instruction(LOAD, 0, 0, ARGUMENTS + 8 * 3)
    yield Instruction(AND, 0, 0, SHARED | ANONYMOUS)
    yield from answered(JUMP_IF_EQUAL, (SHARED | ANONYMOUS,), NOTIFY)
    yield Instruction(RETURN, 0, 0, ALLOW)


class Wait(NamedTuple):
    """A wait that a bot has asked for.

    Args:
        number: the kernel's number of the call.
        until: the moment of `time.monotonic` at which its time is over; None if it has no end.
    """

    number: int
    until: float | None

    def answer(self, now: float) -> bytes:
        """Return the answer at a moment of `time.monotonic`."""
        over = self.until is not None and self.until <= now
        return REPLY.pack(self.number, 0, -errno.ETIMEDOUT if over else -errno.EAGAIN, 0)


class Listener:
    """Answers the calls of one bot that the filter leaves to the arena.

    Args:
        listener: the descriptor that the kernel gave for the filter; `close` closes it.
        memory: bytes that the bot may use, shown as those of the machine.
    """

    def __init__(self, listener: int, memory: int) -> None:
        self._listener = listener
        self._machine = machine(memory)
        self._shared = GRANTED * memory
        """How many bytes of shared memory it may still have."""

    async def serve(self) -> None:
        """Answer calls until no process of the bot is left, or the listener is closed."""
        hold, since = SHORTEST, time.monotonic()
        with contextlib.suppress(trio.ClosedResourceError, OSError):
            while True:
                await trio.lowlevel.wait_readable(self._listener)
                now = time.monotonic()
                waits, answered = self._receive()
                if not waits and not answered and self._is_over():
                    return
                pause = SHORTEST * max(1, len(waits) + answered)
                if waits:
                    hold = SHORTEST if now - since > QUIET else min(GROWTH * hold, LONGEST)
                    ends = [wait.until - now for wait in waits if wait.until is not None]
                    pause = max(pause, hold / 4, min([hold, *ends]))
                await trio.sleep(pause)
                for wait in waits:
                    since = time.monotonic()
                    self._answer(wait.answer(since))

    def close(self) -> None:
        """Close the listener. From then on every such call of a process that is left fails."""
        with contextlib.suppress(RuntimeError):  # not called from the event loop
            trio.lowlevel.notify_closing(self._listener)
        os.close(self._listener)

    def _receive(self) -> tuple[list[Wait], int]:
        """Receive calls, without blocking, and answer all but waits at once.

        Returns:
            The waits, and the number of the others.
        """
        waits, answered = [], 0
        for _ in range(MOST):
            if not self._state() & select.POLLIN:  # to receive blocks if there is none
                break
            said = bytearray(CALL.size)
            with contextlib.suppress(OSError):  # it is over already
                ioctl(self._listener, RECEIVE, said)
                number, thread, _, call, _, _, first, second, _, fourth, _, _ = CALL.unpack(said)
                if call in SYSINFO:
                    answered += 1
                    self._answer(REPLY.pack(number, 0, -self._tell(number, thread, first), 0))
                elif call in MAP:
                    answered += 1
                    self._answer(self._grant(number, second))
                else:
                    until = moment(second, _remembered(thread, fourth)) if fourth else None
                    self._check(number)
                    waits.append(Wait(number, until))
        return waits, answered

    def _tell(self, number: int, thread: int, address: int) -> int:
        """Write what `sysinfo` says into the memory of a thread that called it; return the number of the error, or 0.

        The kernel refuses to write to what the program maps of files that others see too.
        """
        try:
            with open(f"/proc/{thread}/mem", "r+b", buffering=0) as memory:  # noqa: PTH123 - as below
                self._check(number)
                os.pwrite(memory.fileno(), self._machine, address)
        except (OSError, OverflowError):
            return errno.EFAULT
        return 0

    def _grant(self, number: int, size: int) -> bytes:
        """Return the answer to a call for so many bytes of shared memory."""
        if size > self._shared:
            return REPLY.pack(number, 0, -errno.ENOMEM, 0)
        self._shared -= size
        return REPLY.pack(number, 0, 0, CONTINUE)

    def _check(self, number: int) -> None:
        """Make sure that a call still waits: else another process may have the id of its thread by now.

        Raises:
            OSError: it does not.
        """
        ioctl(self._listener, IS_VALID, struct.pack("=Q", number))

    def _answer(self, answer: bytes) -> None:
        with contextlib.suppress(OSError):  # a signal has ended the call, or the thread is gone
            ioctl(self._listener, ANSWER, answer)

    def _is_over(self) -> bool:
        return bool(self._state() & select.POLLHUP)

    def _state(self) -> int:
        waiting = select.poll()
        waiting.register(self._listener, select.POLLIN)
        return next((state for _, state in waiting.poll(0)), 0)


def machine(memory: int) -> bytes:
    """Return what `sysinfo` says: as much memory, all of it free, one process, and no load.

    Args:
        memory: in bytes.
    """
    return MACHINE.pack(UPTIME, 0, 0, 0, memory, memory, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)


def moment(operation: int, timeout: tuple[int, int]) -> float:
    """Return the moment of `time.monotonic` at which a wait is over.

    Args:
        operation: of the futex, with its flags.
        timeout: what the program gave, in seconds and ns: from now on, or a moment of a clock.
    """
    given = timeout[0] + timeout[1] / 1e9
    if operation & ~(PRIVATE | REAL_TIME) & 0xFFFFFFFF == WAIT:
        return time.monotonic() + given
    clock = time.CLOCK_REALTIME if operation & REAL_TIME else time.CLOCK_MONOTONIC
    return time.monotonic() + given - time.clock_gettime(clock)


def _remembered(thread: int, address: int) -> tuple[int, int]:
    """Return the time at an address in the memory of a thread; no time at all if it cannot be read.

    A program that changes it at the same moment betrays only itself.
    """
    try:
        with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:  # noqa: PTH123 - read often
            seconds, ns = TIME.unpack(os.pread(memory.fileno(), TIME.size, address))
    except (OSError, OverflowError, struct.error):
        return 0, 0
    return seconds, ns
