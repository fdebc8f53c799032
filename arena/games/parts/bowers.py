"""Rankings with bowers and a joker.

The jack of trumps is the right bower. The jack of the other suit of the same color, the left bower, counts as a trump
for every purpose. The joker is the highest trump. At no trump there are no bowers, and a joker without a declared suit
is a suit of its own that beats all others (`joker.py` has the rules of its play).
"""

from __future__ import annotations

from functools import cache

from arena.games.kernel.events import Card
from arena.games.parts.cards import RANKS, by_order, pack
from arena.games.parts.tricks import NO_TRUMP, Ranking, ranking

JOKER = "JK"
"""The joker, and the suit that it forms by itself at no trump."""
COLOR_MATE = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""The other suit of the same color."""
READING = by_order((JOKER, *pack(RANKS)))
"""The sort key of hands: the joker first, then suit by suit, high to low; bowers count in their printed suits."""


@cache
def bower_ranking(cards: tuple[Card, ...], trump: str, joker_suit: str | None = None) -> Ranking:
    """Return the ranking of a pack with bowers and, if the pack has one, a joker.

    Args:
        cards: the pack, with each suit in order from high to low.
        trump: a suit or `NT`.
        joker_suit: the suit declared for the joker at no trump, in which it is then the highest card.
    """
    if trump != NO_TRUMP:
        return ranking(cards, trump, (JOKER, f"J{trump}", f"J{COLOR_MATE[trump]}"))
    if joker_suit is not None:
        return ranking(cards, None, (JOKER,), joker_suit)
    return ranking(cards, JOKER if JOKER in cards else None, (JOKER,))
