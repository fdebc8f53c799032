"""Cards as the arena writes them: rank, then suit (`AS`, `TH`, `5D`).

Three more ranks are for trumps that count for more than is printed on them (`bowers.py`): the left bower `L`, the right
bower `R`, and the joker, the best bower `B`.
"""

from collections.abc import Callable, Iterable
from typing import Final

SUITS: Final = "SHDC"
RANKS: Final = "23456789TJQKALRB"
HEIGHTS: Final[dict[str, int]] = {rank: height for height, rank in enumerate(RANKS)}
BITS: Final[dict[str, int]] = {rank: 2 << height for rank, height in HEIGHTS.items()}
PRINTED: Final[dict[str, str]] = {}  # for games in which every card counts as what is printed on it


def suit(card: str) -> str:
    """Return the suit of a card: S, H, D or C; a joker `JK` is a suit of its own, K."""
    return card[-1]


def height(card: str) -> int:
    """Return the height of a card in its suit: 0 for a two, 12 for an ace, more for bowers."""
    return HEIGHTS.get(card[0], -1)


def beats(card: str, other: str, trump: str) -> bool:
    """Return whether a card takes the trick from a card that was played before it."""
    of = card[-1]
    if of == other[-1]:
        return height(card) > height(other)
    return of == trump


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
        cards: the cards, as printed.
        names: card -> the name that it has here, for cards that count as another card.
    """

    def __init__(self, cards: Iterable[str], names: dict[str, str] = PRINTED) -> None:
        self.names: dict[str, str] = names
        self.heights: dict[str, int] = heights([names.get(card, card) for card in cards])

    def remove(self, card: str) -> None:
        """Take out a card that was seen, if it is there; it is named as it is printed."""
        if self.names:
            card = self.names.get(card, card)
        of, height = suit(card), bit(card)
        there = self.heights.get(of, 0)
        if there & height:
            self.heights[of] = there - height

    def copy(self) -> "Unseen":
        """Return a copy."""
        other = Unseen((), self.names)
        other.heights = self.heights.copy()
        return other

    def has(self, card: str) -> bool:
        """Return whether others may hold a card."""
        return self.heights.get(suit(card), 0) & bit(card) != 0

    def count(self) -> int:
        """Return the number of cards."""
        return sum([there.bit_count() for there in self.heights.values()])

    def cards(self) -> list[str]:
        """Return the cards, by the names that they have here; all must be a rank and a suit."""
        return [rank + of for of, there in self.heights.items() for rank in RANKS if there & BITS[rank]]

    def length(self, of: str) -> int:
        """Return the number of cards of a suit."""
        return self.heights.get(of, 0).bit_count()

    def tops(self, card: str) -> bool:
        """Return whether no card is higher than a card of its suit."""
        return self.heights.get(card[-1], 0) < 2 * BITS.get(card[0], 1)

    def above(self, card: str) -> int:
        """Return the number of cards that are higher than a card of their suit."""
        higher = self.heights.get(card[-1], 0) & -2 * BITS.get(card[0], 1)
        return higher.bit_count() if higher else 0


def bit(card: str) -> int:
    """Return the height of a card as a bit."""
    return BITS.get(card[0], 1)


def best_trump(hand: list[str], suit_worth: Callable[[list[str], str], int]) -> str:
    """Return the trump with which a hand is worth most, by the function of the game."""
    return max(SUITS, key=lambda trump: suit_worth(hand, trump))
