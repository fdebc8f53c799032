"""Removing what programs of others left: however deep it is, and however its folders are locked."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from arena.bots.trees import FOLDER


def remove(path: Path) -> None:
    """Remove a folder with all that is in it, or a file; nothing is an error.

    It may be deeper than any path can say and its folders closed to their owner: folders inside folders are moved to
    the top, one after the other, so that neither paths nor open descriptors grow.
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


def _emptied(folder: int) -> Iterator[str]:
    """Remove what is no folder from an open folder; yield the names of the folders."""
    with os.scandir(folder) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for name, is_folder in found:
        if is_folder:
            yield name
        else:
            os.unlink(name, dir_fd=folder)


def _flatten(top: int, name: str) -> None:
    """Remove a folder below an open one, after moving the folders in it beside it."""
    with _unlocked(name, top) as folder:
        for inner in _emptied(folder):
            with _unlocked(inner, folder):
                os.rename(inner, secrets.token_hex(12), src_dir_fd=folder, dst_dir_fd=top)
    os.rmdir(name, dir_fd=top)


@contextmanager
def _unlocked(name: str | Path, folder: int | None) -> Iterator[int]:
    """Open a folder and let its owner change it."""
    try:
        descriptor = os.open(name, FOLDER, dir_fd=folder)
    except PermissionError:  # root never comes here: nobody else's file is touched if a link takes its place
        os.chmod(name, 0o700, dir_fd=folder)
        descriptor = os.open(name, FOLDER, dir_fd=folder)
    try:
        os.fchmod(descriptor, 0o700)
        yield descriptor
    finally:
        os.close(descriptor)
