"""What a seat learns of each event: the only code that decides it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arena.games.kernel.events import Deal, Did, Event, Note, Say, Seat, Show


def tell(event: Event, seat: Seat) -> Event | None:
    """Return the event as the seat learns it, perhaps without its word; None if the seat learns nothing."""
    if type(event) is Show or type(event) is Say:
        return event if seat in event.seats else None
    if type(event) is Did and event.told != "all" and event.by != seat:
        return event._replace(word=None) if event.told == "fact" else None
    return event


def for_all(event: Event) -> bool:
    """Return whether every seat learns the whole event."""
    if type(event) is Did:
        return event.told == "all"
    return type(event) is Note or type(event) is Deal


def told(events: Iterable[Event], seat: Seat) -> Iterator[Event]:
    """Yield the events as the seat learns them, in order, without those that it does not learn of."""
    for event in events:
        if (learnt := tell(event, seat)) is not None:
            yield learnt
