"""Exchanges with a stock: a seat lays cards aside and draws as many from its top, or only draws.

Hands and stock are lists that change as cards move. The top card of the stock comes first.
"""

from __future__ import annotations

from collections.abc import Callable

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, made

DONE = "done"
"""The word of a player who lays no more cards aside."""


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
    """Let a seat lay cards aside face down, one per question, and draw as many (EC-12 to EC-14, TB-9, BB-10).

    The seat stops by saying `done`, after `most` cards, or when it has laid aside as many cards as the stock holds. If
    the stock is empty, there is no question.

    Args:
        hand: the cards held; it changes, and is sorted again after the draw.
        stock: the stock; drawn cards are removed from it.
        seat: the seat that is asked.
        key: the sort key of a hand.
        kind: the kind of the question.
        least: how many cards must be laid aside before `done` is legal.
        most: how many cards may be laid aside.
        done: the word that ends the exchange.

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
    """Move cards from the top of the stock to a hand; only its seat sees them (BG-7, BG-8).

    If the stock holds fewer than `count` cards, the seat draws all of them. The cards are shown in the order of the
    stock, and a note `drawn SEAT CARDS LEFT` announces how many were drawn and how many are left.
    """
    drawn = stock[:count]
    del stock[:count]
    if drawn:
        yield made(Show, ((seat,), "drawn", seat, tuple(drawn)))
    hand += drawn
    hand.sort(key=key)
    yield made(Note, ("drawn", (seat, len(drawn), len(stock))))
