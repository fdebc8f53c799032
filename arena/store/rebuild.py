"""Comparing the journal with the database, and rebuilding the one that is damaged from the other."""

from __future__ import annotations

import base64
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count
from os import EX_DATAERR, EX_NOINPUT
from pathlib import Path
from typing import NamedTuple

from arena.errors import UserError, command
from arena.store import disk, journal, schema
from arena.store.appeals import take_out
from arena.store.database import Database
from arena.store.errors import beside, explained, has_journal, journal_of
from arena.store.journal import BLOBS, Entry, Journal, Progress
from arena.store.uses import packed

NAMED = 5
"""How many games with changed results are named."""
HIDDEN = frozenset({"record", "answer_times", "failures", "outputs", "secret"})
"""What is not shown if it differs: columns that are too long, and what the packs of an open season follow from."""


@dataclass
class Comparison:
    """The differences between the journal and the database, a sentence for each.

    Args:
        lost: what the database has lost, or has with other values: it should be rebuilt.
        changed: the names of the rows that `lost` is about: ids of games and entrants, numbers of seasons and runs.
        unread: what is wrong with the journal itself.
        notes: what is in order but worth knowing.
    """

    lost: list[str] = field(default_factory=list)
    changed: dict[str, None] = field(default_factory=dict)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


class Rebuilt(NamedTuple):
    """What was rebuilt.

    Args:
        what: `database` or `journal`.
        results: how many results it has.
        kept: where the old file is now; None if there was none.
        notes: what could not be read in the journal, a sentence for each line.
    """

    what: str
    results: int
    kept: Path | None
    notes: list[str]


def compare(database: Database) -> Comparison:
    """Compare a database with its journal. An arena may play meanwhile.

    Raises:
        UserError: one of the two cannot be read.
    """
    found = Comparison()
    if not has_journal(database.path):
        found.unread.append("there is no journal file beside it: the second copy of the results is gone")
        return found
    with explained(database.path):
        growing = _growing_run(database.connection)
        ours = {kind: _Ours(kind, database.connection, found) for kind in journal.KINDS[1:]}
        for kind, row in _readable(database.path, found.unread, found.notes):
            if kind in ours:
                ours[kind].hold_against(row)
        torn = len(found.notes)  # the line that was cut short is the only note so far
        for kind, rows in ours.items():
            late, missing = rows.end(growing)
            if torn and missing:  # what that line was about
                torn, late, missing = 0, late + 1, missing - 1
            if late:
                text = f"rows ({kind}) that are not in the journal yet: {late}; the arena that plays adds them"
                found.notes.append(text)
            if missing:
                text = f"rows ({kind}) after the last one of the journal that are not in it: {missing}; its end is gone"
                found.unread.append(text)
    return found


def _growing_run(db: sqlite3.Connection) -> int:
    """Return the number of the last run if its end is not stored (it plays, or was killed), else that of the next."""
    run, ended = db.execute("SELECT run, ended FROM runs ORDER BY run DESC LIMIT 1").fetchone() or (0, "never begun")
    return int(run) + bool(ended)


def edited(database: Database) -> str:
    """Return what to say if results differ from those that were played; empty if the sum in the journal is right.

    Only if it is wrong, the journal is read, to name the games. Records and failures are not in the sum.

    Raises:
        UserError: one of the two cannot be read.
    """
    progress = journal.end(database.path)
    if progress is None:
        return ""
    with explained(database.path):
        if journal.total(database.connection, progress.result) == progress.sum:
            return ""
    found = [*compare(database).changed]
    named = ", ".join(found[:NAMED]) + (f" and {len(found) - NAMED} more" if len(found) > NAMED else "")
    about = f": {named}" if found else ""
    return f"results were changed after they were played{about}; {command('verify', database.path)} says how"


class _Ours:
    """The rows of one kind in the database, in the form of journal lines and in the order of their numbers.

    The first row is read only after the first line of the journal: then a database that an arena is writing to is
    always ahead of the journal.

    Args:
        kind: one of `journal.KINDS`.
        db: the database.
        found: where to note the differences.
    """

    def __init__(self, kind: str, db: sqlite3.Connection, found: Comparison) -> None:
        self._kind = kind
        self._found = found
        self._rows = (entry[kind] for entry in journal.entries(db, Progress(), (kind,)))
        self._row: Entry | None = None
        self._begun = False
        self._last_run = db.execute("SELECT max(run) FROM runs").fetchone()[0] or 0
        self._last = -1
        """The number of the last line."""

    def hold_against(self, theirs: Entry) -> None:
        """Compare the next row of the database with the next one of the journal."""
        if not self._begun:
            self._advance()
        number = journal.number(self._kind, theirs)
        if number <= self._last:
            self._found.unread.append(
                f"{self._name(theirs)}: has a second line in the journal, or one that is misplaced"
            )
            return
        self._last = number
        while self._row and journal.number(self._kind, self._row) < number:
            self._found.unread.append(f"{self._name(self._row)}: is not in the journal")
            self._advance()
        if self._row and journal.number(self._kind, self._row) == number:
            self._note(theirs, *self._differences(self._row, theirs))
            self._advance()
        else:
            self._note(theirs, "is in the journal but not in the database")

    def end(self, growing: int) -> tuple[int, int]:
        """Return how many rows after the last of the journal may be on their way to it, and how many are missing."""
        late = missing = 0
        if not self._begun:
            self._advance()
        while self._row:
            may_come = self._row.get("run", self._last_run) >= growing
            late, missing = late + may_come, missing + (not may_come)
            self._advance()
        return late, missing

    def _note(self, row: Entry, *differences: str) -> None:
        """Note what the database has lost of a row."""
        for difference in differences:
            self._found.changed[self._name(row)] = None
            self._found.lost.append(f"{self._name(row)}: {difference}")

    def _advance(self) -> None:
        self._begun = True
        self._row = next(self._rows, None)

    def _name(self, row: Entry) -> str:
        if self._kind in ("season", "run", "appeal"):
            return f"{self._kind} {journal.number(self._kind, row)}"
        return str(row.get("game_id") or row.get("id"))

    def _differences(self, ours: Entry, theirs: Entry) -> Iterator[str]:
        for key, value in theirs.items():
            if ours.get(key) != value:
                shown = (
                    "differs" if key in HIDDEN else f"is {ours.get(key)!r} in the database, {value!r} in the journal"
                )
                yield f"{key} {shown}"
        if self._kind == "result" and "record" in ours and "record" not in theirs:
            yield "has a record in the database, but none was kept when it was played"


def _readable(path: Path, unread: list[str], notes: list[str]) -> Iterator[tuple[str, Entry]]:
    """Yield the kind and the row of every journal line that can be read."""
    for number, (line, entry) in zip(count(1), journal.read(path), strict=False):
        if entry is not None:
            kind = next(iter(entry))
            if kind == "journal":
                journal.check_format(path, entry[kind])
            yield kind, entry[kind]
        elif line.endswith(b"\n"):
            unread.append(f"line {number} of the journal cannot be read")
        else:
            notes.append(f"line {number} of the journal, its last, is cut short: it was never completed")


def rebuild(path: Path) -> Rebuilt | None:
    """Rebuild a database from its journal, or a damaged journal from its database. The old file is kept beside it.

    Args:
        path: the database, which may be missing.

    Returns:
        What was rebuilt; None if both are undamaged and nothing was changed.

    Raises:
        UserError: an arena is playing, or there is no journal, or too little of it can be read.
    """
    disk.check_folder(path)
    with explained(path), disk.lock(path):
        kept = None if has_journal(path) else _set_aside(journal_of(path))  # it is empty, or no file
        if (found := _sound(path)) is not None:
            return _rebuild_journal(path, found.unread, kept) if found.unread else None
        if not has_journal(path):
            raise UserError(f"{path}: has no journal to rebuild it from", exit_status=EX_NOINPUT)
        return _rebuild_database(path)


def _sound(path: Path) -> Comparison | None:
    """Return the comparison if the database is undamaged and has everything that the journal has; otherwise None."""
    try:
        progress = journal.end(path) or Progress()
        with Database.open(path, writing=False) as database:
            journal.check(database.path, database.connection, progress)
            found = compare(database)
            return None if found.lost or database.problems() else found
    except (UserError, sqlite3.Error):
        return None


def _rebuild_database(path: Path) -> Rebuilt:
    """Write a new database from the journal, and put it in the place of the old one."""
    new = beside(path, ".new")
    new.unlink(missing_ok=True)
    disk.make_private(new)
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
    with Database.open(path, writing=False) as database:
        flawed = unread or compare(database).unread  # such as lines that are there twice
    if flawed:
        _rebuild_journal(path, unread)
    return Rebuilt("database", results, kept, unread + cut)


def _rebuild_journal(path: Path, unread: list[str], kept: Path | None = None) -> Rebuilt:
    """Write a new journal from the database.

    A damaged journal cannot stay beside a rebuilt database: results in lines that cannot be read are gone for ever, but
    every later run would find them missing in the database.
    """
    kept = _set_aside(journal_of(path)) or kept
    with Database.open(path, writing=False) as database:
        head = dict(database.rows("SELECT key, value FROM meta"))
        with closing(Journal.open(path, {"id": head["id"]})) as new:
            new.catch_up(database.connection)
            return Rebuilt("journal", new.progress.result, kept, unread)


def _fill(path: Path, db: sqlite3.Connection, unread: list[str], cut: list[str]) -> None:
    """Write everything that is in the journal into a new database.

    Args:
        path: the database whose journal is read.
        db: the new database.
        unread: where to note damaged lines.
        cut: where to note a last line that was never finished.
    """
    schema.create(db)
    with schema.transaction(db):
        db.execute("DELETE FROM meta")
        columns = {table: _columns(db, table) for table in schema.TABLES}
        for kind, row in _readable(path, unread, cut):
            match kind:
                case "journal":
                    _identify(db, row)
                case "season":
                    _insert(db, columns, "seasons", row)
                case "run":
                    _identify(db, row)
                    _insert(db, columns, "seasons", row)
                    _insert(db, columns, "runs", row | {"ended": ""})
                case "entrant":
                    _insert(db, columns, "entrants", row)
                case "result":
                    _insert_result(db, columns, row)
                case "appeal":
                    _insert(db, columns, "appeals", row)
                    take_out(db, row["number"], _known(db, json.loads(row["results"])))
        if db.execute("SELECT count(*) FROM meta").fetchone() != (1,):
            raise UserError(f"{path}: neither the first line of its journal nor any run can be read", "", EX_DATAERR)
        _add_lost_seasons(db)
        _name_strangers(db)
    assert not db.execute("PRAGMA foreign_key_check").fetchall()


def _identify(db: sqlite3.Connection, row: Mapping[str, str]) -> None:
    """Insert the identity of the results, unless it is there already."""
    db.execute("INSERT INTO meta VALUES ('id', ?) ON CONFLICT DO NOTHING", (row["id"],))


def _add_lost_seasons(db: sqlite3.Connection) -> None:
    """Insert the seasons that runs and games belong to and that no line of the journal has told of."""
    lost = "SELECT season, 'secret', '', '', '', '' FROM (SELECT season FROM runs UNION SELECT season FROM games)"
    db.execute(f"INSERT INTO seasons {lost} WHERE true ON CONFLICT DO NOTHING")


def _columns(db: sqlite3.Connection, table: str) -> list[str]:
    return [name for (name,) in db.execute("SELECT name FROM pragma_table_info(?)", (table,))]


def _insert(db: sqlite3.Connection, columns: Mapping[str, list[str]], table: str, row: Entry) -> None:
    """Insert those columns of a journal row that a table has, unless the table has this row already."""
    names = [name for name in columns[table] if name in row]
    values = [base64.b64decode(row[name]) if name in BLOBS else row[name] for name in names]
    into = f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"  # noqa: S608 - our names
    db.execute(f"{into} ON CONFLICT DO NOTHING", values)


def _insert_result(db: sqlite3.Connection, columns: Mapping[str, list[str]], row: Entry) -> None:
    """Insert a result with its run, its game, and the attempt that it closed."""
    known = f"SELECT 1 FROM results WHERE game = {schema.NUMBER}"  # noqa: S608 - our words
    if db.execute(known, (row["game_id"],)).fetchone():
        return
    lost_run = {"run": row["run"], "started": "", "ended": "", "arena": "", "settings": "{}", "season": row["season"]}
    _insert(db, columns, "runs", lost_run)  # only if the line of the run could not be read
    _insert(db, columns, "games", row | {"number": row["game"], "id": row["game_id"]})
    if row["started"]:
        _insert(db, columns, "attempts", row | {"state": "done", "reason": ""})
    _insert(db, columns, "results", row | {"times": packed(json.loads(row["uses"]))})
    if "record" in row:
        _insert(db, columns, "records", row)
    for failure in row["failures"]:
        _insert(db, columns, "failures", failure | {"game": row["game"]})
    for output in row["outputs"]:
        _insert(db, columns, "outputs", output | {"game": row["game"]})


def _known(db: sqlite3.Connection, results: Sequence[int]) -> list[int]:
    """Return those results that are there: the lines of others could not be read."""
    return [one for one in results if db.execute("SELECT 1 FROM results WHERE number = ?", (one,)).fetchone()]


def _name_strangers(db: sqlite3.Connection) -> None:
    """Insert a row for each entrant that played but whose line could not be read; its id says its name."""
    known = {id_ for (id_,) in db.execute("SELECT id FROM entrants")}
    played = {id_ for (sides,) in db.execute("SELECT DISTINCT sides FROM games") for id_ in sides.split(",")}
    for id_ in sorted(played - known):
        row = (id_, id_.rpartition("@")[0], "", "", "[]", "")
        db.execute("INSERT INTO entrants (id, name, version, digest, command, about) VALUES (?, ?, ?, ?, ?, ?)", row)


def _set_aside(path: Path, with_it: tuple[str, ...] = ()) -> Path | None:
    """Rename a file, and those that belong to it, to a name that is free.

    Returns:
        The new name; None if there is no file.
    """
    if not path.exists():
        return None
    kept = next(name for i in count(1) if not (name := beside(path, f".broken-{i}")).exists())
    for suffix in (*with_it, ""):  # the log first, so that a new database never finds the log of another one
        if (old := beside(path, suffix)).exists():
            old.rename(beside(kept, suffix))
    return kept
