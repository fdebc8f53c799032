"""Cards and seats, the same in every second opinion."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

SUITS = "SHDC"
RANKS = "AKQJT98765432"
JOKER = "JK"


def suit(card: str) -> str:
    """Return the suit of a card, its second letter."""
    return card[1]


def in_order(cards: Iterable[str]) -> list[str]:
    """Return the cards suit by suit (S H D C), each from the ace down, a joker first."""
    return sorted(cards, key=lambda card: (card != JOKER, (SUITS + "K").index(card[1]), RANKS.index(card[0])))


def clockwise(seats: Sequence[int], first: int) -> list[int]:
    """Return the seats clockwise, beginning with the first of them at or after `first`."""
    return sorted(seats, key=lambda seat: (seat < first, seat))


def left_of(seats: Sequence[int], seat: int) -> int:
    """Return the next of the seats on the left of `seat`."""
    return clockwise(seats, seat + 1)[0]


def not_of_the_pack(cards: Sequence[str], pack: Sequence[str]) -> list[str]:
    """Return the cards that are not in the pack, and those that appear more than once."""
    return [card for card in cards if card not in pack] + [card for card in set(cards) if cards.count(card) > 1]
