"""Untrusted folders: listed, hashed and copied without following any path that their owners can change.

Every file is opened by name below a folder that is already open, never through a link, and in a way that a pipe cannot
block. First `survey` lists the whole folder: it reads no file and stops at the first limit. Then `take` reads each
file, and refuses the copy if a file is no longer as it was listed. So a copy holds what the folder held at one moment,
whatever its owner does meanwhile.
"""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Container, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, Literal, NamedTuple, NoReturn, TypeAlias

from arena.errors import UserError
from arena.escapes import one_line
from arena.settings.limits import TreeLimits

Kind: TypeAlias = Literal["folder", "file", "program", "link"]

_WINDOWS = ("Thumbs.db", "thumbs.db", "desktop.ini", "Desktop.ini")
IGNORED = frozenset({"__pycache__", ".git", ".hg", ".svn", ".DS_Store", "__MACOSX", *_WINDOWS})
"""Files and folders that programs leave behind; they do not count as contents."""
VENV = (
    "leave the virtual environment out, and begin the command with python3; libraries can be in the folder itself: "
    "pip install --target . NAME"
)
"""What to do instead of handing in a virtual environment."""
PATH_BYTES = 1024
"""The longest path inside a folder: it must still be possible to open it with the path of the copy before it."""
LINK_BYTES = 255
"""The longest target of a link."""
LINK_HOPS = 40
"""How many links in a row are followed: as many as Linux follows."""
LINK_STEPS = 100_000
"""How many parts of link targets are followed in one folder; honest links need about ten each."""
CHUNK = 1 << 18
_OURS = {errno.EMFILE, errno.ENFILE, errno.ENOMEM}
"""Errors of the arena's own making; no folder causes them."""
_GONE = {errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EINVAL, errno.ENXIO, errno.ESTALE}
"""Errors that mean that a file or folder was replaced or removed."""
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
"""How a folder is opened: never through a link."""
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK


class Item(NamedTuple):
    """A file, folder or link that a survey found.

    Args:
        path: its path from the folder, with slashes.
        kind: what it is; a file that its owner may execute is a `program`.
        size: the size of a file in bytes.
        target: the target of a link.
        stamp: device, inode, size and times; differs after every change of a file.
    """

    path: str
    kind: Kind
    size: int = 0
    target: str = ""
    stamp: tuple[int, ...] = ()


class TreeError(UserError):
    """A folder cannot be used as it is.

    Args:
        path: what the problem is with, from the folder; empty for the whole folder.
        problem: what is wrong.
        hint: what its owner can do.
    """

    def __init__(self, path: str, problem: str, hint: str) -> None:
        shown = one_line(path, 200)
        super().__init__(f"{shown}: {problem}" if path else problem, hint, os.EX_DATAERR)


@contextmanager
def opened(folder: Path, trusted: Path | None = None) -> Iterator[int]:
    """Open a folder for `survey` and `take`.

    Args:
        folder: the folder.
        trusted: the beginning of its path; links are followed only there. None for the whole path.

    Raises:
        TreeError: it does not exist, cannot be read, or its path has a link that is not trusted.
    """
    trusted = trusted or folder
    with ExitStack() as stack:
        try:
            here = os.open(trusted, FOLDER & ~os.O_NOFOLLOW)
        except OSError as error:
            _refuse("", error)
        stack.callback(os.close, here)
        for name in folder.relative_to(trusted).parts:
            here = stack.enter_context(_open(here, "", name, FOLDER))
        yield here


def survey(root: int, limits: TreeLimits, ignored: Container[str] = IGNORED) -> list[Item]:
    """Return the contents of an open folder, sorted by path, without opening any file.

    The limits bound the time it takes, whatever the folder holds.

    Args:
        root: the open folder.
        limits: how much it may hold.
        ignored: names to leave out at any depth.

    Raises:
        TreeError: it holds too much, a pipe, socket or device, a link that leaves it, or a name that cannot be printed.
    """
    found = _Survey(os.fstat(root), limits, ignored)
    found.look(root, "", 0)
    items = sorted(found.items, key=lambda item: os.fsencode(item.path))
    _check_links(items)
    return items


def survey_file(root: int, name: str, limits: TreeLimits) -> Item:
    """Return one file of an open folder, as a survey that finds only this file.

    Raises:
        TreeError: it is not a file, or too big.
    """
    found = _Survey(os.fstat(root), limits, ())
    try:
        status = os.stat(name, dir_fd=root, follow_symlinks=False)
    except OSError as error:
        _refuse("", error)
    item = found.item(name, status, root)
    if item.kind not in {"file", "program"}:
        raise TreeError("", f"is a {item.kind}, not a file", "replace it with a file")
    return item


class _Survey:
    """A survey in progress: the items found so far, and their total size."""

    def __init__(self, root: os.stat_result, limits: TreeLimits, ignored: Container[str]) -> None:
        self.items: list[Item] = []
        self._size = 0
        self._root = root
        self._limits = limits
        self._ignored = ignored

    def look(self, folder: int, at: str, depth: int) -> None:
        """Add everything in an open folder and in the folders below it."""
        if depth > self._limits.depth:
            raise TreeError(at, f"is more than {self._limits.depth} folders deep", _too_much("submission_depth"))
        folders = []
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    if entry.name in self._ignored:
                        continue
                    path = at + entry.name
                    item = self.item(path, entry.stat(follow_symlinks=False), folder)
                    self.items.append(item)
                    if len(self.items) > self._limits.files:
                        raise TreeError(
                            "", f"holds more than {self._limits.files} files and folders", _too_much("submission_files")
                        )
                    if item.kind == "folder":
                        folders.append(entry.name)
        except OSError as error:
            _refuse(at, error)
        for name in folders:
            with _open(folder, at, name, FOLDER) as inner:
                self.look(inner, f"{at}{name}/", depth + 1)

    def item(self, path: str, status: os.stat_result, folder: int) -> Item:
        """Return the item of one name, and add its size to the total."""
        _check_path(path)
        match stat.S_IFMT(status.st_mode):
            case stat.S_IFDIR:
                if status.st_dev != self._root.st_dev:
                    raise TreeError(path, "is on another file system", "replace it with a copy")
                return Item(path, "folder")
            case stat.S_IFLNK:
                target = os.readlink(path.rpartition("/")[2], dir_fd=folder)
                return Item(path, "link", target=target, stamp=_stamp(status))
            case stat.S_IFREG:
                self._count(path, status)
                kind: Kind = "program" if status.st_mode & stat.S_IXUSR else "file"
                return Item(path, kind, status.st_size, stamp=_stamp(status))
            case _:
                raise TreeError(path, f"is {special(status.st_mode)}, neither a file nor a folder", "remove it")

    def _count(self, path: str, status: os.stat_result) -> None:
        if status.st_nlink > 1 and status.st_uid != self._root.st_uid:
            raise TreeError(path, "is a hard link to another user's file", "replace it with a copy")
        self._size += status.st_size
        most = self._limits.megabytes
        if status.st_size > most << 20:
            raise TreeError(path, f"is bigger than {most} MiB", _too_much("submission_mb"))
        if self._size > most << 20:
            raise TreeError("", f"holds more than {most} MiB", _too_much("submission_mb"))


def _too_much(limit: str) -> str:
    return f"leave out what the bot does not need, or allow more: {limit} in [limits] of the ladder file"


def special(mode: int) -> str:
    """Return in words what a mode means that is neither file, folder nor link."""
    kinds = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
    return kinds.get(stat.S_IFMT(mode), "something else")


def _check_path(path: str) -> None:
    """Check that a path can be printed and is short enough to open."""
    if not path.isprintable():
        raise TreeError(path, "has an unprintable character in its name", "rename it")
    if len(os.fsencode(path)) > PATH_BYTES:
        raise TreeError(path, f"has a path of more than {PATH_BYTES} bytes", "give its folders shorter names")


def _stamp(status: os.stat_result) -> tuple[int, ...]:
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)


def _refuse(path: str, error: OSError) -> NoReturn:
    """Raise a `TreeError` for a path that cannot be opened or read; raise the error itself if the arena caused it."""
    if error.errno in _OURS:
        raise error
    if error.errno in _GONE:
        raise changed(path) from error
    problem = f"cannot be read: {error.strerror}"
    raise TreeError(path.rstrip("/"), problem, "let the arena's user read it: chmod -R a+rX") from error


def changed(path: str) -> TreeError:
    """Return the error for a path that changed since the survey."""
    return TreeError(path, "changed while it was copied", "try again when no program is writing to it")


def _check_links(items: Sequence[Item]) -> None:
    """Check that no link leads out of the folder, by itself or through other links.

    The targets are followed as the kernel would do it, but only in the list of items. A link may point at a path inside
    the folder that does not exist: a build may create it.
    """
    links = {item.path: item.target for item in items if item.kind == "link"}
    steps = iter(range(LINK_STEPS))
    for path, target in links.items():
        if len(os.fsencode(target)) > LINK_BYTES:
            raise TreeError(path, f"is a link of more than {LINK_BYTES} bytes", "replace it with a copy")
        if not _stays_inside(path, links, steps):
            raise TreeError(
                path,
                f"the link leaves the folder, or leads nowhere ({one_line(target)})",
                VENV if _is_python(path) else "replace it with a copy",
            )


def _is_python(path: str) -> bool:
    """Return whether a link is the interpreter of a virtual environment, of which a copy does not run."""
    return re.search(r"(?:^|/)bin/python[\d.]*$", path) is not None


def _stays_inside(path: str, links: Mapping[str, str], steps: Iterator[int]) -> bool:
    """Return whether a link stays inside the folder; False also if following it takes too many steps."""
    here: list[str] = []
    ahead = path.split("/")[::-1]
    hops = 0
    while ahead:
        if next(steps, None) is None:
            return False
        part = ahead.pop()
        if part in {"", "."}:
            continue
        if part == "..":
            if not here:
                return False
            here.pop()
            continue
        target = links.get("/".join((*here, part)))
        if target is None:
            here.append(part)
            continue
        hops += 1
        if hops > LINK_HOPS or target.startswith("/") or len(here) > PATH_BYTES // 4:
            return False
        ahead += target.split("/")[::-1]
    return True


def take(root: int, items: Sequence[Item], target: Path | None = None, *, writable: bool = False) -> str:
    """Return the digest of the items of a survey, and copy them.

    The digest covers paths, kinds and the contents as they were read, which is what the copy holds.

    Args:
        root: the open folder.
        items: the items that `survey` returned for it.
        target: an empty folder of the arena to copy to; None to copy nothing.
        writable: whether the owner may write to the copy.

    Returns:
        SHA-256 in hex.

    Raises:
        TreeError: a file changed since the survey, or cannot be read.
        OSError: the copy cannot be written.
    """
    digest = sha256()
    for item in items:
        content = _take(root, item, None if target is None else target / item.path, 0o200 if writable else 0)
        digest.update(b"\0".join((os.fsencode(item.path), item.kind.encode(), content)))
    if target is not None and not writable:
        for item in reversed(items):
            if item.kind == "folder":
                (target / item.path).chmod(0o555)
        target.chmod(0o555)
    return digest.hexdigest()


def _take(root: int, item: Item, copy: Path | None, write_bit: int) -> bytes:
    """Copy one item; return the bytes that represent its content in the digest."""
    if item.kind == "folder":
        if copy is not None:
            copy.mkdir(mode=0o755)
            copy.chmod(0o755)
        return b""
    if item.kind == "link":
        if copy is not None:
            copy.symlink_to(item.target)
        return sha256(os.fsencode(item.target)).digest()
    if copy is None:
        return _read(root, item, None)
    with copy.open("xb") as into:
        content = _read(root, item, into)
        os.fchmod(into.fileno(), (0o555 if item.kind == "program" else 0o444) | write_bit)
    return content


def _read(root: int, item: Item, into: BinaryIO | None) -> bytes:
    """Return the digest of a file, and write its content to the copy, if there is one."""
    digest = sha256()
    left = item.size
    with open_beneath(root, item.path) as source:
        if _stamp(os.fstat(source)) != item.stamp:
            raise changed(item.path)
        while left >= 0 and (chunk := _chunk(source, item.path)):
            left -= len(chunk)
            digest.update(chunk)
            if into is not None:
                into.write(chunk)
        if left or _stamp(os.fstat(source)) != item.stamp:
            raise changed(item.path)
    return digest.digest()


def _chunk(source: int, path: str) -> bytes:
    try:
        return os.read(source, CHUNK)
    except OSError as error:
        _refuse(path, error)


@contextmanager
def open_beneath(root: int, path: str) -> Iterator[int]:
    """Open a file below an open folder for reading, following no link.

    Raises:
        TreeError: it does not exist, cannot be read, or its path has a link.
    """
    at = ""
    *folders, name = path.split("/")
    with ExitStack() as stack:
        here = root
        for folder in folders:
            here = stack.enter_context(_open(here, at, folder, FOLDER))
            at += f"{folder}/"
        yield stack.enter_context(_open(here, at, name, _FILE))


@contextmanager
def _open(folder: int, at: str, name: str, flags: int) -> Iterator[int]:
    try:
        descriptor = os.open(name, flags, dir_fd=folder)
    except OSError as error:
        _refuse(at + name, error)
    try:
        yield descriptor
    finally:
        os.close(descriptor)
