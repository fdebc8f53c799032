"""What lives on between two deals of Five Hundred."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Seat, Side


class Standing(NamedTuple):
    """What lives on between two deals.

    Args:
        dealer: who deals next.
        scores: the score of each side.
        finished: deals finished, those thrown in counted (FH-84).
        winners: the sides that won by reaching the target in the last deal, if any did (FH-77 to FH-83).
    """

    dealer: Seat
    scores: tuple[int, ...]
    finished: int = 0
    winners: tuple[Side, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        scores = ",".join(map(str, self.scores))
        return (f"dealer={self.dealer}", f"scores={scores}", f"finished={self.finished}")
