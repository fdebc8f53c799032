"""Reading the store: what was planned, the results, and what is kept of every game."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from functools import lru_cache
from itertools import chain, islice
from types import MappingProxyType
from typing import Any, TypeVar

from arena.errors import UserError
from arena.games.kernel import Result
from arena.schedules.plan import PlannedGame
from arena.store.columns import COLUMNS, Columns, listed_faults, mapping, numbers, scores, words
from arena.store.database import Database, NothingYet
from arena.store.errors import NoRecord, damaged
from arena.store.record_policy import ALL, as_line, kept_by
from arena.store.rows import Conditions, Conduct, Counts, ListedGame, PlayedGame, Run, Season, StoredEntrant
from arena.store.schema import NUMBER
from arena.table.outcome import Failure, Fault, Use
from arena.table.stderr import Written, marks_of

T = TypeVar("T")
CANDIDATES = 10
"""How many games are listed if a prefix is not unique."""
ALWAYS = 3
"""How many fields of `Use` are stored in order for every seat; the others are stored by name."""
_GAMES_FIRST = "games CROSS JOIN results ON results.game = games.number"
_RESULTS_FIRST = "results CROSS JOIN games ON games.number = results.game"
"""The tables of all results, read in the order of games or in the order of results."""

_LISTED = "id, contest, set_number, room, sides, scores, reason, extra, faults, places"
"""The columns of a `ListedGame`."""
PART = 50_000
"""How many games are read at a time where not all of them are to be in memory."""
SOME = 1_000
"""How many results are named in one query."""


def _planned_first(*, faulty: bool | None) -> str:
    """Return the end of a query, from its tables on: results in the order of the plan.

    Args:
        faulty: True for results with a fault, False for those without, None for all.
    """
    if faulty:
        return f"{_RESULTS_FIRST} WHERE faults != '[]' ORDER BY games.number"  # this has an index
    some = "" if faulty is None else "WHERE faults = '[]'"
    return f"{_GAMES_FIRST} {some} ORDER BY games.number"


class Reader:
    """Reads results.

    Args:
        database: the open database.
    """

    def __init__(self, database: Database) -> None:
        self.path = database.path
        self._database = database
        self._rows = database.rows

    def seasons(self) -> list[Season]:
        """Return all seasons in order; the last one is the current one. There is none before the first run."""
        query = """SELECT season, kind, seed, CASE kind WHEN 'secret' THEN secret END, digest, opened,
            lead(opened) OVER (ORDER BY season) FROM seasons ORDER BY season"""
        return [Season(*row) for row in self._rows(query)]

    def season(self) -> Season:
        """Return the current season; its games are played next.

        Raises:
            UserError: no run was begun yet.
        """
        if not (seasons := self.seasons()):
            raise NothingYet(self.path)
        return seasons[-1]

    def season_of(self, game_id: str) -> Season:
        """Return the season that a planned game belongs to."""
        [[number]] = self._rows("SELECT season FROM games WHERE id = ?", game_id)
        return next(season for season in self.seasons() if season.number == number)

    def identity(self) -> str:
        """Return what tells these results from those of any other ladder: hexadecimal digits, drawn when they began."""
        return self._meta("id") or ""

    def _meta(self, key: str) -> str | None:
        return next((str(value) for (value,) in self._rows("SELECT value FROM meta WHERE key = ?", key)), None)

    def contests(self) -> list[str]:
        """Return the labels of the contests that have results, in the order of the plan."""
        planned = {label for (label,) in self._rows("SELECT DISTINCT contest FROM games")}
        found: list[str] = []
        query = f"SELECT contest FROM {_GAMES_FIRST} WHERE contest NOT IN (%s) ORDER BY games.number LIMIT 1"  # noqa: S608
        while planned.difference(found) and (rows := [*self._rows(query % ", ".join("?" * len(found)), *found)]):
            found += [label for (label,) in rows]
        return found

    def done(self) -> set[str]:
        """Return the ids of the games that have a result."""
        return {game_id for (game_id,) in self._rows(f"SELECT id FROM {_RESULTS_FIRST}")}  # noqa: S608

    def results(self, *, faulty: bool | None = None) -> Iterator[PlayedGame]:
        """Yield every game that has a result, in the order of the plan.

        Args:
            faulty: True for only those with a fault, False for only those without, None for all.
        """
        return self._played(_planned_first(faulty=faulty))

    def listing(self, *, faulty: bool) -> Iterator[list[ListedGame]]:
        """Yield games that have a result, in the order of the plan, many at a time.

        Args:
            faulty: whether to yield those with a fault or those without.
        """
        with self._readable():
            for rows in self._database.chunks(f"SELECT {_LISTED} FROM {_planned_first(faulty=faulty)}"):  # noqa: S608
                yield [_listed(*row) for row in rows]

    def games_of(self, numbers: Iterable[int]) -> dict[int, ListedGame]:
        """Return some games that have a result, by the number of the result.

        Args:
            numbers: the numbers of the results; results are numbered from 1 in the order in which they are stored.
        """
        wanted = [*numbers]
        found: dict[int, ListedGame] = {}
        with self._readable():
            for begin in range(0, len(wanted), SOME):
                some = f"results.number IN ({listed(wanted[begin : begin + SOME])})"
                query = f"SELECT results.number, {_LISTED} FROM {_RESULTS_FIRST} WHERE {some}"  # noqa: S608 - our words
                found.update((number, _listed(*row)) for number, *row in self._rows(query))
        return found

    def in_order(self, after: int = 0) -> Iterator[PlayedGame]:
        """Yield games with their results in the order in which the results were stored.

        Args:
            after: the number of the result to begin after; the first result is 1.
        """
        return self._played(f"{_RESULTS_FIRST} WHERE results.number > ? ORDER BY results.number", after)

    def conduct(self, last: int) -> Iterator[list[Conduct]]:
        """Yield what each result says about the conduct of its entrants, in the order of the results, many at a time.

        Args:
            last: the number of the last result that is wanted.
        """
        columns = "results.number, id, contest, sides, run, scores IS NOT NULL, faults"
        query = f"SELECT {columns} FROM {_RESULTS_FIRST} WHERE results.number <= ? ORDER BY results.number"  # noqa: S608
        with self._readable():
            for rows in self._database.chunks(query, last):
                yield [
                    (number, id_, contest, _words(sides), run, bool(scored), _faults(faults))
                    for number, id_, contest, sides, run, scored, faults in rows
                ]

    def columns(self) -> Columns:
        """Return every game that has a result, in the order of the plan, as columns."""
        query = f"SELECT {COLUMNS} FROM {_GAMES_FIRST} ORDER BY games.number"  # noqa: S608 - our words
        with self._readable():
            return Columns.of(self._database.chunks(query))

    def in_parts(
        self, contest: str | None = None, season: int | None = None
    ) -> Iterator[tuple[Columns, Sequence[int], Sequence[str]]]:
        """Yield games with their results in the order in which the results were stored, `PART` games at a time.

        Args:
            contest: the label of the contest; None for all.
            season: the number of the season; None for all.

        Yields:
            The games as columns; the room of each, from 0; and how each ended, in a word.
        """
        some = "(?1 IS NULL OR contest = ?1) AND (?2 IS NULL OR season = ?2)"
        query = f"SELECT {COLUMNS}, room, reason FROM {_RESULTS_FIRST} WHERE {some} ORDER BY results.number"  # noqa: S608
        rows = chain.from_iterable(self._database.chunks(query, contest, season))
        with self._readable():
            while part := [*islice(rows, PART)]:
                *_, rooms, reasons = zip(*part, strict=True)
                yield Columns.of([part]), rooms, reasons

    def outcomes(self, read: Callable[[tuple[int, ...], Mapping[str, str]], T]) -> dict[str, T]:
        """Return something about the result of every game that has one, by the id of the game.

        Args:
            read: computes it from the places and `Result.extra`. It must be a pure function, since it is not called
                again for values that have come up before.
        """
        found: dict[str, T] = {}
        came = lru_cache(10_000)(lambda places, extra: read(_numbers(places), _extra(extra)))
        with self._readable():
            for rows in self._database.chunks(f"SELECT id, places, extra FROM {_RESULTS_FIRST}"):  # noqa: S608
                ids, places, extra = zip(*rows, strict=True)
                found.update(zip(ids, map(came, places, extra), strict=True))
        return found

    def last_and_faulty(self, after: int) -> tuple[int, bool]:
        """Return the number of the last result, and whether any result after a given number has a fault."""
        faulty = "EXISTS (SELECT 1 FROM results WHERE faults != '[]' AND number > ?1)"
        [(last, found)] = self._rows(f"SELECT coalesce((SELECT max(number) FROM results), ?1), {faulty}", after)  # noqa: S608
        return last, bool(found)

    def _played(self, tables: str, *values: object) -> Iterator[PlayedGame]:
        """Yield games with their results.

        Args:
            tables: the end of the query, from its tables on.
            values: for the placeholders in it.
        """
        rows = self._rows(
            "SELECT results.number, id, contest, set_number, room, sides, chance,"  # noqa: S608 - our words
            f" places, scores, reason, extra, faults, run FROM {tables}",
            *values,
        )
        with self._readable():
            for number, *game, places, scores, reason, extra, faults, run in rows:
                result = Result(_numbers(places), _scores(scores) or (), reason, tuple(_extra(extra).items()))
                yield PlayedGame(planned(*game), result, _faults(faults), run, number)

    def uses(self, game_id: str | None = None) -> Iterator[tuple[str, dict[int, Use]]]:
        """Yield for every game that has a result its id and what each seat used in it.

        Args:
            game_id: yield only this game; None for all.
        """
        with self._readable():
            for id_, uses in self._of_results("uses", game_id):
                yield id_, {seat: _use(*use) for seat, *use in json.loads(uses)}

    def conditions(self) -> dict[str, str]:
        """Return the settings of the last run; an empty dictionary before the first."""
        rows = self._rows("SELECT settings FROM runs ORDER BY run DESC LIMIT 1")
        return next((json.loads(settings) for (settings,) in rows), {})

    def conditions_of_games(self, game_id: str | None = None) -> Iterator[tuple[str, Conditions]]:
        """Yield for every game that has a result its id and what was measured while it was played, by name.

        Args:
            game_id: yield only this game; None for all.
        """
        with self._readable():
            yield from ((id_, json.loads(conditions)) for id_, conditions in self._of_results("conditions", game_id))

    def machines(self) -> list[tuple[str, int, int, int, int]]:
        """Return the machines of agents, by name: name, cores, yardstick, games, and games in which a bot was late.

        A machine that has changed is in the list once for each state. It reads all results.
        """
        found = ", ".join(f"json_extract(conditions, '$.{name}')" for name in ("machine", "cores", "yardstick"))
        late = """sum(faults LIKE '%"TIMEOUT"%')"""
        query = f"SELECT {found}, count(*), {late} FROM results WHERE conditions LIKE '%\"machine\"%' GROUP BY 1, 2, 3"  # noqa: S608
        return [
            (str(name), int(cores), int(speed), games, faults)
            for name, cores, speed, games, faults in self._rows(query)
        ]

    def _of_results(self, column: str, game_id: str | None) -> Iterator[tuple[str, str]]:
        """Yield the game's id and one column of every result, or only of the given game's."""
        if game_id is None:
            return self._rows(f"SELECT id, {column} FROM {_RESULTS_FIRST}")  # noqa: S608 - our words
        return self._rows(f"SELECT id, {column} FROM {_GAMES_FIRST} WHERE id = ?", game_id)  # noqa: S608

    def runs(self) -> list[Run]:
        """Return every run, in order, with its settings and its number of results."""
        query = """SELECT runs.run, started, arena, settings, coalesce(games, 0), season FROM runs
            LEFT JOIN (SELECT run, count(*) AS games FROM results GROUP BY run) AS played ON played.run = runs.run
            ORDER BY runs.run"""
        rows = self._rows(query)
        return [
            Run(number, began, arena, json.loads(settings), games, season)
            for number, began, arena, settings, games, season in rows
        ]

    def entrants(self) -> dict[str, StoredEntrant]:
        """Return every entrant of any run, by id."""
        return {row[0]: StoredEntrant(*row) for row in self._rows("SELECT id, name, version, about FROM entrants")}

    def game(self, prefix: str) -> PlannedGame:
        """Return the planned game whose id begins with a prefix.

        Raises:
            UserError: there is no such game, or there are several; the message lists them.
        """
        query = """SELECT id, contest, set_number, room, sides, chance FROM games
            WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"""
        found = [planned(*row) for row in self._rows(query, prefix, prefix + "~", CANDIDATES + 1)]
        if len(found) == 1:
            return found[0]
        if not found:
            raise UserError(f"{self.path}: there is no game {prefix!r}", exit_status=os.EX_NOINPUT)
        listed = [f"{game.id}: {game.contest}, set {game.set}, {', '.join(game.sides)}" for game in found[:CANDIDATES]]
        more = ["..."] if len(found) > CANDIDATES else []
        raise UserError(f"several games begin with {prefix!r}", "\n  ".join(("one of:", *listed, *more)))

    def in_room(self, number: int, room: int) -> list[PlannedGame]:
        """Return the planned games of all pairings in a set and room, by their numbers (rooms from 0)."""
        query = "SELECT id, contest, set_number, room, sides, chance FROM games WHERE set_number = ? AND room = ?"
        return [planned(*row) for row in self._rows(f"{query} ORDER BY number", number, room)]

    def set_of(self, game: PlannedGame) -> list[PlannedGame]:
        """Return the games that have been played with the packs of one: its duplicate set, and that of other pairings.

        Args:
            game: the game; it is among them if it has been played.
        """
        columns = "id, contest, set_number, room, sides, chance"
        played = "number IN (SELECT game FROM records)"
        query = f"""SELECT {columns} FROM games WHERE set_number = ? AND contest = ? AND chance = ? AND {played}
            AND season = (SELECT season FROM games WHERE id = ?) ORDER BY number"""  # noqa: S608 - our words
        return [planned(*row) for row in self._rows(query, game.set, game.contest, game.chance, game.id)]

    def record(self, game_id: str) -> str:
        """Return the record of a game.

        Raises:
            NoRecord: its record was not kept.
            UserError: it has no result, or its record is damaged or lost.
        """
        for (record,) in self._rows(f"SELECT record FROM records WHERE game = {NUMBER}", game_id):  # noqa: S608
            with self._readable(f"the record of {game_id} is damaged"):
                return zlib.decompress(record).decode()
        self.check_played(game_id)
        query = f"""SELECT settings, faults != '[]' FROM results JOIN runs ON runs.run = results.run
            WHERE game = {NUMBER}"""  # noqa: S608 - our words
        [(settings, failed)] = self._rows(query, game_id)
        kept = kept_by(json.loads(settings))
        if failed or kept == ALL:
            raise damaged(self.path, f"has lost the record of {game_id}")
        raise NoRecord(self.path, game_id, as_line(kept))

    def recorded(self) -> AbstractSet[int] | None:
        """Return the numbers of the results whose record was kept; None if every run kept all of them."""
        if all(kept_by(json.loads(settings)) == ALL for (settings,) in self._rows("SELECT settings FROM runs")):
            return None
        query = "SELECT number FROM results JOIN records ON records.game = results.game"
        return {number for (number,) in self._rows(query)}

    def check_played(self, game_id: str) -> None:
        """Check that a game has a result.

        Raises:
            UserError: it has none; if its last attempt failed in the arena, the hint says why.
        """
        if [*self._rows(f"SELECT 1 FROM results WHERE game = {NUMBER}", game_id)]:  # noqa: S608 - our words
            return
        some = f"game = {NUMBER} AND reason != '' ORDER BY attempt DESC LIMIT 1"
        query = f"SELECT reason FROM attempts WHERE {some}"  # noqa: S608 - our words
        why = "".join(f"its last attempt failed:\n{reason}" for (reason,) in self._rows(query, game_id))
        raise UserError(f"{self.path}: game {game_id} was not played yet", why, os.EX_NOINPUT)

    def paces(self, game_id: str) -> bytes:
        """Return how long each answer of a game took (`arena.table.answer_times`); nothing if that was not kept."""
        query = f"SELECT paces FROM records WHERE game = {NUMBER}"  # noqa: S608 - our words
        return next((bytes(paces) for (paces,) in self._rows(query, game_id)), b"")

    def failures(self, game_id: str) -> tuple[Failure, ...]:
        """Return what is kept for the authors of the bots that failed in a game, in the order of the faults."""
        columns = "seat, verdict, detail, stderr, sent, received, marks"
        query = f"SELECT {columns} FROM failures WHERE game = {NUMBER} ORDER BY number"  # noqa: S608 - our words
        with self._readable(f"what is kept of the failures in {game_id} is damaged"):
            found = []
            for *fault, stderr, sent, received, marks in self._rows(query, game_id):
                text, _ = _written(stderr, marks)
                found.append(Failure(Fault(*fault), text, zlib.decompress(sent), zlib.decompress(received), marks))
            return tuple(found)

    def stderr(self, game_id: str) -> dict[int, Written]:
        """Return what is kept of the standard error of bots without a fault in a game, by seat."""
        query = f"SELECT seat, stderr, marks FROM outputs WHERE game = {NUMBER} ORDER BY seat"  # noqa: S608 - our words
        with self._readable(f"what is kept of the standard error in {game_id} is damaged"):
            return {seat: _written(*stored) for seat, *stored in self._rows(query, game_id)}

    def playing(self) -> set[str]:
        """Return the ids of all entrants that have a result."""
        rows = self._rows(f"SELECT DISTINCT sides FROM {_RESULTS_FIRST}")  # noqa: S608 - our words
        return {id_ for (sides,) in rows for id_ in sides.split(",")}

    def played(self) -> int:
        """Return how many games have a result."""
        return int(next(iter(self._rows("SELECT count(*) FROM results")))[0])

    def counts(self) -> Counts:
        """Return how many games are planned and played, and how many attempts are open or failed."""
        [row] = self._rows(
            "SELECT (SELECT count(*) FROM games), (SELECT count(*) FROM results),"
            " (SELECT count(*) FROM attempts WHERE state = 'open'),"
            " (SELECT count(*) FROM attempts WHERE state NOT IN ('open', 'done'))"
        )
        return Counts(*row)

    def is_running(self) -> bool:
        """Return whether the last run has not ended; one that was killed has not ended either."""
        return any(ended is None for (ended,) in self._rows("SELECT ended FROM runs ORDER BY run DESC LIMIT 1"))

    def version(self) -> int:
        """Return a number that changes whenever another process stores something."""
        [[number]] = self._rows("PRAGMA data_version")
        return int(number)

    def planned_in(self) -> dict[int, int]:
        """Return how many games are planned in each season, by its number; a season without any is left out."""
        return dict(self._rows("SELECT season, count(*) FROM games GROUP BY season"))

    def voids(self) -> dict[str, tuple[int, int]]:
        """Return how many games were void because a bot of an entrant got no CPU when it was asked.

        Returns:
            Id of the entrant -> the number of these games, and of those in which its bot had used much CPU time.
        """
        query = "SELECT asked, count(*), sum(busy) FROM attempts WHERE asked != '' GROUP BY asked ORDER BY asked"
        return {entrant: (every, busy) for entrant, every, busy in self._rows(query)}

    def problems(self) -> list[str]:
        """Return what is wrong with the database, a text for each problem; reads the whole file."""
        return self._database.problems()

    @contextmanager
    def _readable(self, otherwise: str = "is damaged") -> Iterator[None]:
        """Turn the error of a value that the store cannot have written into that of a damaged database.

        Args:
            otherwise: what to say is damaged.
        """
        try:
            yield
        except (ValueError, TypeError, zlib.error) as error:
            raise damaged(self.path, otherwise) from error


def _listed(
    id_: str,
    contest: str,
    number: int,
    room: int,
    sides: str,
    scores: str | None,
    reason: str,
    extra: str,
    faults: str,
    places: str,
) -> ListedGame:
    """Return a line of a list from its stored columns `_LISTED`."""
    ended = _scores(scores), reason, _extra(extra), _faults(faults), _numbers(places)
    return id_, contest, number, room, _words(sides), *ended


def _written(stored: bytes, marks: bytes) -> Written:
    """Return standard error from its stored form.

    Raises:
        ValueError: the marks are none of this text.
        zlib.error: it is damaged.
    """
    written = Written(zlib.decompress(stored), marks)
    marks_of(written)
    return written


def planned(game_id: str, contest: str, number: int, room: int, sides: str, label: str) -> PlannedGame:
    """Return a planned game from a row of the table of games."""
    ids = tuple(sides.split(","))
    return PlannedGame(game_id, contest, number, tuple(sorted(ids)), room, ids, label)


def stored_use(seat: int, use: Use) -> list[object]:
    """Return what a seat used in the form in which it is stored."""
    always = seat, use.decisions, use.total_ms, use.worst_ms
    more = use.measured(ALWAYS)
    return [*always, more] if more else [*always]


def _use(decisions: int, total_ms: float, worst_ms: float, more: Mapping[str, Any] = MappingProxyType({})) -> Use:
    """Return what a seat used from its stored form."""
    return Use(decisions, total_ms, worst_ms, **more)


_words = lru_cache(10_000)(words)  # cached, as the next four: few different values come up very often
_numbers = lru_cache(10_000)(numbers)
_scores = lru_cache(10_000)(scores)
_extra = lru_cache(1_000)(mapping)
_faults = lru_cache(1_000)(listed_faults)


def listed(numbers: Iterable[int]) -> str:
    """Return numbers in the form in which they are stored; `_numbers` reads it."""
    return ",".join(map(str, numbers))
