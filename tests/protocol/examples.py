"""The conformance vectors as values, and random messages and conversations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from arena.protocol import (
    ARENA,
    BOT,
    Answer,
    Arena,
    Ask,
    Bot,
    Bye,
    Clock,
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
    TableId,
)
from arena.protocol.grammar import FORM, FORMS

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"


class Vector(NamedTuple):
    """A message in its three forms."""

    about: str
    sender: Side
    table: TableId
    message: Message
    line: bytes
    frame: bytes


def records(name: str) -> Iterator[list[tuple[str, str]]]:
    for block in (VECTORS / name).read_text(encoding="utf-8").split("\n\n"):
        lines = [line.partition(" ") for line in block.strip("\n").split("\n") if not line.startswith("#")]
        if lines:
            yield [(key, value) for key, _, value in lines]


def message(text: str) -> Message:
    fields = json.loads(text)
    verb = fields.pop("verb")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    found: Callable[..., Message] = next(form.type for form in FORMS if form.verb == verb)
    return found(**values)


def side(text: str) -> Side:
    return BOT if text == BOT else ARENA


def messages() -> list[Vector]:
    found = []
    for record in records("messages.txt"):
        of = dict(record)
        line, frame = of["line"].encode() + b"\n", bytes.fromhex(of["frame"])
        found.append(Vector(of["about"], side(of["from"]), of.get("table"), message(of["message"]), line, frame))
    return found


numbers = st.integers(0, 999_999_999)
words = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)
names = words.filter(lambda word: "=" not in word)
choices = words.filter(lambda word: not word.startswith("@") and word not in {"-", "bot"})
texts = st.text(
    st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\u2028\u2029"), min_size=1, max_size=400
).filter(lambda text: bool(text.strip(" ")))
ids = st.from_regex(r"G[0-9A-Za-z]{1,15}", fullmatch=True)
settings = st.dictionaries(names, words, max_size=5)
bots = texts.filter(lambda text: not {" ", "\xa0"} & {*text})
of_a_record = st.builds(lambda before, after, text: before | {"names": text} | after, settings, settings, bots)
several_words = st.lists(words, max_size=8).map(tuple)
several_choices = st.lists(choices, min_size=1, max_size=8, unique=True).map(tuple)

by_type: dict[type[Message], st.SearchStrategy[Message]] = {
    Arena: st.builds(Arena, numbers, st.lists(words, min_size=1, max_size=4).map(tuple)),
    Bot: st.builds(Bot, names, names, settings),
    Game: st.builds(Game, ids, names, settings | of_a_record),
    Note: st.builds(Note, words, several_words),
    Show: st.builds(Show, words, st.none() | numbers, several_words),
    Did: st.builds(Did, numbers, words, st.none() | choices),
    Say: st.builds(Say, numbers, texts),
    Clock: st.builds(Clock, numbers, numbers),
    Ask: st.builds(Ask, numbers, words, several_choices),
    Answer: st.builds(Answer, choices, st.just("") | texts),
    Over: st.builds(Over, ids, settings),
    Fault: st.builds(Fault, words, texts),
    Bye: st.builds(Bye),
}
any_message = st.one_of(*by_type.values())


def greeted(tables: int) -> Session:
    """Return an arena's session after the greetings of a bot that plays at so many tables."""
    session = Session(ARENA)
    session.send(Arena(1, ("line",)))
    session.receive(f"bot careful 1.2 tables={tables}\n".encode())
    return session


def sender_of(said: Message) -> Side:
    return FORM[type(said)].sender


steady = hypothesis_settings(deadline=None, derandomize=True)
"""For properties: the same examples every time, on a busy machine too."""
