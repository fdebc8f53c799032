"""Where results may lie: in a local folder, on a disk with room, and with a lock that only one arena can hold."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shlex
import socket
import stat
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from arena.errors import UserError, command
from arena.store.errors import beside, full_disk

LOCK = ".lock"
"""The suffix of the lock file, which the arena that writes holds."""
HEADER = b"SQLite format 3\0"
"""How every SQLite database begins."""
PRIVATE = 0o600
"""The permissions of a database and its journal: they hold the secret of the open season."""
RESERVE = 16 * 1024 * 1024
"""Bytes that must be free before a game begins: room for the results of all games in play."""
NETWORKS = frozenset(
    {
        *(
            "afs",
            "beegfs",
            "ceph",
            "cifs",
            "coda",
            "glusterfs",
            "lustre",
            "ncpfs",
            "nfs",
            "nfs4",
            "smb2",
            "smb3",
            "smbfs",
        ),
        *("fuse.ceph", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs", "fuse.sshfs"),
    }
)
"""File systems on which two machines may see different contents, or that have no shared memory."""
MOUNTS = Path("/proc/self/mountinfo")


def check_folder(path: Path) -> None:
    """Check that results can be kept at a path.

    Raises:
        UserError: it is a folder, or its folder is not there.
    """
    if path.is_dir():
        raise UserError(f"{path} is a folder", "name a file for the results (results = ...)", os.EX_CANTCREAT)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent}: there is no such folder", "make it first", os.EX_CANTCREAT)


def is_database(path: Path) -> bool | None:
    """Return whether a file begins like an SQLite database; None if it is empty or missing."""
    if not path.is_file():
        return None
    with path.open("rb") as file:  # SQLite itself would treat any short file as an empty database
        start = file.read(len(HEADER))
    return start == HEADER if start else None


def make_private(path: Path) -> None:
    """Make an empty file that only its owner can read, unless there is a file already: it will hold a secret.

    SQLite gives its other files beside it the same permissions.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path.resolve(), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))


def is_open_to_all(path: Path) -> bool:
    """Return whether every user of the machine may read a file."""
    return path.exists() and bool(path.stat().st_mode & stat.S_IROTH)


def check_local(path: Path) -> None:
    """Check that a path is not on a network file system: a write-ahead log needs memory shared by all its users.

    Raises:
        UserError: it is on one.
    """
    kind = file_system(path.resolve().parent)
    if kind in NETWORKS:
        hint = "name a file on a disk of this machine: results = ... in the ladder file, --save for a match"
        raise UserError(f"{path}: results cannot lie on a network file system ({kind})", hint, os.EX_CANTCREAT)


def file_system(folder: Path) -> str | None:
    """Return the kind of file system that a folder is on, such as `ext4`; None if the system does not say."""
    device = folder.stat().st_dev
    wanted = f"{os.major(device)}:{os.minor(device)}"
    try:
        lines = MOUNTS.read_text(errors="replace").splitlines()
    except OSError:  # not Linux
        return None
    for line in lines:  # 36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw
        before, _, after = line.partition(" - ")
        if before.split(" ")[2] == wanted:
            return after.split(" ")[0]
    return None


def check_room(path: Path) -> None:
    """Check that there is room for the results of the games in play.

    Raises:
        TryAgain: the disk is nearly full.
    """
    found = os.statvfs(path.resolve().parent)
    if found.f_blocks and found.f_bavail * found.f_frsize < RESERVE:  # without blocks, the file system does not say
        raise full_disk(path)


@contextmanager
def lock(path: Path) -> Iterator[None]:
    """Hold the lock of a database, so that no other arena writes to it.

    The lock ends with the process, no matter how the process ends. The lock file stays.

    Raises:
        UserError: another arena holds the lock; the message names its process. Or the database has a second name.
    """
    with _lock_file(path) as file, _locked_database(path):
        _sign(file.fileno(), f"process {os.getpid()} on {socket.gethostname()}, since {now()}\n")
        try:
            yield
        finally:
            _sign(file.fileno(), "")


def begin(path: Path) -> AbstractContextManager[None]:
    """Make an empty file for a new database, and return its lock, which `lock` takes only of one that exists."""
    make_private(path)
    return _locked_database(path)


@contextmanager
def _locked_database(path: Path) -> Iterator[None]:
    """Hold a lock of the database itself, if there is one: it can be reached by other paths than that of its lock file.

    It is a lock of another kind than those of SQLite, and does not stop readers. Closing the file would end the locks
    of SQLite in this process, so every connection must be closed before this context ends.
    """
    if not path.is_file():
        yield
        return
    with path.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise _taken(path, "by another path of the same file") from error
        if os.fstat(file.fileno()).st_nlink > 1:
            others = f"find . -samefile {shlex.quote(str(path))}"
            hint = f"remove the other names ({others}), or copy it to a file of its own (with its .journal)"
            raise UserError(f"{path}: has another name (a hard link)", hint, os.EX_CANTCREAT)
        yield


def _lock_file(path: Path) -> IO[str]:
    """Return the locked lock file. If its last owner has removed the file meanwhile, a new one is locked."""
    name = beside(path, LOCK)
    while True:
        with ExitStack() as opened:
            file = opened.enter_context(name.open("a+"))
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError as error:
                raise _taken(path, _owner(file.fileno())) from error
            if os.fstat(file.fileno()).st_nlink:
                opened.pop_all()
                return file


def _taken(path: Path, owner: str) -> UserError:
    """Return the error for a lock that another arena holds."""
    hint = f"wait for it to end, or stop it; {command('ladder', path)} shows how far it is"
    return UserError(f"{path}: another arena is writing to it ({owner or 'just starting'})", hint, os.EX_TEMPFAIL)


def _owner(descriptor: int) -> str:
    return os.pread(descriptor, 1000, 0).decode(errors="replace").strip()


def _sign(descriptor: int, text: str) -> None:
    """Write into the lock file who holds it. The text is only for people: it may be stale, or the disk may be full."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, text.encode())


def now() -> str:
    """Return the time of day in UTC, for people."""
    return datetime.now(UTC).isoformat(timespec="seconds")
