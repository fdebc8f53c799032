"""Cards of Two Hundred: worth, dealing, what may be discarded and played, who wins a trick (TH-5 to TH-45)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tests.games.second_opinion.cards import RANKS, clockwise, suit
from tests.games.second_opinion.two_hundred.sheet import Sheet

POINTS = {"A": 10, "T": 10, "5": 5}
"""TH-6: all other cards are worth nothing."""


def worth(cards: Iterable[str]) -> int:
    """Return the card points of some cards (TH-6)."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def dealt(
    sheet: Sheet, pack: Sequence[str], dealer: int, seats: Sequence[int]
) -> tuple[dict[int, list[str]], list[str]]:
    """Return the hands and the kitty, each in the order received (TH-11, TH-12).

    Args:
        sheet: the options in force.
        pack: the shuffled pack, its top first.
        dealer: who deals.
        seats: the seats that get a hand.
    """
    size = (len(pack) - sheet.kitty) // len(seats)
    packet = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "all": size}[sheet.deal_packets]
    rounds = -(-size // packet)
    top = list(pack)
    hands: dict[int, list[str]] = {seat: [] for seat in seats}
    kitty: list[str] = []
    packets = 0
    for number in range(1, rounds + 1):
        for seat in clockwise(seats, dealer + 1):
            count = min(packet, size - len(hands[seat]))
            hands[seat] += [top.pop(0) for _ in range(count)]
            packets += 1
            if sheet.kitty and sheet.kitty_deal == "singly" and packets <= 4:
                kitty.append(top.pop(0))
        kitty += [top.pop(0) for _ in range(after_round(sheet, number, rounds))]
    return hands, kitty


def after_round(sheet: Sheet, number: int, rounds: int) -> int:
    """Return how many cards go to the kitty after a round of packets (TH-12)."""
    if sheet.kitty == 0 or sheet.kitty_deal == "singly":
        return 0
    if sheet.kitty_deal == "together" or rounds == 1:
        return 4 if number == 1 else 0
    return 2 if number <= 2 else 0


def first_jack(pack: Sequence[str], seats: Sequence[int]) -> int:
    """Return who gets the first jack, cards going clockwise from the first of the seats after seat 0 (TH-8)."""
    turned = clockwise(seats, 1)
    return next(turned[i % len(turned)] for i, card in enumerate(pack) if card[0] == "J")


def may_call_misdeal(hand: Iterable[str]) -> bool:
    """Return whether a dealt hand has no card above a ten (TH-15)."""
    return not any(card[0] in "AKQJ" for card in hand)


def discard_class(sheet: Sheet, card: str, trump: str | None) -> int:
    """Return the class of a card for the discard: the lowest class in the hand must go first (TH-33, TH-34).

    Args:
        sheet: the options in force.
        card: the card.
        trump: a suit, `NT`, or None where trump is not fixed yet.
    """
    if sheet.discard_limits == "none":
        return 0
    if worth([card]):
        return 2
    return 1 if sheet.discard_limits == "no_points_or_trumps" and suit(card) == trump else 0


def discards(sheet: Sheet, hand: Iterable[str], trump: str | None) -> list[str]:
    """Return the cards that may be discarded next: all of the lowest class still in the hand (TH-34)."""
    classes = {card: discard_class(sheet, card, trump) for card in hand}
    return [card for card, number in classes.items() if number == min(classes.values())]


def plays(cards: Iterable[str], led: str | None) -> list[str]:
    """Return the cards that may be played out of a hand, or out of the face-up cards of a stack (TH-43, 44, 50)."""
    cards = list(cards)
    following = [card for card in cards if led is not None and suit(card) == suit(led)]
    return following or cards


def taker(trick: Sequence[tuple[int, str]], trump: str) -> int:
    """Return the seat whose card wins: the highest trump, without one the highest of the suit led (TH-45).

    Args:
        trick: seat and card, the lead first.
        trump: a suit, or `NT`.
    """
    trumps = [(seat, card) for seat, card in trick if suit(card) == trump]
    contenders = trumps or [(seat, card) for seat, card in trick if suit(card) == suit(trick[0][1])]
    return min(contenders, key=lambda play: RANKS.index(play[1][0]))[0]
