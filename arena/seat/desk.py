"""What a person's seat is connected to: the arena, by the pipes of the bot that it has started, and a bot for hints.

The seat is a process that outlives the bots of a room. So the bot of its seat is a small program that knocks at a door
of this process and hands in its pipes (`arena.bots.functions.PROGRAM`); so are a terminal and the pipes of a bot that
gives hints.
"""

from __future__ import annotations

import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Final

from arena.client.loop import write_all
from arena.games.kernel import Word
from arena.seat.advice import Advice
from arena.seat.sitting import Sitting

ARENA: Final = "arena"
"""The word with which the pipes of the arena's bot are handed in: standard input, output and error."""
HINTS: Final = "hints"
"""The word for the input and the output of a bot that gives hints."""
TERMINAL: Final = "terminal"
"""The word for the input and the output of a terminal."""
LONGEST: Final = 16
STREAMS: Final = 3
CHUNK: Final = 1 << 16
CONTROL: Final = 0
"""The descriptor that ends when the process of the seat is to end."""
REPORTS: Final = 1
"""The descriptor for lines to the arena."""


class Desk:
    """The connections of a person's seat. The door is open as soon as this is made.

    Args:
        door: the path of the socket at which streams are handed in; short, as a socket's may have 100 bytes.
        sitting: the seat.

    Attributes:
        listener: the door; readable when somebody knocks.
        source: what the arena writes to; None while no bot of the seat runs.
        terminal: input and output of a terminal; None until it is handed in.
    """

    def __init__(self, door: Path, sitting: Sitting) -> None:
        self.sitting = sitting
        self.listener: socket.socket = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(door))
        self.listener.listen()
        self.source: int | None = None
        self.terminal: tuple[int, int] | None = None
        self._sink: int | None = None
        self._knock: socket.socket | None = None
        self._advice: Advice | None = None
        self._asked = 0

    def open(self) -> None:
        """Accept a connection, and take the streams that it hands over."""
        knock, _ = self.listener.accept()
        word, streams, _, _ = socket.recv_fds(knock, LONGEST, STREAMS)
        if word == ARENA.encode() and len(streams) == STREAMS:
            self.hang_up()
            self.source, self._sink, errors = streams
            os.close(errors)
            self._knock = knock
            return
        knock.close()
        if word == HINTS.encode() and len(streams) > 1:
            self._advice = Advice(streams[0], streams[1])
        elif word == TERMINAL.encode() and len(streams) > 1:
            self.terminal = streams[0], streams[1]

    def read(self) -> None:
        """Read what the arena has sent, and give the answers that need no person. Waits if there is nothing."""
        assert self.source is not None
        data = os.read(self.source, CHUNK)
        if not data:
            self.hang_up()
            return
        if self._advice is not None:
            self._asked = self._advice.hear(data)
        self.send(self.sitting.feed(data))
        if self.sitting.messages and "bye" in self.sitting.messages[-1]:
            self.hang_up()

    def send(self, data: bytes) -> None:
        """Send an answer to the arena; if it is gone, nobody needs it."""
        if data and self._sink is not None:
            with suppress(OSError):
                write_all(self._sink, data)

    def hang_up(self) -> None:
        """Let the bot of the seat end, and close its pipes."""
        if self.source is None or self._sink is None or self._knock is None:
            return
        with suppress(OSError):
            self._knock.send(b"0")
        self._knock.close()
        os.close(self.source)
        os.close(self._sink)
        self.source = self._sink = self._knock = None
        self.sitting.hang_up()

    def close(self) -> None:
        """Shut the door, and hang up."""
        self.hang_up()
        self.listener.close()

    @property
    def hints(self) -> bool:
        """Whether there is a bot that gives hints."""
        return self._advice is not None

    def hint(self) -> Word | None:
        """Return what the bot would answer to the question that the arena has put; waits for it for some seconds."""
        return None if self._advice is None else self._advice.word(self._asked)


def hand_in(door: Path, word: str, *streams: int) -> None:
    """Hand in streams at a door.

    Args:
        door: the path of its socket.
        word: what they are.
        streams: their descriptors.

    Raises:
        OSError: nobody is behind the door.
    """
    with socket.socket(socket.AF_UNIX) as knock:
        knock.connect(str(door))
        socket.send_fds(knock, [word.encode()], streams)
        knock.recv(1)  # until it was taken in
