"""The line codec without shortcuts: one message per line, single spaces between words, UTF-8, line feed.

Sessions use `remembered.LINE`, which writes and reads the same lines faster.
"""

from __future__ import annotations

import re
from typing import Final

from arena.protocol.codec import Codec
from arena.protocol.fields import ID
from arena.protocol.grammar import FORM, check_table, read, write
from arena.protocol.messages import BOT, LIMIT, Message, Received, Side, TableId, fault, shown

_prefix: Final = re.compile(f"@({ID.pattern}) ").match


def encode(message: Message, table: TableId = None) -> bytes:
    """Return the line of a message as bytes, with its line feed.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    return framed(write(message).string, message, table).encode()


def framed(text: str, message: Message, table: TableId) -> str:
    """Return a line with its table in front and a line feed at its end.

    Args:
        text: the line without table and line feed.
        message: the message that the line is of.
        table: the message's table.

    Raises:
        BotFault: a message of the bot may not carry this table, or is longer than the limit.
        ArenaFault: a message of the arena may not carry this table, or is longer than the limit.
    """
    if table is not None:
        check_table(table, FORM[type(message)])
        text = f"@{table} {text}"
    if len(text) > LIMIT or (not text.isascii() and len(text.encode()) > LIMIT):
        raise fault(FORM[type(message)].sender, f"longer than {LIMIT} bytes: {shown(text)}")
    return text + "\n"


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
    table, text = opened(raw, sender)
    message = read(text, sender)
    if table is not None:
        check_table(table, FORM[type(message)])
    return table, message


def opened(raw: bytes, sender: Side) -> tuple[TableId, str]:
    """Return the table of a line, and the line without table and line end.

    Raises:
        BotFault: PROTOCOL, a line of the bot is not UTF-8, or begins with `@` and no table.
        ArenaFault: a line of the arena is not UTF-8, or begins with `@` and no table.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise fault(sender, f"not UTF-8: {shown(repr(raw[:60]))}") from None
    if sender == BOT:
        text = text.removesuffix("\r")
    if not text.startswith("@"):
        return None, text
    prefix = _prefix(text)
    if prefix is None:
        raise fault(sender, f"{shown(text)} does not begin with `@ID `")
    return prefix[1], text[prefix.end() :]


PLAIN: Final = Codec("line", encode, cut, parse)
"""The line codec in which the forms write and read every line."""
