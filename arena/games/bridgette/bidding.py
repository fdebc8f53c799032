"""Which bids a hand may make in Bridgette."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final

from arena.games.bridgette.colons import RANGES
from arena.games.bridgette.options import Options
from arena.games.kernel import Card, Seat, Word
from arena.games.parts.calls import DENOMINATIONS, CallLaw, Contract, ladder, parted
from arena.games.parts.cards import SUITS
from arena.games.parts.tricks import NO_TRUMP

LAW: Final = CallLaw(
    ladder(range(1, 8), extra=("0NT",)), (0, 1), must_open=True, redouble_ends=True, double_stands=True
)
"""The rules of the auction (BG-11 to BG-23)."""


@cache
def higher_bids(jump_rule: str, opening_jump: str, last: Word | None) -> Mapping[Word, str]:
    """Return the bids higher than the last one, each with the suits of the cards that it takes.

    A bid takes two cards of its suit, after a jump four; at no trump one of each suit (BG-13 to BG-18).

    Args:
        jump_rule: the option.
        opening_jump: the option.
        last: the last bid, None before the opening.
    """
    first = 0 if last is None else LAW.ladder.index(last) + 1
    no_jump = 1 if jump_rule == "step" else len(DENOMINATIONS)
    found = {}
    for steps, word in enumerate(LAW.ladder[first:], 1):
        level, denomination = parted(word)
        jump = steps > no_jump if last is not None else opening_jump == "restricted" and level > 1
        found[word] = SUITS if denomination == NO_TRUMP else denomination * (4 if jump else 2)
    return found


def takes(o: Options, last: Contract | None) -> Mapping[Word, str]:
    """Return the bids higher than the last one (None before the opening), each with the suits of what it takes."""
    return higher_bids(o.jump_rule, o.opening_jump, None if last is None else last.word)


def has(hand: Collection[Card]) -> frozenset[str]:
    """Return all that a bid can take and this hand has; colons are of no suit (BG-14)."""
    suits = "".join([card[-1] for card in hand if card not in RANGES])
    found = [suit * number for suit in SUITS for number in (2, 4) if suits.count(suit) >= number]
    return frozenset([*found, SUITS] if {*suits} == {*SUITS} else found)


def bids(o: Options, held: Sequence[Collection[str]], seat: Seat, last: Contract | None) -> Sequence[Word]:
    """Return the higher bids that a seat may make; `held` lists what each seat `has` (BG-13 to BG-18)."""
    mine = held[seat]
    return [word for word, cards in takes(o, last).items() if cards in mine]
