"""Programs in real sandboxes, for the tests of all levels that this machine gives."""

from __future__ import annotations

import contextlib
import gc
import os
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from arena.sandbox import Program, RunningProgram, Sandbox
from arena.sandbox.levels import probe_all
from arena.sandbox.reading import hear
from arena.sandbox.spawn import MARK
from arena.settings.limits import Level, Limits
from tests.processes.to_the_end import Said, run_to_end

HERE: tuple[Level, ...] = tuple(probed.level for probed in probe_all() if probed.works)
LEVELS = [pytest.param(each, marks=pytest.mark.thorough if each == "standard" not in HERE[:1] else ()) for each in HERE]
"""Standard has the namespaces of strict and the limits of basic: where strict works, it is left to thorough tests."""
at_every_level = pytest.mark.parametrize("level", LEVELS)
in_namespaces = pytest.mark.parametrize("level", [one for one in LEVELS if one.values != ("basic",)])


def python(folder: Path, code: str, limits: Limits = Limits(), *words: str) -> Program:  # noqa: B008 - frozen
    """A bot in Python, in a folder of its own."""
    folder.mkdir(exist_ok=True)
    (folder / "bot.py").write_text(code)
    return Program("bot", ("python3", "bot.py", *words), folder, limits)


@contextlib.contextmanager
def opened(level: Level, *, guarded: bool = False) -> Iterator[Sandbox]:
    """A sandbox, and afterwards nothing of it: no descriptor, child, marked process, folder or control group."""
    before = descriptors(), children()
    with Sandbox(level, guarded=guarded) as sandbox:
        yield sandbox
        groups = {*(sandbox._roots.folders if sandbox._roots else ())}
    assert (descriptors(), children()) == before
    deadline = time.monotonic() + 1  # what was killed is seen until the system has cleared it away
    while left := marked(sandbox.mark):
        assert time.monotonic() < deadline, left
        time.sleep(0.01)
    assert sandbox._folder is None or not sandbox._folder.exists()
    assert [group for root in groups for group in root.glob(f"*{sandbox._nonce}*")] == []


@asynccontextmanager
async def started(
    sandbox: Sandbox, program: Program, until: bytes = b""
) -> AsyncIterator[tuple[RunningProgram, bytes]]:
    """A program in a sandbox, watched, and what it has said until that was said."""
    running = await sandbox.start(program)
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(running.watch)
            yield running, await hear(running, until, seconds=20) if until else b""
            nursery.cancel_scope.cancel()
    finally:
        await running.finish()
        running.close_pipes()


async def said(level: Level, program: Program, given: bytes = b"") -> Said:
    """What becomes of a program that runs to its end."""
    with opened(level) as sandbox:
        return await run_to_end(await sandbox.start(program), given, seconds=30)


def marked(mark: str) -> list[int]:
    """The processes with a mark in their environment."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if f"{MARK}={mark}".encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


def children() -> set[str]:
    """The children of this process, zombies included."""
    return set(Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split())


def descriptors() -> int:
    gc.collect()
    return len(list(Path("/proc/self/fd").iterdir()))
