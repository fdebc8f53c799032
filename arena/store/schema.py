"""The tables of the database in SQL."""

from __future__ import annotations

import secrets
import sqlite3

APPLICATION = 0x54524B41
"""`TRKA`: the application id in the header of the file, which marks a database of the arena."""
VERSION = 2
"""The version of the tables, which is also in the header."""

TABLES = {
    "meta": "key TEXT PRIMARY KEY, value TEXT NOT NULL",
    "seasons": """season INTEGER PRIMARY KEY, kind TEXT NOT NULL CHECK (kind IN ('secret', 'reproducible')),
        seed TEXT NOT NULL, secret TEXT NOT NULL, digest TEXT NOT NULL, opened TEXT NOT NULL""",
    "runs": """run INTEGER PRIMARY KEY, started TEXT NOT NULL, ended TEXT, arena TEXT NOT NULL, settings TEXT NOT NULL,
        season INTEGER NOT NULL REFERENCES seasons""",
    "entrants": """number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, version TEXT NOT NULL,
        digest TEXT NOT NULL, command TEXT NOT NULL, about TEXT NOT NULL""",
    "games": """number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, contest TEXT NOT NULL, set_number INTEGER NOT NULL,
        room INTEGER NOT NULL, sides TEXT NOT NULL, chance TEXT NOT NULL, season INTEGER NOT NULL REFERENCES seasons""",
    "attempts": """attempt INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games,
        run INTEGER NOT NULL REFERENCES runs, started TEXT NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned', 'void', 'internal')),
        reason TEXT NOT NULL DEFAULT '', asked TEXT NOT NULL DEFAULT '', busy INTEGER NOT NULL DEFAULT 0""",
    "results": """number INTEGER PRIMARY KEY, game INTEGER NOT NULL UNIQUE REFERENCES games,
        run INTEGER NOT NULL REFERENCES runs, places TEXT NOT NULL, scores TEXT, reason TEXT NOT NULL,
        extra TEXT NOT NULL, faults TEXT NOT NULL, uses TEXT NOT NULL, times BLOB NOT NULL, conditions TEXT NOT NULL""",
    "records": "game INTEGER PRIMARY KEY REFERENCES results (game), record BLOB NOT NULL, answer_times BLOB NOT NULL",
    "failures": """number INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES results (game), seat INTEGER NOT NULL,
        verdict TEXT NOT NULL, detail TEXT NOT NULL, stderr BLOB NOT NULL, sent BLOB NOT NULL, received BLOB NOT NULL,
        marks BLOB NOT NULL""",
    "outputs": """game INTEGER NOT NULL REFERENCES results (game), seat INTEGER NOT NULL, stderr BLOB NOT NULL,
        marks BLOB NOT NULL, PRIMARY KEY (game, seat)""",
    "appeals": """number INTEGER PRIMARY KEY, made TEXT NOT NULL, who TEXT NOT NULL,
        what TEXT NOT NULL CHECK (what IN ('void', 'rerun', 'pardon')), why TEXT NOT NULL, bots TEXT NOT NULL,
        games TEXT NOT NULL, results TEXT NOT NULL, run INTEGER NOT NULL""",
    "voided": """number INTEGER PRIMARY KEY, game_id TEXT NOT NULL, appeal INTEGER NOT NULL REFERENCES appeals,
        entry TEXT NOT NULL, summed BLOB NOT NULL""",
}
"""The tables and their columns.

Sides, places and scores are joined by commas, other lists and mappings are JSON, records and streams are compressed
with zlib. `times` repeats as bytes what a ladder needs of `uses` (see `arena.store.uses`). `answer_times` says how long
each decision took (`arena.table.answer_times`), `marks` what was written to standard error at which decision
(`arena.table.stderr`).

Rows of entrants, games and results keep their number for ever. Results are numbered in the order of their commits.
Other tables refer to a game by its number, not by its id: then rows that were written together lie together in the
file. Rows of seasons are only added, never changed: each season closes the one before it.

An appeal takes results out of the tables, with their records, or pardons a bot; its bots, games and results are JSON.
`voided` keeps each such result as its line in the journal, and what was summed of it (`arena.store.appeals`).

An attempt at a game that is void says which entrant was asked (`asked`, its id), and whether its bot had used much CPU
time (`busy`).
"""
INDEXES = (
    "CREATE INDEX attempts_of ON attempts (game)",
    "CREATE UNIQUE INDEX open_attempts ON attempts (game) WHERE state = 'open'",
    "CREATE INDEX voids ON attempts (asked) WHERE asked != ''",
    "CREATE INDEX results_of ON results (run)",
    "CREATE INDEX faulty_results ON results (number) WHERE faults != '[]'",
    "CREATE INDEX failures_of ON failures (game)",
)
SCHEMA = (*(f"CREATE TABLE {name} ({columns}) STRICT" for name, columns in TABLES.items()), *INDEXES)
"""The statements that make the tables and indexes."""
NUMBER = "(SELECT number FROM games WHERE id = ?)"
"""A subquery for the number of a game, given its id."""
STRUCTURE = ("meta", "seasons", "runs", "entrants", "games", "attempts", "results", "appeals")
"""The tables that are checked whenever a database is opened for writing; the others hold nearly all of the bytes."""


def create(db: sqlite3.Connection) -> None:
    """Make the tables of a new database in one transaction, and draw the identity of its results."""
    with transaction(db):
        for statement in SCHEMA:
            db.execute(statement)
        db.execute("INSERT INTO meta VALUES ('id', ?)", (secrets.token_hex(8),))
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
