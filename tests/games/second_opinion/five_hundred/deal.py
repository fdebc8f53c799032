"""One deal of Five Hundred, followed through its record (FH-21 to FH-63)."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.second_opinion.bowers import NO_SUIT, NO_TRUMP, Suits
from tests.games.second_opinion.cards import SUITS, clockwise, in_order, not_of_the_pack
from tests.games.second_opinion.five_hundred.auction import (
    MISERE,
    OPEN_MISERE,
    bids_of,
    hold_auction,
    is_for_tricks,
    tricks_of,
    trump_of,
    words,
)
from tests.games.second_opinion.five_hundred.family import Outcome
from tests.games.second_opinion.five_hundred.play import Play, PlayClauses, declared_joker
from tests.games.second_opinion.five_hundred.scoring import Played
from tests.games.second_opinion.five_hundred.sheet import Sheet
from tests.games.second_opinion.log import Log

ALONE = "alone"
CLAUSES = PlayClauses("FH-49 to FH-58", "FH-51 to FH-55", "FH-59", "FH-53")


def read_hands(log: Log, clause: str, seats: int, pack: list[str]) -> dict[int, list[str]]:
    """Read who holds which ten cards.

    Args:
        log: the record, at the first line of a deal.
        clause: the clause that says what is dealt.
        seats: the number of hands.
        pack: the cards.

    Raises:
        LostTrackError: a hand is missing, or the cards are no deal of the pack.
    """
    hands: dict[int, list[str]] = {}
    for seat in range(seats):
        hand = log.claim("show", "hand", str(seat))
        if hand is None or len(hand) != 10:
            raise log.lose(clause, f"seat {seat} is to be dealt 10 cards, the record shows {hand}")
        hands[seat] = hand
    if wrong := not_of_the_pack([card for hand in hands.values() for card in hand], pack):
        raise log.lose(clause, f"the hands are no deal of the pack: {' '.join(in_order(set(wrong)))}")
    return hands


def exchange(log: Log, clause: str, seat: int, hand: list[str], kitty: list[str]) -> list[str]:
    """Give a seat some cards and follow as many discards (FH-39, AF-26, AF-27); return the discards."""
    hand += kitty
    discards = []
    for _ in kitty:
        discards.append(log.ask(clause, seat, "discard", hand))
        hand.remove(discards[-1])
    return discards


class FivePlay(Play):
    """The play of a hand of Five Hundred: a called partner becomes known, an exposed hand is shown.

    Args:
        called: the card that was called, empty where there is none (FH-43).
        exposed: the seat whose hand is laid open after the first trick (FH-62).
    """

    called: str = ""
    exposed: int | None = None

    def after_card(self, seat: int, card: str) -> None:
        """Compare the note by which a called partner becomes known (FH-43)."""
        if card == self.called:
            self.log.note("FH-43", "partner", seat)

    def after_trick(self, number: int) -> None:
        """Compare the hand that is laid open (FH-62)."""
        if number == 1 and self.exposed is not None:
            shown = self.log.claim("show", "exposed", str(self.exposed))
            if sorted(shown or []) != sorted(self.hands[self.exposed]):
                right = " ".join(in_order(self.hands[self.exposed]))
                self.log.differ("FH-62", f"seat {self.exposed} exposes {right}, the record shows {shown}")


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
    unseen: list[str] = field(default_factory=list)
    contractor: int = -1
    bid: str = ""
    discards: list[str] = field(default_factory=list)
    partners: list[int] = field(default_factory=list)
    called: str = ""

    def follow(self) -> Outcome:
        """Follow the deal to its end."""
        self.hands = read_hands(self.log, "FH-8 to FH-13, FH-21", self.sheet.players, self.sheet.pack)
        held = [card for hand in self.hands.values() for card in hand]
        self.unseen = [card for card in self.sheet.pack if card not in held]
        bids = bids_of(self.auction())
        if not bids:
            return self.passed_deal()
        self.contractor, self.bid = bids[-1]
        self.log.note("FH-30", "contract", self.contractor, self.bid)
        return self.contract()

    def auction(self) -> list[tuple[int, str]]:
        """Follow the auction (FH-25 to FH-28)."""
        return hold_auction(
            self.sheet.auction,
            clockwise(range(self.sheet.players), self.dealer + 1),
            lambda _, calls: words(self.sheet, calls),
            lambda seat, legal: self.log.ask("FH-24 to FH-38", seat, "bid", legal),
        )

    def passed_deal(self) -> Outcome:
        """Follow a deal in which all have passed (FH-29, FH-63, FH-R24)."""
        if self.sheet.passed_deal == "throw_in":
            self.log.note("FH-29", "thrown-in")
            return "thrown-in"
        self.log.note("FH-63", "passed-deal")
        self.log.note("FH-63", "trump", NO_TRUMP)
        suits = Suits(NO_TRUMP, restricted=self.restricted)
        tricks = FivePlay(self.log, CLAUSES, suits, self.hands).follow((self.dealer + 1) % self.sheet.players)
        return Played(self.dealer, None, "", frozenset(), tuple(tricks))

    def contract(self) -> Played:
        """Follow everything after the auction (decisions table)."""
        trump = trump_of(self.bid)
        self.log.note("FH-30", "trump", trump)
        sitting_out = self.sitting_out()
        self.take_widow()
        if self.sheet.players == 5:
            self.choose_partners()
        declared = NO_SUIT
        if trump == NO_TRUMP and self.restricted:
            declared = declared_joker(self.log, CLAUSES.declare, self.contractor, self.hands[self.contractor])
        losing = not is_for_tricks(self.bid)
        suits = Suits(trump, declared, restricted=self.restricted, forced=self.restricted and losing)
        hands = {seat: hand for seat, hand in self.hands.items() if seat not in sitting_out}
        play = FivePlay(self.log, CLAUSES, suits, hands)
        play.called = self.called
        play.exposed = self.contractor if self.bid == OPEN_MISERE else None
        tricks = play.follow(self.contractor)  # FH-57
        return Played(self.dealer, self.contractor, self.bid, self.contract_seats(), tuple(tricks))

    @property
    def restricted(self) -> bool:
        """Whether the joker of an NT hand is restricted (FH-53 to FH-56)."""
        return self.sheet.nt_joker == "restricted"

    def sitting_out(self) -> list[int]:
        """Return the partner who lays his hand down in a misere (FH-61)."""
        if self.bid not in {MISERE, OPEN_MISERE}:
            return []
        partner = (self.contractor + 2) % 4
        self.log.note("FH-61", "sits-out", partner)
        return [partner]

    def take_widow(self) -> None:
        """Give the contractor the widow, and follow his discards (FH-39)."""
        shown = self.log.claim("show", "kitty", "-")
        right = sorted(self.unseen)
        wrong = sorted(shown or []) != right
        if self.sheet.dummy:  # The rest is the dummy hand, which nobody sees (FH-23).
            wrong = len(set(shown or [])) != self.sheet.widow or not set(shown or []) <= set(right)
        if shown is None or wrong:
            raise self.log.lose("FH-39", f"the widow is {' '.join(in_order(right))}, the record shows {shown}")
        self.discards = exchange(self.log, "FH-39", self.contractor, self.hands[self.contractor], shown)

    def choose_partners(self) -> None:
        """Follow the choice of partners among five players (FH-42 to FH-46)."""
        if tricks_of(self.bid) <= 7:
            word = self.log.ask("FH-42, FH-44", self.contractor, "call", self.call_words())
            if word in self.seat_words():
                self.name_partner(word)
            elif word != ALONE:
                self.called = word
                self.partners += [seat for seat, hand in self.hands.items() if word in hand]
            return
        for _ in range(2):  # FH-45
            word = self.log.ask("FH-45, FH-46", self.contractor, "partner", self.seat_words() + self.alone_word())
            if word == ALONE:
                return
            self.name_partner(word)

    def call_words(self) -> list[str]:
        """Return what may be said for a contract of 6 or 7 (FH-42, FH-44, FH-46, FH-R25)."""
        seen = self.hands[self.contractor] + self.discards
        cards = [rank + suit for suit in SUITS for rank in "AKQJ" if rank + suit not in seen]
        by_option = {
            "called_card": cards,
            "chosen_player": self.seat_words(),
            "either": cards + self.seat_words(),
        }
        return by_option[self.sheet.partner_6_7] + self.alone_word()

    def seat_words(self) -> list[str]:
        """Return the seats that may be named (FH-44, FH-45)."""
        return [str(seat) for seat in self.hands if seat not in {self.contractor, *self.partners}]

    def alone_word(self) -> list[str]:
        """Return the word for no partner, where the option has it (FH-46)."""
        return [ALONE] if self.sheet.five_alone else []

    def name_partner(self, word: str) -> None:
        """Take a partner who is openly chosen."""
        self.partners.append(int(word))
        self.log.note("FH-44, FH-45", "partner", word)

    def contract_seats(self) -> frozenset[int]:
        """Return the seats of the contracting side (FH-3, FH-47)."""
        if self.sheet.players == 4:
            return frozenset({self.contractor, (self.contractor + 2) % 4})
        return frozenset({self.contractor, *self.partners})
