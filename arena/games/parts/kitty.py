"""The kitty (widow, middle): a seat takes it into its hand and discards as many cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.kernel.events import Ask, Card, Rules, Seat, Show, made

KITTY = "kitty"
"""The place of the kitty in a dealing plan, and the kind of its show."""


def take_kitty(hand: list[Card], kitty: Sequence[Card], taker: Seat, key: Callable[[Card], int]) -> Rules[None]:
    """Add the kitty to a hand and sort it by `key`; only the taker sees the kitty."""
    yield Show((taker,), KITTY, None, tuple(kitty))
    hand += kitty
    hand.sort(key=key)


def discards(
    hand: list[Card], size: int, seat: Seat, allowed: Callable[[Sequence[Card]], Sequence[Card]] = tuple
) -> Rules[list[Card]]:
    """Ask a seat to discard `size` cards face down, one per question; return them in order.

    Args:
        hand: the cards held; discards are removed from it.
        size: how many cards to discard.
        seat: the seat that is asked.
        allowed: returns which cards of a hand may be discarded next.
    """
    pile = []
    for _ in range(size):
        card = yield made(Ask, (seat, "discard", tuple(allowed(hand)), "fact", None, None))
        hand.remove(card)
        pile.append(card)
    return pile
