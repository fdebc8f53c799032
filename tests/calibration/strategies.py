"""Five strategies for any of our trick-taking games, each a little better than the one before, and a field of sixteen.

All bid in the same way, by the high cards they hold, so they differ only in the play. They know only what their seat
was told, and use no randomness, so two copies of a strategy play alike.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from arena.games.kernel import Ask, Card, Deal, Did, Event, Note, Seat, Show, Word
from arena.games.kernel.knowledge import tell
from arena.games.parts.auction import PASS

HIGH_TO_LOW = "AKQJT98765432"
HEIGHT = {rank: 13 - at for at, rank in enumerate(HIGH_TO_LOW)}
CAREFUL = (PASS, "no-claim", "refuse", "play", "take", "none", "NT", "lead")
"""The answers to other questions: the first of these that is legal."""


def suit(card: Card) -> str:
    return card[-1]


def height(card: Card) -> int:
    """Return the height of a card; a joker is the highest."""
    return HEIGHT.get(card[0], 14) if card != "JK" else 20


class Memory:
    """What a seat has been told in the current deal."""

    def __init__(self, seat: Seat, sides: Sequence[int | None]) -> None:
        self.seat = seat
        self.sides = sides
        self.hand: list[Card] = []
        self.trick: list[tuple[Seat, Card]] = []
        self.gone: set[Card] = set()
        self.trump = ""

    def hear(self, event: Event) -> None:
        match tell(event, self.seat):
            case Deal():
                self.hand, self.trick, self.gone, self.trump = [], [], set(), ""
            case Show(kind="hand", owner=owner, cards=cards) if owner == self.seat:
                self.hand = list(cards)
            case Show(kind="kitty", cards=cards):
                self.hand += cards
            case Did(kind="play", seat=seat, word=str(card)):
                self.trick.append((seat, card))
                self.gone.add(card)
                self._lose(card)
            case Did(kind="discard", seat=seat, word=str(card)) if seat == self.seat:
                self._lose(card)
            case Note(kind="trump", values=(trump,)):
                self.trump = str(trump)
            case Note(kind="trick"):
                self.trick = []
            case _:
                pass

    def _lose(self, card: Card) -> None:
        if card in self.hand:
            self.hand.remove(card)

    def beats(self, card: Card, other: Card) -> bool:
        if suit(card) == suit(other) or card == "JK":
            return height(card) > height(other)
        return suit(card) == self.trump

    @property
    def winning(self) -> tuple[Seat, Card]:
        best = self.trick[0]
        for play in self.trick[1:]:
            if self.beats(play[1], best[1]):
                best = play
        return best

    def with_partner(self, seat: Seat) -> bool:
        return self.sides[seat] == self.sides[self.seat]


Strategy: TypeAlias = Callable[[Memory, Sequence[Card]], Card]


def first(_: Memory, legal: Sequence[Card]) -> Card:
    """Play the first legal card."""
    return legal[0]


def highest(_: Memory, legal: Sequence[Card]) -> Card:
    """Play the highest card."""
    return max(legal, key=height)


def cheaply(memory: Memory, legal: Sequence[Card]) -> Card:
    """Win the trick with the lowest possible card, or else play the lowest card; lead the highest."""
    if not memory.trick:
        return max(legal, key=height)
    _, best = memory.winning
    winners = [card for card in legal if memory.beats(card, best)]
    return min(winners or legal, key=lambda card: (suit(card) == memory.trump, height(card)))


def with_partner(memory: Memory, legal: Sequence[Card]) -> Card:
    """Play like `cheaply`, but let the partner win a trick that the partner is winning."""
    if memory.trick and memory.with_partner(memory.winning[0]):
        return min(legal, key=lambda card: (suit(card) == memory.trump, height(card)))
    return cheaply(memory, legal)


def remembering(memory: Memory, legal: Sequence[Card]) -> Card:
    """Play like `with_partner`, but lead a card that no other card of its suit can beat, or else a low card."""
    if memory.trick:
        return with_partner(memory, legal)
    masters = [card for card in legal if is_master(memory, card)]
    return masters[0] if masters else min(legal, key=lambda card: (suit(card) == memory.trump, height(card)))


def is_master(memory: Memory, card: Card) -> bool:
    """Return whether all higher cards of the suit have been played or are in the hand."""
    higher = HIGH_TO_LOW[: HIGH_TO_LOW.index(card[0])] if card != "JK" else ""
    return all(rank + suit(card) in memory.gone or rank + suit(card) in memory.hand for rank in higher)


STRATEGIES: Mapping[str, Strategy] = {
    "first": first,
    "highest": highest,
    "cheaply": cheaply,
    "partner": with_partner,
    "remember": remembering,
}


def graded(level: int) -> Strategy:
    """Return a strategy that plays `level` of 1000 cards like `remembering`, the others like `first`.

    Which cards these are depends on the hand and the trick, so it uses no randomness.
    """

    def play(memory: Memory, legal: Sequence[Card]) -> Card:
        moment = f"{level} {memory.hand} {memory.trick}".encode()
        return remembering(memory, legal) if zlib.crc32(moment) % 1000 < level else first(memory, legal)

    return play


FIELD: Mapping[str, Strategy] = {f"grade {number}": graded(1000 * number // 15) for number in range(16)}
"""Sixteen strategies, each a little better than the one before."""


def answer(strategy: Strategy, memory: Memory, ask: Ask) -> Word:
    """Return the answer of a seat."""
    if ask.kind == "play":
        return strategy(memory, ask.legal)
    if ask.kind == "bid":
        return bid(memory, ask.legal)
    if ask.kind in {"trump", "joker-suit", "name-suit"}:
        return max(ask.legal, key=lambda word: sum(10 + height(card) for card in memory.hand if suit(card) == word))
    if ask.kind == "discard":
        return min(ask.legal, key=lambda card: (suit(card) == memory.trump, height(card)))
    return next((word for word in CAREFUL if word in ask.legal), ask.legal[0])


def bid(memory: Memory, legal: Sequence[Word]) -> Word:
    """Make the lowest bid in the longest suit if the hand has enough high cards, else pass."""
    strength = sum(max(0, height(card) - 9) for card in memory.hand)
    open_to_it = [word for word in legal if word != PASS]
    if PASS in legal and (strength < 14 or not open_to_it):
        return PASS
    longest = max("SHDC", key=lambda of: sum(suit(card) == of for card in memory.hand))
    return next((word for word in open_to_it[:5] if word.endswith(longest)), open_to_it[0])
