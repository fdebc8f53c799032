"""The shortcuts say, hear and refuse what the long way does: by way of the forms and the session table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, get_args

import pytest
from hypothesis import Phase, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from arena.chance import keyed
from arena.games import kernel
from arena.games.catalogue import GAMES
from arena.games.kernel.position import play_game
from arena.protocol import (
    ARENA,
    BOT,
    LIMIT,
    LINE,
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
    Side,
    State,
    TableId,
    remembered,
)
from arena.protocol.fields import NUMBER_LIMIT
from arena.protocol.grammar import FORM, write
from arena.protocol.line import PLAIN
from arena.protocol.remembered import line, strokes
from arena.protocol.states import (
    ARENA_GREETED,
    ASKED,
    BOT_GREETED,
    CLOCKED,
    CLOSED,
    IDLE,
    NARRATION,
    NEW,
    SESSION,
    WATCHING,
    rows,
)
from arena.table import record
from tests.protocol.examples import any_message, steady
from tests.protocol.long_way import LongWay, standing

SIDES: tuple[Side, Side] = (ARENA, BOT)
CACHES: tuple[dict[Any, Any], ...] = (
    remembered._heads,
    remembered._bits,
    remembered._texts,
    remembered._tails,
    remembered._openings,
    remembered._answers,
)


def nothing() -> None:
    """What is wrong with the memory before anything is said."""


poison = nothing


def forget() -> None:
    """Empty the memory, but for what a test plants in it."""
    remembered._cards.clear()
    for cache in CACHES:
        cache.clear()
    poison()


# What is done to both ways, each as a plain value.


class Send(NamedTuple):
    """Our own side says a message."""

    message: Message
    table: TableId


class Hear(NamedTuple):
    """Bytes of the other side come."""

    data: bytes


class Tell(NamedTuple):
    """News in one stroke, perhaps with a question, perhaps at a table whose game has ended."""

    news: tuple[Message, ...]
    question: Ask | None
    table: TableId


Act: TypeAlias = Send | Hear | Tell


class Both:
    """A session with shortcuts and one without, side by side.

    Args:
        own: which side both are.
        limit: the bytes of a message of the other side.
    """

    def __init__(self, own: Side, limit: int = LIMIT) -> None:
        self.short, self.long = Session(own, limit), LongWay(own, limit)
        self.held: dict[TableId, Conversation] = {}
        """The last conversation of each table, open or not."""

    def play(self, act: Act) -> None:
        """Do it both ways; assert that the same came of it."""
        short: Callable[[], object]
        long: Callable[[], object]
        match act:
            case Send(message, table):
                short, long = partial(self.short.send, message, table), partial(self.long.send, message, table)
            case Hear(data):
                short, long = partial(self.short.receive, data), partial(self.long.receive, data)
            case Tell(news, question, table):
                at = self.short._open.get(table, self.held.get(table))
                if at is None or self.short.codec is not LINE:
                    return
                lines = [PLAIN.encode(said, None).decode() for said in news]
                if question is None:
                    short, long = partial(at.tell, lines), partial(self.long.tell, lines, table)
                else:
                    short, long = partial(at.ask, lines, *question), partial(self.long.ask, lines, question, table)
        assert outcome(short) == outcome(long)
        assert standing(self.short) == self.long.standing()
        self.held |= self.short._open


def outcome(way: Callable[[], object]) -> object:
    """Return what comes of it: what is returned, with its types, or the fault."""
    try:
        done = way()
    except (ArenaFault, BotFault) as fault:
        return type(fault), vars(fault)
    return [(table, type(message), message) for table, message in done] if isinstance(done, list) else done


def side_by_side(own: Side, limit: int, acts: Iterable[Act]) -> None:
    """Do all this both ways, with an empty memory and once more with what it then holds."""
    forget()
    acts = list(acts)
    for _ in range(2):
        both = Both(own, limit)
        for act in acts:
            both.play(act)


# Every state and every message.

HELLO, ONE, TWO = Arena(1, ("line", "msgpack")), Bot("careful", "1.2", {}), Bot("careful", "1.2", {"tables": "2"})
ASK = Ask(0, "play", ("AS", "KS"))
WAYS: Mapping[State, tuple[type[Message], ...]] = {
    NEW: (),
    ARENA_GREETED: (Arena,),
    BOT_GREETED: (Bot,),
    IDLE: (Arena, Bot),
    WATCHING: (Arena, Bot, Game),
    CLOCKED: (Arena, Bot, Game, Clock),
    ASKED: (Arena, Bot, Game, Ask),
    CLOSED: (Arena, Bot, Bye),
}
NEWS: tuple[Message, ...] = (
    Note("trick", ("2", "10")),
    Show("hand", 0, ("AS", "KS")),
    Did(1, "play", "7D"),
    Say(1, "mit Bedacht, \u00e4rgerlich"),
)
LONG = Note("many", ("x" * 63,) * 1023 + ("x" * 54,))
"""As long as a line may be, so too long with a table."""
UNWRITABLE: tuple[Message, ...] = (
    *(Ask(0, "play", words) for words in ((), ("AS", "AS"), ("AS", "KS", "AS"), ("A S",), ("-",), ("bot",))),
    *(Ask(-1, "play", ("AS",)), Ask(True, "play", ("AS",)), Note("A S", ()), Note("", ()), Note("trick", ("2", ""))),
    *(Show("hand", -1, ("AS",)), Show("hand", True, ("AS",)), Show("hand", None, ("x" * 65,)), Clock(-1, 60000)),
    *(Game("g1", "kaiser", {"seat": "1"}), Over("g1", {"places": "1,2"})),
)


def messages(bot: Bot, game: str) -> tuple[Message, ...]:
    return (
        *(HELLO, bot, Game(game, "kaiser", {"seat": "1"}), *NEWS, Clock(1000, 60000), ASK),
        *(Answer("AS"), Answer("KS", "mine"), Answer("QS"), Over(game, {"places": "1,2"})),
        *(Over("G9", {}), Fault("CRASH", "exit 7"), Bye(), LONG),
    )


def led(own: Side, state: State, bot: Bot, table: TableId) -> Iterator[Act]:
    """Yield what leads both ways to a state at a table."""
    by_type = {type(message): message for message in reversed(messages(bot, table or "G1"))}
    for kind in WAYS[state]:
        at = table if FORM[kind].in_game else None
        said = by_type[kind]
        yield Send(said, at) if FORM[kind].sender == own else Hear(PLAIN.encode(said, at))


def tries(bot: Bot, own: Side) -> Iterator[Act]:
    """Yield everything that may be tried in a state."""
    for message in messages(bot, "G1"):
        for at in (None, "G1", "G9") if FORM[type(message)].in_game else (None,):
            yield Send(message, at)
            if isinstance(data := outcome(partial(PLAIN.encode, message, at)), bytes):
                yield Hear(data)
                if FORM[type(message)].sender == BOT:
                    yield from (
                        Hear(data + data),
                        Hear(data[:-1] + b"\r\n"),
                        Hear(data + b"\xff\n"),
                        Hear(data[:-1]),
                        Hear(data[:-1] + b" \n"),
                    )
    for at in (None, "G1"):
        for news in ((), *((said,) for said in NEWS), NEWS, (LONG,), (*NEWS, LONG)):
            yield Tell(news, None, at)
        for news in ((), NEWS, (LONG,)):
            for question in (ASK, *[said for said in UNWRITABLE if isinstance(said, Ask) and said.seat is not True]):
                yield Tell(news, question, at)
    for message in UNWRITABLE:
        yield Send(message, None)


def exhaustive(own: Side, state: State, bot: Bot) -> None:
    """Try everything in a state, and once more in the state after it, with and without a memory of it."""
    table = "G1" if bot is TWO and state in {WATCHING, CLOCKED, ASKED} else None
    for act in tries(bot, own):
        side_by_side(own, LIMIT, [*led(own, state, bot, table), act, act])


def test_every_state_and_every_message_is_tried() -> None:
    assert set(WAYS) == {state for state, _, _ in SESSION} | set(SESSION.values())
    assert {type(message) for message in messages(ONE, "G1")} == set(FORM)
    assert set(map(type, NEWS)) == NARRATION


@pytest.mark.broad
@pytest.mark.parametrize("bot", [ONE, TWO], ids=["one table", "two tables"])
@pytest.mark.parametrize("state", WAYS)
@pytest.mark.parametrize("own", SIDES)
def test_both_ways_do_the_same_in_every_state(own: Side, state: State, bot: Bot) -> None:
    exhaustive(own, state, bot)


@pytest.mark.parametrize("end", [Over("G1", {}), Fault("CRASH", "exit 7")], ids=["over", "fault"])
@pytest.mark.parametrize("bot", [ONE, TWO], ids=["one table", "two tables"])
def test_nothing_is_told_of_a_game_that_has_ended(bot: Bot, end: Message) -> None:
    table = "G1" if bot is TWO else None
    ended = [*led(ARENA, WATCHING, bot, table), Send(end, table if isinstance(end, Over) else None)]
    for act in (Tell(NEWS, None, table), Tell((), ASK, table)):
        side_by_side(ARENA, LIMIT, [*ended, act])


# Anything.

words = st.sampled_from(["AS", "KS", "7D", "6", "-", "bot", "", "A S", "@G1", "\u00e9", "\n", "x" * 64, "x" * 65])
odd = st.one_of(words, words, words, st.none(), st.integers(-1, 2), st.booleans(), st.just(["AS"]))
"""A field: often a word, sometimes a word that no form takes, sometimes no word at all."""
several = st.one_of(st.lists(words, max_size=4).map(tuple), st.lists(odd, max_size=3).map(tuple), odd)
numbers = st.one_of(st.integers(-1, 3), st.sampled_from([NUMBER_LIMIT, NUMBER_LIMIT + 1, True, "2"]))
settings = st.one_of(st.dictionaries(words, words, max_size=2), st.dictionaries(words, odd, max_size=2))
ids = st.sampled_from(["G1", "G1", "G2", "G3", "g1", "G", "G" + "x" * 16, "G1 ", 1])
any_table: st.SearchStrategy[TableId] = st.sampled_from([None, None, "G1", "G1", "G2", "g1"])
sensible = st.sampled_from([*messages(ONE, "G1"), *messages(TWO, "G2"), ASK, ASK, Answer("AS"), Answer("KS")])
odd_message: st.SearchStrategy[Any] = st.one_of(
    st.builds(Note, odd, several),
    st.builds(Show, odd, st.none() | numbers, several),
    st.builds(Did, numbers, odd, odd),
    st.builds(Clock, numbers, numbers),
    st.builds(Ask, numbers, odd, several),
    st.builds(Game, ids, odd, settings),
    st.builds(Over, ids, settings),
    st.builds(Answer, odd, odd),
)
narration = st.one_of(st.sampled_from(NEWS), any_message.filter(lambda said: type(said) in NARRATION))
questions = st.one_of(
    st.just(ASK),
    st.builds(Ask, st.integers(-1, 3), words, st.lists(words, max_size=4).map(tuple)),
    st.builds(Ask, st.integers(0, 1), st.just("play"), several.filter(lambda value: isinstance(value, tuple))),
)
lines = st.sampled_from(
    [
        *(
            b"AS",
            b"KS",
            b"AS\r",
            b"AS say mine",
            b"@G1 AS",
            b"@G2 KS",
            b"@G1  AS",
            b"@G1",
            b"@G1 AS say mine",
            b"@g1 AS",
        ),
        *(b"", b"QS", b"@G9 AS", b"@G1 @G1 AS", b"AS ", b"\xc3\x84", b"bot careful 1.2", b"@G1 AS\r", b"ask 0 play AS"),
    ]
)
heard = st.one_of(
    st.lists(lines, max_size=4).map(lambda found: b"".join(line + b"\n" for line in found)),
    lines,
    st.binary(max_size=4),
    st.builds(PLAIN.encode, st.one_of(any_message, st.sampled_from([*NEWS, ASK])), st.none()),
)
acts = st.one_of(
    st.builds(Send, st.one_of(sensible, odd_message, any_message), any_table),
    st.builds(Hear, heard),
    st.builds(Hear, st.sampled_from([b"AS\n", b"@G1 AS\n", b"@G2 KS\n@G1 KS\n"])),
    st.builds(Tell, st.lists(narration, max_size=3).map(tuple), st.none() | questions, any_table),
    st.builds(Tell, st.lists(st.sampled_from(NEWS), max_size=2).map(tuple), st.just(ASK), any_table),
)


@st.composite
def plays(draw: st.DrawFn) -> tuple[Side, int, list[Act]]:
    """Return a side, its limit, and what it says and hears: up to a state in order, then anything."""
    own, bot = draw(st.sampled_from(SIDES)), draw(st.sampled_from([ONE, TWO]))
    state, table = draw(st.sampled_from([WATCHING, WATCHING, ASKED, *WAYS])), "G1" if bot is TWO else None
    more = [*led(own, draw(st.sampled_from([WATCHING, ASKED])), bot, "G2")][2:] if table and draw(st.booleans()) else []
    way = [*led(own, state, bot, table), *more]
    return own, draw(st.sampled_from([LIMIT, LIMIT, 20])), [*way, *draw(st.lists(acts, max_size=12))]


@hypothesis_settings(steady, max_examples=3 * steady.max_examples)
@given(play=plays())
def test_both_ways_do_the_same_whatever_is_said_and_heard(play: tuple[Side, int, list[Act]]) -> None:
    side_by_side(*play)


def written(message: Message) -> str:
    return write(message).string


@hypothesis_settings(steady, max_examples=3 * steady.max_examples)
@given(message=st.one_of(odd_message, any_message), again=st.one_of(odd_message, any_message))
def test_a_line_is_what_the_form_writes(message: Message, again: Message) -> None:
    forget()
    for said in (message, again, message):
        assert outcome(partial(line, said)) == outcome(partial(written, said))


# What the shortcuts take from the table, and what is noticed if it is wrong.


def test_the_states_of_the_shortcuts_are_those_of_the_table() -> None:
    assert strokes(ARENA) == {WATCHING: ASKED}
    assert strokes(BOT) == {}
    assert rows(ARENA, Ask) == {WATCHING: ASKED, CLOCKED: ASKED}
    assert rows(BOT, Answer) == remembered._ANSWERED == {ASKED: WATCHING}
    assert {side: strokes(side) for side in SIDES} == remembered._STROKES


def test_what_the_rules_tell_is_narration() -> None:
    game = GAMES["kaiser"]
    position = play_game(game, game.options(), keyed("narration", "0"))
    while position.ask is not None:
        position.play(position.ask.legal[0])
    told = [*position.log, kernel.Say((), 1, "mine")]
    assert {type(event) for event in told} == set(get_args(kernel.Event))
    assert {type(record.message(event)) for event in told} == NARRATION, "only these go through `tell` and `ask`"


def test_a_table_that_narrates_less_has_fewer_states_for_strokes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SESSION, (CLOCKED, ARENA, Note), CLOCKED)
    assert strokes(ARENA) == {WATCHING: ASKED}
    for message in NARRATION:
        monkeypatch.setitem(SESSION, (CLOCKED, ARENA, message), CLOCKED)
    assert strokes(ARENA) == {WATCHING: ASKED, CLOCKED: ASKED}
    monkeypatch.delitem(SESSION, (WATCHING, ARENA, Say))
    assert strokes(ARENA) == {CLOCKED: ASKED}


def unchecked(word: str, _legal: tuple[str, ...]) -> Answer | None:
    return remembered._answers.get(word)


def known(kind: str, seat: int, head: str, *choices: str, text: str = "") -> None:
    """Put a question into the memory, and how its words are written."""
    remembered._heads[kind] = {seat: head}
    remembered._bits[kind] = {word: 1 << i for i, word in enumerate(choices)}
    remembered._texts.update({choices: text} if text else {})


def shown(kind: str, owner: int | None, opening: str, *cards: str) -> None:
    """Put cards into the memory, and how a line with them begins."""
    remembered._openings[kind, owner] = opening
    remembered._cards.update(cards)


def always(_: str) -> bool:
    return True


PLANTED_STATES: dict[str, tuple[dict[State, State], State, State]] = {
    "news while a question is open": (remembered._STROKES[ARENA], ASKED, ASKED),
    "news between a clock and its question": (remembered._STROKES[ARENA], CLOCKED, ASKED),
    "news of no game": (remembered._STROKES[ARENA], IDLE, ASKED),
    "a question that nobody has to answer": (remembered._STROKES[ARENA], WATCHING, WATCHING),
    "a bot that asks": (remembered._STROKES[BOT], WATCHING, ASKED),
    "an answer to no question": (remembered._ANSWERED, WATCHING, WATCHING),
    "an answer after which the question stays open": (remembered._ANSWERED, ASKED, ASKED),
}
PLANTED_MEMORIES: dict[str, Callable[[], object]] = {
    "the head of another seat": lambda: known("play", 0, "ask 1 play ", "AS", "KS"),
    "the head of another kind": lambda: known("play", 0, "ask 0 bid ", "AS", "KS"),
    "a word that is two": lambda: known("play", 0, "ask 0 play ", "AS", "KS", "A S"),
    "a word that stands for a secret": lambda: known("play", 0, "ask 0 play ", "AS", "KS", "-"),
    "the words of another question": lambda: known("play", 0, "ask 0 play ", "AS", "KS", text="KS AS"),
    "the cards of another seat": lambda: shown("hand", 0, "show hand 1", "AS", "KS"),
    "cards that are no word": lambda: shown("hand", None, "show hand -", "x" * 65),
    "the end of another game": lambda: remembered._tails.update({("over", ("places", "1,2")): " places=2,1"}),
    "the beginning of another game": lambda: remembered._tails.update(
        {("game", "kaiser", ("seat", "1")): " truc seat=1"}
    ),
    "another answer": lambda: remembered._answers.update({"AS": Answer("KS")}),
    "an answer to a line that is none": lambda: remembered._answers.update({"AS ": Answer("AS")}),
}
PLANTED_CODE: dict[str, tuple[object, str, object]] = {
    "an answer that is not legal": (remembered, "_answer", unchecked),
    "an id that is none": (remembered, "is_id", always),
    "a fact that is no line": (remembered, "_is_note", always),
    "a clock that is no line": (remembered, "_is_clock", always),
    "a line longer than the limit": (remembered, "LIMIT", 2 * LIMIT),
}


FIRST: Sequence[State] = (WATCHING, ASKED, CLOCKED, IDLE, NEW, ARENA_GREETED, BOT_GREETED, CLOSED)
"""The states in the order in which something wrong is likely to show: a plant costs as long as it is not noticed."""


def law() -> None:
    """Hold both ways against each other in every state, and by chance.

    Raises:
        AssertionError: they are not the same.
    """
    for state in sorted(WAYS, key=FIRST.index):
        for own in SIDES:
            exhaustive(own, state, ONE)
            exhaustive(own, state, TWO)
    by_chance()


@hypothesis_settings(steady, max_examples=3 * steady.max_examples, phases=[Phase.generate], database=None)
@given(play=plays(), message=st.one_of(odd_message, any_message))
def by_chance(play: tuple[Side, int, list[Act]], message: Message) -> None:
    side_by_side(*play)
    for _ in range(2):
        assert outcome(partial(line, message)) == outcome(partial(written, message))


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTED_STATES)
def test_a_wrong_state_is_noticed(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(*PLANTED_STATES[plant])
    with pytest.raises(AssertionError):
        law()


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTED_MEMORIES)
def test_something_wrong_in_the_memory_is_noticed(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "poison", PLANTED_MEMORIES[plant])
    try:
        with pytest.raises(AssertionError):
            law()
    finally:
        monkeypatch.undo()
        forget()


@pytest.mark.interpreted
@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTED_CODE)
def test_a_shortcut_that_looks_away_is_noticed(plant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(*PLANTED_CODE[plant])
    try:
        with pytest.raises(AssertionError):
            law()
    finally:
        monkeypatch.undo()
        forget()
