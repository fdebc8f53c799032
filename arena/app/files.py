"""Files that a command line names, where `-` is standard input."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from arena.errors import UserError

STDIN = "-"


def read(path: str, hint: str = "") -> tuple[str, bytes]:
    """Return what to call a file in messages, and its content.

    Args:
        path: the file; `-` is standard input.
        hint: what to do if it cannot be read.

    Raises:
        UserError: it cannot be read.
    """
    if path == STDIN:
        if sys.stdin is None:
            raise UserError("standard input is closed", "name a file", os.EX_NOINPUT)
        return "standard input", sys.stdin.buffer.read()
    try:
        return path, Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", hint, os.EX_NOINPUT) from error
