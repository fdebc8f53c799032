"""The auction of Two Hundred (TH-17 to TH-29)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import cycle
from typing import TypeAlias

from tests.games.second_opinion.two_hundred.sheet import Sheet

Asked: TypeAlias = Callable[[int, list[str]], str]
"""Asks a seat for one of some words and returns the answer."""

ABOVE_100 = 105
"""The level of `100for200`: it ranks above 100 (TH-25)."""


@dataclass
class Auction:
    """What has been said, and at the end who is the contractor.

    Args:
        sheet: the options in force.
        dealer: who dealt.
        holder: who holds the highest bid; at the end the contractor, None when the hands are thrown in.
        bid: the highest bid, or `free`.
        kept: whether the highest bid was kept by somebody.
        best_bids: by seat the highest level spoken, `100for200` counting as 100 (TH-29).
    """

    sheet: Sheet
    dealer: int
    holder: int | None = None
    bid: str = ""
    kept: bool = False
    best_bids: dict[int, int] = field(default_factory=dict)

    def words(self, seat: int) -> list[str]:
        """Return what a bidder in turn may say (decisions table, `bid`)."""
        higher = [str(n) for n in range(5, 101, 5) if n >= self.sheet.min_bid and n > level(self.bid)]
        if self.sheet.bid_100_for_200 and level(self.bid) < ABOVE_100:
            higher.append("100for200")
        return ["pass", *(["keep"] if self.may_keep(seat) else []), *higher]

    def may_keep(self, seat: int) -> bool:
        """Return whether a bidder may equal the highest bid (TH-26, TH-28, TH-R4)."""
        if self.holder is None or self.holder == seat:
            return False
        if self.sheet.keep == "dealer":
            return seat == self.dealer
        return self.sheet.keep == "any" and not self.kept

    def say(self, seat: int, word: str) -> None:
        """Take a bid or a keep (TH-19, TH-26, TH-29, TH-R5)."""
        self.kept = word == "keep"
        self.bid = self.bid if self.kept else word
        self.holder = seat
        self.best_bids[seat] = min(level(self.bid), 100)


def level(bid: str) -> int:
    """Return where a bid ranks (TH-19, TH-25); no bid is 0."""
    if bid == "100for200":
        return ABOVE_100
    return int(bid) if bid else 0


def hold_auction(sheet: Sheet, dealer: int, bidders: Sequence[int], ask: Asked) -> Auction:
    """Return the finished auction.

    Args:
        sheet: the options in force.
        dealer: who dealt.
        bidders: all bidders clockwise from the dealer's left, the dealer last (TH-17).
        ask: asks a seat.
    """
    auction = Auction(sheet, dealer)
    still_in = list(bidders)
    for seat in bidders if sheet.auction == "single" else cycle(bidders):  # TH-21
        if all(other == auction.holder for other in still_in):
            break  # TH-21: everybody but the holder has passed, or everybody (TH-24)
        if seat not in still_in or seat == auction.holder:
            continue  # TH-20, TH-22
        if auction.holder is None and seat == dealer and sheet.all_others_pass != "dealer_may_pass":
            settle_for_dealer(auction)
            break
        words = auction.words(seat)
        word = "pass" if words == ["pass"] else ask(seat, words)  # TH-22, TH-R3
        if word == "pass":
            still_in.remove(seat)
        else:
            auction.say(seat, word)
    return auction


def settle_for_dealer(auction: Auction) -> None:
    """Give the dealer what he gets without being asked, after everybody else has passed (TH-24)."""
    if auction.sheet.all_others_pass == "dealer_min_bid":
        auction.holder, auction.bid = auction.dealer, str(auction.sheet.min_bid)
    elif auction.sheet.all_others_pass == "dealer_free":
        auction.holder, auction.bid = auction.dealer, "free"
