"""Acts that start processes, and that kill."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from pathlib import Path

from tests.hostile.play import Act, Bot

LIFE = 20.0


def fork_to_the_limit(_: Bot) -> None:
    """Fork until that is refused; the children sleep."""
    with contextlib.suppress(OSError):
        for _ in range(200):
            if os.fork() == 0:
                time.sleep(LIFE)
                os._exit(0)


def bomb(_: Bot) -> None:
    """Fork, and have every child fork again and again."""
    until = time.monotonic() + LIFE
    if os.fork() == 0:
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                os.fork()
        os._exit(0)


def long_bomb(bot: Bot) -> None:
    """Keep the table waiting at every question while the bomb goes off."""
    if bot.seat == 0 and bot.game == "Gh1":
        if bot.asked == 0:
            bomb(bot)
        time.sleep(0.2)


def daemon(_: Bot) -> None:
    """Leave a process that has left session, process group and all pipes, and bears neither name nor environment."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            for descriptor in (0, 1, 2):
                os.close(descriptor)
            os.execve("/usr/bin/sleep", ["daemon", str(LIFE)], {})
        os._exit(0)


def kill(bot: Bot) -> None:
    """Kill everybody, or somebody: `kill WHOM`. Only where the processes of the machine are out of sight."""
    assert Path("/proc/1/comm").read_text() == "bwrap\n"
    whom = bot.given[0]
    named = re.findall(r"\d+", " ".join(os.environ.values()))
    targets = {"all": [-1], "first": [1], "parent": [os.getppid()], "named": [int(number[:7]) for number in named]}
    for pid in targets.get(whom) or [int(whom)]:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


ACTS: dict[str, Act] = {"fork": fork_to_the_limit, "daemon": daemon, "kill": kill}
ALWAYS: dict[str, Act] = {"bomb": long_bomb}
