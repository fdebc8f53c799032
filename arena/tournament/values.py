"""Plain values: how rooms, reports and orders travel between processes and machines, as msgpack and nothing else.

Named tuples and dataclasses travel as the list of their fields, mappings as maps, paths as bytes. What comes in is
checked against the type that it should have, down to the last number, before anything is made of it. So a process that
reads it runs no code of the sender's, and gets no value that it would not have made itself.
"""

from __future__ import annotations

import os
import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from math import isfinite
from operator import attrgetter
from pathlib import Path, PurePath
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import msgpack

from arena.settings.bounds import Between

Read: TypeAlias = Callable[[Any], Any]
"""Returns the value that some plain one stands for. Raises `MalformedError` if that is not of the right type."""

INTEGERS = range(-(1 << 63), 1 << 63)
"""The integers that the store can keep."""
NESTED = "it is nested too deeply"
_VALUE, _ENTRY = 64, 168
"""How many bytes of memory a value takes at most, besides its text and what it holds, and an entry of a map."""
_FIXED = dict(zip(range(0xCA, 0xD4), (4, 8, 1, 2, 4, 8, 1, 2, 4, 8), strict=True)) | {
    0xD4 + i: 1 + (1 << i) for i in range(5)
}
"""First byte of a number or an extension in msgpack -> how many bytes follow."""
_TEXTS = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
"""That of bytes, of an extension or of a text -> how many bytes give its length."""
_LISTS = {0xDC: 2, 0xDD: 4}
_MAPS = {0xDE: 2, 0xDF: 4}
"""Those of a list and of a map -> how many bytes give the number of its values or entries."""


class MalformedError(ValueError):
    """What another process has sent is not what it should have; the text says what is wrong."""


def pack(value: object) -> bytes:
    """Return a value as bytes.

    Args:
        value: made of named tuples, dataclasses, tuples, mappings, paths, texts, bytes, numbers and None.
    """
    packed: bytes = msgpack.packb(value, default=_plain)
    return packed


def unpack(data: bytes) -> Any:
    """Return the plain value that some bytes stand for: lists come back as tuples.

    Raises:
        MalformedError: they stand for none.
    """
    try:
        return msgpack.unpackb(data, use_list=False, strict_map_key=False)
    except (ValueError, TypeError, msgpack.UnpackException) as error:  # a key of a map may be a map
        raise MalformedError(f"no message: {error or NESTED}") from None


def weight_of(data: bytes, most: int) -> int:
    """Return about how many bytes of memory the values take that some bytes stand for; they are not made for that.

    A byte can stand for an empty map, which takes 64, so that the length of a message says little.

    Raises:
        MalformedError: it is more than `most`.
    """
    left, at, weight = 1, 0, 0
    while left and at < len(data) and weight <= most:
        kind = data[at]
        at += 1
        left -= 1
        weight += _VALUE
        if kind < 0x80 or kind >= 0xE0:  # a small number
            continue
        if kind < 0x90:
            inside, entries = 2 * (kind & 15), kind & 15
        elif kind < 0xA0:
            inside, entries = kind & 15, 0
        elif kind < 0xC0:
            weight += _weight_of_text(data[at : at + (kind & 31)])
            at += kind & 31
            continue
        elif size := _TEXTS.get(kind):
            length = int.from_bytes(data[at : at + size], "big")
            weight += _weight_of_text(data[at + size : at + size + length])
            at += size + length + (kind in {0xC7, 0xC8, 0xC9})
            continue
        elif size := _LISTS.get(kind):
            inside, entries = int.from_bytes(data[at : at + size], "big"), 0
            at += size
        elif size := _MAPS.get(kind):
            entries = int.from_bytes(data[at : at + size], "big")
            inside = 2 * entries
            at += size
        else:
            at += _FIXED.get(kind, 0)
            continue
        left += inside
        weight += _ENTRY * entries
    if weight > most:
        raise MalformedError(f"a message that would take more than {most >> 20} MiB of memory")
    return weight


def _weight_of_text(text: bytes) -> int:
    """Return how many bytes a text takes, or bytes: one wide character makes all of them wide."""
    return len(text) if text.isascii() else 4 * len(text)


def _plain(value: Any) -> object:
    """Return something simpler that a value travels as."""
    if isinstance(value, PurePath):
        return os.fsencode(value)
    if isinstance(value, Mapping):
        return dict(value)
    kind: Any = type(value)
    return _getter(kind)(value)


@cache
def _getter(of: Any) -> Callable[[Any], tuple[Any, ...]]:
    """Return the function that returns the values of all fields of a dataclass."""
    names = [field.name for field in fields(of)]
    get = attrgetter(*names)
    return get if len(names) > 1 else lambda value: tuple(getattr(value, name) for name in names)


@cache
def reader(hint: Any) -> Read:
    """Return the function that reads values of a type.

    Args:
        hint: the type, as in an annotation; a union is one with None, or of simple types; `object` is not checked.
    """
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Annotated:
        bounds = next((each for each in inside[1:] if isinstance(each, Between)), None)
        return reader(inside[0]) if bounds is None else _between(reader(inside[0]), bounds)
    if origin is Literal:
        return _literal(frozenset(inside))
    if origin in {Union, types.UnionType}:
        others = [each for each in inside if each is not types.NoneType]
        if len(others) == len(inside):
            return _any_of(inside)
        read = reader(others[0])
        return lambda value: None if value is None else read(value)
    if origin is tuple:
        return _several(reader(inside[0])) if inside[-1] is Ellipsis else _fields(tuple, inside)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _mapping(reader(inside[0]), reader(inside[1]))
    if hint in _SIMPLE:
        return _SIMPLE[hint]
    hints = get_type_hints(hint, include_extras=True)
    make: Any = hint
    if is_dataclass(hint):
        return _fields(lambda values: make(*values), [hints[field.name] for field in fields(hint)])
    return _fields(make._make, [hints[name] for name in make._fields])


def _fields(make: Callable[[list[Any]], Any], hints: Any) -> Read:
    """Return the function that reads a list of values of different types."""
    reads = [reader(hint) for hint in hints]

    def read(value: Any) -> Any:
        if type(value) is not tuple or len(value) != len(reads):
            raise _wrong(value, f"a list of {len(reads)}")
        return make([each(one) for each, one in zip(reads, value, strict=True)])

    return read


def _several(one: Read) -> Read:
    def read(value: Any) -> tuple[Any, ...]:
        if type(value) is not tuple:
            raise _wrong(value, "a list")
        return tuple([one(each) for each in value])

    return read


def _mapping(key: Read, one: Read) -> Read:
    def read(value: Any) -> dict[Any, Any]:
        if type(value) is not dict:
            raise _wrong(value, "a map")
        return {key(name): one(each) for name, each in value.items()}

    return read


def _literal(words: frozenset[object]) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not str or value not in words:
            raise _wrong(value, f"one of {sorted(map(str, words))}")
        return value

    return read


def _between(number: Read, bounds: Between) -> Read:
    def read(value: Any) -> Any:
        if not bounds.ge <= number(value) <= bounds.le:
            raise _wrong(value, f"a number from {bounds.ge} to {bounds.le}")
        return value

    return read


def _of(kind: type[Any]) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise _wrong(value, kind.__name__)
        return value

    return read


def _any_of(kinds: tuple[Any, ...]) -> Read:
    def read(value: Any) -> Any:
        if type(value) not in kinds:
            raise _wrong(value, " or ".join(kind.__name__ for kind in kinds))
        return _SIMPLE[type(value)](value)

    return read


def _int(value: Any) -> int:
    if type(value) is not int or value not in INTEGERS:
        raise _wrong(value, "int")
    return value


def _float(value: Any) -> float:
    """Return a number as it came: a whole one stays whole."""
    if type(value) is float and isfinite(value):
        return value
    return _int(value)


def _path(value: Any) -> Path:
    if type(value) is not bytes or b"\0" in value:
        raise _wrong(value, "a path")
    return Path(os.fsdecode(value))


def _wrong(value: object, wanted: str) -> MalformedError:
    return MalformedError(f"{str(value)[:40]!r} is not {wanted}")


_SIMPLE: Mapping[Any, Read] = {
    int: _int,
    float: _float,
    str: _of(str),
    bool: _of(bool),
    bytes: _of(bytes),
    object: lambda value: value,
    Path: _path,
}
