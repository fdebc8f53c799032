"""A command that changes a folder, such as a compiler, run to its end in a sandbox."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import trio

from arena.errors import UserError
from arena.sandbox.cell import Cell
from arena.sandbox.levels import AUTO, choose, probe
from arena.sandbox.places import Program, unseen
from arena.sandbox.run import Sandbox
from arena.sandbox.talk import CHUNK
from arena.settings.limits import MB, Level, Limits

BUILDING: tuple[Level, ...] = ("strict", "standard")
"""The levels that bots are built at, the better first."""
LIMITS = Limits(memory_mb=2048, processes=256, files=1024, file_mb=256)
"""What a build may use."""
FOLDER_MB = 2048
"""How large the folder may grow while it runs."""
LOOK = 0.25
"""Seconds between two looks at its size."""
MERGED = ("/bin/sh", "-c", 'exec "$@" 2>&1', "sh")
"""Runs a command with standard error in its standard output, in the order of arrival."""


class Ended(NamedTuple):
    """How a command ended.

    Args:
        status: its exit status; the negative number of a signal.
        output: standard output and standard error, in the order of their arrival.
        stopped: why it was stopped; empty where it ended by itself.
    """

    status: int
    output: bytes
    stopped: str = ""


@cache
def building_level(asked: str = AUTO) -> Level:
    """Return the level that builds are run at; at `basic` compilers may not make their programs executable.

    Args:
        asked: a level, or `auto` for the best that this machine gives.

    Raises:
        UserError: this machine gives neither; says why.
    """
    if asked in BUILDING:
        return choose(asked, ()).level
    tried = [probe(level) for level in BUILDING]
    for found in tried:
        if found.works:
            return found.level
    problems = (f"  {found.level}: {found.problem}" for found in tried)
    text = "\n".join(("a bot is built at the sandbox levels strict and standard only:", *problems))
    raise UserError(text, "build it yourself and leave `build` out of bot.toml, or say --trust-bots", os.EX_CONFIG)


def run_in_sandbox(
    command: Sequence[str],
    folder: Path,
    *,
    level: Level,
    seconds: float,
    output: int,
    limits: Limits = LIMITS,
    folder_mb: int = FOLDER_MB,
) -> Ended:
    """Run a command that may write to a folder and to nothing else, and see nothing but it and the system's programs.

    When this returns nothing of it runs any more. What is in the folder then is nobody's to trust: whoever reads it
    follows no link, and takes nothing for a file that is none. Where the arena is root, the folder then is another
    user's.

    Args:
        command: program and arguments; the folder is the current one.
        folder: the folder, in a place that every user may pass through.
        level: `standard` or `strict`.
        seconds: after that it is ended.
        output: bytes of output after which it is ended.
        limits: what it may use.
        folder_mb: how large the folder may grow.

    Raises:
        UserError: the program is not seen from inside.
        SandboxFailure: the sandbox could not be made.
    """
    assert level in BUILDING, level
    program = Program("build", (*MERGED, *command), folder, limits)
    if problem := unseen(program._replace(command=tuple(command))):
        raise UserError(f"the build cannot run in the sandbox: {problem}", "install it for all users", os.EX_CONFIG)
    with Sandbox(level) as sandbox:
        return trio.run(_run, sandbox, program, seconds, output, folder_mb)


async def _run(sandbox: Sandbox, program: Program, seconds: float, most: int, folder_mb: int) -> Ended:
    cell = await sandbox.start(program, writable=True)
    written, stopped = bytearray(), ""
    try:
        with trio.move_on_after(seconds) as limit:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(cell.watch)
                nursery.start_soon(_limit_folder, cell, program.folder, folder_mb)
                if await _read_output(cell, written, most):
                    stopped = f"more than {most // MB} MiB of output"
                while not stopped and cell.poll() is None:  # noqa: ASYNC110 - its output has ended, and so will it
                    await trio.sleep(0.002)
                nursery.cancel_scope.cancel()
        if limit.cancelled_caught:
            stopped = f"not done after {seconds:.0f} s"
        elif _size(program.folder) > folder_mb * MB:
            stopped = f"more than {folder_mb} MiB in its folder"
        elif (used := cell.used()).over_memory or used.oom_kills:
            stopped = f"more than {program.limits.memory_mb} MiB of memory"
    finally:
        await cell.finish()
        cell.close_pipes()
    status = cell.poll()
    assert status is not None
    return Ended(status, bytes(written), stopped)


async def _read_output(cell: Cell, into: bytearray, most: int) -> bool:
    """Read what a command writes, to its end; return whether it was too much."""
    assert cell.process.stdin is not None
    assert cell.process.stdout is not None
    cell.process.stdin.close()
    descriptor = cell.process.stdout.fileno()
    os.set_blocking(descriptor, False)
    while len(into) <= most:
        await trio.lowlevel.wait_readable(descriptor)
        with suppress(BlockingIOError):
            data = os.read(descriptor, CHUNK)
            if not data:
                return False
            into += data
    del into[most:]
    return True


async def _limit_folder(cell: Cell, folder: Path, folder_mb: int) -> None:
    """Kill a command whose folder grows too large."""
    while _size(folder) <= folder_mb * MB:  # noqa: ASYNC110 - nothing tells of the growth of a folder
        await trio.sleep(LOOK)
    cell.kill()


def _size(folder: Path) -> int:
    """Return the bytes of all files of a folder; what vanishes meanwhile is not counted."""
    size = 0
    for path in _walk(folder):
        with suppress(OSError):
            size += path.lstat().st_blocks * 512
    return size


def _walk(folder: Path) -> Iterator[Path]:
    for parent, _, names in os.walk(folder):
        yield from (Path(parent, name) for name in names)
