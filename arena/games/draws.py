"""Cards drawn before the first deal, to find the dealer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.bowers import JOKER
from arena.games.kernel import Card, Rules, Seat, Show


def first_jack(cards: Sequence[Card], order: Sequence[Seat], players: Sequence[Seat]) -> Rules[Seat]:
    """Turn up cards for all to see, one to each seat in turn, until a jack falls to the first dealer (TH-8, AF-6).

    The joker is no jack.

    Args:
        cards: a shuffled pack.
        order: the seats that may deal, in the order in which cards are turned up for them.
        players: who sees the cards.

    Returns:
        The seat that got the jack.
    """
    jack = next(i for i, card in enumerate(cards) if card[0] == "J" and card != JOKER)
    yield Show(players, "first-jack", None, tuple(cards[: jack + 1]))
    return order[jack % len(order)]


def lowest_drawn(cards: Sequence[Card], seats: Sequence[Seat], key: Callable[[Card], int]) -> Rules[Seat]:
    """Let every seat draw a card for all to see; return who drew the lowest (FH-5).

    Args:
        cards: a shuffled pack.
        seats: who draws, in order; all of them see the cards.
        key: ranks the cards, the lowest first.
    """
    drawn = dict(zip(seats, cards, strict=False))
    for seat, card in drawn.items():
        yield Show(seats, "draw", seat, (card,))
    return min(drawn, key=lambda seat: key(drawn[seat]))
