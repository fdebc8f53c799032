"""Acts that start processes, and that kill."""

from __future__ import annotations

import contextlib
import json
import os
import re
import resource
import signal
import time
from pathlib import Path

from arena.sandbox import attacker
from tests.hostile.play import GAME, Act, Bot

LIFE = 20.0


def fork_to_the_limit(_: Bot) -> None:
    """Fork until that is refused; the children sleep."""
    with contextlib.suppress(OSError):
        while True:
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
    if bot.seat == 0 and bot.game == GAME:
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
    known = json.loads(Path("facts.json").read_text())
    assert not attacker.is_arena(known)
    whom = bot.given[0]
    named = re.findall(r"\d+", " ".join(os.environ.values()))
    targets = {
        "all": [-1],
        "first": [1],
        "parent": [os.getppid()],
        "named": [int(number[:7]) for number in named],
        "arena": [int(known["arena"])],
    }
    for pid in targets[whom]:
        with contextlib.suppress(OSError):
            os.kill(pid, signal.SIGKILL)


def ruin(bot: Bot) -> None:
    """Overwrite the program of the sandbox's first process, and wake it: it is the same user."""
    with contextlib.suppress(OSError), Path("/proc/1/mem").open("r+b", buffering=0) as memory:
        for line in Path("/proc/1/maps").read_text().splitlines():
            area, rights = line.split()[:2]
            begin, end = (int(address, 16) for address in area.split("-"))
            if "x" in rights and not line.endswith("]"):
                memory.seek(begin)
                memory.write(bytes(end - begin))
    daemon(bot)
    time.sleep(0.1)


def starve(bot: Bot) -> None:
    """Take from the sandbox's first process what limits can take."""
    for number in range(16):
        with contextlib.suppress(OSError, ValueError):
            resource.prlimit(1, number, (0, 0))
    daemon(bot)
    time.sleep(0.1)


ACTS: dict[str, Act] = {"fork": fork_to_the_limit, "daemon": daemon, "kill": kill, "ruin": ruin, "starve": starve}
ALWAYS: dict[str, Act] = {"bomb": long_bomb}
