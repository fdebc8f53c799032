"""Robbing: a seat takes cards that lie face up, such as the turn-up, and lays others aside face down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, Word
from arena.games.parts.kitty import discards


def rob(
    seat: Seat,
    words: tuple[Word, Word] = ("rob", "leave"),
    *,
    holding: Card | None = None,
    players: Sequence[Seat] = (),
) -> Rules[bool]:
    """Ask a seat that has the right whether it takes the turn-up; return whether it does (TF-13, TF-14, TP-8).

    Nobody learns of the question; a note `rob SEAT` tells of a yes alone.

    Args:
        seat: who is asked.
        words: yes and no.
        holding: the card that gives the right, if one does: a yes tells everybody that the seat holds it.
        players: everybody.
    """
    if (yield Ask(seat, "rob", words, told="nobody")) != words[0]:
        return False
    yield Note("rob", (seat,))
    if holding is not None:
        yield Show(players, "right", seat, (holding,))
    return True


def swap(
    hand: list[Card],
    cards: Sequence[Card],
    seat: Seat,
    *,
    players: Sequence[Seat],
    count: int,
    from_taken: bool,
    key: Callable[[Card], int],
) -> Rules[list[Card]]:
    """Add cards that everybody knows to a hand and ask for `count` cards to lay aside; return these in order.

    Args:
        hand: the cards held; it changes.
        cards: the cards taken, shown to everybody as `taken`.
        seat: who takes them.
        players: everybody.
        count: how many cards are laid aside.
        from_taken: whether cards just taken may be laid aside (TP-10), or only those held before (TF-6, TF-13).
        key: sorts a hand as it is read.
    """
    yield Show(players, "taken", seat, tuple(cards))
    hand += cards
    hand.sort(key=key)
    kept = () if from_taken else cards
    return (yield from discards(hand, count, seat, lambda held: [card for card in held if card not in kept]))
