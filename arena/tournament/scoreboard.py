"""The scoreboard: all results so far, in the form that schedules need."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.kernel import SILENT, Side
from arena.results.rating_input import duels
from arena.schedules.agenda import Scores
from arena.store import PlayedGame, Reader


class Scoreboard:
    """The results so far: those in the store are read once, new ones are added as they come.

    Args:
        store: the results.
    """

    def __init__(self, store: Reader) -> None:
        self._scores: dict[str, Sequence[tuple[Side, Side, float]]] = store.outcomes(
            lambda places, extra: duels(places, extra.get(SILENT))
        )

    def take(self, played: PlayedGame) -> None:
        """Add a result that was just stored."""
        result = played.result
        self._scores[played.game.id] = duels(result.places, dict(result.extra).get(SILENT))

    def scores(self) -> Scores:
        """Return all results so far."""
        return self._scores
