"""Appeals: results that a person makes void, and bots that are pardoned, each with who did it and why.

A result that is void leaves the tables as if its game had not been planned: nothing counts it, and the next run plays
the game again. Its line in the journal stays, and `voided` keeps what that line says, so both can still be compared.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from arena.store import journal
from arena.store.queries import Queries

What: TypeAlias = Literal["void", "rerun", "pardon"]
"""What was done: a game was made void, games of a bot are played again, or a bot was pardoned."""
_OF_GAME = ("records", "failures", "outputs", "results", "attempts")
"""The tables with rows of a game, in an order in which they can be emptied."""


class Appeal(NamedTuple):
    """A row of the log of appeals.

    Args:
        number: from 1.
        made: when, for people.
        who: who did it.
        what: what was done.
        why: the reason, for people.
        bots: the ids of the entrants that it is about: those of the games, or the one that was pardoned.
        games: the ids of the games that were made void.
        run: the number of the next run: from it on a pardon holds.
    """

    number: int
    made: str
    who: str
    what: What
    why: str
    bots: tuple[str, ...]
    games: tuple[str, ...]
    run: int


class AppealReader(Queries):
    """Reads the log of appeals."""

    def appeals(self) -> list[Appeal]:
        """Return all appeals in order."""
        rows = self._rows("SELECT number, made, who, what, why, bots, games, run FROM appeals ORDER BY number")
        with self._readable():
            return [
                Appeal(number, made, who, what, why, tuple(json.loads(bots)), tuple(json.loads(games)), run)
                for number, made, who, what, why, bots, games, run in rows
            ]

    def voided(self) -> dict[str, tuple[str, ...]]:
        """Return the ids of the entrants of each game of which a result was made void, by the id of the game."""
        rows = self._rows("SELECT game_id, json_extract(entry, '$.sides') FROM voided")
        with self._readable():
            return {game: tuple(sides.split(",")) for game, sides in rows}


def take_out(db: sqlite3.Connection, appeal: int, results: Sequence[int]) -> None:
    """Take results out of the tables, with everything of their games.

    Args:
        db: the database, in a transaction.
        appeal: the number of the appeal.
        results: the numbers of the results.
    """
    for number in results:
        entry, summed = journal.result_of(db, number)
        row = (number, entry["game_id"], appeal, json.dumps(entry), summed)
        db.execute("INSERT INTO voided VALUES (?, ?, ?, ?, ?)", row)
        for table in _OF_GAME:
            db.execute(f"DELETE FROM {table} WHERE game = ?", (entry["game"],))  # noqa: S608 - our words
        db.execute("DELETE FROM games WHERE number = ?", (entry["game"],))
