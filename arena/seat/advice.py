"""Hints by a bot: it is sent the very lines that the person's seat is sent, and what it would answer is the hint."""

from __future__ import annotations

import os
from contextlib import suppress
from queue import SimpleQueue
from threading import Condition, Thread

from arena.client.loop import write_all
from arena.client.words import read_line
from arena.games.kernel import Word

PATIENCE = 10.0
"""Seconds to wait for a hint."""
CHUNK = 1 << 16


class Advice:
    """Asks a bot what it would do. A thread talks to it, so a bot that hangs or has died holds up nobody.

    Args:
        to_bot: the descriptor of the bot's standard input.
        from_bot: the descriptor of its standard output.
    """

    def __init__(self, to_bot: int, from_bot: int) -> None:
        self._sink = to_bot
        self._source = from_bot
        self._lines: SimpleQueue[bytes] = SimpleQueue()
        self._unsent = b""
        self._buffer = b""
        self._asked = 0
        self._answers: dict[int, Word] = {}
        self._news = Condition()
        self._tables = False
        """Whether the bot plays at several tables, so that every line of a game begins with its id."""
        Thread(target=self._talk, daemon=True).start()

    def hear(self, data: bytes) -> int:
        """Pass on what the seat was sent; return how many questions that makes so far."""
        *lines, self._unsent = (self._unsent + data).split(b"\n")
        for line in lines:
            self._asked += line.startswith(b"ask ")
            self._lines.put(line)
        return self._asked

    def word(self, asked: int, patience: float = PATIENCE) -> Word | None:
        """Return the bot's answer to a question, None if there is none in time.

        Args:
            asked: the number of the question, from 1.
            patience: seconds to wait for it.
        """
        with self._news:
            self._news.wait_for(lambda: asked in self._answers, patience)
            return self._answers.get(asked)

    def _talk(self) -> None:
        """Send lines and read an answer after each question, until the bot goes away."""
        table, asked = "", 0
        with suppress(OSError, EOFError, UnicodeError):
            os.set_blocking(self._sink, True)
            os.set_blocking(self._source, True)
            while True:
                line = self._lines.get()
                verb, _, rest = line.decode().partition(" ")
                if verb in {"bye", "fault"}:
                    return
                if verb == "game":
                    table = f"@{rest.partition(' ')[0]} "
                alone = verb == "arena"
                write_all(self._sink, b"arena 1 line\n" if alone else (table * self._tables).encode() + line + b"\n")
                if alone:
                    greeting = self._line()
                    self._tables = any(word.startswith("tables=") and word != "tables=1" for word in greeting.split())
                elif verb == "ask":
                    asked += 1
                    answer = read_line(self._line()).verb
                    with self._news:
                        self._answers = {asked: answer}
                        self._news.notify_all()

    def _line(self) -> str:
        while b"\n" not in self._buffer:
            data = os.read(self._source, CHUNK)
            if not data:
                raise EOFError
            self._buffer += data
        line, _, self._buffer = self._buffer.partition(b"\n")
        return line.decode()
