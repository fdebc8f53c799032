"""Exchanges: a seat lays cards aside and draws as many from a stock, or only draws; or seats pass cards on.

Hands and stock are lists that change as cards move. The top card of the stock comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, made
from arena.games.parts.kitty import discards

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
    """Move cards from the top of the stock to a hand, sorted by `key`; only its seat sees them (BG-7, BG-8).

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


def pass_on(
    hands: list[list[Card]], seats: Sequence[Seat], step: int, count: int, *, key: Callable[[Card], int]
) -> Rules[None]:
    """Let all seats choose cards in secret, and then give them to other seats; a note `passed SEAT TO` says to which.

    Args:
        hands: the cards held; they change, and are sorted again.
        seats: the seats in turn.
        step: how many seats further the cards go.
        count: how many cards each seat passes on, one for each question.
        key: the sort key of a hand.
    """
    piles = []
    for seat in seats:
        pile = yield from discards(hands[seat], count, seat)
        piles.append(sorted(pile, key=key))  # the order in which they were chosen is nobody's business
    for at, (giver, pile) in enumerate(zip(seats, piles, strict=True)):
        taker = seats[(at + step) % len(seats)]
        hands[taker] += pile
        hands[taker].sort(key=key)
        yield made(Note, ("passed", (giver, taker)))
        yield made(Show, ((taker,), "drawn", taker, tuple(pile)))
