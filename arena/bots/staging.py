"""The place of staged copies: each is there whole or not at all, and is what its seal says, or is made again.

A copy is a folder `files` in an entry that is named by what it was made from, beside a `seal`: the digest of what is in
it. Entries are made elsewhere in the place, under a lock that ends with its owner, and moved to their name when they
are done; so what a dead run left half-made can be told from what a live one is making.

Bots may run as other users than the arena: everybody may pass through the place (mode 0711), nobody may list it.
"""

from __future__ import annotations

import fcntl
import os
import re
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.bots import trees
from arena.bots.removal import remove
from arena.bots.trees import FOLDER, TreeError
from arena.errors import UserError
from arena.settings.limits import TreeLimits

VARIABLE = "ARENA_STAGING"
"""The environment variable that names another place."""
ROOTS = Path("/var/cache/trickarena/bots")
"""Root's place. Root's bots run as other users, who could not reach a place in root's home."""
HALF_MADE = "new-"
UNUSED = 30 * 86400.0
"""Seconds after which a copy that nobody asked for is removed."""
TRIES = 10
"""How often a copy is put in its place, where arenas and something that spoils copies are at it together."""
SYSTEM = frozenset({0, 65534})
"""Who may own the folders above the place, besides ourselves: root, also where a container shows it as nobody."""


class StagingError(UserError):
    """The place of staged copies cannot be used: no bot is to blame."""

    def __init__(self, message: str) -> None:
        super().__init__(message, f"make it usable, or name another place in {VARIABLE}", os.EX_IOERR)


def place() -> Path:
    """Return the place of staged copies, made and checked.

    Raises:
        StagingError: others could tamper with it, or bots could not reach it.
    """
    if named := os.environ.get(VARIABLE):
        path = Path(named)
    elif os.geteuid() == 0:
        path = ROOTS
        _make_passable(path.parent)
    else:
        path = user_cache() / "bots"
    path = ready(path)
    if os.geteuid() == 0:
        for folder in path.parents:
            if not folder.stat().st_mode & stat.S_IXOTH:
                raise StagingError(f"{path}: bots of root run as other users, who may not pass through {folder}")
    return path


def _make_passable(folder: Path) -> None:
    """Make a folder that others may pass through, whatever our umask."""
    with suppress(OSError):  # `ready` says what is wrong
        folder.mkdir(parents=True)
        folder.chmod(0o755)


def user_cache() -> Path:
    """Return the arena's folder in the user's cache directory.

    Raises:
        StagingError: the user has no home.
    """
    try:
        return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "trickarena"
    except RuntimeError as error:
        raise StagingError("this user has no home directory for staged copies") from error


def ready(path: Path) -> Path:
    """Return a place of staged copies as an absolute path, after making and checking it.

    Raises:
        StagingError: it cannot be made, is a link or another user's, or lies where others could replace it.
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
            raise StagingError(f"{path}: is not a folder of ours; whoever made it could change the bots in it")
        path.chmod(0o711)
    except OSError as error:
        raise _trouble(path, error) from error
    return path.resolve()


def _check_above(path: Path, status: os.stat_result) -> None:
    """Check that nobody else can put another folder in the place of ours by changing one above it."""
    shared = stat.S_ISDIR(status.st_mode) and status.st_mode & stat.S_IWOTH and not status.st_mode & stat.S_ISVTX
    if shared or status.st_uid not in SYSTEM | {os.geteuid()}:
        raise StagingError(f"{path}: other users may change a folder above it")


@contextmanager
def in_use(area: Path) -> Iterator[None]:
    """Keep the copies of a place for as long as this lasts; before, remove those that nobody used for long.

    Args:
        area: the place, ready.
    """
    with explained(area), (area / "lock").open("a") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            pass  # another arena is running: its copies may be old and in use
        else:
            prune(area)
        fcntl.flock(lock, fcntl.LOCK_SH)
        yield


def prune(area: Path) -> None:
    """Remove the copies that nobody used for long, and what was kept of old builds."""
    for old in (*area.iterdir(), *area.glob("builds/*")):
        named = re.fullmatch(r"[0-9a-f]{64}(\.txt)?", old.name)
        if named and time.time() - old.lstat().st_mtime > UNUSED:
            remove(old)


def keep(area: Path, key: str, limits: TreeLimits, fill: Callable[[Path, Path], str]) -> Path:
    """Return the copy of that key: the one that is there, if it is what its seal says, or one made now.

    Args:
        area: the place, ready.
        key: what the copy is made from, 64 hex digits.
        limits: how much a copy may hold.
        fill: fills an empty folder, the first, and returns the digest of what it put there; the second is for its own
            use and is removed.

    Raises:
        StagingError: the copy cannot be written.
        UserError: whatever `fill` raises.
    """
    with explained(area):
        entry = area / key
        if is_sound(entry, limits):
            with suppress(FileNotFoundError):  # another arena found it unsound
                os.utime(entry)
            return entry / "files"
        with _workshop(area) as workshop:
            new, own = workshop / "entry", workshop / "own"
            for folder in (new, new / "files", own):
                folder.mkdir()
                folder.chmod(0o711)
            (new / "seal").write_text(fill(new / "files", own))
            _publish(new, entry, limits)
        return entry / "files"


def is_sound(entry: Path, limits: TreeLimits) -> bool:
    """Return whether a copy is there and holds what it was sealed with, and nothing else."""
    try:
        with trees.opened(entry / "files", trusted=entry.parent) as files:
            ours = os.fstat(files).st_uid == entry.lstat().st_uid == os.geteuid()
            found = trees.take(files, trees.survey(files, limits, ignored=()))
            return ours and found == (entry / "seal").read_text()
    except (OSError, TreeError, UnicodeDecodeError):
        return False


@contextmanager
def explained(area: Path) -> Iterator[None]:
    """Turn what the system refuses into an error of the place: whoever's bot it is about is not to blame."""
    try:
        yield
    except OSError as error:
        raise _trouble(area, error) from error


def _trouble(path: Path, error: OSError) -> StagingError:
    return StagingError(f"staged copies cannot be kept in {path}: {error.strerror}")


def _publish(new: Path, entry: Path, limits: TreeLimits) -> None:
    """Give a finished copy its name, unless another arena was faster; one that is not sound makes way."""
    for number in range(TRIES):
        try:
            new.rename(entry)
        except OSError:
            if is_sound(entry, limits):
                return
            if number == TRIES - 1:
                raise
            with suppress(FileNotFoundError):  # another arena makes way for a copy of its own
                entry.rename(new.with_name(f"aside-{number}"))
        else:
            return


@contextmanager
def _workshop(area: Path) -> Iterator[Path]:
    """Make a folder to work in, ours until this ends or we die; remove what dead runs left."""
    for left in area.glob(f"{HALF_MADE}*"):
        with suppress(OSError):  # it is in use, or another arena sweeps too
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
        remove(path)
        os.close(lock)


def _locked_folder(area: Path) -> tuple[Path, int]:
    """Return a new folder and its lock; another arena may sweep it away before it is locked."""
    while True:
        path = Path(tempfile.mkdtemp(prefix=HALF_MADE, dir=area))
        with suppress(FileNotFoundError, BlockingIOError):
            lock = _lock(path)
            if path.exists():
                return path, lock
            os.close(lock)


def _lock(folder: Path) -> int:
    """Return an open folder that nobody else has locked; the lock ends with the process."""
    descriptor = os.open(folder, FOLDER)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
