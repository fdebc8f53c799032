"""The journal against the database: what differs, and a new database from the journal alone."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from os import EX_DATAERR, EX_NOINPUT
from pathlib import Path
from typing import NamedTuple

from arena.errors import UserError
from arena.store import disk, journal, tables
from arena.store.database import Database
from arena.store.errors import beside, explained, has_journal, journal_of
from arena.store.journal import BLOBS, Entry, Journal, Mark
from arena.store.times import packed

LONG = frozenset({"record", "failures"})
"""What is too long to be shown where it differs."""


@dataclass
class Comparison:
    """What was found when the journal was held against the database; a sentence each.

    Args:
        lost: what the database has lost, or has otherwise: it should be made anew.
        unread: what is wrong with the journal itself.
        notes: what is as it may be.
    """

    lost: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Rebuilt(NamedTuple):
    """What was made anew.

    Args:
        what: `database` or `journal`.
        results: how many games it has.
        kept: where the old one is, if there was one.
        notes: what of the journal could not be read, a sentence each.
    """

    what: str
    results: int
    kept: Path | None
    notes: list[str]


def compare(database: Database) -> Comparison:
    """Hold the journal of a database against it. An arena may be playing meanwhile.

    Raises:
        UserError: one of them cannot be read.
    """
    found = Comparison()
    if not has_journal(database.path):
        found.notes.append("there is no journal beside it to compare it with")
        return found
    with explained(database.path):
        ours = {kind: _Ours(kind, database.connection, found) for kind in journal.KINDS[1:]}
        for kind, row in _readable(database.path, found.unread, found.notes):
            if kind in ours:
                ours[kind].hold_against(row)
        for rows in ours.values():
            rows.end()
    return found


class _Ours:
    """The rows of one kind in the database, as journal lines have them, in the order of their numbers.

    Nothing is read before the first line of the journal was: a database that is being written to is ahead of it.
    """

    def __init__(self, kind: str, db: sqlite3.Connection, found: Comparison) -> None:
        self._kind = kind
        self._found = found
        self._rows = (entry[kind] for entry in journal.entries(db, Mark(), (kind,)))
        self._row: Entry | None = None
        self._begun = False

    def hold_against(self, theirs: Entry) -> None:
        """Compare with the next row of the journal."""
        if not self._begun:
            self._advance()
        number = journal.number(self._kind, theirs)
        while self._row and journal.number(self._kind, self._row) < number:
            self._found.unread.append(f"{self._name(self._row)}: is not in the journal")
            self._advance()
        if self._row and journal.number(self._kind, self._row) == number:
            self._found.lost.extend(self._differences(self._row, theirs))
            self._advance()
        else:
            self._found.lost.append(f"{self._name(theirs)}: is in the journal and not in the database")

    def end(self) -> None:
        """Count what comes after the last row of the journal."""
        if more := (self._row is not None) + sum(1 for _ in self._rows):
            text = f"{more} rows ({self._kind}) are not in the journal yet; whoever plays adds them"
            self._found.notes.append(text)

    def _advance(self) -> None:
        self._begun = True
        self._row = next(self._rows, None)

    def _name(self, row: Entry) -> str:
        return str(row.get("game_id") or row.get("id")) if self._kind != "run" else f"run {row['run']}"

    def _differences(self, ours: Entry, theirs: Entry) -> Iterator[str]:
        for key, value in theirs.items():
            if ours.get(key) != value:
                shown = "differs" if key in LONG else f"is {ours.get(key)!r} in the database, {value!r} in the journal"
                yield f"{self._name(theirs)}: {key} {shown}"


def _readable(path: Path, unread: list[str], notes: list[str]) -> Iterator[tuple[str, Entry]]:
    """Yield the kind and the row of every line of the journal that can be read."""
    for number, (line, entry) in zip(count(1), journal.read(path), strict=False):
        if entry is not None:
            kind = next(iter(entry))
            yield kind, entry[kind]
        elif line.endswith(b"\n"):
            unread.append(f"line {number} of the journal cannot be read")
        else:
            notes.append(f"line {number} of the journal, its last, is cut short: it was never finished")


def rebuild(path: Path) -> Rebuilt | None:
    """Make a database anew from its journal, or a damaged journal from its database. What was there is kept beside.

    Args:
        path: the database, which need not be there.

    Returns:
        What was made; None if both are sound: nothing was changed.

    Raises:
        UserError: an arena is playing, there is no journal, or it does not say enough.
    """
    disk.check_folder(path)
    with explained(path), disk.lock(path):
        if not has_journal(path):
            raise UserError(f"{path}: has no journal to be made anew from", exit_status=EX_NOINPUT)
        if (found := _sound(path)) is None:
            return _rebuild_database(path)
        return _rebuild_journal(path, found.unread) if found.unread else None


def _sound(path: Path) -> Comparison | None:
    """Return how the journal compares with a database that is whole and holds all that the journal has, else None."""
    try:
        mark = journal.end(path) or Mark()
        with Database.open(path, writing=False) as database:
            journal.check(database.path, database.connection, mark)
            found = compare(database)
            return None if found.lost or database.problems() else found
    except (UserError, sqlite3.Error):
        return None


def _rebuild_database(path: Path) -> Rebuilt:
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    unread: list[str] = []
    cut: list[str] = []
    try:
        with closing(sqlite3.connect(new, isolation_level=None)) as db:
            _fill(path, db, unread, cut)
            [results] = db.execute("SELECT count(*) FROM results").fetchone()
        kept = _set_aside(path.resolve(), ("-wal", "-shm"))
        new.rename(path.resolve())
    finally:
        new.unlink(missing_ok=True)
    journal.sync_folder(new.parent)
    if unread:
        _rebuild_journal(path, unread)
    return Rebuilt("database", results, kept, unread + cut)


def _rebuild_journal(path: Path, unread: list[str]) -> Rebuilt:
    """Begin a new journal: that of a database that could not be made whole would call for what is gone for ever."""
    kept = _set_aside(journal_of(path))
    with Database.open(path, writing=False) as database:
        head = dict(database.rows("SELECT key, value FROM meta"))
        with closing(Journal.open(path, {"id": head["id"], "seed": head["seed"]})) as new:
            new.catch_up(database.connection)
            return Rebuilt("journal", new.mark.result, kept, unread)


def _fill(path: Path, db: sqlite3.Connection, unread: list[str], cut: list[str]) -> None:
    """Write everything that the journal says into a new database."""
    tables.create(db)
    with tables.transaction(db):
        db.execute("DELETE FROM meta")
        columns = {table: _columns(db, table) for table in tables.TABLES}
        for kind, row in _readable(path, unread, cut):
            match kind:
                case "journal":
                    _identify(db, row)
                case "run":
                    _identify(db, row)
                    _insert(db, columns, "runs", row | {"ended": ""})
                case "entrant":
                    _insert(db, columns, "entrants", row)
                case "result":
                    _insert_result(db, columns, row)
        if db.execute("SELECT count(*) FROM meta").fetchone() != (2,):
            raise UserError(f"{path}: neither the first line of its journal nor any run can be read", "", EX_DATAERR)
        _name_strangers(db)
    assert not db.execute("PRAGMA foreign_key_check").fetchall()


def _identify(db: sqlite3.Connection, row: Mapping[str, str]) -> None:
    for key in ("id", "seed"):
        db.execute("INSERT INTO meta VALUES (?, ?) ON CONFLICT DO NOTHING", (key, row[key]))


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _insert(db: sqlite3.Connection, columns: Mapping[str, list[str]], table: str, row: Entry) -> None:
    """Insert what a row has for a table; what is there already stays as it is."""
    names = [name for name in columns[table] if name in row]
    values = [base64.b64decode(row[name]) if name in BLOBS else row[name] for name in names]
    into = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - our names
    db.execute(f"{into} ON CONFLICT DO NOTHING", values)


def _insert_result(db: sqlite3.Connection, columns: Mapping[str, list[str]], row: Entry) -> None:
    """Insert a result, with the run and the game that it belongs to, and the attempt that it ended."""
    known = f"SELECT 1 FROM results WHERE game = {tables.NUMBER}"  # noqa: S608 - our words
    if db.execute(known, (row["game_id"],)).fetchone():
        return
    lost_run = {"run": row["run"], "started": "", "ended": "", "arena": "", "settings": "{}"}
    _insert(db, columns, "runs", lost_run)  # if its line cannot be read
    _insert(db, columns, "games", row | {"number": row["game"], "id": row["game_id"]})
    if row["started"]:
        _insert(db, columns, "attempts", row | {"state": "done", "reason": ""})
    _insert(db, columns, "results", row | {"times": packed(json.loads(row["uses"]))})
    _insert(db, columns, "records", row)
    for failure in row["failures"]:
        _insert(db, columns, "failures", failure | {"game": row["game"]})


def _name_strangers(db: sqlite3.Connection) -> None:
    """Give a row to bots that played, and whose line cannot be read: their id says their name."""
    known = {id_ for (id_,) in db.execute("SELECT id FROM entrants")}
    played = {id_ for (sides,) in db.execute("SELECT DISTINCT sides FROM games") for id_ in sides.split(",")}
    for id_ in sorted(played - known):
        row = (id_, id_.rpartition("@")[0], "", "", "[]", "")
        db.execute("INSERT INTO entrants (id, name, version, digest, command, about) VALUES (?, ?, ?, ?, ?, ?)", row)


def _set_aside(path: Path, with_it: tuple[str, ...] = ()) -> Path | None:
    """Give a file, and others that belong to it, a name that is free; return that name."""
    if not path.exists():
        return None
    kept = next(name for i in count(1) if not (name := beside(path, f".broken-{i}")).exists())
    for suffix in (*with_it, ""):  # a log goes first: a new database must never meet that of another
        if (old := beside(path, suffix)).exists():
            old.rename(beside(kept, suffix))
    return kept
