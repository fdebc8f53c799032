"""Turn order: seats in order from any seat, clockwise or counter-clockwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from arena.games.kernel.events import Seat


@cache
def turns(first: Seat, seats: int, step: int = 1) -> tuple[Seat, ...]:
    """Return all seats once, starting at `first`; `step` 1 goes clockwise (to the left), -1 counter-clockwise."""
    return tuple((first + step * i) % seats for i in range(seats))


@cache
def cycle(order: tuple[Seat, ...]) -> Mapping[Seat, tuple[Seat, ...]]:
    """Return, for each seat of a cycle, all its seats in turn starting with that seat."""
    return {seat: turns_from(seat, order) for seat in order}


def turns_from(first: Seat, order: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats of a cycle (an `order`, such as the seats still playing), starting at `first`."""
    at = order.index(first)
    return (*order[at:], *order[:at])


def next_in(seat: Seat, seats: int, taking_part: Sequence[Seat]) -> Seat:
    """Return the next seat to the left of `seat` that takes part; `seat` itself need not take part."""
    return next(s for s in turns((seat + 1) % seats, seats) if s in taking_part)
