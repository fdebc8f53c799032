"""The kitty: the contractor takes it and discards as many cards."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.kernel import Ask, Card, Rules, Seat, Show
from arena.games.two_hundred.dealing import READING


def take_kitty(hand: list[Card], kitty: Sequence[Card], contractor: Seat) -> Rules[None]:
    """Add the kitty to the contractor's hand; nobody else sees it (TH-32)."""
    yield Show((contractor,), "kitty", None, tuple(kitty))
    hand += kitty
    hand.sort(key=READING)


def discards(hand: list[Card], size: int, contractor: Seat) -> Rules[tuple[Card, ...]]:
    """Ask for `size` cards of the hand, one at a time and face down; return them sorted (TH-32)."""
    pile = []
    for _ in range(size):
        card = yield Ask(contractor, "discard", tuple(hand), told="fact")
        hand.remove(card)
        pile.append(card)
    return tuple(sorted(pile, key=READING))
