"""The state between deals in games where hands may be thrown in and dealt again."""

from __future__ import annotations

from typing import NamedTuple

from arena.games.kernel import Seat, Word, spelled


class Standing(NamedTuple):
    """The state that carries over from deal to deal.

    Args:
        dealer: the next dealer.
        scores: the score of each side.
        finished: the number of deals so far; the rules of a game say which deals count.
        thrown: the number of deals in a row that were thrown in (BA-12, KA-6, KA-12).
    """

    dealer: Seat
    scores: tuple[int, ...] = (0, 0)
    finished: int = 0
    thrown: int = 0

    def words(self) -> tuple[Word, ...]:
        """Return the standing as `key=value` words."""
        return spelled(dealer=self.dealer, scores=self.scores, finished=self.finished, thrown=self.thrown)
