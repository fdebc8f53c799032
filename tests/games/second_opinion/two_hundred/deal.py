"""One deal of Two Hundred, followed through its record (TH-11 to TH-53, TH-81 to TH-84)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tests.games.second_opinion.cards import SUITS, clockwise, in_order, not_of_the_pack, suit
from tests.games.second_opinion.checker import Scores
from tests.games.second_opinion.log import Log
from tests.games.second_opinion.two_hundred.auction import Auction, hold_auction
from tests.games.second_opinion.two_hundred.cards import (
    discard_class,
    discards,
    may_call_misdeal,
    plays,
    taker,
    worth,
)
from tests.games.second_opinion.two_hundred.scoring import Played, Sides
from tests.games.second_opinion.two_hundred.sheet import Sheet
from tests.games.second_opinion.two_hundred.stacks import Stacks

Outcome: TypeAlias = Played | Literal["misdeal", "thrown-in"]


@dataclass
class Deal:
    """A deal, and what is known of it so far.

    Args:
        sheet: the options in force.
        log: the record, at the first line of this deal.
        sides: the sides still in.
        start: their scores before the deal.
        dealer: who deals.
        silent: the silent partner of this deal, if there is one (TH-48, TH-49).
    """

    sheet: Sheet
    log: Log
    sides: Sides
    start: Scores
    dealer: int
    silent: int | None

    size: int = 0
    hands: dict[int, list[str]] = field(default_factory=dict)
    stacks: dict[int, Stacks] = field(default_factory=dict)
    kitty: list[str] = field(default_factory=list)
    contractor: int = -1
    trump: str | None = None
    discard: list[str] = field(default_factory=list)
    to_show: list[str] = field(default_factory=list)

    def follow(self) -> Outcome:
        """Follow the deal to its end."""
        if self.silent is not None:
            self.log.note("TH-48, TH-49", "silent", self.silent)
        self.read_cards()
        if self.misdeal_called():
            return "misdeal"
        auction = hold_auction(
            self.sheet,
            self.dealer,
            self.bidders(),
            lambda seat, words: self.log.ask("TH-17 to TH-28", seat, "bid", words),
        )
        if auction.holder is None:
            self.log.note("TH-24", "thrown-in")
            return "thrown-in"
        self.log.note("TH-23", "contract", auction.holder, auction.bid)
        self.contractor = auction.holder
        return self.play(auction)

    def seats(self) -> list[int]:
        """Return the seats that hold cards, clockwise from seat 0 (TH-3, TH-73)."""
        playing = {seat for seats in self.sides.values() for seat in seats}
        return sorted(playing | ({self.silent} if self.silent is not None else set()))

    def bidders(self) -> list[int]:
        """Return the bidders from the dealer's left, the dealer last (TH-17, TH-51)."""
        if self.sheet.format == "two_stacks":
            return clockwise([0, 1], self.dealer + 1)
        return [seat for seat in clockwise(self.seats(), self.dealer + 1) if seat != self.silent]

    def stack_seats(self) -> list[int]:
        """Return the seats whose cards lie in stacks (TH-14)."""
        return [2, 3] if self.sheet.format == "two_stacks" else []

    # What was dealt

    def read_cards(self) -> None:
        """Read who holds what; the kitty is what is left of the pack (TH-4, TH-12)."""
        self.size = (len(self.sheet.pack) - self.sheet.kitty) // len(self.seats())  # TH-7, TH-73
        self.hands = {seat: self.read_hand(seat) for seat in self.seats() if seat not in self.stack_seats()}
        cards = [card for hand in self.hands.values() for card in hand]
        pack = self.sheet.pack
        if wrong := not_of_the_pack(cards, pack):
            raise self.log.lose("TH-4", f"the hands are no deal of the pack: {' '.join(in_order(set(wrong)))}")
        rest = [card for card in pack if card not in cards]
        self.kitty = rest if self.sheet.kitty else []
        self.stacks = {seat: Stacks(seat, self.log, rest) for seat in self.stack_seats()}

    def read_hand(self, seat: int) -> list[str]:
        """Read the hand of a seat."""
        hand = self.log.claim("show", "hand", str(seat))
        if hand is None or len(hand) != self.size:
            raise self.log.lose("TH-11", f"seat {seat} is to be dealt {self.size} cards, the record shows {hand}")
        return hand

    def misdeal_called(self) -> bool:
        """Follow the questions for a misdeal (TH-15, TH-R36, TH-R43)."""
        if not self.sheet.misdeal:
            return False
        for seat in self.bidders():
            if may_call_misdeal(self.hands[seat]):
                word = self.log.ask("TH-15", seat, "misdeal", ["misdeal", "play"])
                if word == "misdeal":
                    self.log.note("TH-15", "misdeal", seat)
                    return True
        return False

    # The contractor's choices (TH-30)

    def play(self, auction: Auction) -> Played:
        """Follow everything after the auction; return the deal for scoring."""
        all100 = self.all100_announced()
        self.take_kitty()
        if self.sheet.kitty and self.sheet.discard_limits == "no_points_or_trumps":
            self.name_trump()
            self.make_discard()
        else:
            self.make_discard()
            self.name_trump()
        if self.trump is not None:
            self.see_shown_discards()
        contract_seats = self.contract_seats()
        tricks = self.play_tricks()
        for partner in contract_seats - {self.contractor} if self.sheet.format == "called_card" else ():
            self.log.note("TH-42", "partner", partner)
        return Played(
            self.contractor,
            auction.bid,
            contract_seats,
            tuple(tricks),
            worth(self.discard),
            self.trump == "NT",
            all100,
            auction.best_bids,
        )

    def all100_announced(self) -> bool:
        """Follow the announcement of all 100 (TH-31); asked whether there is a kitty or not."""
        mine = next(side for side, seats in self.sides.items() if self.contractor in seats)
        if not self.sheet.announce_all_100 or self.start[mine] < 0:
            return False
        return self.log.ask("TH-31", self.contractor, "all100", ["all100", "take"]) == "all100"

    def take_kitty(self) -> None:
        """Give the contractor the kitty (TH-32)."""
        if not self.sheet.kitty:
            return
        shown = self.log.claim("show", "kitty")
        if shown is None or shown[0] not in {"-", str(self.contractor)} or sorted(shown[1:]) != sorted(self.kitty):
            self.log.differ("TH-32", f"the kitty is {' '.join(self.kitty)}, the record shows {shown}")
        self.hands[self.contractor] += self.kitty

    def make_discard(self) -> None:
        """Follow the four discards and what is told about them (TH-32 to TH-35)."""
        if not self.sheet.kitty:
            return
        hand = self.hands[self.contractor]
        for _ in range(4):
            card = self.log.ask("TH-33, TH-34", self.contractor, "discard", discards(self.sheet, hand, self.trump))
            if discard_class(self.sheet, card, self.trump) > 0:
                self.to_show.append(card)
            hand.remove(card)
            self.discard.append(card)
        if self.sheet.discard_points_announced:
            self.log.note("TH-35", "discard-points", "yes" if worth(self.discard) else "no")

    def name_trump(self) -> None:
        """Follow the choice of trump (TH-38, TH-39, TH-40); after `lead` it stays open until the first card."""
        words = [] if self.sheet.trump_naming == "first_lead" else list(SUITS)
        if self.sheet.discard_limits != "no_points_or_trumps":
            words.append("lead")
        if self.sheet.no_trump != "off":
            words.append("NT")
        if words == ["lead"]:
            return  # TH-39: nothing to choose
        word = self.log.ask("TH-38 to TH-40", self.contractor, "trump", words)
        if word != "lead":
            self.fix_trump(word)

    def fix_trump(self, trump: str) -> None:
        """Take the trump suit or `NT` (TH-41)."""
        self.trump = trump
        self.log.note("TH-41", "trump", trump)

    def see_shown_discards(self) -> None:
        """Compare the discards that must be shown, after trump is fixed (TH-34, TH-36)."""
        if not self.sheet.kitty:
            return
        due = set(self.to_show)
        if self.sheet.discard_trumps_shown:
            due |= {card for card in self.discard if suit(card) == self.trump}
        shown = self.log.claim_shows(self.contractor)
        if sorted(shown) != sorted(due):
            self.log.differ("TH-36", f"of the discard {in_order(due)} must be shown, the record shows {shown}")

    def contract_seats(self) -> frozenset[int]:
        """Return the seats of the contract side (Words); in `called_card` follow the call (TH-42)."""
        if self.sheet.team_format:
            return frozenset(next(seats for seats in self.sides.values() if self.contractor in seats))
        if self.sheet.format == "called_card":
            own = self.hands[self.contractor]
            words = [card for card in self.sheet.pack if card not in own]
            called = self.log.ask("TH-42", self.contractor, "call", words)
            return frozenset({self.contractor} | {seat for seat, hand in self.hands.items() if called in hand})
        return frozenset({self.contractor} | ({self.silent} if self.silent is not None else set()))

    # Play

    def play_tricks(self) -> list[tuple[int, int]]:
        """Follow all tricks (TH-43 to TH-47); return winner and points of each."""
        tricks: list[tuple[int, int]] = []
        leader = self.contractor
        for _ in range(self.size):
            trick = self.play_trick(leader)
            leader = taker(trick, self.fixed_trump())
            tricks.append((leader, worth(card for _, card in trick)))
            self.log.note("TH-45", "trick", *tricks[-1])
            for stacks in self.stacks.values():
                stacks.turn_up()
        self.see_opened_discard()
        return tricks

    def play_trick(self, leader: int) -> list[tuple[int, str]]:
        """Follow one trick (TH-43, TH-44, TH-50)."""
        trick: list[tuple[int, str]] = []
        for seat in clockwise(self.seats(), leader):
            visible = self.stacks[seat].face_up() if seat in self.stacks else self.hands[seat]
            legal = plays(visible, trick[0][1] if trick else None)
            card = self.log.ask("TH-50" if seat in self.stacks else "TH-43, TH-44", seat, "play", legal)
            if self.trump is None:
                self.fix_trump(suit(card))  # TH-38, TH-39
                self.see_shown_discards()
            if seat in self.stacks:
                self.stacks[seat].play(card)
            else:
                self.hands[seat].remove(card)
            trick.append((seat, card))
        return trick

    def fixed_trump(self) -> str:
        """Return the trump suit or `NT`, which the first lead fixes at the latest."""
        assert self.trump is not None
        return self.trump

    def see_opened_discard(self) -> None:
        """Compare the discard that is opened after the last trick (TH-37, TH-84)."""
        if not self.sheet.kitty:
            return
        shown = self.log.claim_shows(self.contractor)
        if sorted(shown) != sorted(self.discard):
            self.log.differ("TH-37, TH-84", f"the discard {self.discard} is opened, the record shows {shown}")


def silent_partner(sheet: Sheet, dealer: int, fixed: int | None) -> int | None:
    """Return the silent partner of a deal: fixed, or the player at the dealer's right (TH-48, TH-49)."""
    if sheet.format == "silent_rotating":
        return (dealer - 1) % 5
    return fixed if sheet.format == "silent_fixed" else None
