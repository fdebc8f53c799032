"""Two sessions wired together: whatever one of them may say, the other understands and accepts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.protocol import (
    ARENA,
    BOT,
    CODECS,
    LINE,
    SESSION,
    Answer,
    Arena,
    ArenaFault,
    Ask,
    Bot,
    BotFault,
    Bye,
    Fault,
    Game,
    Message,
    Over,
    Session,
    Side,
    TableId,
)
from arena.protocol.grammar import FORM
from arena.protocol.states import CLOSED, IDLE
from tests.protocol.examples import any_message, by_type, sender_of, several_choices, steady


class Pair:
    """An arena and a bot, with a link that cuts the bytes anyhow."""

    def __init__(self, data: st.DataObject, codec: str, tables: int) -> None:
        self.draw = data.draw
        self.settings = {"codec": codec, "tables": str(tables)}
        self.sessions: dict[Side, Session] = {ARENA: Session(ARENA), BOT: Session(BOT)}
        self.places: list[TableId] = [None] if tables == 1 else [None, *(f"G{n}" for n in range(1, tables + 1))]
        self.games: dict[TableId, str] = {}
        self.asked: dict[TableId, Ask] = {}

    def choices(self) -> list[tuple[TableId, Side, type[Message]]]:
        """Return what may be said now, and where."""
        arena = self.sessions[ARENA]
        found = [
            (place, sender, kind)
            for place in self.places
            for (state, sender, kind) in SESSION
            if state == arena.state(place) and self.belongs(place, kind)
        ]
        return found if arena.state() != CLOSED else []

    def belongs(self, place: TableId, kind: type[Message]) -> bool:
        """Whether a message may be said at a table (or at none), apart from the session table."""
        if kind in {Arena, Bot, Bye, Fault}:
            return place is None and not (kind is Bye and self.games)
        several = len(self.places) > 1
        greeted = self.sessions[ARENA].state() == IDLE if several else True
        return (place is not None) == several and greeted

    def message(self, place: TableId, kind: type[Message]) -> Message:
        """Return a random message of a kind that fits what was said before."""
        message: Any = self.draw(by_type[kind])
        if kind is Arena:
            return Arena(1, ("line", "msgpack"))
        if kind is Bot:
            return Bot(message.name, message.version, self.settings)
        if kind is Game:
            self.games[place] = place or message.id
            return Game(self.games[place], message.name, message.settings)
        if kind is Over:
            return Over(self.games.pop(place), message.values)
        if kind is Ask:
            self.asked[place] = Ask(message.seat, message.kind, self.draw(several_choices))
            return self.asked[place]
        if kind is Answer:
            return Answer(self.draw(st.sampled_from(self.asked[place].words)), message.text)
        return by_type_checked(message, kind)

    def sides(self, sender: Side) -> tuple[Session, Session]:
        """Return the session that speaks and the one that hears."""
        return self.sessions[sender], self.sessions[BOT if sender == ARENA else ARENA]

    def say(self, place: TableId, sender: Side, message: Message) -> None:
        """Send a message and assert that it arrives, once, complete, with its last byte."""
        speaker, hearer = self.sides(sender)
        data = speaker.send(message, place)
        cut = self.draw(st.integers(0, len(data) - 1))
        assert hearer.receive(data[:cut]) == []
        [(table, heard)] = hearer.receive(data[cut:])
        assert (table, heard, type(heard)) == (place, message, type(message))
        assert hearer.state(place) == speaker.state(place)


def by_type_checked(message: Any, kind: type[Message]) -> Message:
    assert isinstance(message, kind)
    return message


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize("codec", CODECS)
@steady
@given(data=st.data())
def test_what_one_side_sends_the_other_receives(codec: str, tables: int, data: st.DataObject) -> None:
    pair = Pair(data, codec, tables)
    for _ in range(data.draw(st.integers(1, 30))):
        if not (choices := pair.choices()):
            break
        place, sender, kind = data.draw(st.sampled_from(choices))
        pair.say(place, sender, pair.message(place, kind))


@pytest.mark.parametrize("tables", [1, 3])
@steady
@given(data=st.data())
def test_both_sides_refuse_the_same(tables: int, data: st.DataObject) -> None:
    pair = Pair(data, "line", tables)
    for _ in range(data.draw(st.integers(0, 10))):
        if choices := pair.choices():
            place, sender, kind = data.draw(st.sampled_from(choices))
            pair.say(place, sender, pair.message(place, kind))
    message = data.draw(any_message)
    table = data.draw(st.sampled_from([None, "G1", "G9"])) if FORM[type(message)].in_game else None
    speaker, hearer = pair.sides(sender_of(message))
    line = LINE.encode(message, table)
    assert refusal(lambda: speaker.send(message, table)) == refusal(lambda: hearer.receive(line))


def refusal(say: Callable[[], object]) -> str:
    """Return how a session refuses something, empty if it does not."""
    try:
        say()
    except (ArenaFault, BotFault) as fault:
        return repr(fault)
    return ""
