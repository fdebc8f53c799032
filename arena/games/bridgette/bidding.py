"""Which bids a hand may make in Bridgette."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from arena.games.bridgette.colons import OF_SUIT
from arena.games.bridgette.options import Options
from arena.games.kernel import Card, Seat, Word
from arena.games.parts.calls import DENOMINATIONS, CallLaw, Contract, ladder, parted
from arena.games.parts.cards import SUITS
from arena.games.parts.tricks import NO_TRUMP

LAW: Final = CallLaw(
    ladder(range(1, 8), extra=("0NT",)), (0, 1), must_open=True, redouble_ends=True, double_stands=True
)
"""The rules of the auction (BG-11 to BG-23)."""


def takes(o: Options, word: Word, last: Contract | None) -> Mapping[str, int]:
    """Return how many cards of each suit a bid takes: of its own suit two, after a jump four; at no trump one of each.

    The clauses are BG-14 to BG-18.

    Args:
        o: the options.
        word: the bid.
        last: the bid before it, None for an opening.
    """
    level, denomination = parted(word)
    if denomination == NO_TRUMP:
        return dict.fromkeys(SUITS, 1)
    if last is None:
        jump = o.opening_jump == "restricted" and level > 1
    else:
        steps = LAW.ladder.index(word) - LAW.ladder.index(last.word)
        jump = steps > (1 if o.jump_rule == "step" else len(DENOMINATIONS))
    return {denomination: 4 if jump else 2}


def suit_lengths(hand: Sequence[Card]) -> Mapping[str, int]:
    """Return how many cards of each suit a hand has; colons do not count (BG-14)."""
    return {suit: sum([card in cards for card in hand]) for suit, cards in OF_SUIT.items()}


def may_bid(o: Options, lengths: Sequence[Mapping[str, int]], seat: Seat, word: Word, last: Contract | None) -> bool:
    """Return whether a seat has the cards that a bid takes; `lengths` has those of every seat."""
    return all(lengths[seat][suit] >= least for suit, least in takes(o, word, last).items())
