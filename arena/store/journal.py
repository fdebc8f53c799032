"""The journal: beside the database, one line for everything that results stand on, only ever added to.

It exists to check the database against, and to make it anew. A line is the CRC-32 of what follows in hexadecimal, a
space, and a JSON object with one of the keys of `KINDS`; docs/results.md describes them. It follows the database: what
has been committed is added, and a result is told only after both. So the journal may lack the last commits of an arena
that died, and then they are added when the database is next opened; it never has more, unless the database lost some.
"""

from __future__ import annotations

import json
import os
import sqlite3
from binascii import b2a_base64
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeAlias
from zlib import crc32

from arena import __version__
from arena.errors import UserError
from arena.store.errors import damaged, explained, journal_of

Entry: TypeAlias = dict[str, Any]
FORMAT = 1
"""The version of the lines, in the first of them."""
KINDS = ("journal", "run", "entrant", "result")
"""What a line is: the first one, a run, an entrant, or a result with its game, record and failures."""
BLOBS = ("record", "stderr", "sent", "received")
"""Columns that hold bytes: base64 in a line."""
CHUNK = 1 << 20
"""Bytes that are gathered before they are written."""
END = 1 << 16
"""Bytes at the end that are looked at first for the last line."""

sync = getattr(os, "fdatasync", os.fsync)
"""Puts a file's bytes on the disk; not every system has a way to leave out its times."""

_RUNS = """SELECT run, started, arena, settings, (SELECT value FROM meta WHERE key = 'id') AS id,
        (SELECT value FROM meta WHERE key = 'seed') AS seed
    FROM runs WHERE run > ? ORDER BY run"""
_ENTRANTS = "SELECT * FROM entrants WHERE number > ? ORDER BY number"
_RESULTS = """SELECT results.number, id AS game_id, run, places, scores, reason, extra, faults, uses, conditions,
        results.game, contest, set_number, room, sides, chance, record,
        (SELECT started FROM attempts a WHERE a.game = results.game AND state = 'done') AS started,
        EXISTS (SELECT 1 FROM failures WHERE failures.game = results.game) AS failures
    FROM results JOIN games ON games.number = results.game JOIN records ON records.game = results.game
    WHERE results.number > ? ORDER BY results.number"""
_QUERIES = {"run": _RUNS, "entrant": _ENTRANTS, "result": _RESULTS}
_FAILURES = "SELECT seat, verdict, detail, stderr, sent, received FROM failures WHERE game = ? ORDER BY number"

_LAST = """SELECT (SELECT coalesce(max(run), 0) FROM runs), (SELECT coalesce(max(number), 0) FROM entrants),
    (SELECT coalesce(max(number), 0) FROM results)"""


class Mark(NamedTuple):
    """The number of the last run, the last entrant and the last result: in a line, up to and with that line."""

    run: int = 0
    entrant: int = 0
    result: int = 0


class Journal:
    """The journal of a database that is being written to. Made by `Journal.open`.

    Args:
        path: the database, for messages.
        descriptor: of the journal.
    """

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor
        self._size = 0
        self.mark = Mark()
        """How far it has come."""
        self.cut = 0
        """Bytes of a line that was never finished, found at its end and removed."""

    @classmethod
    def open(cls, path: Path, head: Entry) -> Self:
        """Open the journal of a database, or begin one. The caller holds the lock.

        Args:
            path: the database.
            head: what identifies the results, for the first line.

        Raises:
            UserError: it is the journal of other results, or it cannot be written.
        """
        with explained(path):
            journal = cls(path, os.open(journal_of(path), os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666))
            try:
                if size := os.fstat(journal._descriptor).st_size:
                    journal._check_first(head)
                    journal._find_end(size)
                else:
                    first = {"format": FORMAT, "arena": __version__} | head
                    journal._add(encoded({"journal": first, "at": Mark()}), Mark())
                    sync_folder(journal_of(path).parent)
            except BaseException:
                journal.close()
                raise
            return journal

    def close(self) -> None:
        """Close it."""
        os.close(self._descriptor)

    def catch_up(self, db: sqlite3.Connection) -> None:
        """Add what the database has and the journal has not; all is on the disk when this returns.

        Raises:
            UserError: it cannot be written; what is missing is added when this is called again.
        """
        lines, mark = bytearray(), self.mark
        for entry in entries(db, self.mark):
            mark = _moved(mark, entry)
            lines += encoded(entry | {"at": mark})
            if len(lines) > CHUNK:
                self._add(lines, mark)
                lines.clear()
        if lines:
            self._add(lines, mark)

    def _add(self, lines: bytes | bytearray, mark: Mark) -> None:
        """Write whole lines, or nothing."""
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
        self.mark = mark

    def _check_first(self, head: Entry) -> None:
        line, newline, _ = os.pread(self._descriptor, END, 0).partition(b"\n")
        first = decoded(line) if newline else None
        if first is None or any(first.get("journal", {}).get(key) != value for key, value in head.items()):
            what = "cannot be read" if first is None else "belongs to other results"
            hint = "move it away: a new one is written from the database"
            raise UserError(f"{journal_of(self._path)}: {what}", hint, os.EX_DATAERR)

    def _find_end(self, size: int) -> None:
        """Find the last whole line, and cut off what an arena that died has left behind it."""
        self._size, self.mark = _last_line(self._descriptor, size)
        self.cut = size - self._size
        if self.cut:
            os.ftruncate(self._descriptor, self._size)


def _last_line(descriptor: int, size: int) -> tuple[int, Mark]:
    """Return where the last whole line of a journal ends, and how far it has come."""
    block = END
    while (found := _line_in(os.pread(descriptor, block, max(0, size - block)))) is None and block < size:
        block *= 4
    end, mark = found or (0, Mark())
    return max(0, size - block) + end, mark


def _line_in(data: bytes) -> tuple[int, Mark] | None:
    """Return where the last whole line ends, and how far it has come, if there is one."""
    end = data.rfind(b"\n") + 1
    while end:
        begin = data.rfind(b"\n", 0, end - 1) + 1
        if entry := decoded(data[begin : end - 1]):  # the first may begin before the data: then it is no line
            return end, Mark(*entry["at"])
        end = begin
    return None


def end(path: Path) -> Mark | None:
    """Return how far the journal of a database has come, None if there is none that can be read; changes nothing."""
    try:
        with journal_of(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            return _last_line(file.fileno(), size)[1] if size else None
    except OSError:
        return None


_encoded = json.JSONEncoder(separators=(",", ":")).encode


def encoded(entry: Entry) -> bytes:
    """Return a line."""
    text = _encoded(entry).encode()
    return b"%08x %b\n" % (crc32(text), text)


def decoded(line: bytes) -> Entry | None:
    """Return what a line says, without its newline; None if that is not what was once written."""
    check, _, text = line.partition(b" ")
    if check != b"%08x" % crc32(text):
        return None
    entry: Entry = json.loads(text)
    return entry


def read(path: Path) -> Iterator[tuple[bytes, Entry | None]]:
    """Yield every line of the journal of a database, and what it says, or None where that cannot be made out.

    Lines that are added after the first was asked for are left out.

    Args:
        path: the database.

    Raises:
        UserError: there is no journal, or it cannot be read.
    """
    with explained(path), journal_of(path).open("rb") as file:
        left = os.fstat(file.fileno()).st_size
        while left > 0 and (line := file.readline(left)):
            left -= len(line)
            yield line, decoded(line[:-1]) if line.endswith(b"\n") else None


def entries(db: sqlite3.Connection, after: Mark, kinds: Sequence[str] = KINDS[1:]) -> Iterator[Entry]:
    """Yield what the lines of a database's journal say.

    Args:
        db: the database.
        after: the numbers to begin after.
        kinds: which lines.
    """
    for kind in kinds:
        for row in _rows(db, _QUERIES[kind], getattr(after, kind)):
            if kind == "result":
                row["failures"] = list(_rows(db, _FAILURES, row["game"])) if row["failures"] else []
            yield {kind: row}


def last(db: sqlite3.Connection) -> Mark:
    """Return how far a database has come."""
    return Mark(*db.execute(_LAST).fetchone())


def check(path: Path, db: sqlite3.Connection, mark: Mark) -> None:
    """Check that a database has at least what its journal has.

    Args:
        path: the database, for messages.
        db: its connection.
        mark: how far the journal has come; read before the database.

    Raises:
        UserError: it has lost something.
    """
    found = last(db)
    if lost := max(0, mark.result - found.result):
        raise damaged(path, f"has lost {lost} results that its journal has")
    if mark.run > found.run or mark.entrant > found.entrant:
        raise damaged(path, "has lost runs or bots that its journal has")


def sync_folder(folder: Path) -> None:
    """Put names that were made or changed in a folder on the disk."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _rows(db: sqlite3.Connection, query: str, value: object) -> Iterator[Entry]:
    cursor = db.execute(query, (value,))
    names = [name for name, *_ in cursor.description]
    for row in cursor:
        yield {name: _text(value) if name in BLOBS else value for name, value in zip(names, row, strict=True)}


def _text(blob: bytes) -> str:
    return b2a_base64(blob, newline=False).decode()


def number(kind: str, row: Entry) -> int:
    """Return the number of a row among those of its kind."""
    found: int = row["run" if kind == "run" else "number"]
    return found


def _moved(mark: Mark, entry: Entry) -> Mark:
    """Return the mark after an entry."""
    [(kind, row)] = entry.items()
    return mark._replace(**{kind: number(kind, row)})
