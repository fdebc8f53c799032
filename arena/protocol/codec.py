"""What a codec is, and a reader of streams that works with any codec."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from arena.protocol.messages import LIMIT, ArenaFault, BotFault, Message, Received, Side, TableId

Accept: TypeAlias = Callable[[Side, TableId, Message], None]


class Codec(NamedTuple):
    """One way to write messages as bytes."""

    name: str
    encode: Callable[[Message, TableId], bytes]
    """Return the bytes of a message; raise its sender's fault if it cannot be written."""
    cut: Callable[[bytearray, Side, int], bytes | None]
    """Remove the first message from a buffer and return its bytes, None while it is incomplete; raise the side's fault
    if it is longer than the limit."""
    parse: Callable[[bytes, Side], Received]
    """Return the table and the message of bytes that `cut` returned; raise the side's fault if they are no message."""


def _anything(_sender: Side, _table: TableId, _message: Message) -> None:
    """Accept every message."""


class Reader:
    """Turns the bytes of one side into messages, however the bytes are cut into chunks.

    A reader holds at most `limit` bytes plus the last chunk. After it has raised a fault, every later call raises that
    fault again.

    Args:
        codec: how to read the bytes; it may change between two messages.
        sender: the side that sends the bytes.
        limit: the most bytes of one message (a line without its line feed, a frame without its length).
    """

    def __init__(self, codec: Codec, sender: Side, limit: int = LIMIT) -> None:
        self.codec = codec
        self._sender: Side = sender
        self._limit = limit
        self._buffer = bytearray()
        self._fault: BotFault | ArenaFault | None = None

    @property
    def held(self) -> bytes:
        """The beginning of a message whose rest has not come."""
        return bytes(self._buffer)

    def is_free(self, data: bytes) -> bool:
        """Return whether these bytes may bypass `feed`: no partial message or fault is held, and none is too long."""
        return not self._buffer and self._fault is None and len(data) <= self._limit

    def feed(self, data: bytes, accept: Accept = _anything) -> list[Received]:
        """Read the next chunk and return the messages that it completes.

        If one of them is wrong, the messages before it in the same chunk are lost.

        Args:
            data: the chunk.
            accept: called with each message before the next one is read; may raise a fault. The reader does not keep
                it: if it is a method of the reader's owner, the two would form a cycle that only the garbage
                collector can free.

        Raises:
            BotFault: PROTOCOL or FLOOD in the bot's bytes, or what `accept` raised.
            ArenaFault: a fault in the arena's bytes, or what `accept` raised.
        """
        if self._fault is not None:
            raise _anew(self._fault)
        buffer, sender = self._buffer, self._sender
        buffer += data
        received: list[Received] = []
        try:
            while (raw := self.codec.cut(buffer, sender, self._limit)) is not None:
                table, message = self.codec.parse(raw, sender)
                accept(sender, table, message)
                received.append((table, message))
        except (BotFault, ArenaFault) as fault:
            buffer.clear()
            self._fault = _anew(fault)  # without the traceback, which would keep all callers alive
            raise
        return received


def _anew(fault: BotFault | ArenaFault) -> BotFault | ArenaFault:
    """Return a copy of a fault that has no traceback."""
    return BotFault(fault.kind, fault.text) if isinstance(fault, BotFault) else ArenaFault(fault.text)
