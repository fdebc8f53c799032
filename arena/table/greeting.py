"""One start of a bot, outside any game: it is started, it greets or fails, and it is ended."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import trio

from arena.protocol import Bot, BotFault
from arena.sandbox import Program, SandboxFailure
from arena.settings.clock import ClockSettings
from arena.table.lag import Void
from arena.table.launcher import AFTER, Launcher
from arena.table.outcome import Failure, Fault, Use
from arena.table.process import DEATH_WAIT
from arena.table.surroundings import Surroundings


class Unknown(NamedTuple):
    """It is not known whether a bot starts: the arena or the machine is to blame.

    Args:
        reason: why, for people.
        busy: whether the bot got no CPU; if not, its sandbox could not be made.
    """

    reason: str
    busy: bool


class Greeted(NamedTuple):
    """A bot has started.

    Args:
        bot: what it said of itself.
        memory: the most memory that it held by then, in bytes, with files that it has read; 0 if that is not known.
    """

    bot: Bot
    memory: int = 0


Greeting: TypeAlias = Greeted | Failure | Unknown


async def greeting_of(program: Program, clock: ClockSettings, around: Surroundings) -> Greeting:
    """Start a bot once, and end it.

    Args:
        program: the bot.
        clock: the time limits.
        around: what it is started in.

    Returns:
        How it greets; or its fault, with what it wrote; or why that is not known.
    """
    launcher = Launcher(0, program, around, starts=1)
    async with trio.open_nursery() as nursery:
        try:
            fault = await launcher.launch(clock, nursery) or await _after(launcher)
            if fault is not None:
                return launcher.failure(fault)
            use = Use()
            launcher.note(use)
            await launcher.dismiss()
        except SandboxFailure as failure:
            return Unknown(str(failure), busy=False)
        except Void as void:
            return Unknown(str(void), busy=True)
        else:
            assert launcher.greeting is not None
            return Greeted(launcher.greeting, use.memory or 0)
        finally:
            launcher.kill()


async def _after(launcher: Launcher) -> Fault | None:
    """Return the fault of a bot that writes more than its greeting, or ends after it."""
    assert launcher.connection is not None
    await launcher.settle(DEATH_WAIT)
    try:
        launcher.connection.hear_out()
    except BotFault as fault:
        found: Fault | None = Fault(launcher.seat, fault.kind, fault.text)
    else:
        found = await launcher.ended()
    return found and found._replace(text=AFTER + found.text)
