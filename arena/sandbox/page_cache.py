"""Keeps the files that bots see in memory, so that no bot can tell by their speed which ones another bot has read.

A page of a file that is not in memory is one bit: a bot reads it or does not, and later another bot finds out, by the
time that reading takes or by its own count of page faults. Pages that are all in memory tell nothing, and bots cannot
drop them: the arena has read them, so that the kernel does not count them as a bot's memory. It is done before the
first bot starts, and again when the kernel has dropped pages since.
"""

from __future__ import annotations

import ctypes
import os
import secrets
import stat
import struct
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Lock

from arena.settings.limits import MB

CACHESTAT = 451
"""The number of this system call on all machines (Linux 6.5)."""
RANGE, FOUND = struct.Struct("=QQ"), struct.Struct("=5Q")
"""`struct cachestat_range`: offset and length, 0 for the whole file; `struct cachestat`, the pages in memory first."""
PAGE = os.sysconf("SC_PAGESIZE")
CHUNK = 4 * MB
PART = 2
"""At most 1/PART of the available memory is used for files that are not in memory yet."""
DROPPING = ("pgsteal_", "pginodesteal", "drop_pagecache", "drop_slab")
"""The beginnings of the names of counters in /proc/vmstat that rise when the kernel drops pages of files."""
REST = 20
"""The pause between two looks at all files is at least this many times as long as the last look took."""
FRESH = 300.0
"""Seconds for which a look of another process of the same user counts: programs may be installed meanwhile."""

_libc = ctypes.CDLL(None, use_errno=True)


class PageCache:
    """Keeps the files below some folders in memory. Its methods may be called from several threads.

    Args:
        folders: folders and files that bots see.
    """

    def __init__(self, folders: Iterable[str]) -> None:
        self._folders = tuple(folders)
        self.dropped: int = -1
        """What `pages_dropped` was at the last look at all files; -1 before the first."""
        self._again = 0.0
        self._own: dict[Path, int] = {}
        """Folder of a bot -> what `pages_dropped` was when it was last looked at."""
        self._looking = Lock()
        self.too_large: bool = False
        """Whether files were left out at the last look because the machine has too little memory for them."""

    def is_kept(self, own: Sequence[Path]) -> bool:
        """Return whether the kernel has dropped no page since a look at these folders of a bot, and at all others."""
        dropped = pages_dropped()
        return dropped == self.dropped and all(self._own.get(folder) == dropped for folder in own)

    def keep(self, own: Sequence[Path] = ()) -> None:
        """Read what is not in memory. Takes seconds at first.

        Args:
            own: more folders, those of a bot.
        """
        with self._looking:
            dropped = pages_dropped()
            if dropped != self.dropped and time.monotonic() >= self._again:
                began = time.monotonic()
                self.dropped = dropped
                if self._noted() != dropped:
                    self.too_large = not read_all(self._folders)
                    self._note(dropped)
                self._again = time.monotonic() + REST * (time.monotonic() - began)
            read_all(map(str, own))
            self._own.update(dict.fromkeys(own, dropped))

    def _noted(self) -> int | None:
        """Return what `pages_dropped` was when another process of this user had looked, if not too long ago."""
        with suppress(OSError, ValueError), note_of(self._folders).open() as file:
            about = os.fstat(file.fileno())
            if about.st_uid == os.geteuid() and 0 <= time.time() - about.st_mtime < FRESH:
                return int(file.read())
        return None

    def _note(self, dropped: int) -> None:
        """Note for other processes of this user that all files are in memory, if they are."""
        path = note_of(self._folders)
        if not self.too_large and path.parent.is_dir():
            with suppress(OSError):
                unfinished = path.with_name(f"{path.name}.{secrets.token_hex(6)}")
                unfinished.write_text(f"{dropped}\n")
                unfinished.replace(path)


def note_of(folders: tuple[str, ...]) -> Path:
    """Return the note about some folders: in a folder of this user's own that the system empties when it starts."""
    run = "/run" if os.geteuid() == 0 else os.environ.get("XDG_RUNTIME_DIR", "/nonexistent")
    return Path(run, f"arena-warm-{sha256(repr(folders).encode()).hexdigest()[:12]}")


@cache
def page_cache(folders: tuple[str, ...]) -> PageCache:
    """Return what keeps these folders in memory: one for all runs of this process."""
    return PageCache(folders)


def pages_dropped(counters: Path = Path("/proc/vmstat")) -> int:
    """Return a number that has risen if the kernel has dropped pages since it was last asked; 0 if it is not known."""
    try:
        lines = counters.read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) for line in lines if line.startswith(DROPPING))


def read_all(folders: Iterable[str]) -> bool:
    """Read the files below some folders that are not in memory; return False if that would take too much of it."""
    room = available() // PART
    fits = True
    buffer = bytearray(CHUNK)
    for path in _files(folders):
        try:
            file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except OSError:  # gone, or not readable: a bot that is the same user cannot read it either
            continue
        try:
            about = os.fstat(file)
            if not stat.S_ISREG(about.st_mode):
                continue
            os.pread(file, 1, 0)  # sets its access time if that is old; where a bot could, another would see it
            absent = max(0, about.st_size - in_memory(file))
            if absent > room:
                fits = False
            elif absent:
                _read(file, about.st_size, buffer)
                room -= absent
        except OSError:  # a broken disk: then it is not in memory for bots either
            continue
        finally:
            os.close(file)
    return fits


def in_memory(file: int) -> int:
    """Return how many bytes of a file are in memory; 0 if the kernel does not tell (before Linux 6.5)."""
    found = ctypes.create_string_buffer(FOUND.size)
    if _libc.syscall(CACHESTAT, file, ctypes.c_char_p(RANGE.pack(0, 0)), found, 0) != 0:
        return 0
    pages: int = FOUND.unpack(found.raw)[0]
    return pages * PAGE


def available(memory: Path = Path("/proc/meminfo")) -> int:
    """Return how many bytes of memory are available; 0 if that is not known."""
    try:
        rows = dict(line.split(":") for line in memory.read_text().splitlines())
        return 1024 * int(rows["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):
        return 0


def _read(file: int, size: int, buffer: bytearray) -> None:
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_SEQUENTIAL)
    for offset in range(0, size, CHUNK):
        os.preadv(file, [buffer], offset)


def _files(folders: Iterable[str]) -> Iterator[str]:
    """Yield files and the names in folders; what is met on the way is in memory afterwards too."""
    for folder in folders:
        if not os.path.isdir(folder):  # noqa: PTH112 - fast: there are some ten thousand
            yield folder
        elif not os.path.islink(folder):  # noqa: PTH114
            for parent, _, names in os.walk(folder):
                yield from (f"{parent}/{name}" for name in names)
