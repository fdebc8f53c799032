"""Hands that may be thrown in before anything is bid."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat

WORDS = ("misdeal", "play")
"""The words for throwing the cards in and for playing on."""


def misdeal(hands: Sequence[Sequence[Card]], order: Sequence[Seat], low: frozenset[Card]) -> Rules[bool]:
    """Ask each seat that holds only low cards, in turn, whether to throw the cards in; return whether one did.

    The questions are secret. A note `misdeal SEAT` announces the seat that threw the cards in.

    Args:
        hands: the hands as dealt.
        order: the seats that may be asked, in turn.
        low: the low cards; a seat that holds any other card is not asked.
    """
    for seat in order:
        if low.issuperset(hands[seat]) and (yield Ask(seat, "misdeal", WORDS, "nobody")) == "misdeal":
            yield Note("misdeal", (seat,))
            return True
    return False
