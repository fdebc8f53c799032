"""Writing the results of a ladder: one arena writes at a time, while any number of programs read.

The plan is written before play. A game is tried in attempts. Its result is written once, in the transaction that closes
the attempt, and is never changed; an appeal may take it out. Standings are computed from results and not stored. Times
of day are only for people: nothing is ordered by them.

Every call has committed when it returns, and what is committed survives a power cut. The exception is `begin`, but a
lost attempt does no harm. Every call may raise `UserError` if the database is damaged or not writable. If that is a
`TryAgain`, the disk is full or the database is locked; the call can then be repeated, and nothing is counted twice.
"""

from __future__ import annotations

import json
import shlex
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Literal, Self

from arena import __version__
from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.schedules.plan import PlannedGame
from arena.settings import game_files
from arena.settings.limits import Records
from arena.store import disk, journal
from arena.store.appeals import Appeal, What, take_out
from arena.store.database import HURRY, Database, NothingYet
from arena.store.disk import LOCK, now
from arena.store.errors import beside, damaged, explained, has_journal, journal_of
from arena.store.journal import Journal
from arena.store.reader import Reader
from arena.store.rebuild import Comparison, compare, edited
from arena.store.record_policy import RecordPolicy
from arena.store.rows import Season
from arena.store.schema import NUMBER
from arena.store.season_keys import open_season, season_to_play
from arena.store.uses import packed, stored_use
from arena.table.reports import GameEnded

FILES = ("", "-wal", "-shm", ".journal")
"""The suffixes of the files that results consist of."""
LAG = "lag_p99_ms"
"""The name of a condition of a game: the 99th percentile of the arena's own lateness during the game, in ms."""
LEVEL = 3
"""The compression level of records: a third of the time of level 4, a tenth of that of 6, for 9 and 19 % more bytes."""
_NEW_ATTEMPT = f"""INSERT INTO attempts (game, run, started, state) VALUES ({NUMBER}, ?, ?, 'open')
    ON CONFLICT (game) WHERE state = 'open' DO NOTHING"""  # noqa: S608 - our words
_OTHER_PACKS = """ON CONFLICT (id) DO UPDATE SET chance = excluded.chance
    WHERE chance != excluded.chance AND NOT EXISTS (SELECT 1 FROM results WHERE game = games.number)"""
_NEXT = """(SELECT coalesce(max(number), 0) + 1 FROM
    (SELECT max(number) AS number FROM results UNION ALL SELECT max(number) FROM voided))"""
"""The number of the next result; that of one that is void is not given again."""
_NEW_APPEAL = """INSERT INTO appeals (made, who, what, why, bots, games, results, run)
    VALUES (?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(run), 0) + 1 FROM runs))"""
_NEW_RESULT = f"""INSERT INTO results
        (number, game, run, places, scores, reason, extra, faults, uses, times, conditions)
    VALUES ({_NEXT}, {NUMBER}, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT DO NOTHING RETURNING number, game"""  # noqa: S608 - our words
_NEW_FAILURE = """INSERT INTO failures (game, seat, verdict, detail, stderr, sent, received, marks)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""


class Store(Reader):
    """The results of one ladder. `Store.open` makes it; as a context manager it closes itself.

    Calls may come from any thread, but only one at a time.

    Args:
        database: the open database.
        opened: what to close with it.
    """

    def __init__(self, database: Database, opened: ExitStack) -> None:
        super().__init__(database)
        self.notes: list[str] = []
        """What a person should know about the state in which the results were found, a sentence for each point."""
        self.writing = False
        """Whether no other arena can play into these results as long as they are open."""
        self._opened = opened
        self._journal: Journal | None = None
        self.run: int | None = None
        """The number of the run that was begun; None before `start_run`."""
        self._season: int | None = None
        """The number of the season that the run plays."""
        self._policy = RecordPolicy()
        self._told = False
        """Whether `_policy` was told of the games that earlier calls planned."""

    @classmethod
    def open(cls, path: Path, writing: bool, *, fresh: bool = False) -> Self:
        """Open the results of a ladder.

        Args:
            path: the database; if it is missing and `writing` is set, it is made.
            writing: whether this is the arena that plays; there can be one at a time, beside any number of readers.
            fresh: whether to remove existing results and begin new ones.

        Raises:
            UserError: another arena is writing; the disk is full; the folder or the database is missing; or the file is
                damaged, of another version, or not a database of the arena. It is then left as it is.
        """
        with ExitStack() as opened, _explained(path):
            if writing:
                disk.check_folder(path)
                with explained(path):
                    disk.check_room(path)
                    opened.enter_context(disk.lock(path))
                    for suffix in FILES if fresh else ():
                        beside(path, suffix).unlink(missing_ok=True)
                    _check(path)
                if not path.exists() and not has_journal(path):
                    opened.callback(_remove_unused, path)
                    with explained(path):
                        opened.enter_context(disk.begin(path))
            store = cls(opened.enter_context(Database.open(path, writing=writing)), opened)
            store.writing = writing
            if not writing:
                store._note_losses()
            if not store.notes:
                store._note_edits()
            with suppress(sqlite3.Error, UserError, ValueError):  # damage is told by what reads the results
                store.notes += game_files.recall(store.games_from_outside())
            if writing and store.seasons():
                store._open_journal()
            store._opened = opened.pop_all()
            return store

    def close(self) -> None:
        """Close the database and let other arenas write to it."""
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Close it; an error that comes from damaged results is one that a person can fix, not a bug."""
        try:
            if isinstance(error, Exception) and not isinstance(error, UserError) and self._is_damaged():
                raise damaged(self.path, f"is damaged ({type(error).__name__}: {error})") from error
        finally:
            self.close()

    def _is_damaged(self) -> bool:
        """Return whether something is wrong with the database; reads all of it and of the journal."""
        try:
            return bool(self.problems() or self.compare().lost)
        except sqlite3.ProgrammingError:  # it is closed already, so nothing that was read here led to the error
            return False
        except (UserError, sqlite3.Error, ValueError, TypeError, LookupError):
            return True

    def start_run(
        self,
        seed: str | None,
        settings: Mapping[str, str],
        *,
        secret: bool = False,
        ladder: Path | None = None,
        records: Records = "all",
    ) -> int:
        """Begin a run: open a season if none is open, and mark the open attempts of runs that died as abandoned.

        Args:
            seed: what the ladder file names; None leaves that of the season, or if it is new and has no secret, one of
                128 bits is drawn.
            settings: the conditions and the schedule of the run (`conditions` returns them again).
            secret: whether the packs are keyed by a secret beside the seed. If not, whoever knows the seed knows them.
            ladder: the ladder file as the user named it, for hints; None for a match.
            records: of which games the record is kept (`arena.store.record_policy`).

        Returns:
            The number of the run, from 1.

        Raises:
            UserError: the season has another seed, or has a secret although it should not or the other way round.
        """
        self._policy, self._told = RecordPolicy(records), False
        settings = {**settings, **self._policy.setting(), **game_files.as_words()}
        with self._database.transaction() as db:
            season = season_to_play(self.path, db, self.seasons(), seed, secret=secret, ladder=ladder)
            left = db.execute("UPDATE attempts SET state = 'abandoned' WHERE state = 'open'").rowcount
            died = db.execute("UPDATE runs SET ended = '' WHERE ended IS NULL").rowcount
            row = (now(), __version__, _json(settings), season)
            run = db.execute("INSERT INTO runs (started, arena, settings, season) VALUES (?, ?, ?, ?)", row).lastrowid
        if died:
            self.notes.append(f"the last run was cut short; {left} unfinished games are played again from the start")
        self.run = run
        self._season = season
        self._note_readers()
        self._open_journal()
        assert run is not None
        return run

    def _note_readers(self) -> None:
        """Note if others can read the secret of the open season."""
        if self.season().hidden:
            files = [name for name in (self.path, journal_of(self.path)) if disk.is_open_to_all(name)]
            names = shlex.join(map(str, files))
            if files:
                text = "every user of this machine can read the secret of the open season"
                self.notes.append(f"{text}; to change that: chmod 600 {names}")

    def close_season(self, seed: str | None, *, secret: bool) -> tuple[Season, Season]:
        """Close the current season, which reveals its secret, and open the next one, in one transaction.

        Games of the season without a result are not played any more.

        Args:
            seed: what the ladder file names for the next season; None if it names nothing.
            secret: whether the packs of the next season are keyed by a secret beside the seed.

        Returns:
            The season that is closed now, and the one that is open.

        Raises:
            UserError: there is no season yet.
        """
        self.season()
        with self._database.transaction() as db:
            db.execute("UPDATE attempts SET state = 'abandoned' WHERE state = 'open'")
            db.execute("UPDATE runs SET ended = '' WHERE ended IS NULL")
            open_season(db, len(self.seasons()) + 1, seed, secret=secret)
        self._open_journal()
        *_, closed, opened = self.seasons()
        return closed, opened

    def end_run(self) -> None:
        """Note that the run has ended in order; the attempts that are still open are abandoned."""
        with self._database.transaction(HURRY) as db:
            db.execute("UPDATE attempts SET state = 'abandoned' WHERE state = 'open'")
            db.execute("UPDATE runs SET ended = ? WHERE run = ?", (now(), self.run))

    def plan(self, entrants: Iterable[Entrant], games: Iterable[PlannedGame]) -> None:
        """Store entrants and planned games; those that are stored already stay as they are.

        But a game that has no result yet may have got other packs, because other bots are in the field now.
        """
        rows = ((e.id, e.name, e.version, e.digest, _json(e.command), e.about) for e in entrants)
        games = [*games] if self._policy.chooses else games
        planned = ((g.id, g.contest, g.set, g.room, ",".join(g.sides), g.chance, self._season) for g in games)
        new_entrant = "INSERT INTO entrants (id, name, version, digest, command, about) VALUES (?, ?, ?, ?, ?, ?)"
        new_game = (
            "INSERT INTO games (id, contest, set_number, room, sides, chance, season) VALUES (?, ?, ?, ?, ?, ?, ?)"
        )
        with self._database.transaction() as db:
            db.executemany(f"{new_entrant} ON CONFLICT DO NOTHING", rows)
            db.executemany(f"{new_game} {_OTHER_PACKS}", planned)
        if self._policy.chooses:
            self._choose(games)
        self._write_journal()

    def forget_unplayed(self) -> None:
        """Forget the planned games of this season that nobody has begun, or that were left open; `plan` renews them.

        So games that the ladder has dropped, with a bot, a game or some sets, are not said to be missing for ever.
        """
        unplayed = """SELECT number FROM games WHERE season = ?
            AND NOT EXISTS (SELECT 1 FROM results WHERE game = games.number)
            AND NOT EXISTS (SELECT 1 FROM attempts WHERE game = games.number AND state != 'abandoned')"""
        with self._database.transaction() as db:
            gone = db.execute(unplayed, (self._season,)).fetchall()
            db.executemany("DELETE FROM attempts WHERE game = ?", gone)
            db.executemany("DELETE FROM games WHERE number = ?", gone)

    def _choose(self, games: Iterable[PlannedGame]) -> None:
        """Choose of which games the record is kept, among these and all that were planned in the season before."""
        if self._told:
            self._policy.choose((game.id, game.contest, game.sides) for game in games)
            return
        rows = self._rows("SELECT id, contest, sides FROM games WHERE season = ?", self._season)
        self._policy.choose((id_, contest, sides.split(",")) for id_, contest, sides in rows)
        self._told = True

    @contextmanager
    def together(self, *, durable: bool = True) -> Iterator[None]:
        """Commit the calls of `begin`, `void` and `finish` inside together: all of them, or none.

        Args:
            durable: whether the commit must survive a power cut. If not, it does so only once a later durable one was
                made.
        """
        with self._database.transaction(HURRY, durable=durable):
            yield
        if durable:
            self._write_journal()

    def check_room(self) -> None:
        """Check that the disk has room for the results of the games in play.

        Raises:
            TryAgain: it has too little.
        """
        with explained(self.path):
            disk.check_room(self.path)

    def begin(self, game_id: str) -> None:
        """Open an attempt at a planned game; an earlier attempt that is still open is abandoned."""
        assert self.run is not None, "start_run comes first"
        with self._database.transaction(HURRY, durable=False) as db:
            row = (game_id, self.run, now())
            if not db.execute(_NEW_ATTEMPT, row).rowcount:
                _close_attempt(db, game_id, "abandoned")
                db.execute(_NEW_ATTEMPT, row)

    def void(
        self,
        game_id: str,
        state: Literal["void", "internal"],
        reason: str,
        asked: str = "",
        *,
        busy: bool = False,
    ) -> None:
        """Close an attempt that failed through no fault of a bot.

        Args:
            game_id: the game, which may be begun again.
            state: `internal` if the arena itself failed, `void` if events on the machine made the game worthless.
            reason: for people, such as a traceback.
            asked: the id of the entrant that was asked, if the game is void because its bot got no CPU.
            busy: whether that bot had used much CPU time itself.
        """
        with self._database.transaction(HURRY) as db:
            _close_attempt(db, game_id, state, reason, asked, busy=busy)

    def finish(self, ended: GameEnded) -> int | None:
        """Store a result and close the attempt.

        Returns:
            The number of the result; None if the game has a result already, which then stays as it is.
        """
        game_id, outcome, failures, stderr = ended
        result = outcome.result
        uses = [stored_use(seat, use) for seat, use in outcome.uses.items()]
        numbers = (_listed(result.places), _listed(result.scores) if result.scores else None)
        conditions = ({} if outcome.lag_ms is None else {LAG: outcome.lag_ms}) | dict(outcome.machine)
        texts = (*numbers, result.reason, _json(dict(result.extra)), _json(outcome.faults), _json(uses))
        with self._database.transaction(HURRY) as db:
            row = (game_id, self.run, *texts, packed(uses), _json(conditions))
            new = db.execute(_NEW_RESULT, row).fetchall()
            _close_attempt(db, game_id, "done" if new else "abandoned")
            for _, row_of_game in new:
                if self._policy.keeps(ended):
                    record = zlib.compress(outcome.record.encode(), LEVEL)
                    db.execute("INSERT INTO records VALUES (?, ?, ?)", (row_of_game, record, outcome.answer_times))
                for failure in failures:
                    streams = map(zlib.compress, (failure.stderr, failure.sent, failure.received))
                    db.execute(_NEW_FAILURE, (row_of_game, *failure.fault, *streams, failure.marks))
                for seat, text, marks in stderr:
                    db.execute(
                        "INSERT INTO outputs VALUES (?, ?, ?, ?)", (row_of_game, seat, zlib.compress(text), marks)
                    )
        if not self._database.busy:
            self._write_journal()
        return new[0][0] if new else None

    def appeal(self, what: What, why: str, who: str, bots: Iterable[str] = (), games: Iterable[str] = ()) -> Appeal:
        """Write an appeal into the log; results of its games are void from then on.

        Args:
            what: what is done.
            why: the reason, for people.
            who: who does it.
            bots: the ids of the entrants that it is about, beside those of the games.
            games: the ids of games with a result.
        """
        with self._database.transaction() as db:
            about, games = dict.fromkeys(bots), [*dict.fromkeys(games)]
            results = []
            for game in games:
                query = "SELECT results.number, sides FROM results JOIN games ON games.number = game WHERE id = ?"
                [(number, sides)] = db.execute(query, (game,)).fetchall()
                results.append(number)
                about |= dict.fromkeys(sides.split(","))
            row = (now(), who, what, why, *map(_json, ([*about], games, results)))
            appeal = db.execute(_NEW_APPEAL, row).lastrowid
            assert appeal is not None
            take_out(db, appeal, results)
        self._write_journal()
        return self.appeals()[-1]

    def compare(self) -> Comparison:
        """Compare the database with the journal; see `arena.store.rebuild`."""
        return compare(self._database)

    def _open_journal(self) -> None:
        """Open the journal if it is not open yet, and add what it lacks."""
        if self._journal is None:
            self._journal = Journal.open(self.path, {"id": self._meta("id")})
            self._opened.callback(self._journal.close)
            if self._journal.cut:
                self.notes.append(f"a line of the journal was cut short ({self._journal.cut} bytes) and was removed")
        self._write_journal()

    def _note_losses(self) -> None:
        """Note if the database has lost something that its journal has; a reader goes on with what is left."""
        try:
            _check_losses(self._database)
        except UserError as error:
            self.notes.append(f"{error}: {error.hint}")

    def _note_edits(self) -> None:
        """Note if results differ from those that were played: edited by a person, or spoiled by a disk."""
        try:
            if text := edited(self._database):
                self.notes.append(text)
        except UserError as error:
            self.notes.append(f"{error}: {error.hint}")

    def _write_journal(self) -> None:
        assert self._journal is not None, "start_run comes first"
        with explained(self.path):
            self._journal.catch_up(self._database.connection)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    """Turn every error of SQLite and of values in opening a database into that of a damaged one."""
    try:
        yield
    except (sqlite3.Error, ValueError, TypeError, LookupError) as error:
        raise damaged(path, f"is damaged ({error})") from error


def _remove_unused(path: Path) -> None:
    """Remove a new database in which no run was begun, which shows in that it has no journal."""
    if not has_journal(path):
        for suffix in (*FILES, LOCK):
            beside(path, suffix).unlink(missing_ok=True)


def _check(path: Path) -> None:
    """Check an existing database as a reader, because opening it for writing would already change it."""
    if disk.is_database(path):
        with suppress(NothingYet), Database.open(path, writing=False) as database:
            _check_losses(database)
            database.check()


def _check_losses(database: Database) -> None:
    progress = journal.end(database.path)
    if progress is not None:
        with explained(database.path):
            journal.check(database.path, database.connection, progress)


def is_results(path: Path) -> bool:
    """Return whether a file holds results, damaged or not; its name does not matter."""
    return disk.is_database(path) is True or has_journal(path)


def _close_attempt(
    db: sqlite3.Connection, game_id: str, state: str, reason: str = "", asked: str = "", *, busy: bool = False
) -> None:
    """Close the open attempt at a game, if there is one.

    Args:
        db: the database.
        game_id: the game.
        state: the new state of the attempt.
        reason: why it failed, for people.
        asked: the id of the entrant that was asked, if the game is void because its bot got no CPU.
        busy: whether that bot had used much CPU time itself.
    """
    some = f"game = {NUMBER} AND state = 'open'"
    change = f"UPDATE attempts SET state = ?, reason = ?, asked = ?, busy = ? WHERE {some}"  # noqa: S608 - our words
    db.execute(change, (state, reason, asked, int(busy), game_id))


def _listed(numbers: Iterable[int]) -> str:
    """Return numbers in the form in which they are stored; `arena.store.columns.numbers` reads it."""
    return ",".join(map(str, numbers))


_json = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, default=dict).encode
"""Returns a value as JSON; mappings of other kinds are objects, too."""
