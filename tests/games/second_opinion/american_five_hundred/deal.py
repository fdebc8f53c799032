"""One deal of American Five Hundred, followed through its record (AF-8 to AF-37)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.second_opinion.american_five_hundred.auction import GRANOLA, NULLO, Bidding, ace_no_face, trump_of
from tests.games.second_opinion.american_five_hundred.sheet import Sheet
from tests.games.second_opinion.bowers import NO_SUIT, NO_TRUMP, Suits
from tests.games.second_opinion.cards import clockwise, in_order
from tests.games.second_opinion.five_hundred.auction import bids_of, hold_auction, is_for_tricks
from tests.games.second_opinion.five_hundred.deal import exchange, read_hands
from tests.games.second_opinion.five_hundred.family import Outcome
from tests.games.second_opinion.five_hundred.play import Play, PlayClauses, declared_joker
from tests.games.second_opinion.five_hundred.scoring import Played
from tests.games.second_opinion.log import Log

CLAUSES = PlayClauses("AF-30, AF-35 to AF-37", "AF-36", "AF-31", "AF-34")


@dataclass
class Deal:
    """A deal, and what is known of it so far.

    Args:
        sheet: the options in force.
        log: the record, at the first line of this deal.
        dealer: who deals.
    """

    sheet: Sheet
    log: Log
    dealer: int

    hands: dict[int, list[str]] = field(default_factory=dict)
    no_nullo: set[int] = field(default_factory=set)

    def follow(self) -> Outcome:
        """Follow the deal to its end."""
        self.hands = read_hands(self.log, "AF-2, AF-8", 4, self.sheet.pack)
        if self.sheet.ace_no_face and self.annulled():
            return "annulled"
        bidding = Bidding(self.sheet, self.dealer, [list(hand) for hand in self.hands.values()], self.no_nullo)
        bids = bids_of(
            hold_auction(
                self.sheet.auction,
                self.speakers(),
                bidding.words,
                lambda seat, legal: self.log.ask("AF-13 to AF-24", seat, "bid", legal),
            )
        )
        if not bids:
            self.log.note("AF-19", "thrown-in")
            return "thrown-in"
        return self.contract(*bids[-1])

    def speakers(self) -> list[int]:
        """Return the players in the order of speaking (AF-10, AF-14)."""
        return clockwise(range(4), self.dealer + 1)

    def annulled(self) -> bool:
        """Follow the claims of "Ace - no face" (AF-9 to AF-12, AF-R7)."""
        for seat in self.speakers():
            if not ace_no_face(self.hands[seat]):
                continue
            if self.log.ask("AF-9, AF-10", seat, "ace-no-face", ["claim", "no-claim"]) == "no-claim":
                continue
            self.log.note("AF-10, AF-46", "claim", seat)
            partner = (seat + 2) % 4
            if self.log.ask("AF-11", partner, "annul", ["agree", "refuse"]) == "agree":
                self.log.note("AF-11", "annulled")
                return True
            self.no_nullo |= {seat, partner}
        return False

    def contract(self, contractor: int, bid: str) -> Played:
        """Follow everything after the auction."""
        trump, partner = trump_of(bid), (contractor + 2) % 4
        self.log.note("AF-25, AF-46", "contract", contractor, bid)
        self.log.note("AF-25", "trump", trump)
        if bid == NULLO:
            self.log.note("AF-32", "sits-out", partner)
        held = [card for hand in self.hands.values() for card in hand]
        middle = [card for card in self.sheet.pack if card not in held]
        discards = self.take("AF-26, AF-27", contractor, middle)
        if bid == GRANOLA:
            self.take("AF-27", partner, discards)
        declared = NO_SUIT
        if trump == NO_TRUMP:
            declared = declared_joker(self.log, CLAUSES.declare, contractor, self.hands[contractor])
        suits = Suits(trump, declared, restricted=True, forced=not is_for_tricks(bid))
        hands = {seat: hand for seat, hand in self.hands.items() if bid != NULLO or seat != partner}
        tricks = Play(self.log, CLAUSES, suits, hands).follow(contractor)  # AF-29
        return Played(self.dealer, contractor, bid, frozenset({contractor, partner}), tuple(tricks))

    def take(self, clause: str, seat: int, cards: list[str]) -> list[str]:
        """Give a seat five cards and follow its five discards; return them."""
        shown = self.log.claim("show", "kitty", "-")
        if sorted(shown or []) != sorted(cards):
            raise self.log.lose(clause, f"seat {seat} takes {' '.join(in_order(cards))}, the record shows {shown}")
        return exchange(self.log, clause, seat, self.hands[seat], cards)
