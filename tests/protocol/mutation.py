"""Random changes of scripts for fuzzing: of their order, of single bytes, of frames and words."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

from arena.protocol import (
    ARENA,
    LINE,
    PACKED,
    Answer,
    Arena,
    Ask,
    Bot,
    Bye,
    Clock,
    Did,
    Game,
    Message,
    Over,
    Received,
    TableId,
)
from arena.protocol.grammar import FORM
from tests.protocol.examples import messages, sender_of
from tests.protocol.scripts import LIMIT, Script, Step, other

COMMON: Final[tuple[Message, ...]] = (
    Arena(1, ("line", "msgpack")),
    Bot("careful", "1.2", {}),
    Bot("careful", "1.2", {"codec": "msgpack"}),
    Bot("careful", "1.2", {"tables": "2", "live": "yes"}),
    Bot("careful", "1.2", {"tables": "2", "codec": "msgpack"}),
    Game("G1", "kaiser", {}),
    Game("G2", "kaiser", {}),
    Clock(1000, 60000),
    Did(1, "play", None),
    Ask(0, "play", ("AS", "KS")),
    Answer("AS"),
    Answer("KS", "mine"),
    Over("G1", {}),
    Over("G2", {}),
    Bye(),
)
"""What makes up an ordinary connection."""
TABLES: Final[tuple[TableId, ...]] = (None, None, "G1", "G2")
TOKENS: Final = (
    *(b"\n", b"\r\n", b"\r", b" ", b"=", b"-", b"0", b"01", b"1" * 10),
    *(b"@", b"@G1 ", b"@G2 ", b" say ", b"say", b"bot ", b"codec=", b"msgpack", b"tables=", b"1000", b"1001", b"live="),
    *(b"A" * 65, b"a=" + b"v" * 513, b"x" * 401, bytes(LIMIT)),
    *(b"\x00", b"\x7f", b"\xc2\x85", b"\xe2\x80\xa8", b"\xed\xa0\x80", b"\xff\xfe", b"\xf0\x9f\x82\xa1"),
    *(b"\x90", b"\x91", b"\x92", b"\x93\xa1@\xa2G1", b"\xdc\x00\x02", b"\xdd\x00\x00\x00\x02", b"\xdd\xff\xff\xff\xff"),
    *(
        b"\x80",
        b"\xc0",
        b"\xc1",
        b"\xc2",
        b"\xc3",
        b"\xc4\x00",
        b"\xc7\x00\xff",
        b"\xd4\x00\x00",
        b"\xd6\xff" + bytes(4),
    ),
    *(b"\xca\x7f\xc0\x00\x00", b"\xcb\x7f\xf0" + bytes(6), b"\xcf" + b"\xff" * 8, b"\xd3\x80" + bytes(7)),
    *(b"\xa6answer", b"\xd9\xff", b"\xda\x00\x02AS", b"\xdc\xff\xff" * 50),
)
"""Bytes that mean something to one of the codecs, or nearly."""


class Mutator:
    """Changes scripts at random.

    Args:
        chance: where all chance comes from.
    """

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.pool = [*COMMON, *COMMON, *(vector.message for vector in messages())]
        self.bytes_changes: tuple[Callable[[bytes], bytes], ...] = (
            self._flip,
            self._insert,
            self._delete,
            self._repeat,
            self._frame,
            self._cut,
        )

    def change(self, script: Script, donor: Script) -> Script:
        """Return a script that differs in one to four places; some of it may come from a donor of the same target."""
        steps = list(script.steps)
        for _ in range(self.chance.choice((1, 1, 2, 4))):
            self._change(script, steps, donor.steps if donor.target == script.target else ())
        return Script(script.target, tuple(steps[:40]))

    def _change(self, script: Script, steps: list[Step], donor: tuple[Step, ...]) -> None:
        at = self.chance.randrange(len(steps) + 1)
        of_bytes = [i for i, step in enumerate(steps) if isinstance(step, bytes)]
        match self.chance.randrange(10):
            case 0 | 1 | 2 | 3 if of_bytes:
                i = self.chance.choice(of_bytes)
                data = steps[i]
                assert isinstance(data, bytes)
                steps[i] = self.chance.choice(self.bytes_changes)(data)[: 4 * LIMIT]
            case 4:
                del steps[at : at + 1]
            case 5 if donor:
                start = self.chance.randrange(len(donor))
                steps[at:at] = donor[start : start + self.chance.randint(1, 4)]
            case 6 if at < len(steps):
                steps.insert(self.chance.randrange(len(steps) + 1), steps.pop(at))
            case 7 if script.target.startswith("session"):
                steps.insert(at if self.chance.random() < 0.3 else len(steps), self._said(script))
            case _:
                steps.insert(at if self.chance.random() < 0.3 else len(steps), self._bytes(script))

    def _told(self, arena: bool) -> Received:
        fitting = [message for message in self.pool if (sender_of(message) == ARENA) == arena]
        message = self.chance.choice(fitting)
        return self.chance.choice(TABLES) if FORM[type(message)].in_game else None, message

    def _said(self, script: Script) -> Step:
        """Return a message that our own side says, at a table where it can have one."""
        return self._told(script.own == ARENA)

    def _bytes(self, script: Script) -> Step:
        """Return a message of the other side, seldom of the wrong one, in either codec."""
        right = self.chance.random() < 0.95
        table, message = self._told((other(script.own) == ARENA) == right)
        codec = self.chance.choice((LINE, PACKED))
        if script.target.startswith("reader") and self.chance.random() < 0.9:
            codec = LINE if " line " in script.target else PACKED
        return codec.encode(message, table)

    def _place(self, data: bytes) -> int:
        return self.chance.randrange(len(data) + 1)

    def _flip(self, data: bytes) -> bytes:
        at = self._place(data)
        return data[:at] + self.chance.randbytes(1) + data[at + 1 :]

    def _insert(self, data: bytes) -> bytes:
        at = self._place(data)
        return data[:at] + self.chance.choice(TOKENS) + data[at + self.chance.choice((0, 0, 1, 4)) :]

    def _delete(self, data: bytes) -> bytes:
        at = self._place(data)
        return data[:at] + data[at + self.chance.randint(1, 8) :]

    def _repeat(self, data: bytes) -> bytes:
        start, end = sorted((self._place(data), self._place(data)))
        return data[:end] + data[start:end] * self.chance.choice((1, 1, 2, 100)) + data[end:]

    def _frame(self, data: bytes) -> bytes:
        """Give the bytes the right length again, or a slightly wrong one."""
        body = data[4:]
        return max(0, len(body) + self.chance.choice((0, 0, 0, 0, 1, -1))).to_bytes(4, "big") + body

    def _cut(self, data: bytes) -> bytes:
        return data[: self._place(data)]
