"""Trump, the tricks, and what they are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.auction import Call
from arena.games.cards import SUITS
from arena.games.kaiser.bidding import BIDS
from arena.games.kaiser.dealing import PACK
from arena.games.kernel import Ask, Card, Note, Rules
from arena.games.tricks import NO_TRUMP, ranking

TRUMPS = tuple(SUITS)
RANKINGS = {trump: ranking(PACK, trump) for trump in (*TRUMPS, NO_TRUMP)}
PIPS: Final = {"5H": 5, "3S": -3}
"""What these cards add to the point of a trick (KA-17)."""


def name_trump(contract: Call) -> Rules[str]:
    """Ask the winner of the bidding for the trump suit, unless the bid was without trumps (KA-13)."""
    if BIDS[contract.word].no_trump:
        trump = NO_TRUMP
    else:
        trump = yield Ask(contract.seat, "trump", TRUMPS)
    yield Note("trump", (trump,))
    return trump


def worth(cards: Sequence[Card]) -> int:
    """Return the points of a trick: one, five more with the `5H`, three less with the `3S` (KA-17)."""
    points = 1
    for card in cards:
        points += PIPS.get(card, 0)
    return points
