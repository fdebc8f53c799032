"""`arena view`: what `python3 -m arena.client.view` does, as a command."""

from __future__ import annotations

import os
import sys

from arena.cli.screen import err
from arena.client.view import LONGEST, serve
from arena.errors import UserError


def view(form: str) -> None:
    """Answer the queries on standard input.

    Args:
        form: how answers are written: `json` or `msgpack`.

    Raises:
        UserError: standard input is closed.
    """
    if sys.stdin is None:
        raise UserError("standard input is closed", "pass on the lines of a seat there", os.EX_NOINPUT)
    if sys.stdin.isatty():
        err.print("Type the lines of a seat, and queries such as: ? hello   (Ctrl-D ends this)", style="dim")
    read, out = sys.stdin.buffer.read1, sys.stdout.buffer  # type: ignore[union-attr] # it is a pipe, a file or a terminal

    def write(data: bytes) -> None:
        out.write(data)
        out.flush()

    serve(lambda: read(LONGEST), write, form)
