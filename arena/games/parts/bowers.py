"""Cards ranked with bowers and a joker.

The jack of trumps is the right bower; the jack of the other suit of its colour, the left bower, is a trump for every
purpose. The joker is the highest trump. Without trumps there are no bowers, and a joker for which no suit has been
declared is a suit of its own that beats all others (`joker.py` tells how it is played).
"""

from __future__ import annotations

from functools import cache

from arena.games.kernel.events import Card
from arena.games.parts.cards import RANKS, by_order, pack
from arena.games.parts.tricks import NO_TRUMP, Ranking, ranking

JOKER = "JK"
"""The joker, and the suit that it is by itself in a hand without trumps."""
COLOUR_MATE = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""The other suit of the same colour."""
READING = by_order((JOKER, *pack(RANKS)))
"""The order in which hands are shown: the joker, then suit by suit, high to low; bowers in their printed suits."""


@cache
def bower_ranking(cards: tuple[Card, ...], trump: str, joker_suit: str | None = None) -> Ranking:
    """Return the ranking of a pack with bowers and, if it is in the pack, a joker.

    Args:
        cards: the pack: every suit listed high to low.
        trump: a suit or `NT`.
        joker_suit: the suit declared for the joker in a hand without trumps, of which it is the highest card.
    """
    if trump != NO_TRUMP:
        return ranking(cards, trump, (JOKER, f"J{trump}", f"J{COLOUR_MATE[trump]}"))
    if joker_suit is not None:
        return ranking(cards, None, (JOKER,), joker_suit)
    return ranking(cards, JOKER if JOKER in cards else None, (JOKER,))
