"""Chips: what each seat has won or lost, and the pool that lives on from deal to deal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from arena.games.kernel.events import Note, Seat


class Chips(NamedTuple):
    """The balance of each seat, which may be below zero, and what lies in the pool. What one loses another has won."""

    balances: tuple[int, ...]
    pool: int = 0

    def pay(self, seats: Collection[Seat], amount: int) -> Chips:
        """Let each of some seats pay into the pool (BB-5, BB-25, TF-28, TF-29, TH-78)."""
        return self._given(dict.fromkeys(seats, -amount))

    def take(self, seat: Seat, amount: int) -> Chips:
        """Let a seat take so much of what is in the pool (BB-24)."""
        assert 0 <= amount <= self.pool, "nobody takes what is not in the pool"
        return self._given({seat: amount})

    def take_all(self, seat: Seat) -> Chips:
        """Let a seat take the pool (TF-30, TF-31)."""
        return self.take(seat, self.pool)

    def from_each_other(self, seat: Seat, amount: int) -> Chips:
        """Let a seat get so much from every other one, past the pool (TF-31, TF-R13)."""
        others = len(self.balances) - 1
        return self._given({**dict.fromkeys(range(others + 1), -amount), seat: others * amount})

    def divide(self, sharing: Sequence[Seat] = (), *, odd_chips: bool = False) -> Chips:
        """Divide the pool equally; what cannot be divided is removed (BB-27, TF-32).

        Args:
            sharing: who gets a share; all seats where it names none.
            odd_chips: what cannot be divided is given out instead, one chip each in this order (TH-79).
        """
        seats = sharing or range(len(self.balances))
        share, odd = divmod(self.pool, len(seats))
        shares = {seat: share + (odd_chips and place < odd) for place, seat in enumerate(seats)}
        return self._given(shares)._replace(pool=0)

    def _given(self, gains: Mapping[Seat, int]) -> Chips:
        """Add what seats gain to their balances; it comes out of the pool."""
        balances = tuple([had + gains.get(seat, 0) for seat, had in enumerate(self.balances)])
        return Chips(balances, self.pool - sum(gains.values()))


def told(before: Chips, after: Chips) -> Note:
    """Return the note `pot POOL PAID PAID ...`, below zero for what a seat has got (BB-29, TF-33, TH-80)."""
    paid = [had - has for had, has in zip(before.balances, after.balances, strict=True)]
    return Note("pot", (after.pool, *paid))
