"""A session that takes no shortcut, to hold `arena.protocol.remembered` against."""

from __future__ import annotations

from collections.abc import Sequence

from arena.protocol import (
    ARENA,
    BOT,
    LIMIT,
    LINE,
    Ask,
    Codec,
    Message,
    Reader,
    Received,
    Session,
    Side,
    TableId,
    parse_line,
)
from arena.protocol.line import PLAIN
from arena.protocol.states import State


def other(of: Side) -> Side:
    return BOT if of == ARENA else ARENA


def standing(session: Session) -> dict[TableId, tuple[object, ...]]:
    """Return everything that a message can change, at each table."""
    found: dict[TableId, tuple[object, ...]] = {
        table: (at.state, at.game, at.legal, at.prefix, at.table) for table, at in session._open.items()
    }
    found[""] = (session.codec.name, session.capabilities)
    return found


class LongWay:
    """A session in which the forms write and read every line, and the table is asked about every message."""

    def __init__(self, own: Side, limit: int = LIMIT) -> None:
        self.own: Side = own
        self.session = Session(own, limit)
        self.reader = self.session._reader = Reader(PLAIN, other(own), limit)

    @property
    def codec(self) -> Codec:
        return self.session.codec

    def state(self, table: TableId = None) -> State:
        return self.session.state(table)

    def standing(self) -> dict[TableId, tuple[object, ...]]:
        return standing(self.session)

    def send(self, message: Message, table: TableId = None) -> bytes:
        data = self.codec.encode(message, table)
        self.step(self.own, table, message)
        return data

    def receive(self, data: bytes) -> list[Received]:
        return self.reader.feed(data, self.step)

    def tell(self, lines: Sequence[str], table: TableId) -> bytes:
        return b"".join([self.send(parse_line(line.removesuffix("\n"), ARENA), table) for line in lines])

    def ask(self, lines: Sequence[str], question: Ask, table: TableId) -> bytes:
        return self.tell(lines, table) + self.send(question, table)

    def step(self, sender: Side, table: TableId, message: Message) -> None:
        self.session._step(sender, table, message)
        if self.reader.codec is LINE:
            self.reader.codec = PLAIN
