"""The results so far, as schedules take them."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.kernel import SILENT, Side
from arena.results.standings import duels
from arena.schedules.agenda import Scores
from arena.store import Reader


class Scoreboard:
    """The results of a store as schedules take them; none is read twice.

    Args:
        store: the results.
    """

    def __init__(self, store: Reader) -> None:
        self._store = store
        self._last = 0
        self._scores: dict[str, Sequence[tuple[Side, Side, float]]] = {}

    def scores(self) -> Scores:
        """Return all results that there are now."""
        found, self._last = self._store.outcomes(lambda places, extra: duels(places, extra.get(SILENT)), self._last)
        self._scores.update(found)
        return self._scores
