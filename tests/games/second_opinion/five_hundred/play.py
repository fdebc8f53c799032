"""Ten tricks of a hand of the Five Hundred family, followed through the record (FH-57 to FH-62, AF-29 to AF-37)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.games.second_opinion.bowers import NO_SUIT, Suits
from tests.games.second_opinion.cards import JOKER, SUITS, clockwise
from tests.games.second_opinion.log import Log


class Trick(NamedTuple):
    """A trick: who won it, and its cards."""

    winner: int
    cards: tuple[str, ...]


class PlayClauses(NamedTuple):
    """The clauses named in differences: following suit, naming a suit, winning a trick, declaring the joker."""

    play: str
    name: str
    trick: str
    declare: str


@dataclass
class Play:
    """The play of a hand. A game overrides what happens after a card and after a trick.

    Args:
        log: the record, at the first lead.
        clauses: the clauses of the game.
        suits: which card belongs where.
        hands: the cards of the seats that take part; they are played out of these lists.
    """

    log: Log
    clauses: PlayClauses
    suits: Suits
    hands: dict[int, list[str]]
    led: list[str] = field(default_factory=list)

    def follow(self, leader: int) -> list[Trick]:
        """Follow ten tricks (FH-60, AF-29)."""
        tricks: list[Trick] = []
        for number in range(1, 11):
            cards = self.one_trick(leader, number)
            leader = self.suits.taker(cards)
            tricks.append(Trick(leader, tuple(card for _, card in cards)))
            self.log.note(self.clauses.trick, "trick", leader, 1)
            self.after_trick(number)
        return tricks

    def one_trick(self, leader: int, number: int) -> list[tuple[int, str]]:
        """Follow one trick; return seats and cards in order."""
        cards: list[tuple[int, str]] = []
        suit = NO_SUIT
        for seat in clockwise(sorted(self.hands), leader):
            hand = self.hands[seat]
            legal = self.suits.follows(hand, suit) if cards else self.suits.leads(hand, self.led, number)
            card = self.log.ask(self.clauses.play, seat, "play", legal)
            hand.remove(card)
            self.after_card(seat, card)
            if not cards:
                suit = self.suit_led(seat, card)
            cards.append((seat, card))
        return cards

    def suit_led(self, seat: int, card: str) -> str:
        """Return the suit that a lead is for; the leader of an undeclared joker names one where one is left."""
        suit = self.suits.of(card)
        names = self.suits.names(self.led)
        if self.suits.loose_joker(card) and names:
            suit = self.log.ask(self.clauses.name, seat, "name-suit", names)
        self.led.append(suit)
        return suit

    def after_card(self, seat: int, card: str) -> None:
        """Follow what a card brings with it."""

    def after_trick(self, number: int) -> None:
        """Follow what comes after a trick."""


def declared_joker(log: Log, clause: str, seat: int, hand: Sequence[str]) -> str:
    """Follow the question which suit the joker belongs to, asked only of its holder (FH-53, FH-R21, AF-34).

    Args:
        log: the record, after the discards.
        clause: the clause of the game.
        seat: the contractor.
        hand: his hand after the discards.
    """
    if JOKER not in hand:
        return NO_SUIT
    suit = log.ask(clause, seat, "joker-suit", [*SUITS, "none"])
    if suit == "none":
        return NO_SUIT
    log.note(clause, "joker-suit", suit)
    return suit
