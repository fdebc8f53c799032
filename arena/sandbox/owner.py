"""Reading of a bot's process what only its own user may see, where root lacks the capabilities for it.

In a container with the usual capabilities, root may not look at the processes of other users (CAP_SYS_PTRACE). But one
of its threads may become such a user for a moment, by system calls: the C library would change all threads.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from typing import TypeVar

SET_USER, SET_GROUP = {"x86_64": (117, 119), "aarch64": (147, 149)}.get(os.uname().machine, (0, 0))
"""The numbers of `setresuid` and `setresgid`; 0 on machines that have no sandbox either."""
DUMPABLE = 4
"""The option of prctl that says whether others may look at a process; a change of its user takes it away."""
KEPT = -1
"""In the place of an id: it stays as it is."""
_libc = ctypes.CDLL(None, use_errno=True)
Found = TypeVar("Found")


def as_owner(pid: int, look: Callable[[], Found]) -> Found:
    """Return what a function returns that reads something of a process, called as the user of the process if need be.

    Args:
        pid: the process.
        look: the function; it must be short, since this thread is another user meanwhile.

    Raises:
        OSError: the process is gone, or its user may not read that either.
    """
    try:
        return look()
    except PermissionError:
        if os.geteuid() != 0 or not SET_USER:
            raise
    owner = os.stat(f"/proc/{pid}")  # noqa: PTH116 - read often
    try:
        _set(SET_GROUP, owner.st_gid)
        _set(SET_USER, owner.st_uid)
        return look()
    finally:
        _set(SET_USER, 0)
        _set(SET_GROUP, os.getgid())
        _libc.prctl(DUMPABLE, 1, 0, 0, 0)


def _set(call: int, number: int) -> None:
    """Set the effective user or group of this thread.

    Raises:
        OSError: the kernel refuses it.
    """
    if _libc.syscall(call, KEPT, number, KEPT) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
