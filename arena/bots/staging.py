"""The folder of staged copies. A copy is complete or not there at all, and one that does not match its seal is remade.

Each entry is named by what it was made from. It has a folder `files`, the copy, and a file `seal`, the digest of the
copy. An entry is made under a temporary name and a lock, which ends with the process that holds it, and renamed when it
is complete. So entries that a dead run left half-made can be told from those that a live run is making.

Bots may run as other users than the arena, so all users may pass through the folder, but none may list it (mode 0711).
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from arena.bots import trees
from arena.bots.removal import remove
from arena.bots.trees import FOLDER, TreeError
from arena.data import user_cache
from arena.errors import UserError
from arena.settings.limits import TreeLimits

VARIABLE = "ARENA_STAGING"
"""The environment variable that names another folder for staged copies."""
ROOTS = Path("/var/cache/trickarena/bots")
"""The folder for root, whose bots run as other users and cannot reach a folder in root's home."""
HALF_MADE = "new-"
UNUSED = 30 * 86400.0
"""Seconds after its last use at which a copy is removed."""
TRIES = 10
"""How often renaming a copy is tried, if other arenas rename theirs and something spoils them meanwhile."""
SYSTEM = frozenset({0, 65534})
"""User ids, besides our own, that may own the folders above it: root, and nobody (which is root in some containers)."""


class StagingError(UserError):
    """The folder of staged copies cannot be used; no bot is to blame."""

    def __init__(self, message: str) -> None:
        only_this = os.geteuid() == 0 or VARIABLE in os.environ
        where = VARIABLE if only_this else f"XDG_CACHE_HOME, or for these copies alone in {VARIABLE}"
        super().__init__(message, f"fix that, or name another folder in {where}", os.EX_IOERR)


def staging_folder() -> Path:
    """Return the folder of staged copies, after making and checking it.

    Raises:
        StagingError: other users could tamper with it, or bots could not reach it.
    """
    if named := os.environ.get(VARIABLE):
        path = Path(named)
    elif os.geteuid() == 0:
        path = ROOTS
        _make_passable(path.parent)
    else:
        path = _own_cache() / "bots"
    path = ready(path)
    if os.geteuid() == 0:
        for folder in path.parents:
            if not folder.stat().st_mode & stat.S_IXOTH:
                raise StagingError(f"{path}: bots of root run as other users, who may not pass through {folder}")
    return path


def _make_passable(folder: Path) -> None:
    """Make a folder that other users may pass through, whatever our umask is."""
    with suppress(OSError):  # `ready` reports what is wrong
        folder.mkdir(parents=True)
        folder.chmod(0o755)


def _own_cache() -> Path:
    try:
        return user_cache()
    except UserError as error:
        raise StagingError(str(error)) from error


def ready(path: Path) -> Path:
    """Return a folder for staged copies as an absolute path, after making and checking it.

    Raises:
        StagingError: it cannot be made, is a link, belongs to another user, or other users could replace it.
    """
    path = path.absolute()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError):
            path.mkdir(mode=0o711)
        for folder in (*path.parents, *path.resolve().parents):
            _check_above(path, folder.lstat())
        status = path.lstat()
        if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.geteuid():
            raise StagingError(f"{path}: is not our own folder; its owner could change the bots in it")
        path.chmod(0o711)
    except OSError as error:
        raise _trouble(path, error) from error
    return path.resolve()


def _check_above(path: Path, status: os.stat_result) -> None:
    """Check that no other user can replace our folder by changing this folder above it."""
    shared = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    if shared or status.st_uid not in SYSTEM | {os.geteuid()}:
        raise StagingError(f"{path}: other users can change a folder above it")


@contextmanager
def in_use(area: Path) -> Iterator[None]:
    """Remove the copies that were not used for long; then protect all others until this context ends.

    Args:
        area: the folder of staged copies, made by `ready`.
    """
    with ExitStack() as opened:
        with explained(area):
            lock = opened.enter_context((area / "lock").open("a"))
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                pass  # another arena is running: its copies may be old and in use
            else:
                prune(area)
            fcntl.flock(lock, fcntl.LOCK_SH)
        yield  # what fails from here on is no fault of this folder


def prune(area: Path) -> None:
    """Remove the copies, the outputs of builds and the notes about starts that were not used for long."""
    for old in (*area.iterdir(), *area.glob("builds/*"), *area.glob("starts/*")):
        named = re.fullmatch(r"[0-9a-f]{64}(\.txt|\.failed)?", old.name)
        if named and time.time() - old.lstat().st_mtime > UNUSED:
            with suppress(OSError):
                remove(old)


def keep(area: Path, key: str, limits: TreeLimits, fill: Callable[[Path, Path], str]) -> Path:
    """Return the copy with a key, after making it if there is none, or its content does not match its seal.

    Args:
        area: the folder of staged copies, made by `ready`.
        key: the digest of what the copy is made from, 64 hex digits.
        limits: how much a copy may hold.
        fill: gets two empty folders. It puts the files into the first and returns their digest. The second one is for
            its own use and is removed afterward.

    Raises:
        StagingError: the copy cannot be written.
        UserError: `fill` raised it.
    """
    with explained(area):
        entry = area / key
        if is_sound(entry, limits):
            with suppress(FileNotFoundError):  # another arena found a mismatch and moved it away
                os.utime(entry)
            return entry / "files"
        with making(area) as workshop:
            new, own = workshop / "entry", workshop / "own"
            for folder in (new, new / "files", own):
                folder.mkdir()
                folder.chmod(0o711)
            (new / "seal").write_text(fill(new / "files", own))
            _publish(new, entry, limits)
        return entry / "files"


def is_sound(entry: Path, limits: TreeLimits) -> bool:
    """Return whether a copy exists and its contents match its seal."""
    try:
        with trees.opened(entry / "files", trusted=entry.parent) as files:
            ours = os.fstat(files).st_uid == entry.lstat().st_uid == os.geteuid()
            found = trees.take(files, trees.survey(files, limits, ignored=()))
            return ours and found == (entry / "seal").read_text()
    except (OSError, TreeError, UnicodeDecodeError):
        return False


@contextmanager
def explained(area: Path) -> Iterator[None]:
    """Turn errors of the system into a `StagingError`, which blames no bot."""
    try:
        yield
    except OSError as error:
        raise _trouble(area, error) from error


def _trouble(path: Path, error: OSError) -> StagingError:
    return StagingError(f"staged copies cannot be kept in {path}: {error.strerror}")


def _publish(new: Path, entry: Path, limits: TreeLimits) -> None:
    """Rename a finished copy to its key, unless another arena was faster; move a copy with a wrong seal away."""
    for number in range(TRIES):
        try:
            new.rename(entry)
        except OSError:
            if is_sound(entry, limits):
                return
            if number == TRIES - 1:
                raise
            with suppress(FileNotFoundError):  # another arena has moved it away already
                entry.rename(new.with_name(f"aside-{number}"))
        else:
            return


@contextmanager
def making(area: Path) -> Iterator[Path]:
    """Make a locked folder to work in, and remove it at the end; also remove those that dead runs left."""
    for left in area.glob(f"{HALF_MADE}*"):
        with suppress(OSError):  # it is in use, or another arena removes it too
            lock = _lock(left)
            try:
                remove(left)
            finally:
                os.close(lock)
    path, lock = _locked_folder(area)
    try:
        path.chmod(0o711)
        yield path
    finally:
        with suppress(OSError):  # what is left of one bot must not end the run of the others; the next one removes it
            remove(path)
        os.close(lock)


def _locked_folder(area: Path) -> tuple[Path, int]:
    """Return a new folder and its lock; try again if another arena removes the folder before it is locked."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=HALF_MADE, dir=area))
        with suppress(FileNotFoundError, BlockingIOError):
            lock = _lock(path)
            if path.exists():
                return path, lock
            os.close(lock)


def _lock(folder: Path) -> int:
    """Lock a folder and return its descriptor; the lock ends with the process, at the latest.

    Raises:
        OSError: another process has locked it, or it does not exist.
    """
    descriptor = os.open(folder, FOLDER)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
