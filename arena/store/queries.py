"""What all readers of the store share: the open database, its rows, and the error for values that cannot be read."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.schedules.plan import PlannedGame
from arena.store.columns import words
from arena.store.database import Database
from arena.store.errors import damaged

PLANNED = "id, contest, set_number, room, sides, chance"
"""The columns of a planned game; `planned` reads them."""
GAMES_FIRST = "games CROSS JOIN results ON results.game = games.number"
RESULTS_FIRST = "results CROSS JOIN games ON games.number = results.game"
"""The tables of all results, read in the order of games or in the order of results."""
SOME = 1_000
"""How many results are named in one query."""


class Queries:
    """Reads the rows of a database.

    Args:
        database: the open database.
    """

    def __init__(self, database: Database) -> None:
        self.path: Path = database.path
        self._database = database
        self._rows = database.rows

    @contextmanager
    def _readable(self, otherwise: str = "is damaged") -> Iterator[None]:
        """Turn the error of a value that the store cannot have written into that of a damaged database."""
        try:
            yield
        except (ValueError, TypeError, zlib.error) as error:
            raise damaged(self.path, otherwise) from error


def planned(game_id: str, contest: str, number: int, room: int, sides: str, label: str) -> PlannedGame:
    """Return a planned game from a row of the table of games."""
    ids = words(sides)
    return PlannedGame(game_id, contest, number, tuple(sorted(ids)), room, ids, label)
