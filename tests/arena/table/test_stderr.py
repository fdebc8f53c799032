"""What bots write to standard error, decision by decision."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.table import stderr
from arena.table.channel import PipeChannel
from arena.table.stderr import Piece, StandardError, Written, coded, marks_of, pieces
from tests.arena.fakes import Bot, MemoryProcess, Wire, play_one, seated, setup

STDERR_KEPT = 32 * 1024
sizes = st.lists(st.sampled_from([0, 1, 2, 100, STDERR_KEPT - 1, STDERR_KEPT, 3 * STDERR_KEPT]), max_size=12)


def heard(*texts: bytes, begin: int = 0) -> StandardError:
    """The standard error of a bot that writes each text at a decision; a game begins after so many of them."""
    found = StandardError()
    for number, text in enumerate(texts):
        if number == begin:
            found.begin(number)
        if found.total != found.marked:
            found.mark(number)
        found.add(text)
    return found


def test_what_comes_between_two_questions_belongs_to_the_first_of_them() -> None:
    written = heard(b"one", b"", b"three\n", b"four").written()
    assert [*pieces(written)] == [Piece(1, b"one"), Piece(3, b"three\n"), Piece(None, b"four")]
    assert written.text == b"onethree\nfour"


def test_what_came_before_the_game_belongs_to_no_decision_of_it() -> None:
    found = heard(b"earlier ", b"games ", b"one ", b"two", begin=2)
    assert [*pieces(found.written())] == [Piece(0, b"earlier games "), Piece(1, b"one "), Piece(None, b"two")]


def test_what_was_taken_begins_where_the_text_before_it_ended() -> None:
    found = heard(b"one ", b"two")
    assert [*pieces(found.take())] == [Piece(1, b"one "), Piece(None, b"two")]
    found.add(b"goodbye ")
    found.begin(2)
    found.mark(2)
    found.add(b"again ")
    found.mark(3)
    found.add(b"at last")
    assert [*pieces(found.take())] == [Piece(0, b"goodbye "), Piece(1, b"again "), Piece(None, b"at last")]
    assert found.take() == Written(b"")


@given(sizes, st.integers(0, 12))
def test_the_pieces_are_the_text_and_each_is_what_is_kept_of_its_decision(lengths: list[int], begin: int) -> None:
    texts = [bytes([65 + number]) * length for number, length in enumerate(lengths)]
    begin = begin if begin < len(texts) else 0
    written = heard(*texts, begin=begin).written()
    found = [*pieces(written)]
    assert b"".join(piece.text for piece in found) == written.text
    for number, text in found:
        letters = {letter for letter in text if chr(letter).isupper()}
        before = set(range(65, 65 + begin))
        own = before if number == 0 else {64 + begin + number} if number else {64 + len(texts)}
        assert letters <= own
    assert all(b < a for b, a in zip(marks_of(written)[:-1], marks_of(written)[1:], strict=True))


def test_what_was_left_out_is_an_empty_piece() -> None:
    much = b"x" * STDERR_KEPT
    found = [*pieces(heard(much, much, much, much).written())]
    assert [(number, len(text)) for number, text in found] == [
        (1, STDERR_KEPT),
        (2, len(b"\n[... 65536 bytes left out ...]\n")),
        (3, 0),
        (None, STDERR_KEPT),
    ]


def test_of_too_many_marks_the_last_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stderr, "MOST_MARKS", 3)
    found = [*pieces(heard(*(b"%d" % number for number in range(1, 7))).written())]
    assert found == [Piece(0, b"123"), Piece(4, b"4"), Piece(5, b"5"), Piece(None, b"6")]


@given(st.lists(st.tuples(st.integers(1, 300), st.integers(0, 70_000)), max_size=20))
def test_marks_come_back_as_they_were(steps: list[tuple[int, int]]) -> None:
    marks, decision, place = [(0, 0)], 0, 0
    for more, length in steps:
        decision, place = decision + more, place + length
        marks.append((decision, place))
    written = Written(bytes(place), coded(marks))
    assert marks_of(written) == marks
    with pytest.raises(ValueError, match=r"a mark at byte|a number is cut short|no pairs|two marks"):
        [*pieces(Written(bytes(place), written.marks + b"\1\1\0"))]


@pytest.mark.parametrize(
    ("marks", "words"),
    [
        (b"\0", "no pairs"),
        (b"\0\0\1\x80", "cut short"),
        (b"\0\0\1\xff\xff\xff\xff\xff\1", "too long"),
        (b"\0\0\1\5", "byte 5 of 4"),
        (b"\0\0\1\1\0\1", "two marks of decision 1"),
        (b"\1\0" * 10_001, "no pairs"),
    ],
)
def test_what_is_no_mark_of_the_text_is_an_error(marks: bytes, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        marks_of(Written(b"text", marks))


@given(st.binary(max_size=40), st.binary(max_size=40))
def test_whatever_the_marks_are_nothing_else_happens(text: bytes, marks: bytes) -> None:
    try:
        found = [*pieces(Written(text, marks))]
    except ValueError:
        return
    assert b"".join(piece.text for piece in found) == (text if marks else b"")


async def test_a_player_marks_what_its_bot_wrote_whenever_it_is_asked() -> None:
    processes: dict[int, MemoryProcess] = {}

    def telling(seat: int) -> Bot:
        async def bot(wire: Wire) -> None:
            await wire.say("bot fake 1\n")
            asked = 0
            while True:
                if (words := (await wire.line()).split())[0] == "ask":
                    asked += 1
                    if asked % 3 and seat:
                        processes[seat].stderr.add(b"%d\n" % asked)
                    await wire.say(f"{words[-1]}\n")

        return bot

    async with seated({seat: telling(seat) for seat in range(4)}) as players:
        for seat, connection in players.items():
            assert isinstance(connection.process, MemoryProcess)
            processes[seat] = connection.process
        outcome = await play_one(setup(), players)
    for seat, process in processes.items():
        last = outcome.uses[seat].decisions
        told = [number for number in range(1, last + 1) if number % 3 and seat]
        own = [Piece(number, b"%d\n" % number) for number in told]
        if own and told[-1] == last:
            own[-1] = Piece(None, own[-1].text)
        assert [*pieces(process.stderr.written())] == own


class Pipes:
    """A channel, the bot's ends of its output and its standard error, and what was heard there."""

    def __init__(self, opened: ExitStack) -> None:
        (from_bot, out), (errors, err), (its_input, to_bot) = [os.pipe() for _ in range(3)]
        for descriptor in (from_bot, errors, its_input, to_bot):
            opened.callback(os.close, descriptor)
        self.out, self.err = [opened.enter_context(os.fdopen(end, "wb", buffering=0)) for end in (out, err)]
        self.words: list[bytes] = []
        self.channel = PipeChannel(to_bot, from_bot, errors, self.words.append)


@pytest.fixture
def pipes() -> Iterator[Pipes]:
    with ExitStack() as opened:
        yield Pipes(opened)


def test_a_look_at_the_channel_reads_standard_error_too(pipes: Pipes) -> None:
    assert pipes.channel.poll() is None
    pipes.err.write(b"thinking")
    assert pipes.channel.soon(0) is None
    assert pipes.words == []
    pipes.out.write(b"pass\n")
    assert pipes.channel.poll() == b"pass\n"
    assert pipes.words == [b"thinking"]
    pipes.err.write(b"done")
    assert pipes.channel.poll() is None
    assert pipes.words == [b"thinking", b"done"]


def test_a_bot_may_close_its_standard_error_or_be_closed(pipes: Pipes) -> None:
    pipes.err.write(b"bye")
    pipes.err.close()
    assert pipes.channel.poll() is None
    assert pipes.words == [b"bye"]
    assert pipes.channel.poll() is None
    assert pipes.channel.hushed
    pipes.channel.overhear()
    pipes.channel.hush()
    pipes.out.write(b"pass\n")
    assert pipes.channel.poll() == b"pass\n"
    assert pipes.words == [b"bye"]
    pipes.out.close()
    assert pipes.channel.poll() == b""


def test_secrets_are_blotted_out_and_marks_stay() -> None:
    found = StandardError(secrets=[b"sk-12345"])
    found.begin(0)
    found.mark(0)
    found.add(b"key sk-12345\n")
    found.mark(1)
    found.add(b"sk-12 and sk-1")
    found.add(b"2345, sk-12")
    written = found.take()
    assert [each.text for each in pieces(written)] == [b"key ********\n", b"sk-12 and ********, sk-12"]
    assert found.kept() == written.text


def test_both_ends_of_a_long_text_hold_no_secret_that_came_in_two_writes() -> None:
    found = StandardError(10, [b"sk-12345"])
    for text in (b"some sk", b"-12345", b"x" * 100, b"sk-123", b"45 last"):
        found.add(text)
    assert found.kept() == b"some *****\n[... 106 bytes left out ...]\n***** last"
