"""The kitty (widow, middle): somebody takes it into his hand and puts as many cards away."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.kernel.events import Ask, Card, Rules, Seat, Show, made

KITTY = "kitty"
"""The place of the kitty in a dealing plan, and the kind of its show."""


def take_kitty(hand: list[Card], kitty: Sequence[Card], taker: Seat, key: Callable[[Card], int]) -> Rules[None]:
    """Add the kitty to a hand, sorted by `key`; nobody but the taker sees it."""
    yield Show((taker,), KITTY, None, tuple(kitty))
    hand += kitty
    hand.sort(key=key)


def discards(
    hand: list[Card], size: int, seat: Seat, allowed: Callable[[Sequence[Card]], Sequence[Card]] = tuple
) -> Rules[list[Card]]:
    """Ask for `size` cards of a hand, one at a time and face down; return them in order.

    Args:
        hand: the cards held; those put away are taken out.
        size: how many cards are put away.
        seat: who is asked.
        allowed: which cards of a hand may be put away next.
    """
    pile = []
    for _ in range(size):
        card = yield made(Ask, (seat, "discard", tuple(allowed(hand)), "fact", None, None))
        hand.remove(card)
        pile.append(card)
    return pile
