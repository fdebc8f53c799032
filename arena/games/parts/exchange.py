"""Exchanges with a stock: cards are laid aside for as many new ones from its top, or drawn first.

Hands and stock are lists that change as cards move; the top card of the stock comes first.
"""

from __future__ import annotations

from collections.abc import Callable

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show

DONE = "done"
"""Said by a player who lays no more cards aside."""


def lay_and_draw(
    hand: list[Card],
    stock: list[Card],
    seat: Seat,
    *,
    key: Callable[[Card], int],
    kind: str = "exchange",
    least: int = 1,
    most: int = 5,
    done: str = DONE,
) -> Rules[list[Card]]:
    """Let a seat lay cards aside, one a decision and face down, and then draw as many (EC-12 to EC-14, TB-9, BB-10).

    It ends with `done`, after `most` cards, or when as many are laid aside as the stock holds. Nobody is asked when the
    stock is empty.

    Args:
        hand: the cards held; sorted again after the draw.
        stock: the stock; what is drawn is taken out.
        seat: who is asked.
        key: sorts a hand as it is read.
        kind: the kind of the question.
        least: how many cards are laid aside before `done` may be said.
        most: how many cards may be laid aside.
        done: the word that ends it.

    Returns:
        The cards laid aside, in order.
    """
    aside: list[Card] = []
    if not stock:
        return aside
    limit = min(most, len(stock), len(hand))
    while len(aside) < limit:
        words = (*hand, done) if len(aside) >= least else tuple(hand)
        word = yield Ask(seat, kind, words, told="fact")
        if word == done:
            break
        hand.remove(word)
        aside.append(word)
    yield from draw(hand, stock, seat, len(aside), key=key)
    return aside


def draw(hand: list[Card], stock: list[Card], seat: Seat, count: int, *, key: Callable[[Card], int]) -> Rules[None]:
    """Move cards from the top of the stock to a hand, which only its seat sees (BG-7, BG-8).

    A note `drawn SEAT CARDS LEFT` tells how many cards it drew and how many the stock has left. A stock that holds
    fewer cards gives all that it has. The cards are shown in the order of the stock.
    """
    drawn = stock[:count]
    del stock[:count]
    if drawn:
        yield Show((seat,), "drawn", seat, tuple(drawn))
    hand += drawn
    hand.sort(key=key)
    yield Note("drawn", (seat, len(drawn), len(stock)))
