"""What a seat was told that bears on where the cards are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from arena.games.cards import Place
from arena.games.kernel import Card, Did, Event, Note, Seat, View
from arena.games.kitty import KITTY
from arena.games.two_hundred.kitty import FREELY, discard_class, is_shown
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import worth
from arena.games.two_hundred.trump import LEAD
from arena.games.worlds import Slot, plays, shown


class Told(NamedTuple):
    """What the events of a view tell.

    Args:
        contractor: who plays the contract, None while there is none.
        trump: the trump suit or `NT`; `LEAD` while it is open.
        called: the card whose holder is the contractor's partner, if one was called.
        misdealt: who called a misdeal, if anybody did.
        played: the cards played, in order, with the hands they came from.
        exchanged: how many cards the contractor has discarded.
        opened: those of them that were shown before play.
        points: whether the discard was said to hold points (`yes` or `no`), None if nothing was said.
    """

    contractor: Seat | None
    trump: str
    called: Card | None
    misdealt: Seat | None
    played: Sequence[tuple[Seat, Card]]
    exchanged: int
    opened: tuple[Card, ...]
    points: str | None


def told_in(events: Sequence[Event]) -> Told:
    """Return what the events tell."""
    notes = {event.kind: event.values for event in events if isinstance(event, Note)}
    dids = [event for event in events if isinstance(event, Did)]
    return Told(
        contractor=int(notes["contract"][0]) if "contract" in notes else None,
        trump=str(notes["trump"][0]) if "trump" in notes else LEAD,
        called=next((event.word for event in dids if event.kind == "call"), None),
        misdealt=int(notes["misdeal"][0]) if "misdeal" in notes else None,
        played=plays(events),
        exchanged=sum(event.kind == "discard" for event in dids),
        opened=shown(events, "shown-discard") or (),
        points=str(notes["discard-points"][0]) if "discard-points" in notes else None,
    )


def cards_seen(view: View, told: Told) -> dict[Place, list[Card]]:
    """Return the cards that the seat has seen: its own hand as dealt, the kitty if it took it, what others played."""
    seen: dict[Place, list[Card]] = {seat: [] for seat in range(view.options.shape.hands)}
    for seat, card in told.played:
        seen[seat].append(card)
    seen[view.seat] = list(shown(view.events, "hand") or ())
    seen[KITTY] = list(shown(view.events, "kitty") or ())
    return seen


class Discard(NamedTuple):
    """A case of what another contractor has discarded unseen.

    Args:
        slots: the places for it, one for each kind of card.
        lowest: the lowest class of cards that the contractor can have left, since lower ones go first (TH-34).
    """

    slots: tuple[Slot, ...]
    lowest: int


def discard_cases(o: Options, told: Told, unseen: Sequence[Card], size: int) -> Iterator[Discard]:
    """Yield the cases of `size` unseen discards; no discard belongs to two of them.

    Everybody knows the classes (TH-34), which cards would have been shown by now (TH-36), and whether there are points
    in the discard if that was announced (TH-35).
    """
    settled = told.exchanged == o.kitty and told.trump != LEAD

    def kind(card: Card) -> tuple[int, bool] | None:
        if settled and is_shown(o, card, told.trump):
            return None
        return discard_class(o, card, told.trump), told.points is not None and worth([card]) > 0

    def of(this: tuple[int, bool]) -> Callable[[Card], bool]:
        return lambda card: kind(card) == this

    kinds = sorted({each for card in unseen if (each := kind(card))})
    lowest = max((discard_class(o, card, told.trump) for card in told.opened), default=FREELY)
    for counts in compositions(size, len(kinds)):
        used = [each for each, count in zip(kinds, counts, strict=True) if count]
        points = worth(told.opened) > 0 or any(has_points for _, has_points in used)
        if told.points in {None, "yes" if points else "no"}:
            slots = tuple(Slot(count, of(each)) for each, count in zip(kinds, counts, strict=True))
            yield Discard(slots, max([lowest, *(discarded for discarded, _ in used)]))


def compositions(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to write a total as so many numbers, 0 included."""
    if parts > 0:
        for first in range(total + 1):
            for others in compositions(total - first, parts - 1):
                yield (first, *others)
    elif total == 0:
        yield ()
