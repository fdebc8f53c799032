"""Two sandboxes at once, in which a program tries to tell itself something: the attack on futexes, and capacities."""

from __future__ import annotations

import json
import os
import secrets
import shutil
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import trio

from arena.errors import UserError
from arena.sandbox import whisperer
from arena.sandbox.bot_files import Program, unseen
from arena.sandbox.capacity import Sent, bound, judged, outcome
from arena.sandbox.reading import hear
from arena.sandbox.run import Sandbox
from arena.sandbox.running_program import RunningProgram
from arena.settings.limits import Level, Limits

LIMITS = Limits(memory_mb=128, processes=24)
"""What each of the two may use."""
PYTHON = "python3"
PATIENCE = 30.0
"""Seconds for an answer."""
AHEAD = 0.3
"""Seconds from an order to the first step of a transmission; both must have got it by then."""
KNOWN = 40
"""How many bits both know."""
SHORT, LONG = 1.5, 20.0
"""Seconds of a transmission: to find the best length of a step, and to say how little comes through."""
STEPS = {
    "share of the CPU": (0.01, 0.02, 0.04),
    "speed of memory": (0.005, 0.01, 0.025),
    whisperer.COLD_PAGES: (0.001, 0.004),
}
"""Way -> lengths of a step to try, in seconds."""
OTHERS = (0.004, 0.01)
"""The lengths for ways that are not named."""
ANSWER = 1024 * 1024
"""The most bytes of an answer: a measurement takes 20 or so, and there are thousands of steps."""
COLD = 1600
"""How many pages of the bot's file can tell something, each of them once."""
WAYS = (*whisperer.WAYS, whisperer.COLD_PAGES)


class Way(NamedTuple):
    """How much gets through in one way.

    Args:
        name: the way.
        sent: the transmission; None if the sandbox denies what the way needs.
        problem: what the sandbox said in that case.
    """

    name: str
    sent: Sent | None
    problem: str = ""


@contextmanager
def program_of_two(pages: int = 0) -> Iterator[Program]:
    """Yield the program of both sandboxes, in a folder that exists as long.

    Args:
        pages: how many pages of a file of its own can tell something.

    Raises:
        UserError: bots do not see Python, which the program is written in.
    """
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made, "whisperer")
        folder.mkdir()
        shutil.copy(whisperer.__file__, folder / "whisperer.py")
        (folder / whisperer.PAGES).write_bytes(secrets.token_bytes(pages * whisperer.APART))
        program = Program("whisperer", (PYTHON, "whisperer.py"), folder, LIMITS)
        if problem := unseen(program):
            raise UserError(f"the attacks need {PYTHON} inside: {problem}", f"apt install {PYTHON}", os.EX_UNAVAILABLE)
        yield program


@asynccontextmanager
async def pair(sandbox: Sandbox, program: Program) -> AsyncIterator[tuple[RunningProgram, RunningProgram]]:
    """Start a program in two sandboxes; yield both, watched, and end them afterward.

    Raises:
        SandboxFailure: a sandbox could not be made.
    """
    cells: list[RunningProgram] = []
    try:
        async with trio.open_nursery() as nursery:
            for _ in range(2):
                cells.append(await sandbox.start(program))
                nursery.start_soon(cells[-1].watch)
            first, second = cells
            yield first, second
            nursery.cancel_scope.cancel()
    finally:
        for running in cells:
            await running.finish()
            running.close_pipes()


async def told(running: RunningProgram, seconds: float = PATIENCE, **order: object) -> dict[str, Any]:
    """Give an order to a whisperer, and return its answer; empty if it gives none in time."""
    assert running.process.stdin is not None
    running.process.stdin.write(json.dumps(order).encode() + b"\n")
    said = await hear(running, b"\n", seconds=seconds, kept=ANSWER)
    answer: dict[str, Any] = json.loads(said) if said.endswith(b"\n") else {}
    return answer


async def woken(sandbox: Sandbox, program: Program) -> tuple[str, ...]:
    """Let one program send a word to another through futexes on a file that both see; return how it arrived.

    Raises:
        SandboxFailure: a sandbox could not be made.
    """
    word = 1 + secrets.randbelow(2**whisperer.BITS - 1)
    async with pair(sandbox, program) as (waker, waiter):
        if "done" not in await told(waker, order="wake", word=word):
            return ("the attack could not be tried",)
        answer = await told(waiter, order="wait")
    if "done" not in answer:
        return ("no answer from inside",)
    arrived = {way: sum(1 << bit for bit in bits) for way, bits in zip(whisperer.FUTEXES, answer["done"], strict=True)}
    return tuple(f"the word {word:#04x} through {way}" for way, got in arrived.items() if got == word)


def capacities(level: Level, ways: Sequence[str] = WAYS, seconds: tuple[float, float] = (SHORT, LONG)) -> list[Way]:
    """Return how much two sandboxes of a level that works here can tell each other, for each way.

    Args:
        level: the level.
        ways: the ways to try.
        seconds: how long to send at each length of a step, and how long to send again if little came through.

    Raises:
        UserError: bots do not see Python, which the program is written in.
        SandboxFailure: a sandbox could not be made.
    """
    with program_of_two(COLD) as program, Sandbox(level) as sandbox:
        return trio.run(_capacities, sandbox, program, ways, seconds)


async def _capacities(
    sandbox: Sandbox, program: Program, ways: Sequence[str], seconds: tuple[float, float]
) -> list[Way]:
    short, long = seconds
    limit = bound()
    pages = (await sandbox.place(program)).folder / whisperer.PAGES
    found = []
    for way in ways:

        async def send(length: float, lasting: float, way: str = way) -> Way:
            _forget(pages)
            async with pair(sandbox, program) as cells:
                return await _sent(way, cells, length, int(lasting / length))

        tried = [await send(length, short) for length in STEPS.get(way, OTHERS)]
        best = max(tried, key=lambda one: one.sent.between if one.sent else (0.0, 0.0))
        if best.sent and judged(best.sent, limit) != "does not hold":
            best = await send(best.sent.length, long)
        found.append(best)
    return found


async def _sent(way: str, cells: tuple[RunningProgram, RunningProgram], length: float, number: int) -> Way:
    """Send random bits from one sandbox to another in a way."""
    number = max(number if way != whisperer.COLD_PAGES else min(number, COLD), 2 * KNOWN)
    bits = "01" * (KNOWN // 2) + f"{secrets.randbits(number - KNOWN):0{number - KNOWN}b}"
    when = {"way": way, "start": time.monotonic() + AHEAD, "length": length}
    patience = PATIENCE + number * length
    answers: dict[str, dict[str, Any]] = {}

    async def ask(running: RunningProgram, **order: object) -> None:
        answers[str(order["order"])] = await told(running, patience, **when, **order)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: ask(cells[0], order="tell", bits=bits))
        nursery.start_soon(lambda: ask(cells[1], order="listen", number=number))
    for answer in answers.values():
        if "done" not in answer:
            return Way(way, None, answer.get("denied", "no answer from inside"))
    return Way(way, outcome(length, bits, KNOWN, answers["listen"]["done"]))


def _forget(path: Path) -> None:
    """Take a file out of the page cache before a start: whether bots find it there is up to the sandbox."""
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
