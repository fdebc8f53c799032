"""From the end of the auction to the last trick."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from arena.games.american_five_hundred.bidding import GRANOLA, NULLO, tricks_bid
from arena.games.american_five_hundred.dealing import MIDDLE, PACK, SEATS
from arena.games.auction import Call
from arena.games.bowers import JOKER, READING, bower_ranking
from arena.games.joker import JokerLaw, declare_joker, joker_tricks
from arena.games.kernel import Card, Note, Rules, Seat
from arena.games.kitty import discards, take_kitty
from arena.games.tricks import NO_TRUMP, Ranking, Trick


class Lineup(NamedTuple):
    """Who does what in a contract.

    Args:
        contractor: who leads, and alone may declare the joker.
        takers: who takes the middle, one after the other.
        seats: who plays, clockwise.
        trump: a suit or `NT`.
        law: what binds a joker without a suit.
    """

    contractor: Seat
    takers: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    trump: str
    law: JokerLaw


@cache
def lineup(contract: Call) -> Lineup:
    """Return who does what: alone in nullo, both partners with the middle in granola (AF-27, AF-32, AF-33, AF-37)."""
    seat, word = contract
    partner = (seat + 2) % 4
    bid = tricks_bid(word)
    return Lineup(
        contractor=seat,
        takers=(seat, partner) if word == GRANOLA else (seat,),
        seats=tuple(other for other in SEATS if word != NULLO or other != partner),
        trump=NO_TRUMP if bid is None else bid.trump,
        law=JokerLaw(restricted=True, forced=bid is None),
    )


def prepare(who: Lineup, hands: list[list[Card]], middle: Sequence[Card]) -> Rules[Ranking]:
    """Exchange with the middle, let the contractor declare his joker; return the order of the cards."""
    yield Note("trump", (who.trump,))
    if len(who.seats) < len(SEATS):
        yield Note("sits-out", ((who.contractor + 2) % 4,))
    for taker in who.takers:
        hand = hands[taker]
        yield from take_kitty(hand, middle, taker, READING)
        middle = sorted((yield from discards(hand, MIDDLE, taker)), key=READING)
    suit = None
    if who.trump == NO_TRUMP and JOKER in hands[who.contractor]:
        suit = yield from declare_joker(who.contractor)
    return bower_ranking(PACK, who.trump, suit)


def all_tricks(who: Lineup, hands: Sequence[Sequence[Card]], rank: Ranking) -> Rules[tuple[Trick, ...]]:
    """Play all tricks."""
    return joker_tricks(hands, leader=who.contractor, seats=who.seats, rank=rank, law=who.law)
