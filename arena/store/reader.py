"""Reading the store."""

from __future__ import annotations

from arena.store.appeals import AppealReader
from arena.store.read_game import GameReader
from arena.store.read_plan import PlanReader
from arena.store.read_results import ResultsReader


class Reader(PlanReader, ResultsReader, GameReader, AppealReader):
    """Reads everything that is stored."""

    def problems(self) -> list[str]:
        """Return what is wrong with the database, a text for each problem; reads the whole file."""
        return self._database.problems()
