"""Speed as ratios inside one run: the rules beside OpenSpiel's, a decision through pipes beside bare loops.

Everything is CPU time, of this process and of those that it starts, measured in short rounds that take turns, the best
round of each counting: the machine's mood then touches both sides of a ratio alike.
"""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

import trio

from arena.chance import keyed
from arena.channel import PipeChannel
from arena.clock import ClockSettings
from arena.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.referee import Outcome, Terms
from arena.rooms import Failure, Surroundings, play_room
from arena.sandbox import Program

ROUNDS = 7


class Figure(NamedTuple):
    """One measured thing: what it does in a second of CPU time, or the microseconds that one of them takes."""

    name: str
    per_second: float

    @property
    def micros(self) -> float:
        """CPU microseconds for one."""
        return 1e6 / self.per_second


def best(contenders: Mapping[str, Callable[[], int]], rounds: int = ROUNDS) -> list[Figure]:
    """Run the contenders in turn, `rounds` times; return each one's best.

    Args:
        contenders: name -> a function that does some work and returns how much.
        rounds: how often each runs.
    """
    found = dict.fromkeys(contenders, 0.0)
    gc.collect()
    gc.freeze()  # what was imported is not searched for garbage: that would measure the imports
    try:
        for _ in range(rounds):
            for name, work in contenders.items():
                begun = _cpu()
                count = work()
                found[name] = max(found[name], count / (_cpu() - begun))
    finally:
        gc.unfreeze()
    return [Figure(name, rate) for name, rate in found.items()]


def _cpu() -> float:
    """Return the CPU seconds of this process, and of all that it started and that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process, and all that it starts meanwhile, on one core, where the system lets it choose."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


ECHO_IN_C = r"""
#include <unistd.h>

int main(void)
{
    static char text[65536];
    ssize_t more, sent, done;

    while ((more = read(0, text, sizeof text)) > 0)
        for (done = 0; done < more; done += sent)
            if ((sent = write(1, text + done, (size_t)(more - done))) < 0)
                return 1;
    return 0;
}
"""
"""The other end of the bare loops."""
ECHO_IN_PYTHON = "import os\nwhile d := os.read(0, 65536): os.write(1, d)"
MESSAGE = b"ask 2 play AS KS QS 5H TH 9D 8D 7C 5C\n"
TABLES = (1, 8, 64)
"""How many tables a room is measured with."""
DEALS = 12
"""The length of a game: random bots would play ten times as long as others do."""


def echo(folder: Path) -> tuple[tuple[str, ...], str]:
    """Return a program that sends back what it is sent, and its language: C if there is a compiler.

    Args:
        folder: where it may be built.
    """
    source, program = folder / "echo.c", folder / "echo"
    source.write_text(ECHO_IN_C)
    try:
        subprocess.run(["cc", "-O2", "-o", program, source], check=True, capture_output=True)  # noqa: S603, S607 - ours
    except (OSError, subprocess.CalledProcessError):
        return (sys.executable, "-c", ECHO_IN_PYTHON), "Python"
    return (str(program),), "C"


def pipes_contenders(bot: Entrant, other_end: tuple[str, ...], trips: int = 4000) -> dict[str, Callable[[], int]]:
    """Return one decision through pipes: a bare blocking ping-pong, a bare trio loop, and whole games of ours.

    Args:
        bot: a bot that costs next to nothing and plays at several tables, such as `sample:c/random`.
        other_end: the command of a program that sends back what it is sent.
        trips: round trips of the bare loops.
    """
    ours = {f"arena, {_tables(number)}": partial(trio.run, _arena, bot, number) for number in TABLES}
    return {
        "bare ping-pong": lambda: _blocking(other_end, trips),
        "bare trio ping-pong": lambda: trio.run(_trio, other_end, trips),
        **ours,
    }


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _blocking(other_end: tuple[str, ...], trips: int) -> int:
    with subprocess.Popen(other_end, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: S603 - ours
        assert process.stdin is not None
        assert process.stdout is not None
        to_bot, from_bot = process.stdin.fileno(), process.stdout.fileno()
        for _ in range(trips):
            os.write(to_bot, MESSAGE)
            os.read(from_bot, 65536)
    return trips


async def _trio(other_end: tuple[str, ...], trips: int) -> int:
    process = subprocess.Popen(other_end, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603, ASYNC220 - ours
    assert process.stdin is not None
    assert process.stdout is not None
    channel = PipeChannel(process.stdin.fileno(), process.stdout.fileno())
    for _ in range(trips):
        await channel.write(MESSAGE)
        await channel.read()
    process.kill()
    process.wait()
    return trips


class _Count:
    """A desk that only counts decisions."""

    def __init__(self) -> None:
        self.decisions = 0

    async def begun(self, terms: Terms) -> None:
        """Nothing to note."""

    async def finished(self, _terms: Terms, outcome: Outcome, _failures: tuple[Failure, ...]) -> None:
        """Count the decisions."""
        self.decisions += sum(use.decisions for use in outcome.uses.values())

    async def internal(self, _terms: Terms, trace: str) -> None:
        """Fail: a benchmark of a broken arena says nothing."""
        raise AssertionError(trace)

    async def voided(self, _terms: Terms, reason: str, *, again: bool) -> None:
        """Nothing is void here: nobody looks how late the arena is."""


async def _arena(bot: Entrant, tables: int) -> int:
    game = GAMES["kaiser"]
    options = game.options(max_deals=DEALS)
    program = Program(bot.name, bot.command, Path(bot.folder))
    one = Terms("G0", game, "standard", options, keyed("bench", "0"), ClockSettings(), "forfeit", ("-",) * 4)
    number = max(2 * tables, 64)
    terms = [one._replace(game_id=f"G{i}", chance=keyed("bench", f"game {i}")) for i in range(number)]
    desk = _Count()
    await play_room(dict.fromkeys(range(4), program), terms, desk, Surroundings(tables=tables))
    return desk.decisions
