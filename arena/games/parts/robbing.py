"""Robbing: a seat takes face-up cards, such as the turn-up, and lays others aside face down."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat, Show, Word
from arena.games.parts.kitty import discards

ROB = ("rob", "leave")
"""The usual words for yes and no."""


def rob(
    seat: Seat,
    words: tuple[Word, Word] = ROB,
    *,
    holding: Card | None = None,
    players: Sequence[Seat] = (),
) -> Rules[bool]:
    """Ask a seat that may rob whether it does; return the answer (TF-13, TF-14, TP-8).

    The question is secret. A note `rob SEAT` announces a yes; a no stays secret.

    Args:
        seat: the seat that is asked.
        words: the words for yes and no.
        holding: the card that gives the right to rob, if a card does; after a yes all players are shown it.
        players: all players.
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
    """Add public cards to a hand and ask for `count` cards to lay aside face down; return these in order.

    Args:
        hand: the cards held; it changes.
        cards: the cards taken, which all players see (`show taken`).
        seat: the seat that takes them.
        players: all players.
        count: how many cards are laid aside.
        from_taken: whether cards just taken may be laid aside (TP-10), or only those held before (TF-6, TF-13).
        key: the sort key of a hand.
    """
    yield Show(players, "taken", seat, tuple(cards))
    hand += cards
    hand.sort(key=key)
    kept = () if from_taken else cards
    return (yield from discards(hand, count, seat, lambda held: [card for card in held if card not in kept]))
