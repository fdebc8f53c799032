"""The results: one SQLite database for each ladder, written by one arena at a time.

What is planned is written before play. A game is tried in attempts; its result is written once, in the transaction that
closes the attempt, and never changed. Standings are computed from results and stored nowhere. Times are for people
only: nothing is ordered by them.

Every call commits before it returns (synchronous FULL: what is committed survives a power cut) and may raise
`UserError`: the disk is full, the database is locked, damaged or not writable. What was to be written is then not
there at all, and the call may be repeated.
"""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Self

from arena import __version__, chance
from arena.entrants import Entrant
from arena.errors import UserError
from arena.schedule import Planned

HEADER = b"SQLite format 3\0"
"""How every SQLite database begins."""
APPLICATION = 0x54524B41
"""`TRKA` in the header of the file: these results are ours."""
VERSION = 1
"""The version of the tables, in the header too."""
BUSY = 10.0
"""Seconds to wait for another program that holds the database."""
CANDIDATES = 10
"""How many games are listed where a prefix is not unique."""

TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
    """CREATE TABLE runs (
        run INTEGER PRIMARY KEY, started TEXT NOT NULL, arena TEXT NOT NULL, settings TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE entrants (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, version TEXT NOT NULL, digest TEXT NOT NULL,
        command TEXT NOT NULL, about TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE games (
        id TEXT PRIMARY KEY, contest TEXT NOT NULL, set_number INTEGER NOT NULL, room INTEGER NOT NULL,
        sides TEXT NOT NULL, chance TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE attempts (
        attempt INTEGER PRIMARY KEY, game_id TEXT NOT NULL REFERENCES games, run INTEGER NOT NULL REFERENCES runs,
        started TEXT NOT NULL, state TEXT NOT NULL CHECK (state IN ('open', 'done', 'abandoned'))
    ) STRICT""",
    "CREATE UNIQUE INDEX open_attempts ON attempts (game_id) WHERE state = 'open'",
    """CREATE TABLE results (
        game_id TEXT PRIMARY KEY REFERENCES games, places TEXT NOT NULL, scores TEXT, reason TEXT NOT NULL,
        extra TEXT NOT NULL, faults TEXT NOT NULL, uses TEXT NOT NULL
    ) STRICT""",
    "CREATE TABLE records (game_id TEXT PRIMARY KEY REFERENCES results, record BLOB NOT NULL) STRICT",
    """CREATE TABLE failures (
        game_id TEXT NOT NULL REFERENCES results, seat INTEGER NOT NULL, verdict TEXT NOT NULL, detail TEXT NOT NULL,
        stderr BLOB NOT NULL, sent BLOB NOT NULL, received BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX failures_of ON failures (game_id)",
)
"""Sides, places and scores are joined by commas; other lists and mappings are JSON; records and streams are zlib."""


class Fault(NamedTuple):
    """A bot's fault in a game: whose, which (TIMEOUT, CRASH, ...), and what happened."""

    seat: int
    verdict: str
    detail: str


class SeatUse(NamedTuple):
    """What a seat used: decisions, and the ms of all of them and of the slowest."""

    decisions: int
    total_ms: float
    worst_ms: float


class SeatFailure(NamedTuple):
    """What the author of a failed bot gets to see: the fault, standard error, and both streams of the game."""

    seat: int
    verdict: str
    detail: str
    stderr: bytes
    sent: bytes
    received: bytes


class Finished(NamedTuple):
    """A game that has ended, as the store takes it in.

    Args:
        game_id: the id of the planned game.
        places: the place of each side, 1 the first; equal places are shared.
        scores: the score of each side; None where a fault cut the game short.
        reason: why it ended.
        extra: what else the result records.
        faults: of all seats, in order.
        uses: by seat.
        record: the whole game as text.
        failures: for the authors of the bots at fault.
    """

    game_id: str
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    extra: Mapping[str, str]
    faults: tuple[Fault, ...]
    uses: Mapping[int, SeatUse]
    record: str
    failures: tuple[SeatFailure, ...] = ()


class Played(NamedTuple):
    """A planned game and its result, as far as ratings need it; the fields are those of `Finished`."""

    game: Planned
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    reason: str
    extra: Mapping[str, str]
    faults: tuple[Fault, ...]


class Known(NamedTuple):
    """An entrant of this or an earlier run."""

    id: str
    name: str
    version: str
    about: str


class Counts(NamedTuple):
    """Games planned, games with a result, attempts that are open (or were when the arena died), attempts in vain."""

    planned: int
    done: int
    open: int
    abandoned: int


class Store:
    """The results of one ladder. Made by `Store.open`; a context manager that closes it.

    Calls may come from any thread, one at a time.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, opened: ExitStack) -> None:
        self.path = path
        self._db = db
        self._opened = opened
        self._run: int | None = None

    @classmethod
    def open(cls, path: Path, writing: bool) -> Self:
        """Open the results of a ladder.

        Args:
            path: the database; made if it is not there and `writing`.
            writing: whether this is the arena that plays; there can be one at a time, and any number of readers.

        Raises:
            UserError: another arena is writing; the folder or the database is not there, or it is no database of
                ours, or of another version. What is there is never overwritten.
        """
        with ExitStack() as opened, _explained(path):
            _check_place(path, writing)
            if writing:
                opened.enter_context(_lock(path))
            db = opened.enter_context(closing(_connect(path, writing)))
            new = _is_new(path, db)
            if writing:
                _prepare(path, db, new)
            elif new:
                raise _nothing_yet(path)
            return cls(path, db, opened.pop_all())

    def close(self) -> None:
        """Close the database and let other arenas write to it."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def seed(self) -> str:
        """Return the seed of all packs.

        Raises:
            UserError: there was no run yet.
        """
        for (seed,) in self._rows("SELECT value FROM meta WHERE key = 'seed'"):
            return str(seed)
        raise _nothing_yet(self.path)

    def commitment(self) -> str:
        """Return the SHA-256 (hex) of the seed, to be published before play.

        Raises:
            UserError: there was no run yet.
        """
        return chance.commitment(self.seed())

    def start_run(self, seed: str | None, settings: Mapping[str, str]) -> int:
        """Begin a run: settle the seed, abandon the attempts of runs that died.

        Args:
            seed: the ladder's, None to draw one (128 bits) if this is the first run.
            settings: under what is played and by which schedule (see `conditions`).

        Returns:
            The number of the run, from 1.

        Raises:
            UserError: the results were begun with another seed.
        """
        with self._transaction() as db:
            self._settle_seed(db, seed)
            db.execute("UPDATE attempts SET state = 'abandoned' WHERE state = 'open'")
            row = (_now(), __version__, _json(settings))
            run = db.execute("INSERT INTO runs (started, arena, settings) VALUES (?, ?, ?)", row).lastrowid
        assert run is not None
        self._run = run
        return run

    def _settle_seed(self, db: sqlite3.Connection, seed: str | None) -> None:
        db.execute("INSERT INTO meta VALUES ('seed', ?) ON CONFLICT DO NOTHING", (seed or secrets.token_hex(16),))
        if seed and seed != self.seed():
            hint = "take the seed out of the ladder file, or name other results (results = ...)"
            raise UserError(f"{self.path} was begun with another seed", hint, os.EX_CONFIG)

    def conditions(self) -> dict[str, str]:
        """Return the settings of the last run; nothing before the first."""
        rows = self._rows("SELECT settings FROM runs ORDER BY run DESC LIMIT 1")
        return next((json.loads(settings) for (settings,) in rows), {})

    def plan(self, entrants: Iterable[Entrant], games: Iterable[Planned]) -> None:
        """Write down entrants and planned games; those that are there already stay as they are."""
        rows = ((e.id, e.name, e.version, e.digest, _json(e.command), e.about) for e in entrants)
        planned = ((g.id, g.contest, g.set, g.room, ",".join(g.sides), g.chance) for g in games)
        with self._transaction() as db:
            db.executemany("INSERT INTO entrants VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", rows)
            db.executemany("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING", planned)

    def done(self) -> set[str]:
        """Return the ids of the games that have a result."""
        return {game_id for (game_id,) in self._rows("SELECT game_id FROM results")}

    def begin(self, game_id: str) -> None:
        """Open an attempt at a planned game; an earlier one that came to nothing is abandoned."""
        assert self._run is not None, "start_run comes first"
        with self._transaction() as db:
            _close_attempt(db, game_id, "abandoned")
            row = (game_id, self._run, _now())
            db.execute("INSERT INTO attempts (game_id, run, started, state) VALUES (?, ?, ?, 'open')", row)

    def finish(self, finished: Finished) -> bool:
        """Write a result and close the attempt; return False, and change no result, if the game has one already."""
        f = finished
        uses = [(seat, *use) for seat, use in f.uses.items()]
        numbers = (_listed(f.places), None if f.scores is None else _listed(f.scores))
        result = (f.game_id, *numbers, f.reason, *map(_json, (f.extra, f.faults, uses)))
        insert = "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
        with self._transaction() as db:
            new = db.execute(insert, result).rowcount == 1
            _close_attempt(db, f.game_id, "done" if new else "abandoned")
            if new:
                db.execute("INSERT INTO records VALUES (?, ?)", (f.game_id, zlib.compress(f.record.encode())))
                failures = ((f.game_id, *failure[:3], *map(zlib.compress, failure[3:])) for failure in f.failures)
                db.executemany("INSERT INTO failures VALUES (?, ?, ?, ?, ?, ?, ?)", failures)
        return new

    def results(self) -> Iterator[Played]:
        """Yield every game that has a result, in the order of the plan."""
        rows = self._rows(
            "SELECT games.*, places, scores, reason, extra, faults"
            " FROM games CROSS JOIN results ON results.game_id = games.id ORDER BY games.rowid"
        )
        for *game, places, scores, reason, extra, faults in rows:
            points = None if scores is None else _numbers(scores)
            yield Played(_planned(*game), _numbers(places), points, reason, _extra(extra), _faults(faults))

    def uses(self) -> Iterator[tuple[str, dict[int, SeatUse]]]:
        """Yield the id of every game that has a result, and what each seat used in it."""
        for game_id, uses in self._rows("SELECT game_id, uses FROM results"):
            yield game_id, {seat: SeatUse(*use) for seat, *use in json.loads(uses)}

    def entrants(self) -> dict[str, Known]:
        """Return every entrant that was ever planned, by id."""
        return {row[0]: Known(*row) for row in self._rows("SELECT id, name, version, about FROM entrants")}

    def game(self, prefix: str) -> Planned:
        """Return the planned game whose id begins so.

        Raises:
            UserError: there is none, or several, which are listed.
        """
        query = "SELECT * FROM games WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"
        found = [_planned(*row) for row in self._rows(query, prefix, prefix + "~", CANDIDATES + 1)]
        if len(found) == 1:
            return found[0]
        if not found:
            raise UserError(f"{self.path}: there is no game {prefix!r}", exit_status=os.EX_NOINPUT)
        listed = [f"{game.id}: {game.contest}, set {game.set}, {', '.join(game.sides)}" for game in found[:CANDIDATES]]
        more = ["..."] if len(found) > CANDIDATES else []
        raise UserError(f"several games begin with {prefix!r}", "\n  ".join(("one of:", *listed, *more)))

    def record(self, game_id: str) -> str:
        """Return the record of a game.

        Raises:
            UserError: it has no result.
        """
        for (record,) in self._rows("SELECT record FROM records WHERE game_id = ?", game_id):
            return zlib.decompress(record).decode()
        raise UserError(f"{self.path}: game {game_id} was not played yet", exit_status=os.EX_NOINPUT)

    def failures(self, game_id: str) -> tuple[SeatFailure, ...]:
        """Return what the authors of the bots that failed in a game get to see, in the order of the faults."""
        query = "SELECT seat, verdict, detail, stderr, sent, received FROM failures WHERE game_id = ? ORDER BY rowid"
        return tuple(SeatFailure(*row[:3], *map(zlib.decompress, row[3:])) for row in self._rows(query, game_id))

    def counts(self) -> Counts:
        """Return how far the plan has come."""
        [row] = self._rows(
            "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM results),"
            " (SELECT count(*) FROM attempts WHERE state = 'open'),"
            " (SELECT count(*) FROM attempts WHERE state = 'abandoned')"
        )
        return Counts(*row)

    def _rows(self, query: str, *values: object) -> Iterator[Any]:
        with _explained(self.path):
            yield from self._db.execute(query, values)

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Commit what is done inside as a whole, or nothing of it."""
        with _explained(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self._db
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")


def _close_attempt(db: sqlite3.Connection, game_id: str, state: str) -> None:
    """Close the open attempt at a game, if there is one."""
    db.execute("UPDATE attempts SET state = ? WHERE game_id = ? AND state = 'open'", (state, game_id))


def _json(value: object) -> str:
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, separators=(",", ":"), ensure_ascii=False)


def _planned(game_id: str, contest: str, number: int, room: int, sides: str, label: str) -> Planned:
    ids = tuple(sides.split(","))
    return Planned(game_id, contest, number, tuple(sorted(ids)), room, ids, label)


def _listed(numbers: Iterable[int]) -> str:
    return ",".join(map(str, numbers))


@lru_cache(10_000)  # here and below: the same few come again and again
def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


@lru_cache(1_000)
def _extra(text: str) -> Mapping[str, str]:
    return MappingProxyType(json.loads(text))


@lru_cache(1_000)
def _faults(text: str) -> tuple[Fault, ...]:
    return tuple(Fault(*fault) for fault in json.loads(text))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def _check_place(path: Path, writing: bool) -> None:
    if path.is_dir():
        raise UserError(f"{path} is a folder", "name a file for the results (results = ...)", os.EX_CANTCREAT)
    if not path.parent.is_dir():
        raise UserError(f"{path.parent}: there is no such folder", "make it first", os.EX_CANTCREAT)
    if path.is_file():
        with path.open("rb") as file:  # SQLite itself takes a short file of any content for an empty database
            if file.read(len(HEADER)) not in {b"", HEADER}:
                raise _not_ours(path)
    elif not writing:
        raise _nothing_yet(path)


def _nothing_yet(path: Path) -> UserError:
    return UserError(f"{path}: there are no results yet", "arena run plays the ladder", os.EX_NOINPUT)


def _not_ours(path: Path) -> UserError:
    hint = "it was left as it is; name another file (results = ...)"
    return UserError(f"{path}: is no database of arena's", hint, os.EX_DATAERR)


@contextmanager
def _lock(path: Path) -> Iterator[None]:
    """Be the only arena that writes. The lock ends with the process, however that ends; its file stays."""
    path = path.resolve()
    with path.with_name(path.name + ".lock").open("ab") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            hint = "wait for it to end, or stop it; arena ladder shows how far it is"
            raise UserError(f"{path}: another arena is playing into it", hint, os.EX_TEMPFAIL) from error
        yield


def _connect(path: Path, writing: bool) -> sqlite3.Connection:
    where = f"{path.resolve().as_uri()}?{_mode(path, writing)}"
    db = sqlite3.connect(where, uri=True, timeout=BUSY, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA foreign_keys = ON")
    db.execute("PRAGMA synchronous = FULL")
    return db


def _mode(path: Path, writing: bool) -> str:
    """Return how to open: a reader makes files beside the log, which is neither possible nor needed in some folders."""
    if writing:
        return "mode=rwc"
    at_rest = not path.with_name(path.name + "-wal").exists()
    return "mode=ro&immutable=1" if at_rest and not os.access(path.parent, os.W_OK) else "mode=ro"


def _is_new(path: Path, db: sqlite3.Connection) -> bool:
    """Return whether the database is empty; if not, check that it is ours before anything is written to it."""
    [application], [version] = (db.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version"))
    if application == APPLICATION and version != VERSION:
        message = f"{path}: written by another version of arena (tables {version}, this one has {VERSION})"
        raise UserError(message, "use that version, or name other results (results = ...)", os.EX_DATAERR)
    empty = db.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    if application != APPLICATION and not empty:
        raise _not_ours(path)
    return empty


def _prepare(path: Path, db: sqlite3.Connection, new: bool) -> None:
    """Switch to the write-ahead log, and make the tables of a new database, all or none."""
    if db.execute("PRAGMA journal_mode = WAL").fetchone() != ("wal",):
        raise UserError(f"{path}: its file system has no shared memory", "use a local disk", os.EX_CANTCREAT)
    if new:
        header = (f"PRAGMA application_id = {APPLICATION}", f"PRAGMA user_version = {VERSION}")
        for statement in ("BEGIN IMMEDIATE", *TABLES, *header, "COMMIT"):
            db.execute(statement)


_TROUBLES = {
    sqlite3.SQLITE_BUSY: ("another program holds the database", "close it, and run again", os.EX_TEMPFAIL),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "file and folder must be readable and writable", os.EX_CANTCREAT),
    sqlite3.SQLITE_CORRUPT: ("is damaged", "copy it away; the sqlite3 tool's .recover saves the rest", os.EX_DATAERR),
    sqlite3.SQLITE_FULL: ("the disk is full", "make room, and run again: it goes on where it stopped", os.EX_IOERR),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", "check the disk, and run again", os.EX_IOERR),
    sqlite3.SQLITE_NOTADB: ("is damaged", "its header cannot be read; name other results", os.EX_DATAERR),
    sqlite3.SQLITE_READONLY: ("may not be written", "make file and folder writable", os.EX_CANTCREAT),
}


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn errors of the disk and the database that a person can mend into `UserError`; bugs stay what they are."""
    try:
        yield
    except sqlite3.Error as error:
        trouble = _TROUBLES.get(getattr(error, "sqlite_errorcode", 0) & 0xFF)
        if trouble is None:
            raise
        message, hint, status = trouble
        raise UserError(f"{path}: {message}", hint, status) from error
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}", "check file and folder", os.EX_CANTCREAT) from error
