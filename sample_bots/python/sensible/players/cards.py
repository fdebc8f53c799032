"""Cards as the arena writes them: rank, then suit (`AS`, `TH`, `5D`).

Three more ranks are for trumps that count for more than is printed on them (`bowers.py`): the left bower `L`, the right
bower `R`, and the joker, the best bower `B`.
"""

from collections.abc import Callable

SUITS = "SHDC"
RANKS = "23456789TJQKALRB"


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


def best_trump(hand: list[str], suit_worth: Callable[[list[str], str], int]) -> str:
    """Return the trump with which a hand is worth most, by the function of the game."""
    return max(SUITS, key=lambda trump: suit_worth(hand, trump))
