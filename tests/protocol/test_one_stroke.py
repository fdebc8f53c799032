"""What is written and read in one stroke is what is written and read message by message, whatever was said before.

Two things make the protocol fast: a word that fitted once is not held against its pattern again (`fields.Words`), and
the news and the question of a decision, and its answer, do not pass the session table one by one (`Conversation`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias, get_args

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from arena.chance import keyed
from arena.games import kernel
from arena.games.catalogue import GAMES
from arena.games.kernel.position import play_game
from arena.protocol import (
    ARENA,
    LIMIT,
    Answer,
    Arena,
    ArenaFault,
    Ask,
    Bot,
    BotFault,
    Bye,
    Clock,
    Conversation,
    Did,
    Fault,
    Game,
    Message,
    Note,
    Over,
    Say,
    Session,
    Show,
    State,
    TableId,
    conversation,
    fields,
    write_line,
)
from arena.protocol.fields import NUMBER_LIMIT, Words
from arena.protocol.grammar import FORM, read, write
from arena.protocol.states import ASKED, CLOCKED, IDLE, NARRATION, SESSION, WATCHING
from arena.table import record
from tests.protocol.examples import any_message, greeted, steady
from tests.protocol.scripts import standing

MEMORIES = (fields._names, fields._values, fields._words, fields._choices)


def outcome(does: Callable[[], object]) -> object:
    """Return what comes of it, or the fault. Where two things are wrong, either may be told of the arena."""
    try:
        return does()
    except (ArenaFault, BotFault) as fault:
        return vars(fault) if isinstance(fault, BotFault) else ArenaFault


# Words.

word = st.sampled_from(["AS", "KS", "6", "-", "bot", "", "A S", "@G1", "a=b", "\u00e9", "\n", "x" * 64, "x" * 65])
odd = st.one_of(word, word, word, st.none(), st.integers(-1, 2), st.booleans(), st.just(["AS"]))
"""A field: often a word, sometimes a word that no form takes, sometimes no word at all."""
several = st.one_of(st.lists(word, max_size=4).map(tuple), st.lists(odd, max_size=3).map(tuple))
numbers = st.one_of(st.integers(-1, 3), st.sampled_from([NUMBER_LIMIT, NUMBER_LIMIT + 1, True, "2", None]))
settings = st.one_of(st.dictionaries(word, word, max_size=2), st.dictionaries(word, odd, max_size=2))
ids = st.sampled_from(["G1", "g1", "G", "G" + "x" * 16, "G1 ", 1])
odd_message: st.SearchStrategy[Any] = st.one_of(
    st.builds(Arena, numbers, several),
    st.builds(Bot, odd, odd, settings),
    st.builds(Game, ids, odd, settings),
    st.builds(Note, odd, several),
    st.builds(Show, odd, numbers, several),
    st.builds(Did, numbers, odd, odd),
    st.builds(Say, numbers, st.sampled_from(["mine", " ", "", "\u00e4rgerlich", "a\nb", "x" * 401])),
    st.builds(Clock, numbers, numbers),
    st.builds(Ask, numbers, odd, several),
    st.builds(Over, ids, settings),
    st.builds(Answer, odd, st.sampled_from(["", "mine", "\u2028"])),
)


def check_writing(message: Message) -> None:
    """Check that a message is refused, or that its line says the same message."""
    try:
        line = write(message)
    except (ArenaFault, BotFault):
        return
    assert read(line, FORM[type(message)].sender) == message


@hypothesis_settings(steady, max_examples=5 * steady.max_examples)
@given(said=st.lists(st.one_of(odd_message, any_message), min_size=1, max_size=4))
def test_what_is_written_is_of_its_form_whatever_was_written_before(said: list[Message]) -> None:
    for memory in MEMORIES:
        memory._known.clear()
        memory._texts.clear()
    first = [outcome(partial(write, message)) for message in said]
    for message, line in zip(said, first, strict=True):
        check_writing(message)
        assert outcome(partial(write, message)) == line, "a memory changes nothing"


@pytest.mark.interpreted
def test_little_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Words, "MOST", 10)
    words = Words("[a-z0-9]+")
    for n in range(100):
        assert words.joined((f"a{n}", f"b{n}")) == f" a{n} b{n}"
        assert len(words._known) <= 12
    with pytest.raises(ValueError, match="'a 1' does not fit"):
        words.joined(("a1", "a 1"))
    assert "a 1" not in words._known


@pytest.mark.parametrize(
    ("memory", "wrong", "message"),
    [
        (fields._choices, "A S", Ask(0, "play", ("AS", "A S"))),
        (fields._choices, "-", Did(0, "play", "-")),
        (fields._words, "x" * 65, Show("hand", None, ("x" * 65,))),
        (fields._names, "a=b", Game("G1", "kaiser", {"a=b": "1"})),
        (fields._values, "", Over("G1", {"places": ""})),
    ],
    ids=["a word that is two", "a word for a secret", "a long word", "a key with a value", "no value"],
)
def test_a_wrong_word_in_the_memory_is_noticed(
    memory: Words, wrong: str, message: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_writing(message)
    monkeypatch.setattr(memory, "_known", {"AS": 1, wrong: 2})
    with pytest.raises((AssertionError, ArenaFault)):
        check_writing(message)


def test_a_wrong_text_in_the_memory_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fields._choices, "_texts", {("AS", "KS"): " KS AS"})
    with pytest.raises(AssertionError):
        check_writing(Ask(0, "play", ("AS", "KS")))


# Strokes.

WAYS: dict[State, tuple[Message, ...]] = {
    IDLE: (),
    WATCHING: (Game("G1", "kaiser", {}),),
    ASKED: (Game("G1", "kaiser", {}), Ask(0, "play", ("AS", "KS"))),
    CLOCKED: (Game("G1", "kaiser", {}), Clock(1000, 60000)),
    "closed": (Game("G1", "kaiser", {}), Fault("CRASH", "exit 7")),
}
ENDED = (Game("G1", "kaiser", {}), Over("G1", {}))
NEWS: tuple[Message, ...] = (
    Note("trick", ("2", "10")),
    Show("hand", 0, ("AS", "KS")),
    Did(1, "play", "7D"),
    Say(1, "mit Bedacht, \u00e4rgerlich"),
)
LONG = Note("many", ("x" * 63,) * 1023 + ("x" * 54,))
"""As long as a line may be, so too long with a table."""
SEVERAL = (*((said,) for said in NEWS), NEWS, (LONG,), (*NEWS, LONG))
QUESTIONS = [Ask(0, "play", words) for words in (("AS", "KS"), (), ("AS", "AS"), ("A S",), ("-",), ("bot",))]
BYTES = [
    *(b"AS\n", b"AS\r\n", b"AS \n", b" AS\n", b"QS\n", b"AS say mine\n", b"AS", b"\n", b"\xff\n", b"AS\xff\n"),
    *(b"AS\nKS\n", b"AS\nA", b"@G1 AS\n", b"@G1 AS\n@G1 KS\n", b"@G1  AS\n", b"@G9 AS\n", b"@G1\n", b"@ AS\n"),
]


def session_after(said: Sequence[Message], tables: int) -> Session:
    """Return an arena's session that has said some messages of a game to a bot that plays at so many tables."""
    session = greeted(tables)
    for message in said:
        session.send(message, "G1" if tables > 1 and FORM[type(message)].in_game else None)
    return session


Act: TypeAlias = Callable[[Session], object]


def acts(state: State, table: TableId) -> Iterator[tuple[Act, Act]]:
    """Yield what may be done in one stroke in a state, each with the same message by message."""

    def asks(news: Sequence[Message], question: Ask) -> tuple[Act, Act]:
        lines = [write_line(message) for message in news]
        return lambda by: by.conversation(table).ask(lines, *question), says([*news, question])

    def tells(news: Sequence[Message]) -> tuple[Act, Act]:
        lines = [write_line(message) for message in news]
        return lambda by: by.conversation(table).tell(lines), says(news)

    def says(said: Sequence[Message]) -> Act:
        return lambda by: b"".join([by.send(message, table) for message in said])

    def hears(data: bytes) -> tuple[Act, Act]:
        return lambda by: by.receive(data), lambda by: by._reader.feed(data, by._step)

    yield from map(hears, BYTES)
    if table is None or state != IDLE:
        yield from map(tells, SEVERAL)
        several = SEVERAL if state == CLOCKED else ((), *SEVERAL)  # a question after a clock is sent by itself
        yield from (asks(news, question) for news in several for question in QUESTIONS)


def check_strokes(said: Sequence[Message], tables: int) -> None:
    """Do everything in one stroke and message by message; check that the same comes of it."""
    table = "G1" if tables > 1 else None
    for at_once, one_by_one in acts(session_after(said, tables).state(table), table):
        short, long = session_after(said, tables), session_after(said, tables)
        assert outcome(partial(at_once, short)) == outcome(partial(one_by_one, long))
        assert standing(short) == standing(long)


def check_all_strokes() -> None:
    for said in (*WAYS.values(), ENDED):
        check_strokes(said, 1)
        check_strokes(said, 2)


@pytest.mark.parametrize("tables", [1, 2])
@pytest.mark.parametrize("said", [*WAYS.values(), ENDED], ids=[*WAYS, "ended"])
def test_a_stroke_does_what_its_messages_do(said: Sequence[Message], tables: int) -> None:
    check_strokes(said, tables)


def test_the_table_says_that_narration_changes_no_state() -> None:
    assert {SESSION[WATCHING, ARENA, message] for message in NARRATION} == {WATCHING}
    assert (SESSION[WATCHING, ARENA, Ask], SESSION[ASKED, "bot", Answer]) == (ASKED, WATCHING)


def test_what_the_rules_tell_is_narration() -> None:
    game = GAMES["kaiser"]
    position = play_game(game, game.options(), keyed("narration", "0"))
    while position.ask is not None:
        position.play(position.ask.legal[0])
    told = [*position.log, kernel.Say((), 1, "mine")]
    assert {type(event) for event in told} == set(get_args(kernel.Event))
    assert {type(record.message(event)) for event in told} == NARRATION, "only these go through `tell` and `ask`"


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("name", "wrong"),
    [("WATCHING", ASKED), ("WATCHING", IDLE), ("ASKED", WATCHING), ("ASKED", CLOCKED), ("LIMIT", 2 * LIMIT)],
    ids=["news while a question is open", "news of no game", "an answer to no question", "no answer", "a long line"],
)
def test_a_stroke_that_looks_away_is_noticed(name: str, wrong: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, name, wrong)
    with pytest.raises(AssertionError):
        check_all_strokes()


@pytest.mark.interpreted
def test_an_answer_that_was_not_offered_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unchecked(at: Conversation, word: str) -> Answer | None:
        return Answer(word) if at.state == ASKED else None

    monkeypatch.setattr(Conversation, "answer_in", unchecked)
    with pytest.raises(AssertionError):
        check_strokes(WAYS[ASKED], 1)


def test_the_connection_may_end_where_no_game_is_open() -> None:
    session = session_after(ENDED, 2)
    assert session.between_games
    assert session.send(Bye()) == b"bye\n"


@pytest.mark.parametrize(
    "chunks", [("G1", "G2", "G3"), ("G3", "G1", "G2"), ("G1 G2", "G3"), ("G2", "G3 G1"), ("G1 G2 G3",), ("G3 G2 G1",)]
)
def test_tables_answer_in_the_order_in_which_they_were_asked_or_in_any_other(chunks: tuple[str, ...]) -> None:
    session = greeted(3)
    for table in ("G1", "G2", "G3"):
        session.send(Game(table, "kaiser", {}), table)
    for _ in range(2):
        for table in ("G1", "G2", "G3"):
            session.conversation(table).ask([], 0, "play", (f"A{table}", "KS"))
        heard = [
            session.receive("".join(f"@{table} A{table}\n" for table in chunk.split()).encode()) for chunk in chunks
        ]
        order = " ".join(chunks).split()
        assert [one for some in heard for one in some] == [(table, Answer(f"A{table}")) for table in order]
    assert not session._asked


@pytest.mark.parametrize("owner", [None, 0, 3])
@pytest.mark.parametrize("cards", [(), ("AS",), ["AS", "KS"], ("A S",), ("",), ("AS",) * 499, ("x" * 64,) * 501, (1,)])
def test_shown_cards_are_written_like_every_message(owner: int | None, cards: Sequence[str]) -> None:
    shown = kernel.Show((0,), "hand", owner, cards)
    assert outcome(lambda: record.line(shown)) == outcome(lambda: write_line(Show("hand", owner, tuple(cards))))
