"""The kitty and trump: the contractor takes the kitty, discards as many cards, and names trump or leads it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from arena.games.kernel import Ask, Card, Note, Rules, Seat, Show
from arena.games.parts.cards import RANKS, SUITS, pack
from arena.games.parts.kitty import discards, take_kitty
from arena.games.parts.tricks import NO_TRUMP, ranking
from arena.games.two_hundred.dealing import READING
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.seats import players

FREELY, TRUMP, POINTS = GRADES = range(3)
"""The classes of discards: permitted cards, trumps without points, point cards (TH-34)."""
LEAD = "lead"
"""The word for "no suit named": the first card led decides trump (TH-38)."""
RANKINGS = {trump: ranking(pack(RANKS), trump) for trump in (*SUITS, NO_TRUMP)}
"""The order of the cards under each trump (TH-5, TH-45)."""


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
    """Return the cards that may be discarded next: those of the lowest class in the hand (TH-34)."""
    if o.discard_limits == "none":
        return hand
    classes = [discard_class(o, card, trump) for card in hand]
    lowest = min(classes)
    return [card for card, own in zip(hand, classes, strict=True) if own == lowest]


def discard_class(o: Options, card: Card, trump: str) -> int:
    """Return the class of a card as a discard; lower classes must go first (TH-33, TH-34)."""
    if o.discard_limits == "none":
        return FREELY
    if worth([card]):
        return POINTS
    return TRUMP if o.discard_limits == "no_points_or_trumps" and card[-1] == trump else FREELY


def is_shown(o: Options, card: Card, trump: str) -> bool:
    """Return whether a discard is shown when trump is known (TH-36)."""
    return discard_class(o, card, trump) != FREELY or (o.discard_trumps_shown and card[-1] == trump)


def show_irregular(o: Options, discard: Sequence[Card], contractor: Seat, trump: str) -> Rules[None]:
    """Show all players the discards that may not stay hidden, if there are any (TH-36)."""
    if cards := tuple(card for card in discard if is_shown(o, card, trump)):
        yield Show(players(o), "shown-discard", contractor, cards)


def name_trump(o: Options, contractor: Seat) -> Rules[str]:
    """Let the contractor name trump if he may; `LEAD` leaves it to his first card (TH-38 to TH-41)."""
    trump = LEAD
    if (words := trump_words(o)) != (LEAD,):
        trump = yield Ask(contractor, "trump", words)
    if trump != LEAD:
        yield Note("trump", (trump,))
    return trump


def trump_words(o: Options) -> tuple[str, ...]:
    """Return the words for trump; `LEAD` is not among them if trumps may not be discarded (TH-R11)."""
    suits = SUITS if o.trump_naming == "announce" else ""
    lead = () if o.discard_limits == "no_points_or_trumps" else (LEAD,)
    return (*suits, *lead, *(() if o.no_trump == "off" else (NO_TRUMP,)))
