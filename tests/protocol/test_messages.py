"""The value types, their docstrings, and the faults."""

from __future__ import annotations

import pickle
import re
import typing

import pytest
from hypothesis import given

from arena.protocol import (
    ARENA,
    BOT,
    LIMIT,
    LINE,
    PACKED,
    Answer,
    ArenaFault,
    BotFault,
    Codec,
    Fault,
    Message,
    Note,
    Reader,
    Say,
    parse_line,
)
from arena.protocol.fields import TEXT_LIMIT
from arena.protocol.grammar import FORM, FORMS
from arena.protocol.messages import fault, shown
from tests.protocol.examples import any_message, ids, sender_of, steady, texts

each_codec = pytest.mark.parametrize("codec", [LINE, PACKED], ids=["line", "msgpack"])


def body(codec: Codec, data: bytes) -> bytes:
    return data[:-1] if codec is LINE else data[4:]


def test_every_message_has_a_form() -> None:
    assert set(FORM) == set(typing.get_args(Message))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.verb)
def test_the_example_in_a_docstring_is_such_a_message(form: typing.Any) -> None:
    examples = re.findall(r"`([^`]+)`", form.type.__doc__)
    assert examples
    for example in examples:
        message = parse_line(example, form.sender)
        assert type(message) is form.type
        assert LINE.encode(message, None).decode() == f"{example}\n"


@each_codec
@steady
@given(message=any_message)
def test_a_message_comes_back_as_it_went(codec: Codec, message: Message) -> None:
    table, back = codec.parse(body(codec, codec.encode(message, None)), sender_of(message))
    assert (table, back, type(back)) == (None, message, type(message))


@each_codec
@steady
@given(message=any_message, table=ids)
def test_a_message_of_a_game_may_bear_the_id_of_a_table(codec: Codec, message: Message, table: str) -> None:
    if FORM[type(message)].in_game:
        assert codec.parse(body(codec, codec.encode(message, table)), sender_of(message)) == (table, message)
    else:
        with pytest.raises(ArenaFault if sender_of(message) == ARENA else BotFault, match="cannot belong"):
            codec.encode(message, table)


@each_codec
def test_the_id_of_a_table_is_checked(codec: Codec) -> None:
    with pytest.raises(BotFault, match="cannot belong to a table 'seventeen'"):
        codec.encode(Answer("AS"), "seventeen")


@pytest.mark.parametrize(("codec", "words", "last"), [(LINE, 1023, 54), (PACKED, 1008, 2)], ids=["line", "msgpack"])
def test_a_message_is_as_long_as_the_limit_and_no_longer(codec: Codec, words: int, last: int) -> None:
    longest = Note("many", ("x" * 63,) * words + ("x" * last,))
    data = codec.encode(longest, None)
    assert len(body(codec, data)) == LIMIT
    assert Reader(codec, ARENA).feed(data) == [(None, longest)]
    with pytest.raises(ArenaFault, match="longer than 65536 bytes"):
        codec.encode(Note("many", ("x" * 63,) * words + ("x" * (last + 1),)), None)


@each_codec
@steady
@given(text=texts)
def test_a_text_is_told_unchanged(codec: Codec, text: str) -> None:
    assert codec.parse(body(codec, codec.encode(Say(3, text), None)), ARENA) == (None, Say(3, text))


@each_codec
def test_a_surrogate_is_no_text(codec: Codec) -> None:
    with pytest.raises(BotFault, match="cannot be written"):
        codec.encode(Answer("AS", "\ud800"), None)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (
            b"pass ",
            "'pass ' is not `WORD [say TEXT]`: one blank stands between words, and none at the beginning or the",
        ),
        (
            b" pass",
            "' pass' is not `WORD [say TEXT]`: one blank stands between words, and none at the beginning or the",
        ),
        (b"bot owl  1", "'bot owl  1' is not `bot NAME VERSION KEY=VALUE*`: one blank stands between words"),
        (b"", "'' is not `WORD [say TEXT]`: the line is empty"),
        (
            "bot jörg 1".encode(),
            r"'bot j\xf6rg 1' is not `bot NAME VERSION KEY=VALUE*`: all but texts is visible ASCII",
        ),
        ("bot jörg 1".encode("latin-1"), r"not UTF-8: 'bot j\xf6rg 1'"),
        (b"two words", "'two words' is not `WORD [say TEXT]`"),
    ],
)
def test_a_line_that_is_no_message_is_told_with_what_is_hard_to_see(line: bytes, text: str) -> None:
    with pytest.raises(BotFault) as caught:
        LINE.parse(line, BOT)
    assert caught.value.text.startswith(text)
    assert "\\\\" not in caught.value.text


@pytest.mark.parametrize("frame", [b"\x91\xc3", b"\xc1\xff", b"\x92\xa3bot\xa2\xc3\xb6"])
def test_what_is_wrong_in_a_frame_is_escaped_once(frame: bytes) -> None:
    with pytest.raises(BotFault) as caught:
        PACKED.parse(frame, BOT)
    assert "\\\\" not in caught.value.text


def test_a_fault_is_named_after_its_sender() -> None:
    of_bot, of_arena = fault(BOT, "words", "FLOOD"), fault(ARENA, "words", "FLOOD")
    assert isinstance(of_bot, BotFault)
    assert (of_bot.kind, of_bot.text, str(of_bot)) == ("FLOOD", "words", "FLOOD: words")
    assert isinstance(of_arena, ArenaFault)
    assert (of_arena.text, str(of_arena)) == ("words", "words")


@pytest.mark.parametrize("raised", [BotFault("CRASH", "exit 7"), ArenaFault("broken")], ids=str)
def test_faults_can_be_pickled(raised: BotFault | ArenaFault) -> None:
    copy = pickle.loads(pickle.dumps(raised))
    assert type(copy) is type(raised)
    assert vars(copy) == vars(raised)


@steady
@given(text=texts)
def test_foreign_text_is_shown_short_and_in_ascii(text: str) -> None:
    assert len(shown(text)) < TEXT_LIMIT
    assert LINE.encode(Fault("PROTOCOL", shown(text)), None).isascii()
