"""The folder of a site: written beside the old one, which is then replaced as a whole; what did not change is kept."""

from __future__ import annotations

import filecmp
import json
import os
import secrets
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO, Any, Protocol, Self

from arena.errors import UserError
from arena.escapes import json_text
from arena.ratings import Keep
from arena.web.packing import Part, packing

SIGN = "data/site.json"
"""The file by which a folder is known to be a site of the arena."""
MADE = "data/made.json"
"""The file that says what pages were made of that take long to make."""
FORMAT = 1
"""The version of the files of a site."""


class Target(Protocol):
    """What takes the files of a site."""

    def write(self, name: str, data: str | bytes) -> None:
        """Take a file: its path from the root of the site, and what is in it."""

    def make(self, name: str, of: str, making: Callable[[], str]) -> None:
        """Take a file that takes long to make, or the one that was made of the same before: see `Folder.make`."""


class Memory:
    """A site that is kept in memory, for a server.

    Args:
        before: the site as it was; None if there was none.

    Attributes:
        files: what is in each file, by its path from the root of the site.
        made: what the next site needs to know of each file that takes long to make, by its path.
    """

    def __init__(self, before: Self | None = None) -> None:
        self.files: dict[str, bytes] = {}
        self.made: dict[str, str | list[Part]] = {}
        self._before, self._made_before = (before.files, before.made) if before else ({}, {})

    def write(self, name: str, data: str | bytes) -> None:
        """Take a file."""
        self.files[name] = data.encode() if isinstance(data, str) else data

    def make(self, name: str, of: str, making: Callable[[], str]) -> None:
        """Take a file that takes long to make, or the one that was made of the same before."""
        self.made[name] = of
        self.write(name, self._before[name] if self._made_before.get(name) == of else making())

    @contextmanager
    def packed(self, name: str) -> Iterator[Keep]:
        """Take a file in parts, compressed by gzip; the context is what writes a part: see `Folder.packed`."""
        file, old = BytesIO(), BytesIO(self._before.get(name, b""))
        with packing(file, old, self._made_before.get(name)) as packed:
            yield packed.write
        self.write(name, file.getvalue())
        self.made[name] = packed.parts


class Folder:
    """A site that is being written. `written` makes it.

    Args:
        old: the folder that is replaced; it may be missing.
        new: the folder that takes its place.
    """

    def __init__(self, old: Path, new: Path) -> None:
        self._old = old
        self._new = new
        self.files: int = 0
        """How many files the site has."""
        self.kept: int = 0
        """How many of them are those of the old site."""
        self._before = _read(old / MADE)
        self._seals: dict[str, str | list[Part]] = {}
        """What the next site needs to know of each file that takes long to make."""

    def write(self, name: str, data: str | bytes) -> None:
        """Write a file, or keep that of the old site if it is the same.

        Args:
            name: its path from the root of the site.
            data: what is in it.
        """
        data = data.encode() if isinstance(data, str) else data
        old = self._old / name
        if old.is_file() and old.stat().st_size == len(data) and old.read_bytes() == data:
            self.keep(name)
            return
        with self.open(name) as file:
            file.write(data)

    def make(self, name: str, of: str, making: Callable[[], str]) -> None:
        """Write a file that takes long to make, or keep that of the old site if it was made of the same.

        Args:
            name: its path from the root of the site.
            of: a digest of all that it is made of.
            making: makes it.
        """
        if not self.has(name, of):
            self.put(name, of, making())

    def put(self, name: str, of: str, text: str) -> None:
        """Write a file that took long to make (arguments as those of `make`)."""
        data = text.encode()
        self.write(name, data)
        self._seals[name] = _seal(of, data)

    def has(self, name: str, of: str) -> bool:
        """Take a file of the old site if it was made of the same (arguments as those of `make`); return whether."""
        old = self._old / name
        if name not in self._before or not old.is_file() or self._before[name] != _seal(of, old.read_bytes()):
            return False
        self.keep(name)
        self._seals[name] = self._before[name]
        return True

    def close(self) -> None:
        """Write what the next site needs to know of this one."""
        if self._seals:
            self.write(MADE, json_text(dict(sorted(self._seals.items()))))  # in whatever order they were made

    @contextmanager
    def open(self, name: str) -> Iterator[IO[bytes]]:
        """Open a file of the new site to write it in parts."""
        path = self._new / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            yield file
        self.files += 1
        if (self._old / name).is_file() and filecmp.cmp(self._old / name, path, shallow=False):
            path.unlink()
            self.files -= 1
            self.keep(name)

    @contextmanager
    def packed(self, name: str) -> Iterator[Keep]:
        """Open a file of the new site to write it in parts, compressed by gzip; the context is what writes a part.

        Parts that the old site has are taken from it.
        """
        with ExitStack() as opened:
            old = self._old / name
            kept = opened.enter_context(old.open("rb")) if old.is_file() else None
            file = opened.enter_context(self.open(name))
            packed = opened.enter_context(packing(file, kept, self._before.get(name)))
            yield packed.write
        self._seals[name] = packed.parts

    def keep(self, name: str) -> None:
        """Take a file of the old site into the new one."""
        old, new = self._old / name, self._new / name
        new.parent.mkdir(parents=True, exist_ok=True)
        try:
            new.hardlink_to(old)
        except OSError:  # another file system, or one without hard links
            shutil.copy2(old, new)
        self.files += 1
        self.kept += 1


@contextmanager
def written(out: Path) -> Iterator[Folder]:
    """Write a site; when the block ends without an error, it takes the place of the folder.

    Args:
        out: the folder of the site. It may be missing, empty, or hold a site of the arena.

    Raises:
        UserError: the folder holds something else, or cannot be written.
    """
    out = out.absolute()
    _check(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        new = out.parent / f".{out.name}.new-{secrets.token_hex(8)}"
        new.mkdir()
    except OSError as error:
        raise UserError(f"{out}: {error.strerror}", "choose another folder: --out DIR", os.EX_CANTCREAT) from error
    try:
        folder = Folder(out, new)
        yield folder
        folder.close()
        _swap(out, new)
    except OSError as error:
        raise UserError(f"{error.filename or out}: {error.strerror}", "", os.EX_CANTCREAT) from error
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _check(out: Path) -> None:
    """Check that nothing is lost if the folder is replaced."""
    if out.is_symlink() or (out.exists() and not out.is_dir()):
        raise UserError(f"{out}: is no folder", "choose another one: --out DIR", os.EX_CANTCREAT)
    if out.is_dir() and any(out.iterdir()) and not state(out):
        raise UserError(f"{out}: holds files that are no site", "choose an empty or a new folder: --out DIR")


def state(out: Path) -> dict[str, Any]:
    """Return what `data/site.json` says of a site; nothing if the folder holds no site."""
    found = _read(out / SIGN)
    return found if "format" in found else {}


def _read(file: Path) -> dict[str, Any]:
    """Return the object in a file of JSON; an empty one if there is none."""
    try:
        found = json.loads(file.read_bytes())
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _seal(of: str, data: bytes) -> str:
    """Return a digest of a file and what it was made of."""
    return sha256(of.encode() + data).hexdigest()


def _swap(out: Path, new: Path) -> None:
    """Put the new folder in the place of the old one."""
    old = None
    if out.exists():
        old = Path(tempfile.mkdtemp(prefix=f".{out.name}.old-", dir=out.parent))
        out.rename(old)  # onto the empty folder
    try:
        new.rename(out)
    except OSError:
        if old is not None:
            old.rename(out)
        raise
    if old is not None:
        shutil.rmtree(old, ignore_errors=True)
