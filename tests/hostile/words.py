"""Acts that write what is no answer, or too many answers, or the right one in an odd way."""

from __future__ import annotations

import threading
import time

from tests.hostile.play import Act, Bot
from tests.hostile.speech import array, frame, text, write

ANSWER = text("answer")
NESTED = 60_000
NAN = b"\xcb\x7f\xf8" + bytes(6)
INFINITY = b"\xcb\x7f\xf0" + bytes(6)
THREE = b"\xcb\x40\x08" + bytes(6)

LINES = {
    "prose": b"I think I will pass\n",
    "json": b'{"move": 3}\n',
    "brackets": b"[" * NESTED + b"\n",
    "digits": b"9" * 50_000 + b"\n",
    "two-words": b"pass pass\n",
    "no-text": b"pass say\n",
    "nul": b"pa\0ss\n",
    "bad-utf8": b"\xff\xfe\n",
    "cut-utf8": b"pass say \xc3\n",
}
FRAMES = {
    "no-msgpack": frame(b"\xc1\xc1"),
    "empty": frame(b""),
    "line": b"pass\npass\n",
    "two-objects": frame(array(ANSWER, text("pass")) * 2),
    "cut": frame(array(ANSWER, text("pass"))[:-1]),
    "brackets": frame(b"\x91" * NESTED),
    "maps": frame(b"\x81\xa1a" * 20_000 + b"\xa1b"),
    "digits": frame(array(ANSWER, text("9" * 50_000))),
    "2**63": frame(array(ANSWER, b"\xcf\x80" + bytes(7))),
    "nan": frame(array(ANSWER, NAN)),
    "infinity": frame(array(ANSWER, INFINITY)),
    "true": frame(array(ANSWER, b"\xc3")),
    "3.0": frame(array(ANSWER, THREE)),
    "3": frame(array(ANSWER, b"\x03")),
    "nil": frame(array(ANSWER, b"\xc0")),
    "[3]": frame(array(ANSWER, array(b"\x03"))),
    "binary": frame(array(ANSWER, b"\xc4\x04pass")),
    "extension": frame(array(ANSWER, b"\xd4\x05x")),
    "timestamp": frame(array(ANSWER, b"\xd6\xff" + bytes(4))),
    "map": frame(b"\x81" + ANSWER + text("pass")),
    "map-twice": frame(b"\x82" + (ANSWER + text("pass")) * 2),
    "missing": frame(array(ANSWER)),
    "unknown": frame(array(ANSWER, text("pass"), text("a"), text("b"))),
    "nul": frame(array(ANSWER, b"\xa5pa\0ss")),
    "bad-utf8": frame(array(ANSWER, b"\xa2\xff\xfe")),
    "4-gigabytes": b"\xff\xff\xff\xff" + b"x" * 1000,
}
"""Whole messages by name; in frames integers are 3 and the like as msgpack writes them."""
GREETINGS = {
    "key-twice": b"bot hostile 1 tables=1 tables=1\n",
    "no-version": b"bot hostile\n",
    "no-value": b"bot hostile 1 tables\n",
    "unknown-key": b"bot hostile 1 shoe-size=46\n",
    "with-answers": b"bot hostile 1\n" + b"pass\n" * 20,
}


def put(bot: Bot) -> bool:
    """Write a message that is none."""
    write((FRAMES if bot.speech.frames else LINES)[bot.given[0]])
    return True


def word(bot: Bot) -> bool:
    """Answer with a word that was not offered."""
    bot.speech.say(bot.given[0])
    return True


def carriage_return(bot: Bot) -> bool:
    write(f"{bot.word}\r\n".encode())
    return True


def bytewise(bot: Bot) -> bool:
    """Answer byte by byte."""
    for byte in bot.speech.message(bot.word):
        write(bytes([byte]))
        time.sleep(0.01)
    return True


def in_two(bot: Bot) -> bool:
    """Answer in two writes."""
    message = bot.speech.message(bot.word)
    write(message[:1])
    time.sleep(0.1)
    write(message[1:])
    return True


def twice(bot: Bot) -> bool:
    """Answer twice in one write."""
    write(bot.speech.message(bot.word) * 2)
    return True


def again_later(bot: Bot) -> None:
    """Answer, and once more while another seat is to move."""

    def speak() -> None:
        time.sleep(0.02)
        bot.speech.say(bot.word)

    threading.Thread(target=speak, daemon=True).start()


def greet(bot: Bot) -> None:
    """Greet otherwise; the bot's own greeting never comes."""
    write(GREETINGS[bot.given[0]])
    bot.speech.silent = True


ACTS: dict[str, Act] = {
    "put": put,
    "word": word,
    "crlf": carriage_return,
    "bytewise": bytewise,
    "in-two": in_two,
    "twice": twice,
    "again-later": again_later,
}
BEFORE: dict[str, Act] = {"greet": greet}
