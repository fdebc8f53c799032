"""The journal: a text file beside the database, a line for each season, run, bot, result and appeal. It only grows.

The database is checked against it, and can be rebuilt from it. A line is a CRC-32 in hexadecimal, a space, and the JSON
object that the CRC-32 is of. The object has one of the keys in `KINDS`; docs/results.md describes them.

The journal follows the database: a line is added after its row was committed, and results are shown only after both. So
the last commits of an arena that died may be missing from the journal; they are added when the database is next opened.
The journal has more than the database only if the database has lost something.
"""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import sys
from binascii import b2a_base64
from collections.abc import Iterator, Sequence
from functools import partial
from heapq import merge
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeAlias
from zlib import crc32

from arena import __version__
from arena.errors import UserError, command
from arena.store.disk import PRIVATE
from arena.store.errors import damaged, explained, journal_of

Entry: TypeAlias = dict[str, Any]
"""A JSON object of a line."""
FORMAT = 2
"""The version of the format; the first line says it."""
KINDS = ("journal", "season", "run", "entrant", "result", "appeal")
"""The kinds of lines: the first one, then rows; a result comes with its game, its record and its failures."""
BLOBS = ("record", "answer_times", "stderr", "sent", "received", "marks")
"""Columns that hold bytes; in a line they are base64."""
CHUNK = 1 << 20
"""How many bytes are collected before they are written."""
END = 1 << 16
"""How many bytes at the end are searched first for the last line."""

sync = getattr(os, "fdatasync", os.fsync)
"""Writes a file's bytes to the disk, where possible without its times."""

_SEASONS = "SELECT * FROM seasons WHERE season > ? ORDER BY season"
_RUNS = """SELECT run, started, arena, settings, (SELECT value FROM meta WHERE key = 'id') AS id, seasons.*
    FROM runs JOIN seasons ON seasons.season = runs.season WHERE run > ? ORDER BY run"""
_ENTRANTS = "SELECT * FROM entrants WHERE number > ? ORDER BY number"
_RESULTS = """SELECT results.number, id AS game_id, run, places, scores, reason, extra, faults, uses, conditions,
        results.game, contest, set_number, room, sides, chance, season, record, answer_times,
        (SELECT started FROM attempts a WHERE a.game = results.game AND state = 'done') AS started,
        EXISTS (SELECT 1 FROM failures WHERE failures.game = results.game) AS failures,
        EXISTS (SELECT 1 FROM outputs WHERE outputs.game = results.game) AS outputs
    FROM results JOIN games ON games.number = results.game LEFT JOIN records ON records.game = results.game
    WHERE results.number > ? ORDER BY results.number"""
_APPEALS = "SELECT * FROM appeals WHERE number > ? ORDER BY number"
_QUERIES = {"season": _SEASONS, "run": _RUNS, "entrant": _ENTRANTS, "result": _RESULTS, "appeal": _APPEALS}
_VOIDED = "SELECT number, entry FROM voided WHERE number > ? ORDER BY number"
_FAILURES = "SELECT seat, verdict, detail, stderr, sent, received, marks FROM failures WHERE game = ? ORDER BY number"
_OUTPUTS = "SELECT seat, stderr, marks FROM outputs WHERE game = ? ORDER BY seat"

_LAST = """SELECT (SELECT coalesce(max(run), 0) FROM runs), (SELECT coalesce(max(number), 0) FROM entrants),
    (SELECT coalesce(max(number), 0) FROM (SELECT max(number) AS number FROM results
        UNION ALL SELECT max(number) FROM voided)),
    (SELECT coalesce(max(season), 0) FROM seasons), (SELECT coalesce(max(number), 0) FROM appeals)"""


class Progress(NamedTuple):
    """The numbers of the last run, entrant, result, season and appeal; that in a line includes the line itself.

    Args:
        run: the last run.
        entrant: the last entrant.
        result: the last result.
        season: the last season.
        appeal: the last appeal.
        sum: the CRC-32 of the `TEXT` of all results up to the last, in the order of their numbers.
    """

    run: int = 0
    entrant: int = 0
    result: int = 0
    season: int = 0
    appeal: int = 0
    sum: int = 0


TEXT = """CAST(printf('%d|%s|%s|%d|%d|%s|%s|%d|%s|%s|%s|%s|%s|%s|%s', results.number, id, contest, set_number, room,
    sides, chance, run, places, coalesce(scores, '-'), reason, extra, faults, uses, conditions) AS BLOB)"""
"""Everything about a game and its result, except what is long, as one text in SQL: twice as fast as joining by `||`.

It is fetched as bytes, because it is only summed."""
_TEXTS = f"""SELECT {TEXT}, results.number FROM results JOIN games ON games.number = results.game
    WHERE results.number > ? AND results.number <= ?
    UNION ALL SELECT summed, number FROM voided WHERE number > ? AND number <= ? ORDER BY 2"""  # noqa: S608 - our words
SUMMED = 200
"""How many texts are summed at once."""


class Journal:
    """The journal of a database that is being written to. `Journal.open` makes it.

    Args:
        path: the database, for messages.
        descriptor: the open file of the journal.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor
        self._size = 0
        self.progress: Progress = Progress()
        """The progress of the last line."""
        self.cut: int = 0
        """How many bytes of an unfinished last line were removed when the journal was opened."""

    @classmethod
    def open(cls, path: Path, head: Entry) -> Self:
        """Open the journal of a database, or begin one. The caller must hold the lock.

        Args:
            path: the database.
            head: what identifies the results, for the first line.

        Raises:
            UserError: the journal belongs to other results, or cannot be written.
        """
        with explained(path):
            journal = cls(path, _opened(path, os.O_RDWR | os.O_CREAT | os.O_APPEND))
            try:
                if size := os.fstat(journal._descriptor).st_size:
                    journal._check_first(head)
                    journal._find_end(size)
                else:
                    first = {"format": FORMAT, "arena": __version__} | head
                    journal._add(encoded({"journal": first} | stamp(Progress())), Progress())
                    sync_folder(journal_of(path).parent)
            except BaseException:
                journal.close()
                raise
            return journal

    def close(self) -> None:
        """Close it."""
        os.close(self._descriptor)

    def catch_up(self, db: sqlite3.Connection) -> None:
        """Add everything that the database has and the journal lacks, and wait until it is on the disk.

        Raises:
            UserError: the journal cannot be written; the next call adds what is then missing.
        """
        lines, progress = bytearray(), self.progress
        texts = _texts(db, progress.result, sys.maxsize)
        for entry in entries(db, self.progress):
            progress = moved(progress, entry)
            if "result" in entry:
                progress = progress._replace(sum=crc32(texts.fetchone()[0], progress.sum))
            lines += encoded(entry | stamp(progress))
            if len(lines) > CHUNK:
                self._add(lines, progress)
                lines.clear()
        if lines:
            self._add(lines, progress)

    def _add(self, lines: bytes | bytearray, progress: Progress) -> None:
        """Write lines, all or none of them."""
        with explained(self._path):
            try:
                written = 0
                while written < len(lines):
                    written += os.write(self._descriptor, lines[written:])
                sync(self._descriptor)
            except OSError:
                os.ftruncate(self._descriptor, self._size)
                raise
        self._size += len(lines)
        self.progress = progress

    def _check_first(self, head: Entry) -> None:
        """Check that the first line names the same results."""
        line, newline, _ = os.pread(self._descriptor, END, 0).partition(b"\n")
        first = decoded(line) if newline else None
        if first is not None and "journal" in first:
            check_format(self._path, first["journal"])
        if first is None or any(first.get("journal", {}).get(key) != value for key, value in head.items()):
            what = "cannot be read" if first is None else "belongs to other results"
            hint = "move it away: a new one is written from the database"
            raise UserError(f"{journal_of(self._path)}: {what}", hint, os.EX_DATAERR)

    def _find_end(self, size: int) -> None:
        """Find the last complete line, and cut off what an arena that died has left after it."""
        self._size, self.progress = _last_line(self._descriptor, size)
        self.cut = size - self._size
        if self.cut:
            os.ftruncate(self._descriptor, self._size)


def check_format(path: Path, first: Entry) -> None:
    """Check that a journal is of this version of the format.

    Args:
        path: the database, for messages.
        first: the object of the journal's first line.

    Raises:
        UserError: it is of another version.
    """
    if first.get("format") != FORMAT:
        versions = f"format {first.get('format')}, this one knows {FORMAT}"
        message = f"{journal_of(path)}: written by another version of the arena ({versions})"
        raise UserError(message, "use that version, or name other results (results = ...)", os.EX_DATAERR)


def _last_line(descriptor: int, size: int) -> tuple[int, Progress]:
    """Return where the last complete line of a journal ends, and its progress."""
    block = END
    while (found := _line_in(os.pread(descriptor, block, max(0, size - block)))) is None and block < size:
        block *= 4
    end, progress = found or (0, Progress())
    return max(0, size - block) + end, progress


def _line_in(data: bytes) -> tuple[int, Progress] | None:
    """Return where the last complete line in some bytes ends, and its progress; None if there is no such line."""
    end = data.rfind(b"\n") + 1
    while end:
        begin = data.rfind(b"\n", 0, end - 1) + 1
        if entry := decoded(data[begin : end - 1]):  # fails for a first line that begins before the data
            return end, _progress(entry)
        end = begin
    return None


def _progress(entry: Entry) -> Progress:
    run, entrant, result, season, appeal = entry["at"]
    return Progress(run, entrant, result, season, appeal, entry["sum"])


def stamp(progress: Progress) -> Entry:
    """Return the part of a line that `_mark` reads."""
    *numbers, total = progress
    return {"at": numbers, "sum": total}


def total(db: sqlite3.Connection, last: int) -> int:
    """Return the sum of the results in a database up to a number; a million take about a second."""
    found = 0
    cursor = _texts(db, 0, last)
    while rows := cursor.fetchmany(SUMMED):
        found = crc32(b"".join([text for text, _ in rows]), found)
    return found


def end(path: Path) -> Progress | None:
    """Return the progress of a journal's last line without changing the journal; None if no journal can be read.

    Args:
        path: the database.
    """
    try:
        descriptor = _opened(path, os.O_RDONLY)
    except OSError:
        return None
    try:
        size = os.fstat(descriptor).st_size
        return _last_line(descriptor, size)[1] if size else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _opened(path: Path, flags: int) -> int:
    """Open the journal of a database; return the descriptor. Nothing is waited for: it may be no file at all.

    Raises:
        OSError: it cannot be opened.
        UserError: it is a named pipe, a device or a folder.
    """
    descriptor = os.open(journal_of(path), flags | os.O_NONBLOCK | os.O_CLOEXEC, PRIVATE)
    if stat.S_ISREG(os.fstat(descriptor).st_mode):
        return descriptor
    os.close(descriptor)
    hint = f"{command('verify', path, '--rebuild')} puts it aside and writes a journal from the database"
    raise UserError(f"{journal_of(path)}: is not a file but a named pipe, a device or a folder", hint, os.EX_DATAERR)


_encoded = json.JSONEncoder(separators=(",", ":")).encode


def encoded(entry: Entry) -> bytes:
    """Return the line for a JSON object."""
    text = _encoded(entry).encode()
    return b"%08x %b\n" % (crc32(text), text)


def decoded(line: bytes) -> Entry | None:
    """Return the JSON object of a line.

    Args:
        line: the line without its newline.

    Returns:
        The object; None if the checksum is wrong.
    """
    check, _, text = line.partition(b" ")
    if check != b"%08x" % crc32(text):
        return None
    entry: Entry = json.loads(text)
    return entry


def read(path: Path) -> Iterator[tuple[bytes, Entry | None]]:
    """Yield every line of the journal of a database with its JSON object, or with None if the line is damaged.

    Lines that are added after the first was read are left out.

    Args:
        path: the database.

    Raises:
        UserError: there is no journal, or it cannot be read.
    """
    with explained(path), os.fdopen(_opened(path, os.O_RDONLY), "rb") as file:
        left = os.fstat(file.fileno()).st_size
        while left > 0 and (line := file.readline(left)):
            left -= len(line)
            yield line, decoded(line[:-1]) if line.endswith(b"\n") else None


def entries(db: sqlite3.Connection, after: Progress, kinds: Sequence[str] = KINDS[1:]) -> Iterator[Entry]:
    """Yield the JSON objects that the journal of a database should have, without their marks.

    Args:
        db: the database.
        after: the progress to begin after.
        kinds: the kinds of lines to yield.
    """
    for kind in kinds:
        rows = _results(db, after.result) if kind == "result" else _rows(db, _QUERIES[kind], getattr(after, kind))
        yield from ({kind: row} for row in rows)


def _results(db: sqlite3.Connection, after: int) -> Iterator[Entry]:
    """Yield the results after a number, those that were made void among them, in the order of their numbers."""
    voided = (json.loads(text) for _, text in db.execute(_VOIDED, (after,)))
    yield from merge(map(partial(_whole, db), _rows(db, _RESULTS, after)), voided, key=itemgetter("number"))


def _whole(db: sqlite3.Connection, row: Entry) -> Entry:
    """Return a result with what belongs to it."""
    if row["record"] is None:  # it was not kept, which the line of its run says
        del row["record"], row["answer_times"]
    row["failures"] = [*_rows(db, _FAILURES, row["game"])] if row["failures"] else []
    row["outputs"] = [*_rows(db, _OUTPUTS, row["game"])] if row["outputs"] else []
    return row


def _texts(db: sqlite3.Connection, after: int, last: int) -> sqlite3.Cursor:
    """Return the texts of what comes after a number up to another, each with its own number, in that order."""
    return db.execute(_TEXTS, (after, last) * 2)


def result_of(db: sqlite3.Connection, number: int) -> tuple[Entry, bytes]:
    """Return a result as the object of its line, and the text that is summed of it."""
    row = next(_rows(db, _RESULTS, number - 1))
    [(text, _)] = _texts(db, number - 1, number).fetchall()
    return _whole(db, row), text


def last(db: sqlite3.Connection) -> Progress:
    """Return the numbers of the last run, entrant, result, season and appeal in a database."""
    return Progress(*db.execute(_LAST).fetchone())


def check(path: Path, db: sqlite3.Connection, progress: Progress) -> None:
    """Check that a database has everything that its journal has, by their last numbers.

    Args:
        path: the database, for messages.
        db: its connection.
        progress: that of the journal, read before the database.

    Raises:
        UserError: the database has lost something.
    """
    found = last(db)
    if lost := max(0, progress.result - found.result):
        raise damaged(path, f"has lost {lost} results that its journal has")
    if any(theirs > ours for theirs, ours in zip(progress[:-1], found[:-1], strict=True)):
        raise damaged(path, "has lost seasons, runs, bots or appeals that its journal has")


def sync_folder(folder: Path) -> None:
    """Write the new and changed file names in a folder to the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _rows(db: sqlite3.Connection, query: str, value: object) -> Iterator[Entry]:
    """Yield the rows of a query by column name, bytes as base64."""
    cursor = db.execute(query, (value,))
    names = [name for name, *_ in cursor.description]
    blobs = [name for name in names if name in BLOBS]
    for values in cursor:
        row = dict(zip(names, values, strict=True))
        for name in blobs:
            if row[name] is not None:
                row[name] = _text(row[name])
        yield row


def _text(blob: bytes) -> str:
    return b2a_base64(blob, newline=False).decode()


def number(kind: str, row: Entry) -> int:
    """Return the number of a row of some kind."""
    found: int = row[kind if kind in ("season", "run") else "number"]
    return found


def moved(progress: Progress, entry: Entry) -> Progress:
    """Return the progress after a line; the sum is not added up."""
    [(kind, row)] = entry.items()
    return progress if kind == "journal" else progress._replace(**{kind: number(kind, row)})
