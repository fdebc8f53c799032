"""Acts that write too much."""

from __future__ import annotations

import os
import sys

from tests.hostile.play import Act, Bot
from tests.hostile.speech import frame, write

CHUNK = 65536
KB = 1024


def long_message(bot: Bot) -> None:
    """One message of 200 KB."""
    data = b"x" * 200 * KB
    write(frame(data) if bot.speech.frames else data + b"\n")


def endless(bot: Bot) -> None:
    """The same bytes for ever: `endless DESCRIPTOR TEXT`."""
    descriptor, given = int(bot.given[0]), bot.given[1]
    data = (given.replace("~", "\n") * CHUNK)[:CHUNK].encode()
    while True:
        os.write(descriptor, data)


def answers(bot: Bot) -> None:
    """The right answer for ever."""
    data = bot.speech.message(bot.word) * (CHUNK // 8)
    while True:
        write(data)


def chatty(_: Bot) -> None:
    """70 KB of notes, at every question."""
    sys.stderr.write("note\n" * 14 * KB)
    sys.stderr.flush()


ACTS: dict[str, Act] = {"long-message": long_message, "endless": endless, "answers": answers}
ALWAYS: dict[str, Act] = {"chatty": chatty}
