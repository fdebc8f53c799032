"""msgpack with the standard library: the frames of the protocol, and values for programs in other languages.

The arena itself uses the package `msgpack`, which a sandbox need not have. Only what is used here is read: strings,
integers and arrays.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any

HEAD = 4
"""The bytes of the length before each frame."""


def frame(value: Any) -> bytes:
    """Return a value as a frame: its length in 4 bytes, and its msgpack.

    Raises:
        TypeError: it holds something other than None, booleans, numbers, texts, lists, tuples and mappings.
    """
    data = packed(value)
    return struct.pack(">I", len(data)) + data


def packed(value: Any) -> bytes:
    """Return a value as msgpack.

    Raises:
        TypeError: it holds something other than None, booleans, numbers, texts, lists, tuples and mappings.
    """
    if value is None:
        return b"\xc0"
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return bytes([value & 255]) if -32 <= value < 128 else struct.pack(">Bq", 0xD3, value)
    if isinstance(value, float):
        return struct.pack(">Bd", 0xCB, value)
    if isinstance(value, str):
        data = value.encode()
        head = bytes([0xA0 | len(data)]) if len(data) < 32 else struct.pack(">BI", 0xDB, len(data))
        return head + data
    if isinstance(value, list | tuple):
        return _head(len(value), 0x90, 0xDD) + b"".join([packed(each) for each in value])
    if isinstance(value, Mapping):
        pairs = [packed(key) + packed(its) for key, its in value.items()]
        return _head(len(pairs), 0x80, 0xDF) + b"".join(pairs)
    raise TypeError(f"msgpack has no {type(value).__name__}")


def _head(count: int, short: int, long: int) -> bytes:
    return bytes([short | count]) if count < 16 else struct.pack(">BI", long, count)


def unpacked(data: bytes) -> Any:
    """Return the value of msgpack made of strings, integers and arrays.

    Raises:
        ValueError: it is something else, or not complete.
    """
    try:
        value, end = _value(data, 0)
    except (IndexError, struct.error):
        raise ValueError("msgpack that is not complete") from None
    if end != len(data):
        raise ValueError("more than one value in a frame")
    return value


NUMBERS = {0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q", 0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}
LENGTHS = {0xD9: ">B", 0xDA: ">H", 0xDB: ">I", 0xDC: ">H", 0xDD: ">I"}
"""The formats of the numbers and of the lengths of strings and arrays, by the first byte."""


def _value(data: bytes, at: int) -> tuple[Any, int]:
    """Return the value that begins at a place, and the place after it."""
    first, at = data[at], at + 1
    if first < 0x80:
        return first, at
    if first >= 0xE0:
        return first - 256, at
    if first in NUMBERS:
        form = NUMBERS[first]
        return struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    if 0xA0 <= first < 0xC0:
        return _text(data, at, first & 31)
    if 0x90 <= first < 0xA0:
        return _array(data, at, first & 15)
    if first not in LENGTHS:
        raise ValueError(f"msgpack of a kind that the protocol does not have: {first:#x}")
    form = LENGTHS[first]
    count, at = struct.unpack_from(form, data, at)[0], at + struct.calcsize(form)
    return _text(data, at, count) if first < 0xDC else _array(data, at, count)


def _text(data: bytes, at: int, length: int) -> tuple[str, int]:
    if at + length > len(data):
        raise IndexError
    return data[at : at + length].decode(), at + length


def _array(data: bytes, at: int, count: int) -> tuple[list[Any], int]:
    found = []
    for _ in range(count):
        value, at = _value(data, at)
        found.append(value)
    return found, at
