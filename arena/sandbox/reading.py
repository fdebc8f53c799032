"""Reads the output of sandboxed programs that are not bots: builds, probes, attacks."""

from __future__ import annotations

import contextlib
import os
from typing import IO

import trio

from arena.sandbox.running_program import RunningProgram

CHUNK = 65536
"""How many bytes are read at once."""


async def hear(running: RunningProgram, until: bytes, *, seconds: float, kept: int = CHUNK) -> bytes:
    """Return the output of a program up to some bytes, its end, or the end of the time, whichever comes first.

    Args:
        running: the program.
        until: the bytes to look for.
        seconds: how long to wait for them.
        kept: how many bytes are returned at most, the last ones.
    """
    heard = bytearray()
    assert running.process.stdout is not None
    with trio.move_on_after(seconds):
        await drain(running.process.stdout, heard, kept, until)
    return bytes(heard)


async def drain(pipe: IO[bytes], into: bytearray, kept: int, until: bytes = b"") -> None:
    """Read a pipe to its end, or until some bytes appear in it.

    Args:
        pipe: what is read.
        into: where the last bytes are kept.
        kept: how many bytes are kept at most.
        until: the bytes to look for; empty to read to the end.
    """
    os.set_blocking(pipe.fileno(), False)
    while True:
        await trio.lowlevel.wait_readable(pipe)
        with contextlib.suppress(BlockingIOError):
            data = os.read(pipe.fileno(), CHUNK)
            into += data
            del into[:-kept]
            if not data or (until and until in into):
                return
