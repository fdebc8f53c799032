"""Folders that go with the process that made them: what a process that was killed has left is found and removed later.

Beside each such folder is a file that its process has locked. However the process ends, the kernel ends the lock.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.sandbox.guardian import IN_USE

FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK


@contextmanager
def in_use(folder: Path) -> Iterator[None]:
    """Say that a folder is in use, which the caller makes and removes inside of this context.

    Raises:
        OSError: its lock cannot be made.
    """
    mark = folder.with_name(folder.name + IN_USE)
    while True:
        held = os.open(mark, FLAGS | os.O_CREAT, 0o600)
        fcntl.flock(held, fcntl.LOCK_EX)
        if os.fstat(held).st_nlink:
            break
        os.close(held)  # somebody took it for one that was left behind, and has removed it
    try:
        yield
    finally:
        mark.unlink(missing_ok=True)
        os.close(held)


def left_behind(within: Path, prefix: str) -> Iterator[Path]:
    """Yield the folders of this user whose processes have ended without removing them; the caller removes them.

    Args:
        within: the folder that they are in.
        prefix: the beginning of their names.
    """
    for mark in within.glob(f"{prefix}*{IN_USE}"):
        with suppress(OSError):
            held = os.open(mark, FLAGS)
            try:
                found = os.fstat(held)
                if found.st_uid != os.geteuid() or not stat.S_ISREG(found.st_mode):
                    continue
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                yield mark.with_name(mark.name.removesuffix(IN_USE))
                mark.unlink(missing_ok=True)
            finally:
                os.close(held)
