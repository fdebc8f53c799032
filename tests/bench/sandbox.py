"""What a sandbox costs: starts and messages at each level that works here, compared with a plain process.

This is wall time, since other processes do most of the work. The levels take turns, and the best of each counts.
"""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path

import trio

from arena.sandbox import Program, RunningProgram, Sandbox
from arena.sandbox.levels import probe_all
from tests.bench.figures import Figure

TRIPS = 1000
MESSAGE = b"ask 2 play AS KS QS 5H TH 9D 8D 7C 5C".ljust(64) + b"\n"
PLAIN = "bare process"
SHORT = Program("short", ("/bin/sh", "-c", ":"), Path("/"), whole=False)
ECHO = Program("echo", ("/bin/cat",), Path("/"), whole=False)


def costs(number: int, at_once: int, rounds: int) -> dict[str, list[Figure]]:
    """Return the figures of starts, of many starts at once, and of messages, by what they are about.

    A start is that of a shell that does nothing, until it has ended. Of many starts at once, each is that of a program,
    until it has answered; the reference is one such start. A message goes to `cat` and back.

    Args:
        number: how many programs are started at every level.
        at_once: how many programs are started at the same time.
        rounds: how often starts at the same time, and messages, are measured.
    """
    with ExitStack() as opened:
        sandboxes = {PLAIN: Sandbox()}
        for probed in probe_all():
            if probed.works:
                sandboxes[probed.level] = opened.enter_context(Sandbox(probed.level, guarded=False))
        return trio.run(_measure, sandboxes, number, at_once, rounds)


async def _measure(sandboxes: dict[str, Sandbox], number: int, at_once: int, rounds: int) -> dict[str, list[Figure]]:
    starts: dict[str, list[float]] = {name: [] for name in sandboxes}
    for _ in range(number):
        for name, sandbox in sandboxes.items():
            begun = time.perf_counter()
            await _finish(await sandbox.start(SHORT))
            starts[name].append(time.perf_counter() - begun)
    trips = dict.fromkeys(sandboxes, float("inf"))
    all_running = {name: await sandbox.start(ECHO) for name, sandbox in sandboxes.items()}
    for _ in range(rounds):
        for name, running in all_running.items():
            trips[name] = min(trips[name], _round_trip(running))
    for running in all_running.values():
        await _finish(running)
    together = {PLAIN: 1 / min([await _until_all_answer(sandboxes[PLAIN], 1) for _ in range(number)])}
    for name, sandbox in sandboxes.items():
        seconds = min([await _until_all_answer(sandbox, at_once) for _ in range(rounds)])
        together["none" if name == PLAIN else name] = at_once / seconds
    return {
        "starts and ends": [Figure(name, 1 / min(times)) for name, times in starts.items()],
        f"starts, {at_once} at once, until all answer": [Figure(name, rate) for name, rate in together.items()],
        "messages there and back": [Figure(name, 1 / seconds) for name, seconds in trips.items()],
    }


async def _until_all_answer(sandbox: Sandbox, number: int) -> float:
    """Start `number` programs at the same time; return the seconds until all have answered."""
    all_running: list[RunningProgram] = []

    async def start() -> None:
        running = await sandbox.start(ECHO)
        all_running.append(running)
        assert running.process.stdin is not None
        assert running.process.stdout is not None
        os.write(running.process.stdin.fileno(), MESSAGE)
        await trio.lowlevel.wait_readable(running.process.stdout)

    begun = time.perf_counter()
    async with trio.open_nursery() as nursery:
        for _ in range(number):
            nursery.start_soon(start)
    seconds = time.perf_counter() - begun
    for running in all_running:
        await _finish(running)
    return seconds


async def _finish(running: RunningProgram) -> None:
    """Close the input of a program, and wait until it has ended."""
    assert running.process.stdin is not None
    running.process.stdin.close()
    while running.poll() is None:  # noqa: ASYNC110 - looking costs nothing, and the end comes soon
        await trio.sleep(0.0002)
    await running.finish()
    running.close_pipes()


def _round_trip(running: RunningProgram) -> float:
    """Return the mean seconds of a message there and back; nothing else runs meanwhile."""
    assert running.process.stdin is not None
    assert running.process.stdout is not None
    there, back = running.process.stdin.fileno(), running.process.stdout.fileno()
    begun = time.perf_counter()
    for _ in range(TRIPS):
        os.write(there, MESSAGE)
        os.read(back, len(MESSAGE))
    return (time.perf_counter() - begun) / TRIPS
