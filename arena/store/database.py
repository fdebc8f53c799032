"""The SQLite file of a ladder: opened without changing what must not change, and checked."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Self

from arena.errors import UserError, command
from arena.store import disk, schema
from arena.store.errors import beside, damaged, explained, has_journal, journal_of
from arena.store.uses import packed

BUSY = 10.0
"""Seconds to wait for another program that holds the database."""
HURRY = 2.0
"""Seconds to wait for it while games are played: the arena then tries again, and can be stopped in between."""
CHUNK = 200
"""Rows to fetch at once where there may be a million: as many as fit into the processor's cache."""


class Database:
    """An open database of results. `Database.open` makes it; as a context manager it closes itself.

    Args:
        path: the file, for messages.
        connection: the connection to SQLite.
        opened: what to close with it.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, opened: ExitStack) -> None:
        self.path = path
        self.connection = connection
        self._opened = opened
        self._settings: dict[str, str] = {}
        """The values that pragmas of this connection were last set to."""

    @classmethod
    def open(cls, path: Path, *, writing: bool) -> Self:
        """Open a database; see `Store.open`. A caller that is going to write must hold the lock."""
        with ExitStack() as opened, explained(path):
            _check_file(path, writing=writing)
            db = opened.enter_context(closing(_connect(path, writing=writing)))
            version = _version(path, db)
            if version is None and has_journal(path):
                raise damaged(path, "has lost all its tables")
            if version is None and not writing:
                raise NothingYet(path)
            if writing:
                _prepare(path, db, version)
            _check_tables(path, db)
            db.execute("PRAGMA foreign_keys = ON")
            return cls(path, db, opened.pop_all())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it."""
        self._opened.close()

    def rows(self, query: str, *values: object) -> Iterator[Any]:
        """Yield the rows of a query."""
        with explained(self.path):
            for row in self.connection.execute(query, values):  # noqa: UP028 - `yield from` would close a closed cursor
                yield row

    def chunks(self, query: str, *values: object) -> Iterator[list[Any]]:
        """Yield the rows of a query in lists of up to `CHUNK` rows."""
        with explained(self.path):
            cursor = self.connection.execute(query, values)
            while rows := cursor.fetchmany(CHUNK):
                yield rows

    @contextmanager
    def transaction(self, patience: float = BUSY, *, durable: bool = True) -> Iterator[sqlite3.Connection]:
        """Commit everything done inside, or nothing. Inside another transaction, this is a part of that one.

        Args:
            patience: seconds to wait for another writer.
            durable: whether the commit must survive a power cut. If not, it does so only once a later durable one was
                made. Every commit survives the end of this process.
        """
        if self.busy:
            yield self.connection
            return
        with explained(self.path):
            self._set("busy_timeout", f"{patience * 1000:.0f}")
            self._set("synchronous", "FULL" if durable else "NORMAL")
            with schema.transaction(self.connection) as db:
                yield db

    def _set(self, pragma: str, value: str) -> None:
        """Set a pragma of the connection, unless it has this value already."""
        if self._settings.get(pragma) != value:
            self.connection.execute(f"PRAGMA {pragma} = {value}")
            self._settings[pragma] = value

    @property
    def busy(self) -> bool:
        """Whether a transaction is open."""
        return self.connection.in_transaction

    def check(self) -> None:
        """Check the tables that everything else depends on; `problems` checks the others too.

        This takes a second for a million results.

        Raises:
            UserError: the database is damaged.
        """
        for name in schema.STRUCTURE:
            [[found]] = self.rows(f"PRAGMA quick_check('{name}')")
            if found != "ok":
                raise damaged(self.path, f"is damaged: {found.splitlines()[-1]}")

    def problems(self) -> list[str]:
        """Return what is wrong with the database, a text for each problem; reads the whole file."""
        checks = ("PRAGMA integrity_check(10)", "PRAGMA foreign_key_check")
        found = [str(row[0]) for check in checks for row in self.rows(check)]
        stored = self.rows("SELECT id, uses, times FROM results JOIN games ON games.number = game")
        unlike = [game for game, uses, times in stored if not _agree(uses, times)]
        return [
            *(text for text in found if text != "ok"),
            *(f"{game}: its column times does not match its column uses" for game in unlike),
        ]


def _agree(uses: str, times: bytes) -> bool:
    """Return whether the column `times` of a result is what follows from its column `uses`."""
    try:
        return packed(json.loads(uses)) == times
    except (ValueError, TypeError):
        return False


class NothingYet(UserError):  # noqa: N818 - having no results yet is not a fault
    """There are no results yet.

    Args:
        path: the database.
        hint: what to do if nothing was ever played.
    """

    def __init__(self, path: Path, hint: str = "arena run plays the ladder") -> None:
        message = f"{path}: there are no results yet"
        if has_journal(path):
            message = f"{path}: the database is missing, but its journal is there"
            anew = f"to start over, remove {journal_of(path).name} too"
            hint = f"{command('verify', path, '--rebuild')} rebuilds it from the journal; {anew}"
        super().__init__(message, hint, os.EX_NOINPUT)


def _check_file(path: Path, *, writing: bool) -> None:
    """Check that results can lie at a path, and that the file there, if there is one, is a database."""
    disk.check_folder(path)
    if writing:
        disk.check_local(path)
    match disk.is_database(path):
        case False:
            raise _not_ours(path)
        case None if not writing or has_journal(path):
            raise NothingYet(path)


def _not_ours(path: Path) -> UserError:
    """Return the error for a file that is not a database of the arena, or no longer one."""
    if has_journal(path):
        return damaged(path, "is no longer a database of the arena")
    hint = "it was left as it is; name another file (results = ...)"
    return UserError(f"{path}: is not a database of the arena", hint, os.EX_DATAERR)


def _connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    if writing:
        disk.make_private(path)
    where = f"{path.resolve().as_uri()}?{_mode(path, writing=writing)}"
    db = sqlite3.connect(where, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA synchronous = FULL")
    except sqlite3.Error:
        db.close()
        raise
    return db


def _mode(path: Path, *, writing: bool) -> str:
    """Return the query of the URI that opens a database.

    Readers too make a file beside the write-ahead log. In a folder that is not writable they cannot, and if there is no
    log they need not.
    """
    if writing:
        return "mode=rwc"
    at_rest = not beside(path, "-wal").exists()
    closed = not os.access(path.parent, os.W_OK, effective_ids=True)
    return "mode=ro&immutable=1" if at_rest and closed else "mode=ro"


def _version(path: Path, db: sqlite3.Connection) -> int | None:
    """Return the version of the tables; None for an empty file."""
    [application], [version] = (db.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if application == schema.APPLICATION and version != schema.VERSION:
        message = f"{path}: written by another version of the arena (tables {version}, this one knows {schema.VERSION})"
        raise UserError(message, "use that version, or name other results (results = ...)", os.EX_DATAERR)
    if application == schema.APPLICATION:
        return int(version)
    if db.execute("SELECT 1 FROM sqlite_schema").fetchone() is not None:
        raise _not_ours(path)
    return None


def _prepare(path: Path, db: sqlite3.Connection, version: int | None) -> None:
    """Switch the database to a write-ahead log, and make its tables if it has none."""
    if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise UserError(f"{path}: its file system has no shared memory", "use a local disk", os.EX_CANTCREAT)
    if version is None:
        schema.create(db)


def _check_tables(path: Path, db: sqlite3.Connection) -> None:
    found = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_schema")}
    for statement in schema.SCHEMA:
        if statement not in found:
            what = statement.partition(" (")[0].removeprefix("CREATE ")
            raise damaged(path, f"is damaged: its {what} is missing or was changed")
