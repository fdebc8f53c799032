"""Dealing and the auction of American Five Hundred (AF-6, AF-8, AF-9, AF-13 to AF-25)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from tests.games.second_opinion.american_five_hundred.sheet import Sheet
from tests.games.second_opinion.bowers import NO_TRUMP
from tests.games.second_opinion.cards import JOKER, SUITS, clockwise
from tests.games.second_opinion.five_hundred.auction import PASS, Calls, avondale, bids_of, is_for_tricks, tricks_of
from tests.games.second_opinion.five_hundred.cards import KITTY, Place, packets_dealt

T = TypeVar("T")

NULLO, GRANOLA = "nullo", "granola"
LOSING = {NULLO: 250, GRANOLA: 510}
"""AF-38: the values of the bids to win no trick."""
NO = "NO"
"""The end of a no-trump bid in its special announcement (AF-20)."""
LOW_TO_HIGH = "SCDH"
RED, BLACK = {"JH", "JD"}, {"JS", "JC"}


def dealt(pack: Sequence[T], dealer: int) -> dict[Place, list[T]]:
    """Return the hands and the middle, each in the order received (AF-8).

    Args:
        pack: the shuffled pack, its top first.
        dealer: who deals.
    """
    order: list[Place] = [*clockwise(range(4), dealer + 1)]
    packets: list[tuple[Place, int]] = []
    for size, to_the_middle in ((3, 3), (2, 2), (3, 0), (2, 0)):
        packets += [(seat, size) for seat in order] + [(KITTY, to_the_middle)]
    return packets_dealt(packets, pack)


def first_dealer(turned: Sequence[str]) -> int:
    """Return who gets the last of the cards that are turned up, the first going to seat 0 (AF-6)."""
    return (len(turned) - 1) % 4


def ace_no_face(hand: Collection[str]) -> bool:
    """Return whether a dealt hand may be claimed to be "Ace - no face" (AF-9)."""
    ranks = [card[0] for card in hand if card != JOKER]
    return JOKER not in hand and ranks.count("A") == 1 and not set(ranks) & set("KQJ")


def special_hand(hand: Collection[str]) -> bool:
    """Return whether a dealt hand has the joker or split bowers (AF-22, AF-R9)."""
    return JOKER in hand or bool(RED & set(hand) and BLACK & set(hand))


@cache
def trump_of(bid: str) -> str:
    """Return the trump suit of a bid, or `NT` (AF-20, AF-21)."""
    suit = bid.removeprefix(str(tricks_of(bid)))
    return suit if suit in SUITS else NO_TRUMP


@cache
def value(bid: str) -> int:
    """Return the points of a bid (AF-38)."""
    if not is_for_tricks(bid):
        return LOSING[bid]
    return avondale(tricks_of(bid), [*LOW_TO_HIGH, NO_TRUMP].index(trump_of(bid)))


ALL_BIDS = sorted(
    [f"{tricks}{trump}" for tricks in range(6, 11) for trump in (*LOW_TO_HIGH, NO_TRUMP)] + list(LOSING), key=value
)
"""Every bid but the special announcements, low to high (AF-13, AF-R10): no two have the same value."""


@dataclass(frozen=True)
class Bidding:
    """What all players may say in the auction of one deal.

    Args:
        sheet: the options in force.
        dealer: who dealt.
        hands: the ten dealt cards of each seat.
        no_nullo: the seats that may not bid nullo after a refused claim (AF-12).
    """

    sheet: Sheet
    dealer: int
    hands: Sequence[Collection[str]]
    no_nullo: Collection[int] = ()

    def words(self, seat: int, calls: Calls) -> list[str]:
        """Return what a player may say after some calls."""
        said = bids_of(calls)
        highest = value(said[-1][1]) if said else 0
        higher = [bid for bid in ALL_BIDS if value(bid) > highest and self.may_bid(seat, bid, calls)]
        special = [bid.replace(NO_TRUMP, NO) for bid in higher if trump_of(bid) == NO_TRUMP and is_for_tricks(bid)]
        return [PASS, *higher, *(special if self.may_announce(seat, calls) else [])]

    def may_bid(self, seat: int, bid: str, calls: Calls) -> bool:
        """Return whether a player may make a bid that is high enough (AF-12, AF-17, AF-18, AF-23, AF-24)."""
        if bid == NULLO:
            return self.sheet.nullo and seat not in self.no_nullo
        if bid == GRANOLA:
            return self.sheet.granola and ((seat + 2) % 4, NULLO) in calls
        return tricks_of(bid) > 6 or self.may_inkle(seat, calls)

    def may_inkle(self, seat: int, calls: Calls) -> bool:
        """Return whether a player may bid six (AF-17, AF-18)."""
        early = seat in {(self.dealer + 1) % 4, (self.dealer + 2) % 4}
        first_turn = all(caller != seat for caller, _ in calls)
        taken = self.sheet.inkle == "one" and any(tricks_of(bid) == 6 for _, bid in bids_of(calls))
        return early and first_turn and not taken

    def may_announce(self, seat: int, calls: Calls) -> bool:
        """Return whether a player may use the special announcement (AF-20, AF-22, AF-R8)."""
        bidders = list(dict.fromkeys(bidder for bidder, _ in bids_of(calls)))
        among_the_first = seat in bidders[:2] or len(bidders) < 2
        true = self.sheet.special_no == "free" or special_hand(self.hands[seat])
        return self.sheet.special_no != "off" and among_the_first and true
