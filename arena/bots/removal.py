"""Removes what untrusted programs leave behind, however deep it is nested and whatever its permissions are."""

from __future__ import annotations

import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.bots.trees import FOLDER
from arena.sandbox.leftovers import in_use, left_behind


def remove(path: Path) -> None:
    """Remove a file, or a folder with everything in it; a path that does not exist is no error.

    The folder may be deeper than the longest path, and its owner may lack permissions on folders in it. Inner folders
    are moved to the top one after another, so that neither paths nor the number of open descriptors grow.
    """
    with suppress(FileNotFoundError):
        if not stat.S_ISDIR(path.lstat().st_mode):
            path.unlink()
            return
        with _unlocked(path, None) as top:
            while folders := list(_emptied(top)):
                for name in folders:
                    _flatten(top, name)
        path.rmdir()


@contextmanager
def temporary(prefix: str, within: Path | None = None) -> Iterator[Path]:
    """Make a temporary folder; it is removed at the end, whatever is in it by then.

    If this process is killed, the next one that makes such a folder removes it.

    Args:
        prefix: the beginning of its name.
        within: the folder that it is made in; None for that of temporary files.
    """
    around = Path(tempfile.gettempdir()) if within is None else within
    for old in left_behind(around, prefix):
        remove(old)
    folder = around / f"{prefix}{secrets.token_hex(6)}"
    with in_use(folder):
        folder.mkdir(mode=0o700)
        try:
            yield folder
        finally:
            remove(folder)


def _emptied(folder: int) -> Iterator[str]:
    """Remove everything but folders from an open folder; yield the names of the folders in it."""
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if is_folder:
            yield name
        else:
            os.unlink(name, dir_fd=folder)


def _flatten(top: int, name: str) -> None:
    """Move the folders inside a folder up beside it, then remove it."""
    with _unlocked(name, top) as folder:
        for inner in _emptied(folder):
            with _unlocked(inner, folder):
                os.rename(inner, secrets.token_hex(12), src_dir_fd=folder, dst_dir_fd=top)
    os.rmdir(name, dir_fd=top)


@contextmanager
def _unlocked(name: str | Path, folder: int | None) -> Iterator[int]:
    """Open a folder, and give its owner all permissions on it."""
    try:
        descriptor = os.open(name, FOLDER, dir_fd=folder)
    except PermissionError:  # root never gets here, so a link in its place cannot lead us to a file of another user
        os.chmod(name, 0o700, dir_fd=folder)
        descriptor = os.open(name, FOLDER, dir_fd=folder)
    try:
        os.fchmod(descriptor, 0o700)
        yield descriptor
    finally:
        os.close(descriptor)
