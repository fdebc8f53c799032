"""msgpack without the package: it reads what the arena writes, and the arena reads what it writes."""

from __future__ import annotations

import os
from typing import Any

import msgpack
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.client.frames import HEAD, frame, packed, unpacked
from arena.client.loop import Reader
from arena.client.words import read_array, read_line
from arena.protocol import ARENA, BOT, LINE, PACKED, Ask, Note, Show, parse_line

words = st.text(st.characters(codec="utf-8"), max_size=300)
arrays = st.recursive(
    words | st.integers(-(2**63), 2**63 - 1), lambda inner: st.lists(inner, max_size=20), max_leaves=30
)
values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | words | st.integers(-(2**63), 2**63 - 1),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(words, inner, max_size=20),
    max_leaves=30,
)


@given(arrays)
def test_what_msgpack_packs_is_read(value: Any) -> None:
    assert unpacked(msgpack.packb(value)) == value


@given(values)
def test_what_is_packed_is_what_msgpack_reads(value: Any) -> None:
    assert msgpack.unpackb(packed(value), strict_map_key=False) == value


@pytest.mark.parametrize(
    "data", [b"", b"\x92\x01", b"\xa5abc", b"\xdc\x00", b"\x01\x02", b"\xc0", b"\xca\x00\x00\x00\x00"]
)
def test_what_the_protocol_does_not_have_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"msgpack|more than one"):
        unpacked(data)


def test_what_msgpack_does_not_have_is_refused() -> None:
    with pytest.raises(TypeError, match="set"):
        packed({"a": {1}})


@pytest.mark.parametrize(
    ("message", "table"),
    [
        (Ask(2, "bid", ("pass", "60")), None),
        (Show("kitty", None, ("7D", "8H")), "G17"),
        (Note("deal", tuple(f"key{n}={n}" for n in range(40))), "G17"),
        (parse_line("say 1 lead a high  one", ARENA), "G17"),
        (parse_line("fault TIMEOUT no answer", ARENA), None),
    ],
)
def test_frames_of_the_arena_are_read_like_its_lines(message: Any, table: str | None) -> None:
    array = unpacked(PACKED.encode(message, table)[HEAD:])
    assert read_array(array) == read_line(LINE.encode(message, table).decode().rstrip("\n"))


def test_answers_are_frames_that_the_arena_reads() -> None:
    data = bytearray(frame(["@", "G17", ["answer", "AS", "lead a high one"]]))
    raw = PACKED.cut(data, BOT, 1000)
    assert raw is not None
    table, answer = PACKED.parse(raw, BOT)
    assert (table, answer) == ("G17", ("AS", "lead a high one"))


def test_frames_that_come_in_pieces_are_put_together() -> None:
    source, sink = os.pipe()
    data = (
        b"arena 1 line msgpack\n" + PACKED.encode(Ask(2, "bid", ("pass",)), None) + PACKED.encode(Note("x", ()), None)
    )
    batches = Reader(source, "msgpack").batches()
    found = []
    for byte in data:
        os.write(sink, bytes([byte]))
    os.close(sink)
    for batch in batches:
        found += batch
    os.close(source)
    assert [(line.verb, line.words) for line in found] == [
        ("arena", ["1", "line", "msgpack"]),
        ("ask", ["2", "bid", "pass"]),
        ("note", ["x"]),
    ]
