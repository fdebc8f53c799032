"""Events as the words of protocol lines, and back. `arena.table.record` writes the same words for the arena."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.kernel import Deal, Did, Event, Note, Say, Seating, Show, Word
from arena.games.study.standing import plain_value

PRIVATE = frozenset({"hand", "kitty", "drawn"})
"""The kinds of cards that only the seat that holds them is shown."""
TEXTS = {"contract": 1, "bid": 1, "four": 1, "sequence": 2}
"""Which value of a note is no number even if it looks like one, by the kind: a call, or the rank of a card."""
NOTHING = "-"
"""The word for no owner, and for an answer that the seat may not know."""


class Message(NamedTuple):
    """A message of the arena: its table ("" if the bot plays at one only), its verb and its words, a text as one."""

    table: str
    verb: str
    words: list[str]


def read_line(text: str) -> Message:
    """Return the message of a line without its end."""
    table = ""
    if text.startswith("@"):
        prefix, _, text = text.partition(" ")
        table = prefix[1:]
    verb, *words = text.split(" ")
    if verb in {"say", "fault"}:
        words = text.split(" ", 2)[1:]
    return Message(table, verb, words)


def read_array(array: Sequence[object]) -> Message:
    """Return the message of a frame."""
    table = ""
    if array[0] == "@":
        _, named, array = array  # type: ignore[assignment] # the third item is the message
        table = str(named)
    verb, *words = map(str, array)
    return Message(table, verb, words)


def read_event(verb: str, words: Sequence[str], me: int, seating: Seating) -> Event | None:
    """Return the event of a message; None for a message that tells none.

    A line does not say who else was told. So a show of a private kind is taken to be for this seat alone and any other
    for all, and an answer that is told with its word for one that all were told.

    Args:
        verb: the verb of the message.
        words: its words.
        me: the seat that was told.
        seating: who sits where.
    """
    if verb == "did":
        seat, kind, word = words
        by = seating.answers[int(seat)]
        return Did(int(seat), kind, None, "fact", by) if word == NOTHING else Did(int(seat), kind, word, "all", by)
    if verb == "note":
        kind, *values = words
        text = TEXTS.get(kind)
        return Note(kind, tuple([word if at == text else plain_value(word) for at, word in enumerate(values)]))
    if verb == "show":
        kind, owner, *cards = words
        told = (me,) if kind in PRIVATE else seating.players
        return Show(told, kind, None if owner == NOTHING else int(owner), tuple(cards))
    if verb == "say":
        return Say((me,), int(words[0]), words[1])
    return None


def words_of(event: Event) -> tuple[str, list[Word]]:
    """Return the verb and the words of an event."""
    if isinstance(event, Did):
        return "did", [str(event.seat), event.kind, NOTHING if event.word is None else event.word]
    if isinstance(event, Note):
        return "note", [event.kind, *map(str, event.values)]
    if isinstance(event, Show):
        return "show", [event.kind, NOTHING if event.owner is None else str(event.owner), *event.cards]
    if isinstance(event, Say):
        return "say", [str(event.seat), event.text]
    assert isinstance(event, Deal)
    return "note", ["deal", str(event.number), *event.standing.words()]
