"""Random draws before the first deal that agree with what a seat was told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeVar

from arena.games.kernel.events import Ask, Chance, Did, Event, Rules, Say, Seat, Show
from arena.games.kernel.knowledge import tell

T = TypeVar("T")
TRIES: Final = 1000
"""Attempts before a view is refused."""


def opening_draws(
    start: Callable[[Chance], Rules[Any]], seat: Seat, events: Sequence[Event], rng: Random
) -> dict[str, tuple[Any, ...]]:
    """Return random draws, by name, after which the seat would have been told the same events.

    Cards are turned up from the top, so the cards that the seat saw come first in their draw, and the rest is shuffled.
    If the seat would still have been told something else, everything is drawn again.

    Args:
        start: the rules before the first deal.
        seat: the seat of the view.
        events: what it was told before the first deal. No draw depends on table talk.
        rng: the source of randomness.

    Raises:
        ValueError: no draw out of `TRIES` led to these events.
    """
    events = [event for event in events if type(event) is not Say]
    seen = [card for event in events if type(event) is Show for card in event.cards]
    for _ in range(TRIES):
        draws: dict[str, tuple[Any, ...]] = {}

        def chance(name: str, items: Sequence[T], draws: dict[str, tuple[Any, ...]] = draws) -> tuple[T, ...]:
            first = [item for item in seen if item in items]
            drawn: tuple[Any, ...] = (
                *first,
                *rng.sample([i for i in items if i not in first], len(items) - len(first)),
            )
            draws[name] = drawn
            return drawn

        if _told(start(chance), seat, events) == events:
            return draws
    raise ValueError("no draw agrees with what was told before the first deal")


def _told(rules: Rules[Any], seat: Seat, events: Sequence[Event]) -> list[Event]:
    """Replay the answers that a seat gave or heard; return what it is told up to the next question."""
    words = [event for event in events if type(event) is Did]
    told: list[Event] = []
    answer = None
    try:
        while True:
            event = rules.send(answer) if answer is not None else next(rules)
            answer = None
            if type(event) is not Ask:
                learnt = tell(event, seat)  # type: ignore[arg-type] # rules yield no other question
            elif not words or words[0].word is None:
                break
            else:
                learnt = words.pop(0)
                answer = learnt.word
            if learnt is not None:
                told.append(learnt)
    except StopIteration:
        pass
    return told
