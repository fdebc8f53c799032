"""Hands that may be thrown in before anything is bid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arena.games.kernel.events import Ask, Card, Note, Rules, Seat


def misdeal(
    hands: Sequence[Sequence[Card]], order: Sequence[Seat], may: Callable[[Sequence[Card]], bool]
) -> Rules[bool]:
    """Ask everybody whose hand allows it, in turn, whether to throw the cards in; return whether they are.

    Nobody learns who was asked and played on; a note `misdeal SEAT` tells who did not.

    Args:
        hands: the hands as dealt.
        order: who may be asked, in turn.
        may: whether a hand may be thrown in.
    """
    for seat in order:
        if may(hands[seat]) and (yield Ask(seat, "misdeal", ("misdeal", "play"), "nobody")) == "misdeal":
            yield Note("misdeal", (seat,))
            return True
    return False
