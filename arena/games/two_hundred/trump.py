"""Trump: named, fixed by the first lead, or none."""

from __future__ import annotations

from functools import cache

from arena.games.cards import RANKS, SUITS, pack
from arena.games.kernel import Ask, Card, Note, Rules, Seat
from arena.games.tricks import NO_TRUMP, ranking
from arena.games.two_hundred.options import Options

LEAD = "lead"
"""Said for "no suit named": the first card led fixes trump (TH-38)."""
RANKINGS = {trump: ranking(pack(RANKS), trump) for trump in (*SUITS, NO_TRUMP)}
"""The order of the cards under each trump (TH-5, TH-45)."""


def name_trump(o: Options, contractor: Seat) -> Rules[str]:
    """Let the contractor name trump where he may; `LEAD` is left to his first card (TH-38 to TH-41)."""
    trump = LEAD
    if (words := trump_words(o)) != (LEAD,):
        trump = yield Ask(contractor, "trump", words)
    if trump != LEAD:
        yield Note("trump", (trump,))
    return trump


@cache
def trump_words(o: Options) -> tuple[str, ...]:
    """Return what may be named; where trumps may not be discarded, it cannot be left open (TH-R11)."""
    suits = SUITS if o.trump_naming == "announce" else ""
    lead = () if o.discard_limits == "no_points_or_trumps" else (LEAD,)
    return (*suits, *lead, *(() if o.no_trump == "off" else (NO_TRUMP,)))


def lead_trump(hand: list[Card], contractor: Seat) -> Rules[Card]:
    """Ask for the first lead, which fixes trump; it leaves the hand (TH-38, TH-39)."""
    card = yield Ask(contractor, "play", tuple(hand))
    hand.remove(card)
    yield Note("trump", (card[-1],))
    return card
