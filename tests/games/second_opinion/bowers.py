"""The cards of the Five Hundred family: bowers, the joker, what may be played, who wins a trick.

Clauses are those of Five Hundred (FH-14 to FH-20, FH-48 to FH-59) and of American Five Hundred (AF-3 to AF-5, AF-30,
AF-31, AF-34 to AF-37).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.games.second_opinion.cards import JOKER, RANKS, SUITS

NO_TRUMP = "NT"
NO_SUIT = ""
"""What an undeclared joker belongs to in a hand without trumps."""
SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""FH-15, AF-3: the suit whose jack is the left bower."""


@dataclass(frozen=True)
class Suits:
    """Which suit every card of a hand belongs to, and what binds the joker.

    Args:
        trump: a suit, or `NT`.
        declared: the suit that the contractor declared for the joker in an NT hand, if he did (FH-53, AF-34).
        restricted: whether the joker may only be led to a suit not led before (FH-55, AF-36).
        forced: whether an undeclared joker must be played when its holder cannot follow (FH-56, AF-37).
    """

    trump: str
    declared: str = NO_SUIT
    restricted: bool = False
    forced: bool = False

    def of(self, card: str) -> str:
        """Return the suit that a card belongs to for every purpose (FH-16, FH-20, FH-48, FH-53, AF-4, AF-35)."""
        if card == JOKER:
            return self.declared if self.trump == NO_TRUMP else self.trump
        if self.trump != NO_TRUMP and card == "J" + SAME_COLOUR[self.trump]:
            return self.trump
        return card[1]

    def height(self, card: str) -> int:
        """Return how high a card is within its suit: the lower the number, the higher the card (FH-14 to FH-19)."""
        if card == JOKER:
            return -3
        if self.trump != NO_TRUMP and card == "J" + self.trump:
            return -2
        if self.trump != NO_TRUMP and card == "J" + SAME_COLOUR[self.trump]:
            return -1
        return RANKS.index(card[0])

    def loose_joker(self, card: str) -> bool:
        """Return whether a card is the joker and belongs to no suit."""
        return card == JOKER and self.of(card) == NO_SUIT

    def leads(self, hand: Iterable[str], led_before: Iterable[str], trick: int) -> list[str]:
        """Return the cards that may be led.

        Args:
            hand: the cards held.
            led_before: the suits led by anybody in this hand.
            trick: the number of the trick, 1 to 10.
        """
        spent = self.restricted and set(led_before) >= set(SUITS) and trick < 10
        return [card for card in hand if not (spent and self.loose_joker(card))]

    def names(self, led_before: Iterable[str]) -> list[str]:
        """Return the suits that may be named for a joker that is led (FH-51, FH-52, FH-55, AF-36)."""
        return [suit for suit in SUITS if not (self.restricted and suit in led_before)]

    def follows(self, hand: Iterable[str], led: str) -> list[str]:
        """Return the cards that may be played to a suit led (FH-16, FH-49, FH-50, FH-56, FH-58, AF-30, AF-35).

        Args:
            hand: the cards held.
            led: the suit; `NO_SUIT` where a joker was led and no suit is left to be named.
        """
        hand = list(hand)
        following = [card for card in hand if led != NO_SUIT and self.of(card) == led]
        jokers = [card for card in hand if self.forced and self.loose_joker(card)]
        return following or jokers or hand

    def taker(self, trick: Sequence[tuple[int, str]]) -> int:
        """Return the seat whose card wins a trick (FH-59, AF-31).

        Args:
            trick: seat and card, the lead first.
        """
        loose = [play for play in trick if self.loose_joker(play[1])]
        trumps = [play for play in trick if self.of(play[1]) == self.trump]
        of_the_suit_led = [play for play in trick if self.of(play[1]) == self.of(trick[0][1])]
        return min(loose or trumps or of_the_suit_led, key=lambda play: self.height(play[1]))[0]
