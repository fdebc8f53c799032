"""A decision through pipes, compared with bare loops: CPU time of all processes, which share one core."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import trio

from arena.bots.entrants import Entrant
from arena.chance import bot_seeds, keyed
from arena.games.catalogue import GAMES
from arena.sandbox import Program
from arena.settings.clock import ClockSettings
from arena.table.channel import PipeChannel
from arena.table.referee import GameSetup
from arena.table.reports import GameBroken, GameEnded, Report
from arena.table.rooms import play_room
from arena.table.surroundings import Surroundings

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
"""The program at the other end of the bare loops."""
ECHO_IN_PYTHON = "import os\nwhile d := os.read(0, 65536): os.write(1, d)"
MESSAGE = b"ask 2 play AS KS QS 5H TH 9D 8D 7C 5C\n"
PING_PONG = "bare ping-pong"
"""The reference: a loop of blocking writes and reads, with an echo at the other end."""
DEALS = 12
"""How many deals a game has at most: random bots would need ten times as many as others do."""


def echo(folder: Path) -> tuple[tuple[str, ...], str]:
    """Return the command of a program that sends back its input, and its language: C if there is a compiler.

    Args:
        folder: where the program may be built.
    """
    source, program = folder / "echo.c", folder / "echo"
    source.write_text(ECHO_IN_C)
    try:
        subprocess.run(["cc", "-O2", "-o", program, source], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return (sys.executable, "-c", ECHO_IN_PYTHON), "Python"
    return (str(program),), "C"


def pipes_contenders(
    bot: Entrant, other_end: tuple[str, ...], tables: tuple[int, ...], trips: int = 4000
) -> dict[str, Callable[[], int]]:
    """Return the contenders: a bare blocking ping-pong, a bare trio ping-pong, and whole games in a room.

    Args:
        bot: a bot that costs next to nothing and plays at several tables, such as `sample:c/random`.
        other_end: the command of a program that sends back its input.
        tables: the numbers of tables that a room is measured with.
        trips: how many round trips the bare loops make.
    """
    ours = {tables_text(number): partial(trio.run, _arena, bot, number) for number in tables}
    return {
        PING_PONG: partial(ping_pong, other_end, trips),
        "bare trio ping-pong": lambda: trio.run(_trio, other_end, trips),
        **ours,
    }


def tables_text(number: int) -> str:
    """Return a number of tables in words."""
    return "1 table" if number == 1 else f"{number} tables"


def ping_pong(other_end: tuple[str, ...], trips: int) -> int:
    """Send a question there and back `trips` times; return `trips`."""
    with subprocess.Popen(other_end, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        to_bot, from_bot = process.stdin.fileno(), process.stdout.fileno()
        for _ in range(trips):
            os.write(to_bot, MESSAGE)
            os.read(from_bot, 65536)
    return trips


async def _trio(other_end: tuple[str, ...], trips: int) -> int:
    with subprocess.Popen(other_end, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:  # noqa: ASYNC220
        assert process.stdin is not None
        assert process.stdout is not None
        channel = PipeChannel(process.stdin.fileno(), process.stdout.fileno())
        for _ in range(trips):
            await channel.write(MESSAGE)
            await channel.read()
        process.kill()
    return trips


class _Count:
    """Counts the decisions of the games that a room reports."""

    def __init__(self) -> None:
        self.decisions = 0

    async def take(self, report: Report) -> None:
        """Take a report; fail if the arena is broken, since its speed would mean nothing."""
        match report:
            case GameEnded(_, outcome):
                self.decisions += sum(use.decisions for use in outcome.uses.values())
            case GameBroken(_, trace):
                raise AssertionError(trace)


async def _arena(bot: Entrant, tables: int) -> int:
    game = GAMES["kaiser"]
    options = game.options(max_deals=DEALS)
    program = Program(bot.name, bot.command, Path(bot.folder))
    one = GameSetup("G0", game, "standard", options, keyed("bench", "0"), ClockSettings(), "forfeit", ("-",) * 4)
    number = max(4 * tables, 64)  # so many that the starts and the last games, with fewer open tables, hardly count
    setup = [
        one._replace(game_id=f"G{i}", chance=keyed("bench", f"game {i}"), seeds=bot_seeds("bench", f"game {i}", 4))
        for i in range(number)
    ]
    count = _Count()
    await play_room(dict.fromkeys(range(4), program), setup, count.take, Surroundings(tables=tables))
    return count.decisions
