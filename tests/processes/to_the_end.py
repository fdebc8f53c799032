"""Sandboxed programs that are given input and read to their end."""

from __future__ import annotations

import contextlib
import os
from typing import IO, NamedTuple

import trio

from arena.sandbox.reading import CHUNK, drain
from arena.sandbox.running_program import RunningProgram, Used


class Said(NamedTuple):
    """How a program ended, and its output.

    Args:
        code: its exit status, or minus the number of a signal; None if it had to be killed.
        out: the last bytes of its standard output.
        err: the last bytes of its standard error.
        used: what it used.
    """

    code: int | None
    out: bytes
    err: bytes
    used: Used


async def run_to_end(running: RunningProgram, given: bytes = b"", *, seconds: float, kept: int = CHUNK) -> Said:
    """Give a program its input, read its output, wait for its end, and close its running.

    Args:
        running: the program, just started.
        given: all of its input.
        seconds: it is killed after this time.
        kept: how many bytes of each output are returned: the last ones.
    """
    process = running.process
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = bytearray(), bytearray()
    try:
        with trio.move_on_after(seconds) as limit:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(running.watch)
                async with trio.open_nursery() as talking:
                    talking.start_soon(_feed, process.stdin, given)
                    talking.start_soon(drain, process.stdout, out, kept)
                    talking.start_soon(drain, process.stderr, err, kept)
                while running.poll() is None:  # noqa: ASYNC110 - it has closed its output and is about to end
                    await trio.sleep(0.002)
                nursery.cancel_scope.cancel()
        code = None if limit.cancelled_caught else running.poll()
        used = running.used()
    finally:
        await running.finish()
        running.close_pipes()
    return Said(code, bytes(out), bytes(err), used)


async def _feed(pipe: IO[bytes], data: bytes) -> None:
    """Write all the data, then close the pipe."""
    os.set_blocking(pipe.fileno(), False)
    view = memoryview(data)
    with contextlib.suppress(BrokenPipeError):
        while view:
            try:
                view = view[os.write(pipe.fileno(), view) :]
            except BlockingIOError:
                await trio.lowlevel.wait_writable(pipe)
    pipe.close()
