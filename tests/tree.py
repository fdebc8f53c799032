"""The files of the tree, in a clone as in an unpacked sdist, which has no git."""

from __future__ import annotations

import os
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent
IGNORED = [line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines() if line] + [".git"]


def files(end: str = "") -> list[str]:
    """Return the paths of all files that are not ignored, from the top of the tree.

    Args:
        end: what their names end with.
    """
    return sorted(name for name in _below(ROOT) if name.endswith(end))


def _below(folder: Path) -> Iterator[str]:
    for entry in os.scandir(folder):
        if any(fnmatch(entry.name, pattern) for pattern in IGNORED):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(Path(entry.path))
        else:
            yield Path(entry.path).relative_to(ROOT).as_posix()
