"""What lives on between two deals of American Five Hundred."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Seat, Side


class Standing(NamedTuple):
    """What lives on between two deals.

    Args:
        dealer: who deals next.
        scores: the score of each partnership.
        finished: the deals so far, abandoned and annulled ones counted (AF-45).
        made: the partnership that made its contract in the last deal, if one did (AF-43).
    """

    dealer: Seat
    scores: tuple[int, int] = (0, 0)
    finished: int = 0
    made: tuple[Side, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        a, b = self.scores
        return (f"dealer={self.dealer}", f"scores={a},{b}", f"finished={self.finished}")
