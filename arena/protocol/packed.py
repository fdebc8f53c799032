"""The msgpack codec: a frame is a 4-byte big-endian length and one array, which holds the words of the line.

The words are strings; seats and milliseconds are integers. To read a frame, the codec makes its line and parses that,
so the grammar is written down only once. It then compares the frame with the array of the message that it got: True is
not 1, 3.0 is not 3, "3" is not 3.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgpack import Packer, Unpacker, unpackb

from arena.protocol import grammar
from arena.protocol.codec import Codec
from arena.protocol.fields import Item
from arena.protocol.grammar import FORM
from arena.protocol.messages import LIMIT, Answer, Message, Received, Side, TableId, fault, shown

HEAD: Final = 4
"""Bytes of the length before a frame."""

_pack: Final = Packer().pack
_BARE: Final = {"max_bin_len": 0, "max_map_len": 0, "max_ext_len": 0}
_REFUSED: Final = {
    "max_map_len": "a map",
    "max_bin_len": "binary data",
    "max_ext_len": "an extension type",
    "max_array_len": "an array in an array, or one that is longer than the frame",
}
"""What msgpack's errors name, and what is in the frame then."""
_SHORT: Final = 256
"""A frame of at most this many bytes is unpacked in one call: that cannot take more than 200 KB of memory."""


def encode(message: Message, table: TableId = None) -> bytes:
    """Return the frame of a message, with its length.

    Raises:
        BotFault: a message of the bot cannot be written.
        ArenaFault: a message of the arena cannot be written.
    """
    form, pieces = grammar.pieces_of(message)
    grammar.check_table(table, form)
    items = grammar.items(form, pieces)
    data: bytes = _pack(items if table is None else ["@", table, items])
    if len(data) > LIMIT:
        raise fault(form.sender, f"longer than {LIMIT} bytes: {shown(message)}")
    return len(data).to_bytes(HEAD, "big") + data


def cut(buffer: bytearray, sender: Side, limit: int = LIMIT) -> bytes | None:
    """Remove the first frame from a buffer and return it without its length, None while it is incomplete.

    Raises:
        BotFault: FLOOD, the length of the bot's frame is more than `limit`, whether or not the frame has arrived.
        ArenaFault: the length of the arena's frame is more than `limit`, whether or not the frame has arrived.
    """
    if len(buffer) < HEAD:
        return None
    end = HEAD + int.from_bytes(buffer[:HEAD], "big")
    if end > HEAD + limit:
        length = shown(bytes(buffer[:HEAD]))
        raise fault(sender, f"a frame of {end - HEAD} bytes, more than {limit}: it begins with {length}", "FLOOD")
    if len(buffer) < end:
        return None
    raw = bytes(buffer[HEAD:end])
    del buffer[:end]
    return raw


def parse(raw: bytes, sender: Side) -> Received:
    """Return the table and the message of a frame without its length.

    Raises:
        BotFault: PROTOCOL, a frame of the bot is no message.
        ArenaFault: a frame of the arena is no message.
    """
    whole = _unpack(raw, sender)
    if type(whole) is list and len(whole) == 3 and whole[0] == "@" and type(whole[1]) is str:
        _, table, array = whole
    else:
        table, array = None, whole
    if type(array) is not list or not array or not {*map(type, array)} <= {str, int}:
        raise fault(sender, f"not an array of strings and whole numbers: {shown(whole)}")
    form, pieces = grammar.cut(_line(array), sender)
    grammar.check_table(table, form)
    if grammar.items(form, pieces) != array:
        right = ': ["answer", WORD] or ["answer", WORD, TEXT], all strings' if form.type is Answer else ""
        raise fault(sender, f"{shown(array[:4])} is not the array of `{form.usage}`{right}")
    return table, grammar.build(form, pieces)


def _line(array: Sequence[Item]) -> str:
    """Return the line of an array; if the array is not that of a message, anything may come out, even another line."""
    if array[0] == FORM[Answer].verb:
        return " say ".join(map(str, array[1:]))
    return " ".join(map(str, array))


def _unpack(raw: bytes, sender: Side) -> Any:
    try:
        return unpackb(raw, **_BARE) if len(raw) <= _SHORT else _unpack_long(raw)
    except Exception as error:  # noqa: BLE001 - whatever msgpack finds wrong is the sender's fault
        text = str(error) or type(error).__name__
        for name, found in _REFUSED.items():
            if name in text:
                raise fault(sender, f"{found} in a frame, which is one array of strings and whole numbers") from None
        raise fault(sender, f"not msgpack: {shown(text)}") from None


def _unpack_long(raw: bytes) -> list[Any]:
    """Return the array of a long frame, read item by item: the head of a nested array is enough to refuse it.

    msgpack allocates a list as soon as it has read the head, at the length that the head states. A frame of nothing but
    nested heads would take more than a thousand times its own size.
    """
    unpacker = Unpacker(max_buffer_size=len(raw), max_array_len=0, **_BARE)
    unpacker.feed(raw)
    count = unpacker.read_array_header()
    whole = words = [unpacker.unpack() for _ in range(min(count, 2))]
    if count == 3 and whole[0] == "@":
        count = unpacker.read_array_header()
        words = []
        whole = [*whole, words]
    words += [unpacker.unpack() for _ in range(count - len(words))]
    if unpacker.tell() != len(raw):
        raise ValueError("more than one array")
    return whole


PACKED: Final = Codec("msgpack", encode, cut, parse)
