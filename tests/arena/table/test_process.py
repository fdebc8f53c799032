"""A bot's process that ends while nobody asks: it is waited for until it is gone."""

import subprocess
from typing import cast

import trio

from arena.sandbox import RunningProgram
from arena.settings.limits import Limits
from arena.table.process import BotProcess, how

LOOKS = 5


class Dying:
    """Stands in for a running program that ends: the kernel lists none of its processes, and it is not gone yet."""

    limits = Limits()
    turn = None

    def __init__(self) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(["true"], stdin=pipe, stdout=pipe, stderr=pipe)
        self.looks = 0

    def poll(self) -> int | None:
        self.looks += 1
        return None if self.looks < LOOKS else 1

    def runnable(self) -> bool:
        return False

    def pids(self) -> list[int]:
        return []


async def test_a_process_that_is_ending_is_waited_for() -> None:
    dying = Dying()
    bot = BotProcess(cast(RunningProgram, dying))
    with trio.fail_after(10):
        await bot.settle(9)
    dying.process.communicate()

    assert dying.looks == LOOKS


async def test_a_process_that_is_ending_is_not_waited_for_without_end() -> None:
    dying = Dying()
    bot = BotProcess(cast(RunningProgram, dying))
    dying.looks = -1_000_000
    with trio.fail_after(10):
        await bot.settle(0.01)
    dying.process.communicate()

    assert dying.looks < 0


def test_a_bot_that_closed_its_input_is_not_said_to_have_closed_its_output() -> None:
    assert how(None) == "it closed its input or output but is still running"
