"""The session table, row by row, and what a session checks beyond it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from typing import Any, get_args

import pytest
from msgpack import packb

from arena.protocol import (
    ARENA,
    BOT,
    CODECS,
    LINE,
    PACKED,
    SESSION,
    Answer,
    Arena,
    ArenaFault,
    Ask,
    Bot,
    BotFault,
    Bye,
    Capabilities,
    Clock,
    Codec,
    Did,
    Fault,
    Game,
    Message,
    Note,
    Over,
    Say,
    Session,
    Show,
    Side,
    State,
    capabilities,
)
from arena.protocol.grammar import FORM
from arena.protocol.session import TABLES_LIMIT
from arena.protocol.states import ARENA_GREETED, ASKED, BOT_GREETED, CLOCKED, CLOSED, IDLE, NEW, WATCHING
from tests.cycles import nothing_for_the_collector
from tests.protocol.examples import greeted

MESSAGES: tuple[Message, ...] = (
    Arena(1, ("line", "msgpack")),
    Bot("careful", "1.2", {}),
    Game("G1", "kaiser", {}),
    Note("trick", ("2", "10")),
    Show("hand", 0, ("AS", "KS")),
    Did(1, "play", "7D"),
    Say(1, "mine"),
    Clock(1000, 60000),
    Ask(0, "play", ("AS", "KS")),
    Answer("AS"),
    Over("G1", {}),
    Fault("CRASH", "exit 7"),
    Bye(),
)
BY_TYPE = {type(message): message for message in MESSAGES}
WAY: dict[State, tuple[type[Message], ...]] = {
    NEW: (),
    ARENA_GREETED: (Arena,),
    BOT_GREETED: (Bot,),
    IDLE: (Arena, Bot),
    WATCHING: (Arena, Bot, Game),
    CLOCKED: (Arena, Bot, Game, Clock),
    ASKED: (Arena, Bot, Game, Ask),
    CLOSED: (Arena, Bot, Bye),
}
SIDES: tuple[Side, Side] = (ARENA, BOT)

each_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=CODECS)


def session_in(state: State, side: Side, codec: Codec = LINE) -> Session:
    """Return a session of that side that has been led to a state."""
    session = Session(side)
    for kind in WAY[state]:
        message = BY_TYPE[kind]
        if kind is Bot:
            message = Bot("careful", "1.2", {"codec": codec.name})
        sender = FORM[kind].sender
        if sender == side:
            session.send(message)
        else:
            session.receive(session.codec.encode(message, None))
    assert session.state() == state
    return session


def test_every_state_and_every_message_is_tried() -> None:
    assert set(WAY) == set(get_args(State))
    assert set(BY_TYPE) == set(FORM)
    assert {state for state, _, _ in SESSION} | set(SESSION.values()) == set(WAY)


def test_every_row_is_said_by_the_side_that_has_such_a_message() -> None:
    assert all(FORM[kind].sender == sender for _, sender, kind in SESSION)


@pytest.mark.slow
@each_codec
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: FORM[type(message)].verb)
@pytest.mark.parametrize("state", WAY)
def test_a_session_sends_what_has_a_row_and_nothing_else(
    state: State, message: Message, side: Side, codec: Codec
) -> None:
    session = session_in(state, side, codec)
    after = SESSION.get((state, side, type(message)))
    if after is not None:
        assert session.codec.parse(body(session.codec, session.send(message)), side) == (None, message)
        assert session.state() == after
    else:
        with pytest.raises(BotFault if side == BOT else ArenaFault):
            session.send(message)
        assert session.state() == state


@pytest.mark.slow
@each_codec
@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: FORM[type(message)].verb)
@pytest.mark.parametrize("state", WAY)
def test_a_session_receives_what_has_a_row_and_nothing_else(
    state: State, message: Message, side: Side, codec: Codec
) -> None:
    session = session_in(state, side, codec)
    sender: Side = BOT if side == ARENA else ARENA
    data = session.codec.encode(message, None)
    after = SESSION.get((state, sender, type(message)))
    if after is not None:
        assert session.receive(data) == [(None, message)]
        assert session.state() == after
    else:
        with pytest.raises(BotFault if sender == BOT else ArenaFault):
            session.receive(data)
        assert session.state() == state


def body(codec: Codec, data: bytes) -> bytes:
    return data[:-1] if codec is LINE else data[4:]


def test_a_session_that_has_raised_stays_broken_but_can_tell_why() -> None:
    arena = session_in(ASKED, ARENA)
    with pytest.raises(BotFault, match="QS is not one of: AS KS") as first:
        arena.receive(b"QS\n")
    with pytest.raises(BotFault) as second:
        arena.receive(b"AS\n")
    assert repr(second.value) == repr(first.value)
    assert arena.send(Fault(first.value.kind, first.value.text)) == b"fault ILLEGAL QS is not one of: AS KS\n"
    assert arena.state() == CLOSED


def test_a_second_answer_in_the_same_chunk_is_a_fault() -> None:
    arena = session_in(ASKED, ARENA)
    with pytest.raises(BotFault, match="PROTOCOL: `answer` may not be said while watching: it was asked nothing"):
        arena.receive(b"AS\nAS\n")


def framed(*items: object) -> bytes:
    data: bytes = packb(items)
    return len(data).to_bytes(4, "big") + data


@pytest.mark.parametrize(
    ("wish", "answer", "text"),
    [
        ("", b"@G1 AS\n", "it did not ask for several tables, so its answers do not begin with `@`"),
        (" tables=2", b"AS\n", "it asked for several tables, so its answers begin with `@`, the game's id and a space"),
        (" tables=2", b"@G2 AS\n", "at a table without a game: it was asked nothing"),
        ("", b"bot careful 1.2\n", "it has greeted already"),
        ("", b"AS say " + b"x" * 401 + b"\n", "' ... is not `WORD [say TEXT]`: a text has 1 to 400 characters"),
        (" codec=msgpack", framed("answer", {"word": "AS"}), "a map in a frame"),
        (" codec=msgpack", framed("answer", b"AS"), "binary data in a frame"),
        (" codec=msgpack", framed("answer", ["AS"]), "not an array of strings and whole numbers: ['answer', ['AS']]"),
        (
            " codec=msgpack",
            framed("answer", "AS", "say", "hi"),
            '["answer", WORD] or ["answer", WORD, TEXT], all strings',
        ),
        (" codec=msgpack", framed("answer", 6), '["answer", WORD] or ["answer", WORD, TEXT], all strings'),
        (" codec=msgpack", b"pass\n", "a frame of 1885434739 bytes, more than 65536: it begins with 'pass'"),
    ],
)
def test_the_author_of_a_wrong_answer_is_told_what_is_wrong_with_it(wish: str, answer: bytes, text: str) -> None:
    arena = Session(ARENA)
    arena.send(Arena(1, ("line", "msgpack")))
    arena.receive(f"bot careful 1.2{wish}\n".encode())
    table = "G1" if "tables" in wish else None
    arena.send(Game("G1", "kaiser", {}), table)
    arena.send(Ask(0, "play", ("AS", "KS")), table)
    with pytest.raises(BotFault) as told:
        arena.receive(answer)
    assert text in told.value.text


def test_part_of_an_answer_may_come_early() -> None:
    arena = session_in(WATCHING, ARENA)
    assert arena.receive(b"A") == []
    arena.send(Ask(0, "play", ("AS", "KS")))
    assert arena.receive(b"S\n") == [(None, Answer("AS"))]


def test_only_a_few_of_many_legal_words_are_told() -> None:
    arena = session_in(WATCHING, ARENA)
    arena.send(Ask(0, "bid", tuple(str(bid) for bid in range(1000))))
    with pytest.raises(BotFault, match=r"^ILLEGAL: pass is not one of: 0 1 2 3 [0-9 ]+ \.\.\.$") as caught:
        arena.receive(b"pass\n")
    assert len(caught.value.text) < 120


def test_the_codec_changes_after_both_greetings() -> None:
    arena, bot = Session(ARENA), Session(BOT)
    hello = arena.send(Arena(1, ("line", "msgpack")))
    assert arena.codec is LINE
    reply = bot.send(Bot("careful", "1.2", {"codec": "msgpack"}))
    assert reply.startswith(b"bot careful")
    assert bot.codec is LINE
    bot.receive(hello)
    assert bot.codec is PACKED
    arena.receive(reply)
    assert arena.codec is PACKED


def test_a_frame_may_come_in_the_chunk_of_the_greeting() -> None:
    bot = Session(BOT)
    bot.send(Bot("careful", "1.2", {"codec": "msgpack"}))
    game, ask = Game("G1", "kaiser", {}), Ask(0, "play", ("AS",))
    data = b"arena 1 line msgpack\n" + PACKED.encode(game, None) + PACKED.encode(ask, None)
    assert bot.receive(data) == [(None, Arena(1, ("line", "msgpack"))), (None, game), (None, ask)]


def test_a_frame_behind_the_greeting_of_a_bot_is_read_as_a_frame() -> None:
    arena = session_in(ARENA_GREETED, ARENA)
    with pytest.raises(BotFault, match="`answer` may not be said while idle"):
        arena.receive(b"bot careful 1.2 codec=msgpack\n" + PACKED.encode(Answer("AS"), None))


def test_a_line_behind_a_greeting_that_asked_for_frames_is_a_fault() -> None:
    arena = session_in(ARENA_GREETED, ARENA)
    with pytest.raises(BotFault, match="FLOOD"):
        arena.receive(b"bot careful 1.2 codec=msgpack\nAS say mine\n")


@each_codec
def test_a_session_dies_without_the_collector_whatever_was_said(codec: Codec) -> None:
    nonsense = b"\xff" * 10 + b"\n"

    def refused() -> None:
        arena = session_in(ASKED, ARENA, codec)
        for _ in range(2):  # the fault stays
            with pytest.raises(BotFault, match=r"PROTOCOL|FLOOD"):
                arena.receive(nonsense)

    with nothing_for_the_collector():
        session_in(CLOSED, BOT, codec)
        session_in(ASKED, ARENA, codec).receive(codec.encode(Answer("AS"), None))
        refused()


def test_the_size_limit_of_a_session_can_be_set() -> None:
    arena = Session(ARENA, limit=20)
    with pytest.raises(BotFault, match="FLOOD"):
        arena.receive(b"bot careful 1.2 author=ann\n")


def test_games_at_several_tables_are_independent() -> None:
    arena = greeted(tables=2)
    arena.send(Game("G1", "kaiser", {}), "G1")
    arena.send(Game("G2", "kaiser", {}), "G2")
    arena.send(Ask(0, "play", ("AS",)), "G2")
    arena.send(Clock(1000, 5000), "G1")
    assert [arena.state(), arena.state("G1"), arena.state("G2"), arena.state("G3")] == [IDLE, CLOCKED, ASKED, IDLE]
    assert arena.receive(b"@G2 AS\n") == [("G2", Answer("AS"))]
    assert arena.state("G2") == WATCHING
    assert arena.send(Over("G2", {}), "G2") == b"@G2 over G2\n"
    assert arena.state("G2") == IDLE


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({}, Capabilities(LINE, 1, live=False)),
        ({"codec": "line", "tables": "1", "live": "no"}, Capabilities(LINE, 1, live=False)),
        (
            {"codec": "msgpack", "tables": str(TABLES_LIMIT), "live": "yes"},
            Capabilities(PACKED, TABLES_LIMIT, live=True),
        ),
        ({"author": "ann", "Codec": "json"}, Capabilities()),
    ],
)
def test_the_capabilities_are_what_a_greeting_asks_for(settings: dict[str, str], expected: Capabilities) -> None:
    assert capabilities(Bot("careful", "1.2", settings)) == expected
    arena = session_in(ARENA_GREETED, ARENA)
    arena.receive(LINE.encode(Bot("careful", "1.2", settings), None))
    assert arena.capabilities == expected


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"codec": "json"}, "codec='json' is not one of line msgpack"),
        ({"tables": "0"}, "tables='0' is not a number from 1 to 1000"),
        ({"tables": "01"}, "tables='01' is not a number from 1 to 1000"),
        ({"tables": "\u0661"}, r"tables='\\u0661' is not a number from 1 to 1000"),
        ({"live": "Yes"}, "live='Yes' is not one of no yes"),
    ],
)
def test_a_known_setting_has_a_known_value(settings: dict[str, str], text: str) -> None:
    with pytest.raises(BotFault, match=f"^PROTOCOL: {text}$"):
        capabilities(Bot("careful", "1.2", settings))


def asked_at(tables: Sequence[str]) -> Session:
    """An arena's session in which a question is open at each of these tables, asked in this order."""
    arena = greeted(tables=9)
    for table in tables:
        arena.send(Game(table, "kaiser", {}), table)
        arena.conversation(table).ask([], 0, "play", (f"{table}A", f"{table}B"))
    return arena


@pytest.mark.parametrize("cuts", [[], [6], [3], [3, 6, 9, 12, 15], [1, 20]], ids=str)
@pytest.mark.parametrize("order", list(permutations(("G1", "G12", "G2"))), ids=" ".join)
def test_answers_of_several_tables_may_come_in_any_order_and_cut_anyhow(order: Sequence[str], cuts: list[int]) -> None:
    arena = asked_at(("G12", "G1", "G2"))
    data = "".join(f"@{table} {table}B\n" for table in order).encode()
    told = [message for start, end in pairwise([0, *cuts, len(data)]) for message in arena.receive(data[start:end])]
    assert told == [(table, Answer(f"{table}B")) for table in order]
    for table in order:
        arena.conversation(table).ask(["note trick 2 10\n"], 0, "play", ("AS",))
    assert arena.receive("".join(f"@{table} AS\n" for table in order).encode()) == [
        (table, Answer("AS")) for table in order
    ]


@pytest.mark.parametrize("line", ["@G1 G2A", "@G1", "@G1 ", "@G3 G3A", "G1A", "@G1 G1A G1A", " @G1 G1A", "@G1  G1A"])
def test_an_answer_that_is_not_offered_at_its_table_is_a_fault_wherever_it_stands(line: str) -> None:
    for before in ("", "@G1 G1A\n", "@G2 G2B\n"):
        arena = asked_at(("G1", "G2"))
        with pytest.raises(BotFault):
            arena.receive(f"{before}{line}\n".encode())


def test_a_bot_that_sends_everything_in_halves_takes_no_more_memory_than_others() -> None:
    arena = asked_at(("G1",))
    for _ in range(100):
        assert arena.receive(b"@G1 G") == []
        assert arena.receive(b"1A\n") == [("G1", Answer("G1A"))]
        arena.conversation("G1").ask([], 0, "play", ("G1A",))


def begins(game: str, settings: Any) -> Message:
    return Game(game, "kaiser", settings)


@pytest.mark.parametrize("framed", [begins, Over])
def test_games_begin_and_end_in_remembered_words_only_where_they_are_the_same(
    framed: Callable[[Any, Any], Message],
) -> None:
    line = LINE.encode(framed("G1", {"a": "1"}), None)
    assert LINE.encode(framed("G2", {"a": "1"}), None) == line.replace(b"G1", b"G2")
    assert LINE.encode(framed("G1", {"a": "2"}), None) == line.replace(b"a=1", b"a=2")
    for wrong in ("", "g1", "G1 ", "G" + 16 * "x", 1):
        with pytest.raises(ArenaFault, match="cannot be written"):
            LINE.encode(framed(wrong, {"a": "1"}), None)
    for settings in ({"a": "1 "}, {"a b": "1"}, {"a": ["1 "]}, {"a": ""}):
        with pytest.raises(ArenaFault, match="cannot be written"):
            LINE.encode(framed("G1", settings), None)


@pytest.mark.parametrize("state", sorted({*WAY} - {WATCHING}))
def test_nothing_is_told_or_asked_in_a_stroke_where_no_game_goes_on(state: State) -> None:
    at = session_in(state, ARENA).conversation()
    with pytest.raises(ArenaFault, match=f"`note` may not be said while {state}"):
        at.tell(["note trick 2 10\n"])
    with pytest.raises(ArenaFault, match=f"`note` may not be said while {state}"):
        at.ask(["note trick 2 10\n"], 0, "play", ("AS",))
    assert at.state == state


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ((), "cannot be written"),
        (("AS", "AS"), "comes twice"),
        (("A S",), "'A S' does not fit"),
        (("-",), "cannot be written"),
        (tuple(f"{'x' * 60}{n}" for n in range(1100)), "longer than 65536 bytes"),
    ],
    ids=["none", "twice", "a space", "a secret", "too many"],
)
def test_a_question_that_cannot_be_written_is_not_asked_in_a_stroke(words: tuple[str, ...], text: str) -> None:
    at = session_in(WATCHING, ARENA).conversation()
    for _ in range(2):  # nothing that was refused is taken for known
        with pytest.raises(ArenaFault, match=text):
            at.ask(["note trick 2 10\n"], 0, "play", words)
        assert at.state == WATCHING


def test_only_an_open_game_has_a_conversation() -> None:
    with pytest.raises(KeyError):
        session_in(WATCHING, ARENA).conversation("G1")
