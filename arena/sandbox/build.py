"""Runs a command that changes a folder, such as a compiler, to its end in a sandbox."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import trio

from arena.errors import UserError
from arena.sandbox.bot_files import Program, unseen
from arena.sandbox.levels import AUTO, choose, probe
from arena.sandbox.reading import CHUNK
from arena.sandbox.run import Sandbox
from arena.sandbox.running_program import RunningProgram
from arena.sandbox.tools import Tools, tools
from arena.settings.limits import MB, Level, Limits

BUILDING: tuple[Level, ...] = ("strict", "standard")
"""The levels at which bots are built, the better one first."""
LIMITS = Limits(memory_mb=2048, processes=256, files=1024, file_mb=256)
"""What a build may use."""
FOLDER_MB = 2048
"""How large its folder may grow, in MiB."""
FILES = 200_000
"""How many files and folders its folder may hold."""
DEPTH = 128
"""How deep its folders may be nested; each takes a descriptor while it is looked at."""
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
LOOK = 0.25
"""Seconds between two checks of the folder's size."""
MERGED = ("/bin/sh", "-c", 'exec "$@" 2>&1', "sh")
"""Runs a command with standard error redirected into standard output, so that the order is kept."""


class Ended(NamedTuple):
    """How a command ended.

    Args:
        status: its exit status; the negative number of a signal.
        output: standard output and standard error together, in order of arrival.
        stopped: why it was stopped; empty if it ended by itself.
    """

    status: int
    output: bytes
    stopped: str = ""


@cache
def building_level(asked: str = AUTO) -> Level:
    """Return the level at which builds run. It is never `basic`: there, compilers may not make files executable.

    Args:
        asked: a level, or `auto` for the best one that works on this machine.

    Raises:
        UserError: neither level works on this machine; the message says why.
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
    read: Iterable[Path] = (),
) -> Ended:
    """Run a command that may write to one folder only, and sees only this folder, the system's programs and `tools`.

    When this returns, none of its processes is left. The contents of the folder are untrusted: read them without
    following links, and check that files are files. If the arena is root, the folder then belongs to another user.

    Args:
        command: program and arguments; the folder is its current directory.
        folder: the folder; every user must be able to pass through those above it.
        level: `standard` or `strict`.
        seconds: it is killed after this time.
        output: it is killed after this many bytes of output.
        limits: what it may use.
        folder_mb: how large the folder may grow, in MiB.
        read: more folders of the machine that it may read.

    Raises:
        UserError: the sandbox does not show the program.
        SandboxFailure: the sandbox could not be made.
    """
    assert level in BUILDING, level
    program = Program("build", (*MERGED, *command), folder, limits)
    found = tools(read)
    if problem := unseen(program._replace(command=tuple(command)), found.read, whole=True, path=found.path):
        problem = "; ".join(filter(None, (problem, found.missing)))
        hint = 'install it for all users, or let builds see its folder: [sandbox] read = ["..."]'
        raise UserError(f"the build cannot run in the sandbox: {problem}", hint, os.EX_CONFIG)
    with Sandbox(level, read=found.read) as sandbox:
        return trio.run(_run, sandbox, program, found, seconds, output, folder_mb)


async def _run(sandbox: Sandbox, program: Program, found: Tools, seconds: float, most: int, folder_mb: int) -> Ended:
    environment = {"PATH": ":".join(found.path), **found.environment}
    running = await sandbox.start(program, writable=True, environment=environment)
    written, stopped = bytearray(), ""
    try:
        with trio.move_on_after(seconds) as limit:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(running.watch)
                nursery.start_soon(_limit_folder, running, program.folder, folder_mb)
                if await _read_output(running, written, most):
                    stopped = f"more than {most // MB} MiB of output"
                while not stopped and running.poll() is None:  # noqa: ASYNC110 - it has closed its output and is about to end
                    await trio.sleep(0.002)
                nursery.cancel_scope.cancel()
        if limit.cancelled_caught:
            stopped = f"not done after {seconds:.0f} s"
        elif much := too_much(program.folder, folder_mb):
            stopped = much
        elif (used := running.used()).over_memory or used.oom_kills:
            stopped = f"more than {program.limits.memory_mb} MiB of memory"
    finally:
        await running.finish()
        running.close_pipes()
    status = running.poll()
    assert status is not None
    return Ended(status, bytes(written), stopped)


async def _read_output(running: RunningProgram, into: bytearray, most: int) -> bool:
    """Read the output of a command to its end; return whether it was too much."""
    assert running.process.stdin is not None
    assert running.process.stdout is not None
    running.process.stdin.close()
    descriptor = running.process.stdout.fileno()
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


async def _limit_folder(running: RunningProgram, folder: Path, folder_mb: int) -> None:
    """Kill a command whose folder grows too large."""
    while not too_much(folder, folder_mb):  # noqa: ASYNC110 - no event reports that a folder grows
        await trio.sleep(LOOK)
    running.kill()


def too_much(folder: Path, folder_mb: int) -> str:
    """Return what a folder has too much of, in words; empty if it is within the limits.

    The folder is a stranger's and may change meanwhile. No link is followed, and neither depth nor number of its
    contents makes this fail or take long: it stops at the first limit.

    Args:
        folder: the folder.
        folder_mb: how many MiB its files may take on disk.
    """
    held = [0, 0]
    try:
        return _look(os.open(folder, FOLDER), 0, held, folder_mb * MB)
    except PermissionError:
        return "a folder inside its folder that nobody may list"


def _look(folder: int, depth: int, held: list[int], most: int) -> str:
    """Add the bytes and the number of the contents of an open folder, and close it; return what is too much."""
    try:
        if depth > DEPTH:
            return f"more than {DEPTH} folders deep in its folder"
        with os.scandir(folder) as entries:
            for entry in entries:
                with suppress(FileNotFoundError):
                    held[0] += entry.stat(follow_symlinks=False).st_blocks * 512
                held[1] += 1
                if held[0] > most:
                    return f"more than {most // MB} MiB in its folder"
                if held[1] > FILES:
                    return f"more than {FILES} files in its folder"
                if not entry.is_dir(follow_symlinks=False):
                    continue
                with suppress(FileNotFoundError, NotADirectoryError):  # it has just been removed or replaced
                    if much := _look(os.open(entry.name, FOLDER, dir_fd=folder), depth + 1, held, most):
                        return much
        return ""
    finally:
        os.close(folder)
