"""Acts that cost time."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from tests.hostile.play import GAME, Act, Bot
from tests.hostile.speech import frame, write

LONG = 60.0
STEP = 0.05
PONDERS = 9
"""Whoever ponders stops at this question, from 0, so that a fault for it comes in the same game."""


def sleep(_: Bot) -> None:
    time.sleep(LONG)


def busy(_: Bot) -> None:
    while True:
        pass


def drip(bot: Bot) -> None:
    """A byte at a time, and never the end of a message: `p` for ever, or a frame that is long enough."""
    if bot.speech.frames:
        write(frame(bytes(1000))[:4])
    while True:
        write(b"p")
        time.sleep(STEP)


def lines(bot: Bot) -> None:
    """A line at a time, and never a move."""
    while True:
        write((" ".join(bot.given) + "\n").encode())
        time.sleep(STEP)


def late(bot: Bot) -> None:
    """The right answer, too late; then more of them."""
    time.sleep(float(bot.given[0]))
    while True:
        bot.speech.say(bot.word)
        time.sleep(STEP)


def in_time(bot: Bot) -> None:
    """The right answer, slowly."""
    time.sleep(float(bot.given[0]))


def deaf(bot: Bot) -> None:
    """Greet, and never read."""
    bot.speech.greet()
    time.sleep(LONG)


def stop(_: Bot) -> None:
    os.kill(os.getpid(), signal.SIGSTOP)


def ignore_signals(_: Bot) -> None:
    for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    time.sleep(LONG)


def unflushed(bot: Bot) -> bool:
    """Answer into a buffer, and never flush it."""
    sys.stdout.write(bot.speech.message(bot.word).decode())
    return True


def slow_start(bot: Bot) -> None:
    """Greet when the process is so many seconds old."""
    started = int(open("/proc/self/stat").read().rpartition(")")[2].split()[19])  # noqa: SIM115, PTH123 - it ends soon
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - started / os.sysconf("SC_CLK_TCK")
    time.sleep(max(0.0, float(bot.given[0]) - age))


def paced(bot: Bot) -> None:
    """Take so many ms for every answer, or for so many of the first game: `paced MS [NUMBER]`."""
    ms, *number = bot.given
    if not number or (bot.game == GAME and bot.asked < int(number[0])):
        time.sleep(float(ms) / 1000)


def ponder(bot: Bot) -> None:
    """Work while others are to move: from before the answer on, for some more questions of the game."""

    def work() -> None:
        while bot.game == GAME and bot.asked < PONDERS:
            pass

    threading.Thread(target=work, daemon=True).start()


def cores(bot: Bot) -> None:
    """Use four cores for a while, then answer."""
    until = time.monotonic() + float(bot.given[0])
    pids = []
    for _ in range(3):
        pid = os.fork()
        if pid == 0:
            _burn(until)
            os._exit(0)
        pids.append(pid)
    _burn(until)
    for pid in pids:
        os.waitpid(pid, 0)


def _burn(until: float) -> None:
    while time.monotonic() < until:
        pass


ACTS: dict[str, Act] = {
    "sleep": sleep,
    "busy": busy,
    "drip": drip,
    "lines": lines,
    "late": late,
    "in-time": in_time,
    "stop": stop,
    "ignore-signals": ignore_signals,
    "ponder": ponder,
    "cores": cores,
}
BEFORE: dict[str, Act] = {"deaf": deaf, "slow-start": slow_start}
ALWAYS: dict[str, Act] = {"paced": paced, "unflushed": unflushed}
