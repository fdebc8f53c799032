"""What comes with the arena and is no code of it: sample bots, ladder files, the manual and the specification."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from arena.errors import UserError

_HERE = Path(__file__).parent


def data(name: str) -> Path:
    """Return a folder of data that comes with the arena.

    A wheel holds these folders beside this file; in a checkout, and so in an unpacked sdist, they are at the top.

    Args:
        name: `docs`, `ladders`, `protocol` or `sample_bots`.

    Returns:
        The folder.
    """
    installed = _HERE / name
    return installed if installed.is_dir() else _HERE.parent.parent / name


def user_cache() -> Path:
    """Return the arena's folder in the user's cache directory.

    Raises:
        UserError: the user has no home directory.
    """
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():  # a relative path is to be ignored, says the XDG Base Directory Specification
        return named / "trickarena"
    with suppress(RuntimeError):
        if (home := Path.home()).is_absolute():
            return home / ".cache" / "trickarena"
    raise UserError(
        "this user has no home directory for the arena's files", "set XDG_CACHE_HOME to the absolute path of a folder"
    )
