"""Acts that end the bot, or its pipes."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time

from tests.hostile.play import Act, Bot
from tests.hostile.waits import LONG


def leave(bot: Bot) -> None:
    """End with an exit code."""
    sys.exit(int(bot.given[0]))


def die(bot: Bot) -> None:
    """End by a signal."""
    os.kill(os.getpid(), signal.Signals[bot.given[0]])
    time.sleep(LONG)


def orphan(_: Bot) -> None:
    """End, and leave a child that keeps standard output open."""
    if os.fork() == 0:
        time.sleep(LONG)
    os._exit(0)


def close(bot: Bot) -> None:
    """Close a standard stream, then sleep."""
    os.close(int(bot.given[0]))
    time.sleep(LONG)


def leave_later(bot: Bot) -> None:
    """Answer, and end in the time of the next seat."""

    def end() -> None:
        time.sleep(float(bot.given[0]))
        os._exit(5)

    threading.Thread(target=end).start()


ACTS: dict[str, Act] = {"exit": leave, "die": die, "orphan": orphan, "close": close, "leave-later": leave_later}
BEFORE: dict[str, Act] = {"dead": leave}
