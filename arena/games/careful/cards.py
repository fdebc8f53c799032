"""Cards as the arena writes them: rank, then suit (`AS`, `TH`, `5D`).

Three more ranks are for trumps that count for more than is printed on them (`bowers.py`): the left bower `L`, the right
bower `R`, and the joker, the best bower `B`.
"""

from collections.abc import Callable, Iterable
from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKALRB"


def suit(card: str) -> str:
    """Return the suit of a card: S, H, D or C; a joker `JK` is a suit of its own, K."""
    return card[-1]


def height(card: str) -> int:
    """Return the height of a card in its suit: 0 for a two, 12 for an ace, more for bowers."""
    return RANKS.find(card[0])


def beats(card: str, other: str, trump: str) -> bool:
    """Return whether a card takes the trick from a card that was played before it."""
    if suit(card) == suit(other):
        return height(card) > height(other)
    return suit(card) == trump


def length(cards: list[str], of: str) -> int:
    """Return the number of cards of a suit."""
    return sum(suit(card) == of for card in cards)


def heights(cards: Iterable[str]) -> dict[str, int]:
    """Return the heights of the cards of each suit that is there, each height as a bit."""
    found: dict[str, int] = {}
    for card in cards:
        found[suit(card)] = found.get(suit(card), 0) | bit(card)
    return found


class Unseen:
    """The cards that others may hold. It counts them by suits, without looking at each of them again.

    Args:
        cards: the cards.
    """

    def __init__(self, cards: Iterable[str]) -> None:
        self.cards: set[str] = {*cards}
        self.heights: dict[str, int] = heights(self.cards)

    def remove(self, card: str) -> None:
        """Take out a card that was seen, if it is there."""
        if card in self.cards:
            self.cards.remove(card)
            self.heights[suit(card)] -= bit(card)

    def rename(self, card: str, name: str) -> None:
        """Count a card under another name, if it is there."""
        if card in self.cards:
            self.remove(card)
            self.cards.add(name)
            self.heights[suit(name)] = self.heights.get(suit(name), 0) | bit(name)

    def copy(self) -> "Unseen":
        """Return a copy."""
        other = Unseen(())
        other.cards, other.heights = self.cards.copy(), self.heights.copy()
        return other

    def length(self, of: str) -> int:
        """Return the number of cards of a suit."""
        return self.heights.get(of, 0).bit_count()

    def above(self, card: str) -> int:
        """Return the number of cards that are higher than a card of their suit."""
        higher = self.heights.get(suit(card), 0) // (2 * bit(card))
        return higher.bit_count() if higher else 0


def bit(card: str) -> int:
    """Return the height of a card as a bit."""
    return 1 << height(card) + 1


def best_trump(hand: list[str], suit_worth: Callable[[list[str], str], int]) -> str:
    """Return the trump with which a hand is worth most, by the function of the game."""
    return max(SUITS, key=lambda trump: suit_worth(hand, trump))
