"""The process of a person's seat in a terminal: `python -m arena.seat DOOR SETTINGS`. The arena starts it.

When its standard input ends, it ends. To standard output it writes lines for the arena: `ready`, and `left` when the
person leaves.
"""

from __future__ import annotations

import json
import os
import select
import sys
from pathlib import Path
from typing import Final

from arena.client.loop import write_all
from arena.seat.desk import CHUNK, CONTROL, REPORTS, Desk
from arena.seat.sitting import Sitting
from arena.seat.terminal import Terminal

LEAVE: Final = "quit"


class Conversation:
    """A terminal that was handed in: what is typed there goes to the seat, what the seat shows is written there.

    Args:
        desk: the connections of the seat.
        source: the descriptor of what is typed.
        sink: the descriptor that text is written to.
        width: how many columns there are.

    Attributes:
        waiting: whether a question is open and nothing more of what was typed is left.
    """

    def __init__(self, desk: Desk, source: int, sink: int, width: int) -> None:
        self.source = source
        self.waiting: bool = False
        self._desk = desk
        self._sink = sink
        self._screen = Terminal(desk.sitting, desk.hint if desk.hints else None, width)
        self._typed = b""
        self._ended = self._gone = False

    def read(self) -> None:
        """Read what was typed."""
        data = os.read(self.source, CHUNK)
        self._typed, self._ended = self._typed + data, not data

    def go_on(self) -> None:
        """Show what has happened; put the open question until it is answered, or until nothing more was typed."""
        if self._gone:
            return
        self._write(self._screen.shown())
        while prompt := self._screen.prompt():
            if not self.waiting:
                self._write(prompt)
            self.waiting = b"\n" not in self._typed and not self._ended
            if self.waiting:
                return
            line, _, self._typed = self._typed.partition(b"\n")
            text, data = self._screen.typed(LEAVE if self._ended and not line else line.decode(errors="replace"))
            self._desk.send(data)
            self._write(text)
            if self._screen.left:
                self._gone = True
                write_all(REPORTS, b"left\n")
                break
        self.waiting = False

    def _write(self, text: str) -> None:
        write_all(self._sink, text.encode())


def main(door: str, settings: str) -> None:
    """Sit at a table until the arena says that it is over.

    Args:
        door: the path of the socket at which streams are handed in.
        settings: JSON: `names` of the players by seat; `width` of the terminal.
    """
    given = json.loads(settings)
    desk = Desk(Path(door), Sitting(given["names"]))
    talk: Conversation | None = None
    write_all(REPORTS, b"ready\n")
    while True:
        if talk is None and desk.terminal is not None:
            talk = Conversation(desk, *desk.terminal, given["width"])
        typed = -1
        if talk is not None:
            talk.go_on()
            typed = talk.source if talk.waiting else -1
        arena = -1 if desk.source is None else desk.source
        knock = desk.listener.fileno()
        ready, _, _ = select.select([end for end in (CONTROL, knock, arena, typed) if end >= 0], [], [])
        if CONTROL in ready and not os.read(CONTROL, CHUNK):
            return
        if knock in ready:
            desk.open()
        elif arena in ready:
            desk.read()
        elif talk is not None and typed in ready:
            talk.read()


if __name__ == "__main__":
    main(*sys.argv[1:])
