"""Who sits where and with whom: North, East, South, West, partners opposite (TH-1, TH-3)."""

from __future__ import annotations

from arena.games.kernel import Seat, Side, Table, table
from arena.games.turns import turns
from arena.games.two_hundred.options import Options

SIDES: tuple[Side, ...] = (0, 1, 0, 1)
"""The side of each seat: North and South 0, East and West 1."""
SEATS = tuple(range(len(SIDES)))


def seating(_: Options) -> Table:
    """Return the table of a game."""
    return table(SIDES)


def from_left_of(seat: Seat) -> tuple[Seat, ...]:
    """Return all seats clockwise, `seat` last: so cards are dealt and bids made (TH-2, TH-11, TH-17)."""
    return turns((seat + 1) % len(SEATS), len(SEATS))
