"""The formats: the side of each seat, the seat that answers for it, and the possible sizes of hands."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Seat, Side

SIZES = {
    4: ((9, 0), (9, 4), (10, 0), (10, 4), (12, 4), (8, 4)),
    5: ((8, 0),),
    6: ((6, 0), (6, 4), (8, 4)),
}
"""By the number of hands: the possible sizes of a hand and of the kitty, the usual one first (TH-7)."""


class Format(NamedTuple):
    """A format (TH-3).

    Args:
        sides: the side of each seat: a team, or the player alone.
        sizes: the possible sizes of a hand and of the kitty, the usual one first.
        answers: the seat that answers for each seat.
    """

    sides: tuple[Side, ...]
    sizes: tuple[tuple[int, int], ...]
    answers: tuple[Seat, ...]

    @property
    def hands(self) -> int:
        """The number of hands."""
        return len(self.sides)

    @property
    def number_of_sides(self) -> int:
        """The number of sides."""
        return len(set(self.sides))

    @property
    def stacked(self) -> tuple[Seat, ...]:
        """The seats for which another seat answers: their cards lie in stacks (TH-14)."""
        return tuple(seat for seat, player in enumerate(self.answers) if player != seat)

    @property
    def individual(self) -> bool:
        """Whether every player scores alone."""
        return self.number_of_sides == self.hands


def at_table(sides: tuple[Side, ...]) -> Format:
    """Return a format in which every seat answers for itself."""
    return Format(sides, SIZES[len(sides)], tuple(range(len(sides))))


CUTTHROAT = {players: at_table(tuple(range(players))) for players in (4, 5, 6)}
"""Every player alone, by the number of players."""
FORMATS = {
    "pairs": at_table((0, 1, 0, 1)),
    "two_trios": at_table((0, 1, 0, 1, 0, 1)),
    "three_pairs": at_table((0, 1, 2, 0, 1, 2)),
    "silent_fixed": at_table((0, 1, 2, 3, 4)),
    "silent_rotating": at_table((0, 1, 2, 3, 4)),
    "called_card": at_table((0, 1, 2, 3, 4)),
    "cutthroat": CUTTHROAT[4],
    "two_stacks": Format((0, 1, 0, 1), ((9, 0),), (0, 1, 0, 1)),
}
