"""Scripts for fuzzing: what one side of a connection says and gets to read, and what must hold whatever that is.

A script is a small text file. Its first line names the target: a reader of one codec and sender, or a session of one
side. Each line after it is a step: `< b'AS\\n'` are bytes that come from the other side, `> ask 0 play AS` is a message
that our own side says, written as in the line codec. The bytes of a step may be cut anyhow.
"""

from __future__ import annotations

import ast
import random
import re
import zlib
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

import pytest

from arena.protocol import (
    ARENA,
    BOT,
    CODECS,
    LINE,
    SESSION,
    ArenaFault,
    BotFault,
    Codec,
    Fault,
    Message,
    Reader,
    Received,
    Session,
    Side,
    TableId,
)
from arena.protocol.grammar import FORM
from arena.protocol.states import CLOSED
from tests.protocol.examples import sender_of, side

LIMIT: Final = 600
"""Bytes of a message: small, so that a flood is too."""

Step: TypeAlias = bytes | Received
Cutter: TypeAlias = Callable[[bytes], list[bytes]]
T = TypeVar("T")
Mark: TypeAlias = tuple[str, ...]
"""Something that a script made happen: a row of the table, a refusal, a message of some shape."""

TARGETS: Final = (
    *(f"reader {codec} {sender}" for codec in CODECS for sender in (BOT, ARENA)),
    *(f"session {side}" for side in (ARENA, BOT)),
)


class Script(NamedTuple):
    """What is said: our own messages and the bytes of the other side."""

    target: str
    steps: tuple[Step, ...]

    @property
    def own(self) -> Side:
        """The side that reads."""
        *_, sender = self.target.split()
        return (BOT if sender == ARENA else ARENA) if self.target.startswith("reader") else side(sender)

    @property
    def size(self) -> tuple[int, int]:
        """How much there is to read for a person: bytes, steps."""
        return len(text_of(self)), len(self.steps)


def text_of(script: Script) -> str:
    """Return a script as the text of its file."""
    lines = [f"< {step!r}" if isinstance(step, bytes) else f"> {_line(step)}" for step in script.steps]
    return "\n".join([script.target, *lines, ""])


def _line(told: Received) -> str:
    table, message = told
    return LINE.encode(message, table)[:-1].decode()


def read(text: str) -> Script:
    """Return the script of a file's text."""
    target, *lines = text.removesuffix("\n").split("\n")
    assert target in TARGETS, f"no target: {target}"
    own = Script(target, ()).own
    return Script(target, tuple(_step(line, own) for line in lines))


def _step(line: str, own: Side) -> Step:
    if line.startswith("> "):
        return LINE.parse(line[2:].encode(), own)
    data = ast.literal_eval(line.removeprefix("< "))
    assert isinstance(data, bytes)
    return data


def other(of: Side) -> Side:
    return BOT if of == ARENA else ARENA


def standing(session: Session) -> dict[TableId, tuple[object, ...]]:
    """Return everything that a message can change, at each table."""
    found: dict[TableId, tuple[object, ...]] = {
        table: (at.state, at.game, at.legal, at.prefix, at.table) for table, at in session._open.items()
    }
    found[""] = (session.codec.name, session.capabilities)
    return found


class Watched:
    """A session that reads every message one by one, and asserts its own rules at each of them.

    Beside it a session that reads answers in one go hears and says the same.
    """

    def __init__(self, own: Side, limit: int) -> None:
        self.own: Side = own
        self.session, self._quick = Session(own, limit), Session(own, limit)
        self.reader = self.session._reader
        self.accepted: list[tuple[Side, TableId, Message]] = []
        self.marks: set[Mark] = set()

    @property
    def codec(self) -> Codec:
        return self.session.codec

    def standing(self) -> dict[TableId, tuple[object, ...]]:
        return standing(self.session)

    def send(self, message: Message, table: TableId = None) -> bytes:
        def says() -> bytes:
            data = self.codec.encode(message, table)
            self.step(self.own, table, message)
            return data

        return self._both(says, lambda: self._quick.send(message, table))

    def receive(self, data: bytes) -> list[Received]:
        return self._both(lambda: self.reader.feed(data, self.step), lambda: self._quick.receive(data))

    def _both(self, does: Callable[[], T], quick: Callable[[], T]) -> T:
        """Let both sessions do something; return what both return, or raise what both raise."""
        try:
            done = does()
        except (BotFault, ArenaFault) as fault:
            with pytest.raises(type(fault), match=f"^{re.escape(str(fault))}$"):
                quick()
            assert standing(self._quick) == self.standing()
            raise
        assert quick() == done
        assert standing(self._quick) == self.standing()
        return done

    def step(self, sender: Side, table: TableId, message: Message) -> None:
        before, state = self.standing(), self.session.state(table)
        verb = FORM[type(message)].verb
        try:
            self.session._step(sender, table, message)
        except (BotFault, ArenaFault):
            assert self.standing() == before, f"{verb} was refused and changed the session"
            raise
        assert SESSION[state, sender, type(message)] == self.session.state(table)
        self.accepted.append((sender, table, message))
        asked = self.session.capabilities
        self.marks.add(("row", state, verb, self.codec.name, "one" if asked.tables == 1 else "several"))
        self._sound()

    def _sound(self) -> None:
        """Assert that games are open where they may be, and nowhere else."""
        games = self.session._open
        places = {table for table in games if table is not None}
        tables = self.session.capabilities.tables
        assert len(places) <= (tables if tables > 1 else 0)
        assert all(games[table].game == table for table in places)
        assert not places or self.session.state() != CLOSED
        assert None in games


class Outcome(NamedTuple):
    """What became of a step: its messages, its fault, what was accepted up to now and where everything stands."""

    told: list[Received]
    fault: str
    accepted: list[tuple[Side, TableId, Message]]
    standing: dict[TableId, tuple[object, ...]]

    def agrees(self, whole: Outcome) -> bool:
        """Whether a step cut in pieces ends as the whole one, apart from messages that are lost beside a fault."""
        return self[1:] == whole[1:] and (self.told == whole.told or (whole.fault != "" and whole.told == []))


class Play:
    """A script being played; its marks say what happened."""

    def __init__(self, script: Script, cutter: Cutter) -> None:
        self.own, self.cutter = script.own, cutter
        self.marks: set[Mark] = set()
        self.accepted: list[tuple[Side, TableId, Message]] = []
        self.session: Watched | None = None
        if script.target.startswith("session"):
            self.session = Watched(self.own, LIMIT)
            self.accepted, self.marks = self.session.accepted, self.session.marks
            self.reader = self.session.reader
        else:
            codec = CODECS[script.target.split()[1]]
            self.reader = Reader(codec, other(self.own), LIMIT)

    def step(self, step: Step) -> Outcome:
        """Take one step of the script."""
        fault, told = "", []
        try:
            if not isinstance(step, bytes):
                self._say(*step)
            for chunk in self.cutter(step) if isinstance(step, bytes) else ():
                told += self.session.receive(chunk) if self.session else self._read(chunk)
                assert len(self.reader._buffer) <= LIMIT + 4, "more is held than the limit"
        except (BotFault, ArenaFault) as found:
            fault = self._refused(found, other(self.own) if isinstance(step, bytes) else self.own)
        for table, message in told:
            self._heard(table, message)
        return Outcome(told, fault, [*self.accepted], self.session.standing() if self.session else {})

    def _read(self, chunk: bytes) -> list[Received]:
        return self.reader.feed(chunk, lambda *said: self.accepted.append(said))

    def _say(self, table: TableId, message: Message) -> None:
        if self.session:
            codec = self.session.codec
            assert self.session.send(message, table) == codec.encode(message, table)

    def _refused(self, fault: BotFault | ArenaFault, sender: Side) -> str:
        """Check a fault: it is its sender's, can be told, and stays if it was heard."""
        assert isinstance(fault, BotFault) == (sender == BOT), f"{fault!r} of {sender}"
        kind = fault.kind if isinstance(fault, BotFault) else "INTERNAL"
        for codec in CODECS.values():
            codec.encode(Fault(kind, fault.text), None)
        if sender != self.own:
            assert not self.reader._buffer, "bytes are kept after a fault"
            assert repr(self._again()) == repr(fault), "a fault does not stay"
        self.marks.add(("fault", sender, kind, *(_when(fault.text) if self.session else _forms(fault.text))))
        return f"{kind} {fault.text}"

    def _again(self) -> Exception | None:
        try:
            self.reader.feed(b"\n")
        except (BotFault, ArenaFault) as fault:
            return fault
        return None

    def _heard(self, table: TableId, message: Message) -> None:
        """Check a message that came: it is its sender's, and every codec can say it again."""
        assert sender_of(message) == other(self.own)
        for codec in CODECS.values():
            assert decoded(codec, codec.encode(message, table), other(self.own)) == (table, message)
        if self.session is None:  # whose rows say what it heard
            shape = [_shape(value) for value in message]
            self.marks.add(("heard", FORM[type(message)].verb, "table" if table else "-", *shape))


def decoded(codec: Codec, data: bytes, sender: Side) -> Received:
    return codec.parse(data[:-1] if codec is LINE else data[4:], sender)


def _forms(text: str) -> list[str]:
    """Return which form of a message a fault speaks of."""
    return [form.usage for form in FORM.values() if f"`{form.usage}`" in text]


def _when(text: str) -> list[str]:
    """Return when a message may not be said."""
    return re.findall(r"^`\w+` may not be said (.*)", text)


def _shape(value: Any) -> str:
    """Return a coarse description of a field's value."""
    match value:
        case str():
            return "empty" if not value else "word" if value.isascii() else "text"
        case int() | None:
            return "none" if value is None else "number"
    return f"{min(len(value), 2)}"


def whole(data: bytes) -> list[bytes]:
    return [data]


def single(data: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in data] or [b""]


def pieces(data: bytes) -> list[bytes]:
    """Cut at a few places, the same ones for the same bytes."""
    chance = random.Random(zlib.crc32(data))
    edges = [0, *sorted(chance.choices(range(len(data) + 1), k=3)), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


def check(script: Script, cutters: Iterable[Cutter] = (pieces, single)) -> set[Mark]:
    """Play a script, cut in each way; return what happened.

    Raises:
        AssertionError: one of the promises of a codec or a session is broken.
        Exception: whatever else foreign bytes have set off.
    """
    first = Play(script, whole)
    others = [Play(script, cutter) for cutter in cutters]
    for step in script.steps:
        outcome = first.step(step)
        for play in others:
            cut = play.step(step)
            assert cut.agrees(outcome), f"{play.cutter.__name__}: {cut} is not {outcome}"
    return {(script.target, *mark) for mark in first.marks}
