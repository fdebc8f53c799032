"""The whisperer: a program that, in two sandboxes at once, tries to tell itself something from one to the other.

`arena doctor` starts it as a bot: `python3 whisperer.py`, with only the standard library. Each order is a line of JSON;
the answer is a line of JSON. `wake` and `wait` try to meet at shared futexes. `tell` and `listen` use what sandboxes
share without meaning to: time is cut into steps of equal length, and in each step one of them does something or does
not, and the other measures. What the measurements say is worked out in arena/sandbox/capacity.py.
"""

from __future__ import annotations

import ctypes
import json
import mmap
import os
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

NUMBERS = {"x86_64": (202, 218), "aarch64": (98, 96)}
"""The numbers of `futex` and `set_tid_address`."""
WAIT_FOR_MANY = 449
"""The number of `futex_waitv` on all machines."""
SIZE_32 = 2
"""FUTEX2_SIZE_U32"""
WAKE, WAIT, AGAIN = 1, 0, 11
BITS = 8
"""How many bits of a word are sent at a time."""
FUTEXES = {"a futex": 0, "futex_waitv": 1}
"""Ways of waiting -> which page of the file they use."""
PATIENCE = 1.0
"""Seconds for which the receiver waits for the word."""
EVERYONES = os.__file__
"""A file that both see: a module of the standard library."""
PAGES = "pages"
"""The bot's own file whose pages are read to tell something; no page of it has been read before."""
APART = 16 * 1024
"""Bytes between the pages that are read: the kernel does not read ahead if single bytes are read here and there."""
WORK = 16 * 1024 * 1024
"""Bytes that are copied to use up memory bandwidth."""
PIECE = 1024 * 1024
AT_ONCE = 4
"""Processes that are started or not, to tell something."""

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)


# Futexes on a file that both see.


def mapped() -> int:
    """Return the address of the file that both see, mapped for reading."""
    descriptor = os.open(EVERYONES, os.O_RDONLY)
    found = libc.mmap(None, len(FUTEXES) * mmap.PAGESIZE, mmap.PROT_READ, mmap.MAP_SHARED, descriptor, 0)
    os.close(descriptor)
    return int(found or 0)


def wake(word: int) -> None:
    """Wake whoever waits at the futexes of the bits of a word, again and again: by calls, and by threads that end."""
    file = mapped()
    futex, set_end = NUMBERS[os.uname().machine]
    places = [
        file + page * mmap.PAGESIZE + 4 * bit for page in FUTEXES.values() for bit in range(BITS) if word >> bit & 1
    ]

    def end_at(address: int) -> None:
        libc.syscall(set_end, ctypes.c_void_p(address))  # when this thread ends, the kernel wakes whoever waits there

    def repeat() -> None:
        while True:
            for address in places:
                libc.syscall(futex, ctypes.c_void_p(address), WAKE, 1, None, None, 0)
                threading.Thread(target=end_at, args=(address,), daemon=True).start()
            time.sleep(0.02)

    threading.Thread(target=repeat, daemon=True).start()


def wait() -> list[list[int]]:
    """Wait at the futexes of all bits; return for each way the bits at which something woke it."""
    file = mapped()
    futex, _ = NUMBERS[os.uname().machine]
    woken: dict[str, set[int]] = {way: set() for way in FUTEXES}
    deadline = time.monotonic() + PATIENCE

    def one(way: str, bit: int) -> None:
        address = file + FUTEXES[way] * mmap.PAGESIZE + 4 * bit
        value = ctypes.c_uint32.from_address(address).value
        while (left := deadline - time.monotonic()) > 0:
            if way == "a futex":
                limit = struct.pack("qq", 0, int(left * 1e9))
                result = libc.syscall(futex, ctypes.c_void_p(address), WAIT, value, limit, None, 0)
            else:
                waiter = struct.pack("QQII", value, address, SIZE_32, 0)
                limit = struct.pack("qq", *divmod(int(deadline * 1e9), 10**9))
                result = libc.syscall(WAIT_FOR_MANY, waiter, 1, 0, limit, time.CLOCK_MONOTONIC)
            if result == 0:
                woken[way].add(bit)
            if result == 0 or ctypes.get_errno() != AGAIN:
                return

    threads = [threading.Thread(target=one, args=(way, bit)) for way in FUTEXES for bit in range(BITS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [sorted(woken[way]) for way in FUTEXES]


# Steps of time. In each, the one who tells does something or nothing, and the one who listens measures.


class Steps:
    """Steps of time.

    Args:
        start: the moment of `time.monotonic` at which the first begins.
        length: of each, in seconds.
    """

    def __init__(self, start: float, length: float) -> None:
        self.start = start
        self.length = length

    def begin(self, number: int, part: float = 0.0) -> None:
        """Sleep until a part of a step is over."""
        time.sleep(max(0.0, self.start + (number + part) * self.length - time.monotonic()))

    def end(self, number: int) -> float:
        """Return the moment at which a step ends."""
        return self.start + (number + 1) * self.length


def act_in_children(bits: str, steps: Steps, number: int, act: Callable[[float], object]) -> None:
    """Do something in each step with a 1, in several processes at a time."""
    for _ in range(number):
        if os.fork() == 0:
            for i, bit in enumerate(bits):
                steps.begin(i)
                if bit == "1":
                    act(steps.end(i))
            os._exit(0)
    for _ in range(number):
        os.wait()


def burn(until: float) -> None:
    """Use CPU time until a moment."""
    while time.monotonic() < until:
        for _ in range(500):
            pass


def burn_beside(until: float) -> None:
    """Use all cores but one until a moment, and end: the loop that is measured must not find a free core."""
    for _ in range(len(os.sched_getaffinity(0)) - 2):
        if os.fork() == 0:
            break
    burn(until)
    os._exit(0)


def share_of_cpu(steps: Steps, number: int) -> float:
    """Return the CPU time that a busy loop gets in a step."""
    before = time.thread_time()
    burn(steps.end(number))
    return time.thread_time() - before


SOURCE, TARGET = bytearray(WORK), bytearray(WORK)


def copy(until: float) -> None:
    """Copy memory until a moment."""
    source, target = memoryview(SOURCE), memoryview(TARGET)
    at = 0
    while time.monotonic() < until:
        target[at : at + PIECE] = source[at : at + PIECE]
        at = (at + PIECE) % WORK


def speed_of_memory(steps: Steps, number: int) -> float:
    """Return how many bytes are copied per second of CPU time in a step."""
    source, target = memoryview(SOURCE), memoryview(TARGET)
    before, copied = time.thread_time(), 0
    while time.monotonic() < steps.end(number):
        at = copied % WORK
        target[at : at + PIECE] = source[at : at + PIECE]
        copied += PIECE
    return copied / max(1e-6, time.thread_time() - before)


def make_pipes(until: float) -> None:
    """Make and close pipes until a moment."""
    while time.monotonic() < until:
        for _ in range(50):
            for end in os.pipe():
                os.close(end)


def number_of_pipe(steps: Steps, number: int) -> float:
    """Return the number that the kernel gives to a new pipe at the end of a step."""
    steps.begin(number, 1)
    ends = os.pipe()
    found = os.fstat(ends[0]).st_ino
    for end in ends:
        os.close(end)
    return found


def make_processes(until: float) -> None:
    """Start processes that end at once, until a moment."""
    while time.monotonic() < until - 0.001:
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)


def number_of_process(steps: Steps, number: int) -> float:
    """Return the number that the kernel gives to the descriptor of a new process at the end of a step."""
    steps.begin(number, 1)
    child = os.fork()
    if child == 0:
        os._exit(0)
    descriptor = os.pidfd_open(child)
    found = os.fstat(descriptor).st_ino
    os.close(descriptor)
    os.waitpid(child, 0)
    return found


def id_of_process(steps: Steps, number: int) -> float:
    """Return the id of a new process at the end of a step."""
    steps.begin(number, 1)
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return child


def keep_processes(until: float) -> None:
    """Keep some processes until a moment."""
    children = []
    for _ in range(AT_ONCE):
        child = os.fork()
        if child == 0:
            time.sleep(60)
            os._exit(0)
        children.append(child)
    time.sleep(max(0.0, until - 0.001 - time.monotonic()))
    for child in children:
        os.kill(child, signal.SIGKILL)
    for child in children:
        os.waitpid(child, 0)


def count_of_processes(steps: Steps, number: int) -> float:
    """Return how many processes the machine says it has, in a step (`sysinfo`)."""
    steps.begin(number, 0.6)
    said = ctypes.create_string_buffer(512)
    if libc.sysinfo(said) != 0:
        raise OSError(ctypes.get_errno(), "sysinfo")
    return float(struct.unpack_from("=H", said, 10 * ctypes.sizeof(ctypes.c_long))[0])


def number_of_socket(steps: Steps, number: int) -> float:
    """Return the cookie that the kernel gives to a new socket at the end of a step."""
    steps.begin(number, 1)
    first, second = socket.socketpair()
    with first, second:
        return float(struct.unpack("Q", first.getsockopt(socket.SOL_SOCKET, 57, 8))[0])  # SO_COOKIE


def make_sockets(until: float) -> None:
    """Make sockets and ask for their cookies, until a moment."""
    while time.monotonic() < until:
        for _ in range(20):
            first, second = socket.socketpair()
            with first, second:
                first.getsockopt(socket.SOL_SOCKET, 57, 8)


def read_pages(bits: str, steps: Steps) -> None:
    """Read a page of the bot's file in each step with a 1."""
    with open(PAGES, "rb", buffering=0) as file:  # noqa: PTH123 - a descriptor is wanted
        for i, bit in enumerate(bits):
            steps.begin(i)
            if bit == "1":
                os.pread(file.fileno(), 1, i * APART)


def times_of_pages(steps: Steps, number: int) -> Iterator[float]:
    """Yield how long it takes to read the page of each step."""
    with open(PAGES, "rb", buffering=0) as file:  # noqa: PTH123 - a descriptor is wanted
        for i in range(number):
            steps.begin(i, 0.6)
            before = time.perf_counter()
            os.pread(file.fileno(), 1, i * APART)
            yield time.perf_counter() - before


Act: TypeAlias = Callable[[float], object]
Measure: TypeAlias = Callable[[Steps, int], float]
WAYS: dict[str, tuple[Act, Measure, bool]] = {
    "share of the CPU": (burn, share_of_cpu, False),
    "speed of memory": (copy, speed_of_memory, False),
    "numbers of pipes": (make_pipes, number_of_pipe, True),
    "numbers of sockets": (make_sockets, number_of_socket, True),
    "numbers of processes": (make_processes, number_of_process, True),
    "ids of processes": (make_processes, id_of_process, True),
    "count of processes": (keep_processes, count_of_processes, False),
}
"""Way -> what is done to tell a 1; what is measured; whether the change from step to step counts."""
COLD_PAGES = "time to read a page"
"""The way that uses up pages of files that nobody has read."""


def tell(way: str, bits: str, steps: Steps) -> None:
    """Tell bits in a way."""
    if way == COLD_PAGES:
        read_pages(bits, steps)
        return
    act, measure, _ = WAYS[way]
    act_in_children(bits, steps, len(os.sched_getaffinity(0)) if measure is share_of_cpu else 1, act)


def listen(way: str, number: int, steps: Steps) -> Sequence[float]:
    """Return what was measured in each step."""
    if way == COLD_PAGES:
        return list(times_of_pages(steps, number))
    _, measure, changes = WAYS[way]
    if measure is share_of_cpu and os.fork() == 0:
        burn_beside(steps.end(number))
    before = measure(steps, -1) if changes else 0.0
    heard = []
    for i in range(number):
        now = measure(steps, i)
        heard.append(now - before)
        before = now if changes else 0.0
    return heard


def carry_out(order: dict[str, Any]) -> object:
    """Carry out an order; return the answer."""
    match order["order"]:
        case "wake":
            wake(order["word"])
        case "wait":
            return wait()
        case "tell":
            tell(order["way"], order["bits"], Steps(order["start"], order["length"]))
        case "listen":
            return listen(order["way"], order["number"], Steps(order["start"], order["length"]))
    return []


def main() -> None:
    """Carry out orders until there are no more."""
    for line in sys.stdin:
        answer: dict[str, object] = {}
        try:
            answer["done"] = carry_out(json.loads(line))
        except (OSError, ValueError) as error:
            answer["denied"] = str(error)
        os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        main()
