"""The results so far, as schedules take them."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.kernel import SILENT, Side
from arena.results.standings import duels
from arena.schedules.agenda import Scores
from arena.store import PlayedGame, Reader


class Scoreboard:
    """The results as schedules take them: those in the store, read once, and those that are taken in as they come.

    Args:
        store: the results.
    """

    def __init__(self, store: Reader) -> None:
        self._scores: dict[str, Sequence[tuple[Side, Side, float]]] = store.outcomes(
            lambda places, extra: duels(places, extra.get(SILENT))
        )

    def take(self, played: PlayedGame) -> None:
        """Take in a result that is stored by now."""
        result = played.result
        self._scores[played.game.id] = duels(result.places, dict(result.extra).get(SILENT))

    def scores(self) -> Scores:
        """Return all results that there are now."""
        return self._scores
