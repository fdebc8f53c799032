"""The house's bid, and the player's call."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from arena.games.bridge_solitaire.cards import HOUSE, JOKERS, NAMES, PLAYER
from arena.games.bridge_solitaire.options import Options
from arena.games.kernel import Card, Note, Rules, Word
from arena.games.parts.auction import PASS, Call
from arena.games.parts.calls import DENOMINATIONS, CallLaw, Contract, bidding, ladder
from arena.games.parts.cards import RANKS, SUITS
from arena.games.parts.rubber import BOOK
from arena.games.parts.tricks import NO_TRUMP

SHAPES: Final = ((3, 3, 3, 4), (3, 3, 3, 3), (2, 3, 3, 3))
"""The lengths of the suits, shortest first, with which no trump may be bid; jokers make up the rest (BS-13)."""
LAW: Final = CallLaw(ladder(range(1, 8)), (PLAYER, HOUSE), must_open=True, once=True, doubles=False)
ONLY_SUITS: Final = LAW._replace(ladder=ladder(range(1, 8), DENOMINATIONS[:-1]))
"""The rules of the auction if the hand has none of these shapes."""


def suits_of(hand: Sequence[Card]) -> dict[str, str]:
    """Return the ranks that a hand holds in each suit, in its own order: from high to low if it is sorted."""
    held = dict.fromkeys(SUITS, "")
    for card in hand:
        if card not in JOKERS:
            held[card[-1]] += card[0]
    return held


def flat(hand: Sequence[Card]) -> bool:
    """Return whether a hand has one of the shapes for no trump (BS-13)."""
    return tuple(sorted(map(len, suits_of(hand).values()))) in SHAPES


@cache
def winning_tricks(ranks: str) -> int:
    """Count the winning tricks of one suit (BS-8, BS-9).

    Args:
        ranks: the ranks that the player holds, from high to low.
    """
    wins = 0
    for rank in RANKS:
        if not ranks:
            break
        if ranks[0] == rank:
            wins, ranks = wins + 1, ranks[1:]
        else:
            ranks = ranks[:-1]
    return wins


def house_bid(o: Options, hand: Sequence[Card]) -> Word:
    """Return the house's bid against a sorted hand (BS-6 to BS-10)."""
    held = suits_of(hand)
    tricks = {suit: winning_tricks(ranks) for suit, ranks in held.items()}
    level = BOOK - sum(tricks.values())
    if level <= 0:
        return PASS
    if o.house_nt == "flat" and flat(hand):
        return f"{level}{NO_TRUMP}"
    fewest = min(map(len, held.values()))
    shortest = [suit for suit in SUITS if len(held[suit]) == fewest]
    if o.short_suit_tie == "fewest_tricks":
        shortest.sort(key=tricks.__getitem__)
    return f"{level}{shortest[-1 if o.short_suit_tie == 'lowest' else 0]}"


def auction(o: Options, hand: Sequence[Card]) -> Rules[Contract]:
    """Tell the house's bid, ask for the player's call, and tell the contract (BS-6 to BS-14)."""
    house = house_bid(o, hand)
    yield Note("bid", (NAMES[HOUSE], house))
    law = LAW if o.nt_shapes == "free" or flat(hand) else ONLY_SUITS
    if house == PASS:
        bid = yield from bidding((PLAYER,), law)
    else:
        bid = yield from bidding((HOUSE, PLAYER), law, calls=(Call(HOUSE, house),))
    assert bid is not None, "if the house passes, the player must bid"
    bid = bid._replace(doubled=2 ** sum([joker in hand for joker in JOKERS]))
    yield Note("contract", (NAMES[bid.seat], bid.word, bid.doubled))
    yield Note("trump", (bid.denomination,))
    return bid
