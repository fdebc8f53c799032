"""The cards of Jo-Jotte by the rule sheet: ranks, duties, card points, fours of a kind and sequences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

SUITS = "SHDC"
PLAIN = "789JQKTA"
"""From low to high in a suit that is not trump (JJ-2)."""
TRUMP = "78QKTA9J"
"""From low to high in trumps (JJ-2)."""
NATURAL = "789TJQKA"
"""From low to high for sequences (JJ-3)."""
PACK = [rank + suit for suit in SUITS for rank in reversed(NATURAL)]
IN_TRUMPS = {"J": 20, "9": 15, "T": 10, "A": 10, "K": 5, "Q": 5}
IN_PLAIN_SUITS = {"A": 10, "K": 10, "Q": 5, "J": 5}


class Run(NamedTuple):
    """A sequence, comparable by JJ-15: how long it is, how high its top is, whether it is in trump."""

    length: int
    height: int
    in_trump: bool
    suit: str

    @property
    def top(self) -> str:
        """The rank of the highest card."""
        return NATURAL[self.height]

    @property
    def cards(self) -> list[str]:
        """The cards, the lowest first."""
        return [rank + self.suit for rank in NATURAL[self.height + 1 - self.length : self.height + 1]]

    @property
    def points(self) -> int:
        """What it scores (JJ-14)."""
        return {3: 20, 4: 40}.get(self.length, 50)

    def beats(self, other: Run) -> bool:
        """Tell whether this one is better; equal ones in two plain suits do not beat each other (JJ-R2)."""
        return self[:3] > other[:3]


def ranks_of(suit: str, trump: str | None) -> str:
    """Return the ranks of a suit from low to high; `trump` is None where there is none."""
    return TRUMP if suit == trump else PLAIN


def card_points(cards: Iterable[str], trump: str | None) -> int:
    """Return what the cards of a trick count (JJ-32)."""
    return sum((IN_TRUMPS if card[1] == trump else IN_PLAIN_SUITS).get(card[0], 0) for card in cards)


def beats(reply: str, led: str, trump: str | None) -> bool:
    """Tell whether the second card of a trick takes it (JJ-30)."""
    if reply[1] != led[1]:
        return reply[1] == trump
    ranks = ranks_of(led[1], trump)
    return ranks.index(reply[0]) > ranks.index(led[0])


def replies(hand: Collection[str], led: str, trump: str | None) -> set[str]:
    """Return the cards that may be played to a lead (JJ-28, JJ-29)."""
    same = {card for card in hand if card[1] == led[1]}
    if led[1] == trump:
        same = {card for card in same if beats(card, led, trump)} or same
    return same or {card for card in hand if card[1] == trump} or set(hand)


def fours_of(hand: Collection[str], trump: str | None) -> list[str]:
    """Return the ranks of which a hand has all four cards, the best first (JJ-13)."""
    ranks = PLAIN if trump is None else TRUMP
    return [rank for rank in reversed(ranks) if all(rank + suit in hand for suit in SUITS)]


def four_beats(rank: str, other: str, trump: str | None) -> bool:
    """Tell whether four of a rank are higher than four of another (JJ-13)."""
    ranks = PLAIN if trump is None else TRUMP
    return ranks.index(rank) > ranks.index(other)


def runs_of(hand: Collection[str], trump: str | None) -> list[Run]:
    """Return the sequences of a hand, the best first (JJ-14, JJ-15)."""
    found = []
    for suit in SUITS:
        length = 0
        for height, rank in enumerate(NATURAL):
            length = length + 1 if rank + suit in hand else 0
            ends = height + 1 == len(NATURAL) or NATURAL[height + 1] + suit not in hand
            if ends and length >= 3:
                found.append(Run(length, height, suit == trump, suit))
    return sorted(found, key=lambda run: run[:3], reverse=True)


def points_of_runs(runs: Sequence[Run]) -> int:
    """Return what all sequences of a hand score (JJ-21)."""
    return sum(run.points for run in runs)
