"""Processes that a server of pages starts for work that it does not do itself."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

import trio


class Ended(NamedTuple):
    """How a process ended.

    Args:
        status: its exit status; below zero, the signal that ended it; None if it took too long and was killed.
        said: what it wrote to standard output, if that was read.
    """

    status: int | None
    said: bytes = b""


async def run_job(command: Sequence[str], seconds: float, *, reading: bool = False) -> Ended:
    """Run a process in a session of its own, and wait for its end.

    Args:
        command: the command of the process.
        seconds: how long it may take; then it is killed with all that it has started, as when the caller is cancelled.
        reading: whether its standard output is read; else nobody sees it.
    """
    try:
        process = await trio.lowlevel.open_process(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE if reading else subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:  # no memory, or no files, are left: one piece of work fails, and the server goes on
        return Ended(os.EX_OSERR)
    try:
        with trio.move_on_after(seconds):
            said = b"".join([part async for part in process.stdout]) if process.stdout else b""
            return Ended(await process.wait(), said)
        return Ended(None)
    finally:
        if process.poll() is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
        with trio.CancelScope(shield=True):
            if process.stdout:
                await process.stdout.aclose()
            await process.wait()
