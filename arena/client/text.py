"""What a seat knows, as people read it: the answers, the tricks, what lies on the table, the hand, and the question."""

# Not compiled: nobody prints thousands of tables.

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from arena.client.words import words_of
from arena.games.kernel import Card, Did, Event, Note, Seat, Show
from arena.games.parts.cards import SUITS, printed_suit


def by_suit(cards: Sequence[Card]) -> str:
    """Return cards by suit, such as `S K Q 9 | H A | D 7`; other words as they are."""
    suits = {suit: [card[:-1] for card in cards if printed_suit(card) == suit] for suit in SUITS}
    groups = [f"{suit} {' '.join(ranks)}" for suit, ranks in suits.items() if ranks]
    others = [card for card in cards if not printed_suit(card)]
    return " | ".join(groups + others) if groups else " ".join(others)


def in_a_row(trick: Sequence[tuple[Seat | None, Card | None]]) -> str:
    """Return the cards of a trick, each after its seat, such as `0 KH, 1 5H`."""
    return ", ".join([f"{'' if seat is None else seat} {card or '(hidden)'}".strip() for seat, card in trick])


def told_lines(events: Sequence[Event], me: Seat, pack: Container[Card]) -> Iterator[str]:
    """Yield a line for each thing that a seat was told in a deal, but for the cards of its hand and an open trick.

    Cards are in the line of their trick, and the rows of a board are shown as they are at the end.
    """
    trick: list[tuple[Seat | None, Card | None]] = []
    board: list[str] = []
    tricks, drawing = 0, False
    for event in events:
        verb, words = words_of(event)
        row = isinstance(event, Note) and event.kind == "board"
        if row:
            board = [*board, " ".join(words[1:])] if drawing else [" ".join(words[1:])]
        drawing = row
        if isinstance(event, Did):
            if event.kind == "play" and (event.word is None or event.word in pack):
                trick.append((event.seat, event.word))
            else:
                yield f"{event.seat}: {event.kind} {event.word or '(hidden)'}"
        elif isinstance(event, Show):
            if (event.kind, event.owner) != ("hand", me):
                whose = "" if event.owner is None else f"{event.owner}: "
                yield f"{whose}{event.kind} {by_suit(event.cards)}"
        elif isinstance(event, Note) and event.kind == "trick" and trick:
            tricks += 1
            yield f"trick {tricks}: {in_a_row(trick)}; {words[1]} takes it{_points(words[2:])}"
            trick = []
        elif verb == "say":
            yield f"{words[0]} says: {words[1]}"
        elif isinstance(event, Note) and not row:
            yield " ".join(words)
    yield from board


def _points(words: Sequence[str]) -> str:
    return f" ({words[0]} points)" if words and words[0] != "0" else ""
