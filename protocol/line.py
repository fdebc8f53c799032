"""The line codec: one message a line, words between single spaces, UTF-8, LF."""

from __future__ import annotations

import re
from typing import Final

from protocol import grammar
from protocol.codec import Codec
from protocol.fields import CHOICE, ID
from protocol.grammar import FORM
from protocol.messages import BOT, LIMIT, Answer, Message, Received, Side, TableId, fault, shown

_is_bare_answer: Final = re.compile(CHOICE.pattern).fullmatch
_prefix: Final = re.compile(f"@({ID.pattern}) ").match


def write_line(message: Message, table: TableId = None) -> str:
    """Return the line of a message, with its line feed.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    text = grammar.line(message)
    if table is not None:
        grammar.check_table(table, FORM[type(message)])
        text = f"@{table} {text}"
    if len(text) > LIMIT or (not text.isascii() and len(text.encode()) > LIMIT):
        raise fault(FORM[type(message)].sender, f"longer than {LIMIT} bytes: {shown(text)}")
    return text + "\n"


def encode(message: Message, table: TableId = None) -> bytes:
    """Return the line of a message as bytes; see `write_line`."""
    return write_line(message, table).encode()


def parse_line(line: str, sender: Side) -> Message:
    """Return the message of a line without table and line end.

    Raises:
        BotFault: a line of the bot is no message.
        ArenaFault: a line of the arena is no message.
    """
    if sender == BOT and _is_bare_answer(line):
        return Answer(line)
    return grammar.build(*grammar.cut(line, sender))


def cut(buffer: bytearray, sender: Side, limit: int = LIMIT) -> bytes | None:
    """Take the first line off a buffer, without its line feed; return None while there is none.

    Raises:
        BotFault: FLOOD, the line is longer than `limit` bytes, whether or not its end has come.
        ArenaFault: the same of the arena's line.
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
    """Return the table and the message of a line without its line feed; a bot's may end with a carriage return.

    Raises:
        BotFault: PROTOCOL, a line of the bot is no message.
        ArenaFault: a line of the arena is no message.
    """
    try:
        text = raw.decode()
    except UnicodeDecodeError:
        raise fault(sender, f"not UTF-8: {shown(repr(raw[:60]))}") from None
    if sender == BOT:
        text = text.removesuffix("\r")
    if not text.startswith("@"):
        return None, parse_line(text, sender)
    prefix = _prefix(text)
    if prefix is None:
        raise fault(sender, f"{shown(text)} does not begin with `@ID `")
    table = prefix[1]
    message = parse_line(text[prefix.end() :], sender)
    grammar.check_table(table, FORM[type(message)])
    return table, message


LINE: Final = Codec("line", encode, cut, parse)
