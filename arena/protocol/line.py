"""The line codec: one message per line, single spaces between words, UTF-8, line feed."""

from __future__ import annotations

import re
from typing import Final

from arena.protocol.codec import Codec
from arena.protocol.fields import ID
from arena.protocol.grammar import FORM, check_table, read, write
from arena.protocol.messages import BOT, LIMIT, Message, Received, Side, TableId, fault, shown

_prefix: Final = re.compile(f"@({ID.pattern}) ").match


def write_line(message: Message, table: TableId = None) -> str:
    """Return the line of a message, with its table in front and a line feed at its end.

    Raises:
        BotFault: a message of the bot cannot be written, may not carry this table, or is longer than the limit.
        ArenaFault: a message of the arena cannot be written, may not carry this table, or is longer than the limit.
    """
    text = write(message)
    if table is not None:
        check_table(table, FORM[type(message)])
        text = f"@{table} {text}"
    if is_too_long(text):
        raise fault(FORM[type(message)].sender, f"longer than {LIMIT} bytes: {shown(text)}")
    return text + "\n"


def is_too_long(text: str) -> bool:
    """Return whether a line without its line feed has more bytes than a message may have."""
    return len(text) > LIMIT or (not text.isascii() and len(text.encode()) > LIMIT)


def encode(message: Message, table: TableId = None) -> bytes:
    """Return the line of a message as bytes; see `write_line`."""
    return write_line(message, table).encode()


def cut(buffer: bytearray, sender: Side, limit: int = LIMIT) -> bytes | None:
    """Remove the first line from a buffer and return it without its line feed, None while no line is complete.

    Raises:
        BotFault: FLOOD, the bot's line is longer than `limit` bytes, whether or not its end has arrived.
        ArenaFault: the arena's line is longer than `limit` bytes, whether or not its end has arrived.
    """
    end = buffer.find(b"\n", 0, limit + 1)
    if end < 0:
        if len(buffer) > limit:
            raise fault(sender, f"a line of more than {limit} bytes", "FLOOD")
        return None
    raw = bytes(buffer[:end])
    del buffer[: end + 1]
    return raw


def parse(raw: bytes, sender: Side) -> Received:
    """Return the table and the message of a line without its line feed; a bot's line may end with a carriage return.

    Raises:
        BotFault: PROTOCOL, a line of the bot is no message.
        ArenaFault: a line of the arena is no message.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise fault(sender, f"not UTF-8: {shown(raw)}") from None
    if sender == BOT:
        text = text.removesuffix("\r")
    if not text.startswith("@"):
        return None, read(text, sender)
    prefix = _prefix(text)
    if prefix is None:
        raise fault(sender, f"{shown(text)} does not begin with `@ID `")
    message = read(text[prefix.end() :], sender)
    check_table(prefix[1], FORM[type(message)])
    return prefix[1], message


LINE: Final = Codec("line", encode, cut, parse)
"""The line codec."""
