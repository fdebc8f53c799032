"""Chips: what each seat has won or lost, and the pool that carries over from deal to deal."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from arena.games.kernel.events import Note, Seat
from arena.games.kernel.game import spelled


class Standing(NamedTuple):
    """The state that carries over from deal to deal, where there is a pool.

    Args:
        dealer: the next dealer.
        scores: the balance of each seat; or its score, in a variation that is not played for chips.
        finished: the number of deals so far.
        winners: the seats that have won the game in the last deal, if any did.
        pool: the chips in the pool.
    """

    dealer: Seat
    scores: tuple[int, ...]
    finished: int = 0
    winners: tuple[Seat, ...] = ()
    pool: int = 0

    @property
    def chips(self) -> Chips:
        """The balances and the pool."""
        return Chips(self.scores, self.pool)

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words; an empty pool is left out."""
        return spelled(dealer=self.dealer, scores=self.scores, finished=self.finished, pool=self.pool or None)


class Chips(NamedTuple):
    """The balance of each seat, which may be negative, and the chips in the pool. Payments keep the sum of all."""

    balances: tuple[int, ...]
    pool: int = 0

    def pay(self, seats: Collection[Seat], amount: int) -> Chips:
        """Move `amount` from each of these seats into the pool (BB-5, BB-25, TF-28, TF-29, TH-78)."""
        return self._given(dict.fromkeys(seats, -amount))

    def take(self, seat: Seat, amount: int) -> Chips:
        """Move `amount` from the pool to a seat (BB-24)."""
        assert 0 <= amount <= self.pool, "a seat cannot take more than the pool holds"
        return self._given({seat: amount})

    def take_all(self, seat: Seat) -> Chips:
        """Move the whole pool to a seat (TF-30, TF-31)."""
        return self.take(seat, self.pool)

    def from_each_other(self, seat: Seat, amount: int) -> Chips:
        """Let every other seat pay `amount` to this one directly, not through the pool (TF-31, TF-R13)."""
        others = len(self.balances) - 1
        return self._given({**dict.fromkeys(range(others + 1), -amount), seat: others * amount})

    def divide(self, sharing: Sequence[Seat] = (), *, odd_chips: bool = False) -> Chips:
        """Divide the pool equally among some seats and empty it; the remainder is removed (BB-27, TF-32).

        Args:
            sharing: the seats that get a share; all seats if empty.
            odd_chips: hand out the remainder instead, one chip each in the order of `sharing` (TH-79).
        """
        seats = sharing or range(len(self.balances))
        share, odd = divmod(self.pool, len(seats))
        shares = {seat: share + (odd_chips and place < odd) for place, seat in enumerate(seats)}
        return self._given(shares)._replace(pool=0)

    def _given(self, gains: Mapping[Seat, int]) -> Chips:
        """Add gains (negative for payments) to the balances and take their sum out of the pool."""
        balances = tuple([had + gains.get(seat, 0) for seat, had in enumerate(self.balances)])
        return Chips(balances, self.pool - sum(gains.values()))


def told(before: Chips, after: Chips) -> Note:
    """Return the note `pot POOL PAID PAID ...`: what each seat paid, negative if it received (BB-29, TF-33, TH-80)."""
    paid = [had - has for had, has in zip(before.balances, after.balances, strict=True)]
    return Note("pot", (after.pool, *paid))
