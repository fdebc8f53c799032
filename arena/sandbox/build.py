"""Runs a command that changes a folder, such as a compiler, to its end in a sandbox."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import trio

from arena.errors import UserError
from arena.sandbox.bot_files import Program, unseen
from arena.sandbox.bubblewrap import GIVEN, HOME
from arena.sandbox.levels import AUTO, choose, probe
from arena.sandbox.reading import CHUNK, hear
from arena.sandbox.run import Sandbox
from arena.sandbox.running_program import RunningProgram
from arena.sandbox.tools import Tools, tools
from arena.settings.limits import MB, Level, Limits

BUILDING: tuple[Level, ...] = ("strict", "standard")
"""The levels at which bots are built, the better one first."""
LIMITS = Limits(memory_mb=2048, processes=256, files=1024, file_mb=256)
"""What a build may use besides its folder."""
FOLDER_MB = min(2048, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2 // MB)
"""How much its folder may hold, in MiB. It is in memory, so never more than half of the machine's."""
FILES = 200_000
"""How many files and folders its folder may hold."""
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW
LOOK = 0.25
"""Seconds between two checks of its folder."""
READY = b"ready\n"
BEGIN = f"""exec 2>&1
cp -RpP {GIVEN}/. . && echo {READY.decode().strip()} && read -r go && exec "$@" </dev/null"""
"""What runs a build: it copies the files into the folder, and waits until the arena has opened that. Standard error
goes into standard output, so that the order is kept."""


class Ended(NamedTuple):
    """How a command ended.

    Args:
        status: its exit status; the negative number of a signal.
        output: standard output and standard error together, in order of arrival.
        stopped: why it was stopped; empty if it ended by itself.
        left: a descriptor of the folder as the command left it, for the caller to close; None if it never began.
    """

    status: int
    output: bytes
    stopped: str = ""
    left: int | None = None


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
    """Run a command in a copy of a folder; it sees only this copy, the system's programs and `tools`.

    The copy is in memory, in a file system that cannot grow: nothing else stops a command that fills the disk with
    files which it has removed and still holds open. When this returns, no process is left, and the copy lasts as long
    as its descriptor. What it holds is untrusted: read it without following links, and check that files are files.

    Args:
        command: program and arguments; the copy is its current directory.
        folder: the folder; every user must be able to read it, and to pass through those above it.
        level: `standard` or `strict`.
        seconds: it is killed after this time.
        output: it is killed after this many bytes of output.
        limits: what it may use besides the copy.
        folder_mb: how much the copy may hold, in MiB.
        read: more folders of the machine that it may read.

    Raises:
        UserError: the sandbox does not show the program.
        SandboxFailure: the sandbox could not be made.
    """
    assert level in BUILDING, level
    program = Program("build", ("/bin/sh", "-c", BEGIN, "sh", *command), folder, limits)
    found = tools(read)
    if problem := unseen(program._replace(command=tuple(command)), found.read, whole=True, path=found.path):
        problem = "; ".join(filter(None, (problem, found.missing)))
        hint = 'install it for all users, or let builds see its folder: [sandbox] read = ["..."]'
        raise UserError(f"the build cannot run in the sandbox: {problem}", hint, os.EX_CONFIG)
    with Sandbox(level, read=found.read) as sandbox:
        return trio.run(_run, sandbox, program, found, seconds, output, folder_mb)


async def _run(sandbox: Sandbox, program: Program, found: Tools, seconds: float, most: int, folder_mb: int) -> Ended:
    environment = {"PATH": ":".join(found.path), **found.environment}
    running = await sandbox.start(program, room=folder_mb * MB, environment=environment)
    written, stopped, left = bytearray(), "", None
    with ExitStack() as held:
        try:
            with trio.move_on_after(seconds) as limit:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(running.watch)
                    written += await hear(running, READY, seconds=seconds)
                    if written == READY:
                        written.clear()
                        left = running.folder(HOME)
                        held.callback(os.close, left)
                        nursery.start_soon(_limit_folder, running, left)
                        _begin(running)
                    if await _read_output(running, written, most):
                        stopped = f"more than {most // MB} MiB of output"
                    while not stopped and running.poll() is None:  # noqa: ASYNC110 - it has closed its output and is about to end
                        await trio.sleep(0.002)
                    nursery.cancel_scope.cancel()
            if limit.cancelled_caught:
                stopped = f"not done after {seconds:.0f} s"
            elif left is not None and (much := too_much(left)):
                stopped = much
            elif (used := running.used()).over_memory or used.oom_kills:
                stopped = f"more than {program.limits.memory_mb} MiB of memory"
        finally:
            await running.finish()
            running.close_pipes()
        held.pop_all()
    status = running.poll()
    assert status is not None
    return Ended(status, bytes(written), stopped, left)


def _begin(running: RunningProgram) -> None:
    """Let the command begin, with nothing more to read."""
    assert running.process.stdin is not None
    with suppress(BrokenPipeError):  # it was killed
        running.process.stdin.write(b"\n")
    running.process.stdin.close()


async def _read_output(running: RunningProgram, into: bytearray, most: int) -> bool:
    """Read the output of a command to its end; return whether it was too much."""
    assert running.process.stdout is not None
    descriptor = running.process.stdout.fileno()
    while len(into) <= most:
        await trio.lowlevel.wait_readable(descriptor)
        with suppress(BlockingIOError):
            data = os.read(descriptor, CHUNK)
            if not data:
                return False
            into += data
    del into[most:]
    return True


async def _limit_folder(running: RunningProgram, folder: int) -> None:
    """Kill a command whose folder is full."""
    while not too_much(folder):  # noqa: ASYNC110 - no event reports that a folder grows
        await trio.sleep(LOOK)
    running.kill()


def too_much(folder: int) -> str:
    """Return what the file system of an open folder has too much of, in words; empty if there is room left.

    What has no name any more counts as well, as long as a program holds it.
    """
    found = os.statvfs(folder)
    if found.f_files - found.f_ffree > FILES:
        return f"more than {FILES} files in its folder"
    return "" if found.f_bavail else f"more than {found.f_blocks * found.f_frsize // MB} MiB in its folder"
