"""The tables of the database in SQL, and the upgrade from those of earlier versions."""

from __future__ import annotations

import json
import secrets
import sqlite3

from arena import chance
from arena.store.times import packed

APPLICATION = 0x54524B41
"""`TRKA`: the application id in the header of the file, which marks a database of the arena."""
VERSION = 7
"""The version of the tables, which is also in the header."""

META = "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT"
RUNS = """CREATE TABLE runs (
        run INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, arena TEXT NOT NULL, settings TEXT NOT NULL
    ) STRICT"""
ENTRANTS = """CREATE TABLE entrants (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, version TEXT NOT NULL,
        digest TEXT NOT NULL, command TEXT NOT NULL, about TEXT NOT NULL
    ) STRICT"""
GAMES = """CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contest TEXT NOT NULL, set_number INTEGER NOT NULL,
        room INTEGER NOT NULL, sides TEXT NOT NULL, chance TEXT NOT NULL
    ) STRICT"""
ATTEMPTS = """CREATE TABLE attempts (
        attempt INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games, run INTEGER NOT NULL REFERENCES runs,
        started TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned', 'void', 'internal')),
        reason TEXT NOT NULL DEFAULT ''
    ) STRICT"""
RESULTS = """CREATE TABLE results (
        number INTEGER PRIMARY KEY, game INTEGER NOT NULL UNIQUE REFERENCES games, run INTEGER NOT NULL REFERENCES runs,
        places TEXT NOT NULL, scores TEXT, reason TEXT NOT NULL, extra TEXT NOT NULL, faults TEXT NOT NULL,
        uses TEXT NOT NULL, times BLOB NOT NULL, conditions TEXT NOT NULL DEFAULT '{}'
    ) STRICT"""
RECORDS = "CREATE TABLE records (game INTEGER PRIMARY KEY REFERENCES results (game), record BLOB NOT NULL) STRICT"
FAILURES = """CREATE TABLE failures (
        number INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES results (game), seat INTEGER NOT NULL,
        verdict TEXT NOT NULL, detail TEXT NOT NULL, stderr BLOB NOT NULL, sent BLOB NOT NULL, received BLOB NOT NULL
    ) STRICT"""
TABLES = {
    "meta": META,
    "runs": RUNS,
    "entrants": ENTRANTS,
    "games": GAMES,
    "attempts": ATTEMPTS,
    "results": RESULTS,
    "records": RECORDS,
    "failures": FAILURES,
}
"""The tables of version 3; `_FROM_3` and those after it add to them what later versions have.

Sides, places and scores are joined by commas, other lists and mappings are JSON, records and streams are compressed
with zlib. `times` repeats as bytes what a ladder needs of `uses` (see `arena.store.times`).

Rows of entrants, games and results keep their number for ever. Results are numbered in the order of their commits.
Other tables refer to a game by its number, not by its id: then rows that were written together lie together in the
file.
"""
INDEXES = (
    "CREATE INDEX attempts_of ON attempts (game)",
    "CREATE UNIQUE INDEX open_attempts ON attempts (game) WHERE state = 'open'",
    "CREATE INDEX results_of ON results (run)",
    "CREATE INDEX faulty_results ON results (number) WHERE faults != '[]'",
    "CREATE INDEX failures_of ON failures (game)",
)
NUMBER = "(SELECT number FROM games WHERE id = ?)"
"""A subquery for the number of a game, given its id."""
NAMES = (*TABLES, "seasons", "outputs")
"""The names of all tables."""
STRUCTURE = ("meta", "seasons", "runs", "entrants", "games", "attempts", "results")
"""The tables that are checked whenever a database is opened for writing; the others hold nearly all of the bytes."""


def create(db: sqlite3.Connection) -> None:
    """Make the tables of a new database in one transaction.

    Args:
        db: a connection with `functions`.
    """
    with transaction(db):
        for statement in (*TABLES.values(), *INDEXES, *_FROM_3, *_FROM_4, *_FROM_5, *_FROM_6):
            db.execute(statement)
        _finish(db)


def upgrade(db: sqlite3.Connection, version: int) -> None:
    """Upgrade the tables of an earlier version in one transaction. Foreign keys must be off.

    Args:
        db: a connection with `functions`.
        version: the version of its tables.
    """
    with transaction(db):
        for begun, statements in enumerate((_FROM_1, _FROM_2, _FROM_3, _FROM_4, _FROM_5, _FROM_6), 1):
            for statement in statements if version <= begun else ():
                db.execute(statement)
        assert not db.execute("PRAGMA foreign_key_check").fetchall()
        _finish(db)


def functions(db: sqlite3.Connection) -> None:
    """Let the queries of a connection call `times(uses)`, which computes the column, and `commitment(key)`."""
    db.create_function("times", 1, lambda uses: packed(json.loads(uses)), deterministic=True)
    db.create_function("commitment", 1, chance.commitment, deterministic=True)


def _finish(db: sqlite3.Connection) -> None:
    """Give the results an identity if they have none, and write the header."""
    db.execute("INSERT INTO meta VALUES ('id', ?) ON CONFLICT DO NOTHING", (secrets.token_hex(8),))
    db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.execute(f"PRAGMA user_version = {VERSION}")


class transaction:  # noqa: N801 - reads like a statement
    """Commit everything done inside, or nothing.

    Args:
        db: a connection that begins no transactions by itself (`isolation_level=None`).
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> sqlite3.Connection:
        self._db.execute("BEGIN IMMEDIATE")
        return self._db

    def __exit__(self, kind: object, *_: object) -> None:
        try:
            if kind is None:
                self._db.execute("COMMIT")
        finally:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")


def _replaced(name: str, old: str) -> tuple[str, ...]:
    """Return the statements that give a table its new columns.

    Args:
        name: the table.
        old: the query that selects the new columns from the old tables.
    """
    return (
        TABLES[name].replace(f"CREATE TABLE {name} ", f"CREATE TABLE new_{name} ", 1),
        f"INSERT INTO new_{name} {old}",
        f"DROP TABLE {name}",
        f"ALTER TABLE new_{name} RENAME TO {name}",
    )


_FROM_1 = (
    "ALTER TABLE runs ADD COLUMN ended TEXT DEFAULT ''",
    "ALTER TABLE attempts ADD COLUMN reason TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE results ADD COLUMN run INTEGER NOT NULL DEFAULT 1",
    """UPDATE results SET run = coalesce(
        (SELECT max(run) FROM attempts a WHERE a.game_id = results.game_id AND a.state = 'done'), 1)""",
    "ALTER TABLE results ADD COLUMN conditions TEXT NOT NULL DEFAULT '{}'",
    "CREATE INDEX attempts_of ON attempts (game_id)",
)
"""The upgrade from version 1, which had no conditions of games and no reasons of attempts. Which run played a game was
recorded only in its attempts."""
_FROM_2 = (
    "DROP INDEX attempts_of",
    "DROP INDEX open_attempts",
    "DROP INDEX failures_of",
    *_replaced("runs", "SELECT run, started, ended, arena, settings FROM runs"),
    *_replaced("entrants", "SELECT rowid, id, name, version, digest, command, about FROM entrants"),
    *_replaced("games", "SELECT rowid, id, contest, set_number, room, sides, chance FROM games"),
    *_replaced(
        "attempts",
        """SELECT attempt, games.number, run, started, state, reason
            FROM attempts JOIN games ON games.id = game_id ORDER BY attempt""",
    ),
    *_replaced(
        "records",
        "SELECT games.number, record FROM records JOIN games ON games.id = game_id ORDER BY records.rowid",
    ),
    *_replaced(
        "failures",
        """SELECT failures.rowid, games.number, seat, verdict, detail, stderr, sent, received
            FROM failures JOIN games ON games.id = game_id ORDER BY failures.rowid""",
    ),
    *_replaced(
        "results",
        """SELECT results.rowid, games.number, run, places, scores, reason, extra, faults, uses, times(uses), conditions
            FROM results JOIN games ON games.id = game_id ORDER BY results.rowid""",
    ),
    *INDEXES,
)
"""The upgrade from version 2, which referred to games by their ids everywhere and had no `times`. The numbers of its
rows are their rowids, for which versions 1 and 2 had no columns."""
OLD_SEASON = """INSERT OR IGNORE INTO seasons SELECT 1, 'old', {seed}, '', commitment({seed}),
    coalesce((SELECT started FROM runs ORDER BY run LIMIT 1), '')"""
"""Inserts the season of results that were begun when there were no seasons, given their seed."""
_FROM_3 = (
    """CREATE TABLE seasons (
        season INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('secret', 'reproducible', 'old')),
        seed TEXT NOT NULL, secret TEXT NOT NULL, digest TEXT NOT NULL, opened TEXT NOT NULL
    ) STRICT""",
    "ALTER TABLE runs ADD COLUMN season INTEGER NOT NULL DEFAULT 1 REFERENCES seasons",
    "ALTER TABLE games ADD COLUMN season INTEGER NOT NULL DEFAULT 1 REFERENCES seasons",
    OLD_SEASON.format(seed="value") + " FROM meta WHERE key = 'seed'",
    "DELETE FROM meta WHERE key = 'seed'",
    "ALTER TABLE attempts ADD COLUMN asked TEXT NOT NULL DEFAULT ''",
    "ALTER TABLE attempts ADD COLUMN busy INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX voids ON attempts (asked) WHERE asked != ''",
)
"""The upgrade from version 3, which had one seed, and printed it. What was played until then is a season by itself, of
the kind `old`, which is closed. Rows of seasons are only added, never changed: each season closes the one before it.

Nor did it say of a void game which entrant was asked (`asked`, its id), and
whether its bot had used much CPU time (`busy`)."""
_FROM_4 = (
    """CREATE TABLE outputs (
        game INTEGER NOT NULL REFERENCES results (game), seat INTEGER NOT NULL, stderr BLOB NOT NULL,
        PRIMARY KEY (game, seat)
    ) STRICT""",
)
"""The upgrade from version 4, which kept standard error only of bots that failed (in `failures`)."""
_FROM_5 = ("ALTER TABLE records ADD COLUMN paces BLOB NOT NULL DEFAULT x''",)
"""The upgrade from version 5, which did not keep how long each decision took (`arena.table.paces`)."""
_FROM_6 = (
    "ALTER TABLE failures ADD COLUMN marks BLOB NOT NULL DEFAULT x''",
    "ALTER TABLE outputs ADD COLUMN marks BLOB NOT NULL DEFAULT x''",
)
"""The upgrade from version 6, which did not keep what was written to standard error at which decision
(`arena.table.stderr`)."""
