"""Any bytes, cut anyhow, are messages or a fault of their sender: nothing else, and the same however they are cut."""

from __future__ import annotations

import tracemalloc
from itertools import pairwise
from time import process_time
from typing import NamedTuple

import msgpack
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arena.protocol import (
    ARENA,
    BOT,
    CODECS,
    LINE,
    PACKED,
    Answer,
    Arena,
    ArenaFault,
    Ask,
    BotFault,
    Codec,
    Fault,
    Game,
    Reader,
    Session,
    Side,
    packed,
)
from arena.protocol.messages import LIMIT as LIMIT_OF_MESSAGES
from arena.protocol.messages import Received
from tests.protocol.examples import any_message, sender_of, steady

LIMIT = 200
each_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)
each_side = pytest.mark.parametrize("sender", [ARENA, BOT])


class Outcome(NamedTuple):
    """What became of a stream: the messages of the chunks before a fault, and the fault."""

    told: list[Received]
    fault: tuple[str, ...] | None


def feed(reader: Reader | Session, chunks: list[bytes]) -> Outcome:
    told: list[Received] = []
    try:
        for chunk in chunks:
            told += reader.feed(chunk) if isinstance(reader, Reader) else reader.receive(chunk)
    except BotFault as fault:
        LINE.encode(Fault(fault.kind, fault.text), None)
        return Outcome(told, (fault.kind, fault.text))
    except ArenaFault as fault:
        return Outcome(told, ("ARENA", fault.text))
    return Outcome(told, None)


def same(whole: Outcome, pieces: Outcome, single: Outcome) -> bool:
    """Whether the outcomes of three cuts are one: the same fault; the same messages, or fewer where it came early."""
    if whole.fault is None:
        return whole == pieces == single
    fewer = single.told[: len(pieces.told)] == pieces.told and whole.told == []
    return whole.fault == pieces.fault == single.fault and fewer


def cut(data: bytes, places: list[int]) -> list[bytes]:
    edges = [0, *sorted(place % (len(data) + 1) for place in places), len(data)]
    return [data[start:end] for start, end in pairwise(edges)]


def one_by_one(data: bytes) -> list[bytes]:
    return [bytes([byte]) for byte in data]


frames = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.text(max_size=9)
    | st.binary(max_size=9),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=8,
).map(lambda value: framed(msgpack.packb(value)))


def framed(raw: bytes) -> bytes:
    return len(raw).to_bytes(4, "big") + raw


@st.composite
def streams(draw: st.DrawFn) -> bytes:
    """Return bytes between noise and sense: messages of both codecs, frames of anything, a place that is damaged."""
    sound = st.builds(lambda codec, message: codec.encode(message, None), st.sampled_from([LINE, PACKED]), any_message)
    data = b"".join(draw(st.lists(st.one_of(sound, frames, st.binary(max_size=20)), max_size=5)))
    place = draw(st.integers(0, len(data)))
    return data[:place] + draw(st.binary(max_size=3)) + data[place + draw(st.integers(0, 3)) :]


@each_side
@each_codec
@steady
@given(data=streams(), places=st.lists(st.integers(0, 10_000), max_size=6))
def test_a_reader_returns_messages_or_raises_a_fault(
    codec: Codec, sender: Side, data: bytes, places: list[int]
) -> None:
    whole = feed(Reader(codec, sender, LIMIT), [data])
    pieces = feed(Reader(codec, sender, LIMIT), cut(data, places))
    assert same(whole, pieces, feed(Reader(codec, sender, LIMIT), one_by_one(data)))
    for table, message in pieces.told:
        assert sender_of(message) == sender
        assert codec.parse(codec.encode(message, table)[slice(0, -1) if codec is LINE else slice(4, None)], sender)


@each_side
@each_codec
@steady
@given(data=streams(), places=st.lists(st.integers(0, 10_000), max_size=6))
def test_a_reader_holds_no_more_than_its_limit(codec: Codec, sender: Side, data: bytes, places: list[int]) -> None:
    reader = Reader(codec, sender, LIMIT)
    for chunk in cut(data, places):
        feed(reader, [chunk])
        assert len(reader._buffer) <= LIMIT + 4


def asked(codec: Codec) -> Session:
    arena = Session(ARENA, LIMIT)
    arena.send(Arena(1, ("line", "msgpack")))
    arena.receive(f"bot careful 1.2 codec={codec.name}\n".encode())
    arena.send(Game("G1", "kaiser", {}))
    arena.send(Ask(0, "play", ("AS", "KS", "7D")))
    return arena


@each_codec
@steady
@given(data=streams() | st.sampled_from([b"AS\n", b"KS\r\n", b"7D say mine\n", b"QS\n", b"AS\nAS\n"]))
@example(data=PACKED.encode(Ask(0, "play", ("AS",)), None))
def test_a_bot_that_is_asked_answers_or_is_at_fault(codec: Codec, data: bytes) -> None:
    outcome = feed(asked(codec), [data])
    assert outcome.fault is None or outcome.fault[0] in {"PROTOCOL", "FLOOD", "ILLEGAL"}
    assert len(outcome.told) <= 1
    assert same(outcome, outcome, feed(asked(codec), one_by_one(data)))


@pytest.mark.parametrize("side", [ARENA, BOT])
@steady
@given(data=streams(), places=st.lists(st.integers(0, 10_000), max_size=6))
def test_a_new_session_hears_messages_or_a_fault(side: Side, data: bytes, places: list[int]) -> None:
    whole = feed(Session(side, LIMIT), [data])
    pieces = feed(Session(side, LIMIT), cut(data, places))
    assert same(whole, pieces, feed(Session(side, LIMIT), one_by_one(data)))


@pytest.mark.parametrize("depth", [2, 500, 990, 1010, 1500, 60_000])
@pytest.mark.parametrize("nest", [b"\x91", b"\x92\xa1@", b"\x93\xa1@\xa2G1"], ids=["arrays", "pairs", "tables"])
def test_nested_arrays_of_any_depth_are_a_fault(nest: bytes, depth: int) -> None:
    reader = Reader(PACKED, BOT, limit=1_000_000)
    with pytest.raises(BotFault, match="PROTOCOL"):
        reader.feed(framed(nest * depth + b"\xc0"))


HEADS = {
    "array16": b"\xdc\xff\xf0",
    "array32": b"\xdd\x00\x00\xff\xf0",
    "tables": b"\x93\xa1@\xa2G1",
    "short": b"\xdc\x00\xf0",
}


@pytest.mark.parametrize("size", [200, 256, 257, 4096, 65_536])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
def test_a_frame_of_heads_in_heads_takes_little_memory(head: bytes, size: int) -> None:
    frame = framed((head * size)[:size])
    tracemalloc.start()
    try:
        with pytest.raises(BotFault, match="PROTOCOL"):
            Reader(PACKED, BOT).feed(frame)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * size + 200_000


@each_side
@steady
@given(frame=frames | any_message.map(lambda message: PACKED.encode(message, None)))
@example(frame=PACKED.encode(Answer("AS"), "G1"))
@example(frame=PACKED.encode(Game("G1", "kaiser", {f"k{n}": "v" * 99 for n in range(50)}), "G1"))
@example(frame=framed(b"\x93\xa1@\xa2G1\x92\xa6answer\xa2AS\xc0"))
@example(frame=framed(b"\x93\xa1@\xa2G1\x93\xa6answer\xa2AS"))
@example(frame=framed(b"\x93\xa1@\xa2G1\xa2AS"))
@example(frame=framed(b"\x92\xa6answer\xa2AS\xa2"))
@example(frame=framed(b"\x90"))
def test_a_frame_is_read_alike_as_a_short_and_as_a_long_one(sender: Side, frame: bytes) -> None:
    read = []
    for short in (0, LIMIT_OF_MESSAGES):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(packed, "_SHORT", short)
            outcome = feed(Reader(PACKED, sender), [frame])
        read.append((outcome.told, outcome.fault and outcome.fault[0]))
    assert read[0] == read[1]


NASTY: dict[str, tuple[Codec, Side, bytes]] = {
    "no line feed": (LINE, BOT, b"A" * 1_000_000),
    "only line feeds": (LINE, BOT, b"\n" * 1_000_000),
    "spaces in a text": (LINE, BOT, b"AS say " + b" " * 65_000 + b"\n"),
    "settings that break off": (LINE, BOT, b"bot a b" + b" a=a" * 16_000 + b" \n"),
    "long settings that break off": (LINE, ARENA, b"game G1 k" + (b" a=" + b"v" * 512) * 126 + b" \n"),
    "words that break off": (LINE, ARENA, b"note k" + (b" " + b"a" * 64) * 1000 + b" \n"),
    "one word often": (LINE, ARENA, b"ask 0 play" + b" A" * 32_000 + b"\n"),
    "many messages": (LINE, ARENA, b"note a\n" * 20_000),
    "many frames": (PACKED, ARENA, framed(b"\x92\xa4note\xa1a") * 20_000),
    "empty arrays": (PACKED, BOT, framed(b"\xdc\xff\xf0" + b"\x90" * 65_520)),
    "heads in heads": (PACKED, BOT, framed((b"\xdc\xff\xf0" * 22_000)[:65_536])),
}


@pytest.mark.slow
@pytest.mark.parametrize("nasty", NASTY)
@pytest.mark.parametrize("size", [1, 4096, 2_000_000])
def test_bytes_are_read_in_a_time_that_grows_like_their_number(nasty: str, size: int) -> None:
    codec, sender, data = NASTY[nasty]
    data = data[:66_000] if size == 1 else data
    reader, start = Reader(codec, sender), process_time()
    feed(reader, [data[at : at + size] for at in range(0, len(data), size)])
    assert process_time() - start < 3, "seconds of CPU for what takes a fraction of one"
    assert len(reader._buffer) <= LIMIT_OF_MESSAGES + 4


def test_a_reader_that_has_raised_takes_in_nothing_more() -> None:
    reader = Reader(LINE, BOT)
    with pytest.raises(BotFault) as first:
        reader.feed(b"\n60\n")
    with pytest.raises(BotFault) as second:
        reader.feed(b"60\n")
    assert repr(second.value) == repr(first.value)
    assert not reader._buffer


@each_codec
def test_a_reader_without_chunks_returns_nothing(codec: Codec) -> None:
    assert Reader(codec, BOT).feed(b"") == []
