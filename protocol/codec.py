"""What a codec is, and the reader of a stream of messages that works with any of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from protocol.messages import LIMIT, ArenaFault, BotFault, Message, Received, Side, TableId

Accept: TypeAlias = Callable[[Side, TableId, Message], None]


class Codec(NamedTuple):
    """One way of putting messages into bytes."""

    name: str
    encode: Callable[[Message, TableId], bytes]
    """Return the bytes of a message; raise the fault of its sender if it cannot be written."""
    cut: Callable[[bytearray, Side, int], bytes | None]
    """Take the first message's bytes off a buffer, None while incomplete; raise the side's fault at the limit."""
    parse: Callable[[bytes, Side], Received]
    """Return the message of what `cut` returned; raise the side's fault."""


def _anything(_sender: Side, _table: TableId, _message: Message) -> None:
    """Accept every message."""


class Reader:
    """Turns the bytes of one side into messages, however they are cut into chunks.

    A reader holds at most `limit` bytes and what the last chunk brought. Once it has raised, it raises the same
    for ever.

    Args:
        codec: how the bytes are read; may be changed between two messages.
        sender: whose bytes they are.
        limit: the bytes of one message (a line without its line feed, a frame without its length).
    """

    def __init__(self, codec: Codec, sender: Side, limit: int = LIMIT) -> None:
        self.codec = codec
        self._sender: Side = sender
        self._limit = limit
        self._buffer = bytearray()
        self._fault: BotFault | ArenaFault | None = None

    def is_free(self, data: bytes) -> bool:
        """Return whether these bytes need not come to `feed`: nothing came before them, and no message is too long."""
        return not self._buffer and self._fault is None and len(data) <= self._limit

    def feed(self, data: bytes, accept: Accept = _anything) -> list[Received]:
        """Take in the next chunk; return the messages that it completes.

        Where one of them is wrong, those before it in the same chunk are lost with it.

        Args:
            data: the chunk.
            accept: called with each message before the next is read; may raise a fault. It is not kept: it may well
                belong to whoever owns the reader, and neither would then die without the collector of garbage.

        Raises:
            BotFault: PROTOCOL or FLOOD, or what `accept` raised.
            ArenaFault: the same of the arena's bytes.
        """
        if self._fault is not None:
            raise _anew(self._fault)
        buffer, sender = self._buffer, self._sender
        buffer += data
        told: list[Received] = []
        try:
            while (raw := self.codec.cut(buffer, sender, self._limit)) is not None:
                table, message = self.codec.parse(raw, sender)
                accept(sender, table, message)
                told.append((table, message))
        except (BotFault, ArenaFault) as fault:
            buffer.clear()
            self._fault = _anew(fault)  # the trace of this one leads back here, by way of everybody who called
            raise
        return told


def _anew(fault: BotFault | ArenaFault) -> BotFault | ArenaFault:
    """Return the same fault without a trace."""
    return BotFault(fault.kind, fault.text) if isinstance(fault, BotFault) else ArenaFault(fault.text)
