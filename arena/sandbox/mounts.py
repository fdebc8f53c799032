"""Mounts that the arena makes in a sandbox while bubblewrap holds it: what the bot sees of the machine.

bubblewrap reads the table of all mounts again for each one that it makes: 7 ms for the forty of a bot. The kernel makes
them in less than 1 ms. That takes the rights of root; where the arena has not got them, bubblewrap makes all mounts.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from threading import Thread
from typing import NamedTuple

from arena.sandbox.owner import as_owner
from arena.threads import REFUSED

OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
"""The numbers of the system calls, the same on all machines (Linux 5.12)."""
CLONE_FS, CLONE_NEWNS = 0x200, 0x20000
HERE, EMPTY_PATH, RECURSIVE = -100, 0x1000, 0x8000
"""AT_FDCWD, AT_EMPTY_PATH and AT_RECURSIVE."""
CLONE, CLOSED_ON_EXEC, FROM_EMPTY_PATH = 1, os.O_CLOEXEC, 4
"""OPEN_TREE_CLONE, OPEN_TREE_CLOEXEC and MOVE_MOUNT_F_EMPTY_PATH."""
READ_ONLY, NO_SUID, NO_DEVICES, PRIVATE = 1, 2, 4, 1 << 18
"""MOUNT_ATTR_RDONLY, MOUNT_ATTR_NOSUID, MOUNT_ATTR_NODEV, and MS_PRIVATE."""

_libc = ctypes.CDLL(None, use_errno=True)


class _Attributes(ctypes.Structure):
    """`struct mount_attr`: what is set, what is cleared, how mounts of one side reach the other, a user namespace."""

    _fields_ = tuple((name, ctypes.c_uint64) for name in ("set", "clear", "propagation", "namespace"))


class Mount(NamedTuple):
    """A file or folder to show.

    Args:
        source: its path on the machine.
        target: its path in the sandbox, where there must be a file or folder already.
    """

    source: str
    target: str


def show(pid: int, mounts: Iterable[Mount]) -> None:
    """Show files and folders in the sandbox of a process, with what is mounted below them; nobody there can write them.

    Args:
        pid: a process in the sandbox that waits meanwhile.
        mounts: what to show, in order: later ones may lie on earlier ones.

    Raises:
        OSError: that failed; its file name is the path that it failed for.
    """
    _in_a_thread(lambda: _show(pid, mounts))


@cache
def possible() -> bool:
    """Return whether `show` can work here: whether the arena may mount, and the kernel has these calls.

    In a chroot it cannot. Who comes back from a sandbox is outside of the chroot, where paths lead to other files.
    """

    def attempt() -> None:
        root = os.stat("/")  # noqa: PTH116 - as below
        with ExitStack() as opened, _copied("/"):
            _enter(_namespace(opened, os.getpid()))
        if not os.path.samestat(root, os.stat("/")):  # noqa: PTH116 - pathlib has no such comparison
            raise OSError("this is a chroot")

    try:
        _in_a_thread(attempt)
    except OSError:
        return False
    return True


def _show(pid: int, mounts: Iterable[Mount]) -> None:
    """Do what `show` does, mount by mount: descriptors may be few."""
    with ExitStack() as opened:
        here, there = (_namespace(opened, each) for each in (os.getpid(), pid))
        for source, target in mounts:
            with _copied(source) as copy:
                _enter(there)
                moved = _libc.syscall(MOVE_MOUNT, copy, b"", HERE, os.fsencode(target), FROM_EMPTY_PATH)
                _checked(moved, target)
            _enter(here)


def _namespace(opened: ExitStack, pid: int) -> int:
    """Return the descriptor of what a process has mounted."""
    found = as_owner(pid, lambda: os.open(f"/proc/{pid}/ns/mnt", os.O_RDONLY | os.O_CLOEXEC))
    opened.callback(os.close, found)
    return found


def _enter(namespace: int) -> None:
    _checked(_libc.setns(namespace, CLONE_NEWNS), "the sandbox")


@contextmanager
def _copied(source: str) -> Iterator[int]:
    """Give the descriptor of a copy of a mount, or of a part of one, that is nowhere yet."""
    how = CLONE | CLOSED_ON_EXEC | RECURSIVE
    copy = _checked(_libc.syscall(OPEN_TREE, HERE, os.fsencode(source), how), source)
    attributes = _Attributes(READ_ONLY | NO_SUID | NO_DEVICES, 0, PRIVATE, 0)
    try:
        flags, size = EMPTY_PATH | RECURSIVE, ctypes.sizeof(attributes)
        _checked(_libc.syscall(MOUNT_SETATTR, copy, b"", flags, ctypes.byref(attributes), size), source)
        yield copy
    finally:
        os.close(copy)


def _checked(returned: int, path: str) -> int:
    if returned < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), path)
    return returned


def _in_a_thread(job: Callable[[], None]) -> None:
    """Do a job in a thread of its own, which has a root and a current folder of its own and may enter a sandbox."""
    errors = []

    def do() -> None:
        try:
            _checked(_libc.unshare(CLONE_FS), "a thread")
            job()
        except OSError as error:
            errors.append(error)

    thread = Thread(target=do, name="mounts")
    try:
        thread.start()
    except RuntimeError as error:
        if str(error) != REFUSED:
            raise
        raise OSError(str(error)) from None
    thread.join()
    if errors:
        raise errors[0]
