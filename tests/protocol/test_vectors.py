"""Every conformance vector, written and read in all the ways that its README names."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest

from arena.protocol import (
    ARENA,
    BOT,
    CODECS,
    LIMIT,
    LINE,
    PACKED,
    ArenaFault,
    Bot,
    BotFault,
    Codec,
    Reader,
    Session,
    TableId,
)
from arena.protocol.line import parse
from arena.protocol.messages import Message
from tests.protocol import examples
from tests.protocol.examples import Vector

MESSAGES = examples.messages()
each_message = pytest.mark.parametrize("vector", MESSAGES, ids=[vector.about for vector in MESSAGES])
each_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


def about(record: list[tuple[str, str]]) -> str:
    return dict(record)["about"]


def each_record(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("record", list(examples.records(name)), ids=about)


def data(vector: Vector, codec: Codec) -> bytes:
    return vector.line if codec is LINE else vector.frame


@pytest.mark.parametrize("name", ["messages.txt", "malformed.txt", "unwritable.txt", "sessions.txt"])
def test_the_reader_in_the_readme_reads_the_files(name: str) -> None:
    readme = (examples.VECTORS / "README.md").read_text(encoding="utf-8")
    program: dict[str, Any] = {}
    exec(re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0], program)
    found = list(program["records"]((examples.VECTORS / name).read_text(encoding="utf-8")))
    assert found == list(examples.records(name))
    assert all(record[0][0] == "about" for record in found)


@each_codec
@each_message
def test_a_vector_is_written(vector: Vector, codec: Codec) -> None:
    assert codec.encode(vector.message, vector.table) == data(vector, codec)


@each_codec
@each_message
def test_a_vector_is_read_whole(vector: Vector, codec: Codec) -> None:
    [(table, message)] = Reader(codec, vector.sender).feed(data(vector, codec))
    assert (table, message, type(message)) == (vector.table, vector.message, type(vector.message))


@each_codec
@each_message
def test_a_vector_is_read_byte_by_byte(vector: Vector, codec: Codec) -> None:
    reader = Reader(codec, vector.sender)
    *early, last = [reader.feed(bytes([byte])) for byte in data(vector, codec)]
    assert early == [[]] * len(early)
    assert last == [(vector.table, vector.message)]


@each_codec
@each_message
def test_a_vector_is_read_with_another_glued_behind(vector: Vector, codec: Codec) -> None:
    same_side = [other for other in MESSAGES if other.sender == vector.sender]
    other = same_side[(same_side.index(vector) + 1) % len(same_side)]
    read = Reader(codec, vector.sender).feed(data(vector, codec) + data(other, codec) + data(other, codec)[:-1])
    assert read == [(vector.table, vector.message), (other.table, other.message)]


@each_message
def test_a_line_of_the_bot_may_end_with_a_carriage_return(vector: Vector) -> None:
    reader = Reader(LINE, vector.sender)
    ended = vector.line.removesuffix(b"\n") + b"\r\n"
    if vector.sender == BOT:
        assert reader.feed(ended) == [(vector.table, vector.message)]
    else:
        with pytest.raises(ArenaFault):
            reader.feed(ended)


@pytest.mark.broad
@each_record("malformed.txt")
@pytest.mark.parametrize("size", [1, 7, LIMIT], ids=["byte by byte", "in pieces", "whole"])
def test_malformed_bytes_are_the_fault_of_their_sender(record: list[tuple[str, str]], size: int) -> None:
    of = dict(record)
    raw, limit = bytes.fromhex(of["hex"]), int(of.get("limit", LIMIT))
    reader = Reader(CODECS[of["codec"]], examples.side(of["from"]), limit)
    with pytest.raises((BotFault, ArenaFault)) as caught:
        feed_in_pieces(reader, raw, size)
    assert fault_name(caught.value) == of["fault"]


def feed_in_pieces(reader: Reader, data: bytes, size: int) -> None:
    for start in range(0, len(data), size):
        reader.feed(data[start : start + size])


@each_codec
@each_record("unwritable.txt")
def test_what_cannot_be_said_is_not_written(record: list[tuple[str, str]], codec: Codec) -> None:
    of = dict(record)
    with pytest.raises(BotFault if of["from"] == BOT else ArenaFault, match="cannot be written"):
        codec.encode(examples.message(of["message"]), None)


@each_codec
@each_record("sessions.txt")
def test_a_conversation_ends_as_it_should(record: list[tuple[str, str]], codec: Codec) -> None:
    [_, *lines, (_, end)] = record
    arena, bot = Session(ARENA), Session(BOT)
    saying = [partial(say, arena, bot, codec, examples.side(who), line) for who, line in lines]
    if end == "ok":
        for said in saying:
            said()
        return
    for said in saying[:-1]:
        said()
    with pytest.raises((BotFault, ArenaFault)) as caught:
        saying[-1]()
    assert fault_name(caught.value) == end


def say(arena: Session, bot: Session, codec: Codec, who: str, line: str) -> None:
    """Say a line from one session to the other, past the speaker's own check where it would refuse."""
    speaker, hearer = (arena, bot) if who == ARENA else (bot, arena)
    table, message = parse(line.encode(), examples.side(who))
    if isinstance(message, Bot) and codec is PACKED:
        message = message._replace(settings={"codec": "msgpack"} | dict(message.settings))
    in_force = speaker.codec
    refused = refusal(speaker, message, table)
    assert hearer.receive(in_force.encode(message, table)) == [(table, message)]
    assert refused is None, "both sides hold the same table"
    assert speaker.state(table) == hearer.state(table)


def refusal(speaker: Session, message: Message, table: TableId) -> BotFault | ArenaFault | None:
    try:
        speaker.send(message, table)
    except (BotFault, ArenaFault) as fault:
        return fault
    return None


def fault_name(fault: Exception) -> str:
    return fault.kind if isinstance(fault, BotFault) else "ARENA"
