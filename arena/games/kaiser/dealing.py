"""The pack, where each card of the shuffled pack goes, and the call of a misdeal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.games.cards import Plan, dealt_in_order, pack, plan, rounds
from arena.games.kernel import Ask, Card, Note, Rules, Seat
from arena.games.turns import turns

PACK = pack("AKQJT983", "S") + pack("AKQJT985", "H") + pack("AKQJT987", "DC")
"""The 32 cards (KA-2)."""
PLAIN = frozenset(card for card in PACK if card[0] in "T987")
"""Whoever is dealt nothing else may declare a misdeal; these are 14 cards, so two players never can."""
SEATS = tuple(range(4))
SIDES = (0, 1, 0, 1)
HAND = 8


@cache
def dealing(dealer: Seat) -> Plan:
    """Return where each card of the pack goes: singly, from the dealer's left (KA-5)."""
    return plan(rounds(turns((dealer + 1) % 4, 4), [1] * HAND))


def give(dealer: Seat, cards: Sequence[Card]) -> list[list[Card]]:
    """Return the hand of each seat that the shuffled pack gives, as it is read."""
    held = dealt_in_order(cards, dealing(dealer), PACK)
    return [held[seat] for seat in SEATS]


def misdeal(hands: Sequence[Sequence[Card]], order: Sequence[Seat]) -> Rules[bool]:
    """Ask who holds only plain cards whether to throw the cards in; return whether they are (KA-6)."""
    for seat in order:
        if PLAIN.issuperset(hands[seat]):
            word = yield Ask(seat, "misdeal", ("misdeal", "play"), told="nobody")
            if word == "misdeal":
                yield Note("misdeal", (seat,))
                return True
    return False
