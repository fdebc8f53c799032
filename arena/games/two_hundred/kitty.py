"""The kitty: the contractor takes it and discards as many cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from arena.games.kernel import Card, Note, Rules, Seat, Show
from arena.games.kitty import discards, take_kitty
from arena.games.two_hundred.dealing import READING
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import players
from arena.games.two_hundred.trump import LEAD, name_trump

FREELY, TRUMP, POINTS = range(3)
"""The classes of discards: permitted cards, trumps without points, point cards (TH-34)."""


def exchange(o: Options, hand: list[Card], kitty: Sequence[Card], contractor: Seat) -> Rules[tuple[str, list[Card]]]:
    """Let the contractor take the kitty, discard and name trump; return trump and the discard (TH-30)."""
    if not kitty:
        return (yield from name_trump(o, contractor)), []
    yield from take_kitty(hand, kitty, contractor, READING)
    if o.discard_limits == "no_points_or_trumps":
        trump = yield from name_trump(o, contractor)
        discard = yield from discard_from(o, hand, len(kitty), contractor, trump)
    else:
        discard = yield from discard_from(o, hand, len(kitty), contractor, LEAD)
        trump = yield from name_trump(o, contractor)
    if trump != LEAD:
        yield from show_irregular(o, discard, contractor, trump)
    return trump, discard


def discard_from(o: Options, hand: list[Card], size: int, contractor: Seat, trump: str) -> Rules[list[Card]]:
    """Ask for `size` cards of the hand; return them sorted (TH-32 to TH-35)."""
    pile = yield from discards(hand, size, contractor, partial(lowest_class, o, trump))
    if o.discard_points_announced:
        yield Note("discard-points", ("yes" if worth(pile) else "no",))
    return sorted(pile, key=READING)


def lowest_class(o: Options, trump: str, hand: Sequence[Card]) -> Sequence[Card]:
    """Return the cards of a hand that may be discarded next: those of the lowest class in it (TH-34)."""
    if o.discard_limits == "none":
        return tuple(hand)
    classes = [discard_class(o, card, trump) for card in hand]
    lowest = min(classes)
    return tuple([card for card, own in zip(hand, classes, strict=True) if own == lowest])


def discard_class(o: Options, card: Card, trump: str) -> int:
    """Return the class of a discard: the lowest class in the hand goes first (TH-33, TH-34)."""
    if o.discard_limits == "none":
        return FREELY
    if worth([card]):
        return POINTS
    return TRUMP if o.discard_limits == "no_points_or_trumps" and card[-1] == trump else FREELY


def is_shown(o: Options, card: Card, trump: str) -> bool:
    """Return whether a discard is shown once trump is fixed (TH-36)."""
    return discard_class(o, card, trump) != FREELY or (o.discard_trumps_shown and card[-1] == trump)


def show_irregular(o: Options, discard: Sequence[Card], contractor: Seat, trump: str) -> Rules[None]:
    """Show everybody the discards that may not stay hidden, if there are any (TH-36)."""
    if cards := tuple(card for card in discard if is_shown(o, card, trump)):
        yield Show(players(o), "shown-discard", contractor, cards)
