"""What a seat learns: the one place where knowledge is decided."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arena.games.kernel.events import Deal, Did, Event, Note, Say, Seat, Show


def tell(event: Event, seat: Seat) -> Event | None:
    """Return what the seat learns of an event, None for nothing."""
    if type(event) is Show or type(event) is Say:
        return event if seat in event.seats else None
    if type(event) is Did and event.told != "all" and event.by != seat:
        return event._replace(word=None) if event.told == "fact" else None
    return event


def for_all(event: Event) -> bool:
    """Return whether everybody learns all of an event, whoever sits at the table."""
    if type(event) is Did:
        return event.told == "all"
    return type(event) is Note or type(event) is Deal


def told(events: Iterable[Event], seat: Seat) -> Iterator[Event]:
    """Yield what the seat learns of the events, in order."""
    for event in events:
        if (learnt := tell(event, seat)) is not None:
            yield learnt
