"""Trump and tricks."""

from __future__ import annotations

from arena.games.cards import RANKS, SUITS, pack
from arena.games.kernel import Ask, Card, Note, Rules, Seat
from arena.games.tricks import Trick, ranking, tricks
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import SEATS

LEAD = "lead"
"""Said for "no suit named": the first card led fixes trump (TH-38)."""
TRUMPS = (*SUITS, LEAD)
RANKINGS = {trump: ranking(pack(RANKS), trump) for trump in SUITS}
"""The order of the cards under each trump (TH-5, TH-45)."""


def play(hands: list[list[Card]], contractor: Seat) -> Rules[tuple[Trick, ...]]:
    """Fix trump and play all tricks, the contractor leading to the first (TH-43 to TH-46)."""
    trump = yield Ask(contractor, "trump", TRUMPS)
    led = (yield from first_lead(hands[contractor], contractor)) if trump == LEAD else ()
    trump = led[0][-1] if led else trump
    yield Note("trump", (trump,))
    return (yield from tricks(hands, leader=contractor, seats=SEATS, rank=RANKINGS[trump], worth=worth, begun=led))


def first_lead(hand: list[Card], contractor: Seat) -> Rules[tuple[Card]]:
    """Ask for the card that fixes trump, and take it out of the hand (TH-38)."""
    card = yield Ask(contractor, "play", tuple(hand))
    hand.remove(card)
    return (card,)
