"""Reading the results of many games: as rows, as lines of a list, and as columns. For ladders, lists and schedules."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, TypeVar

from arena.games.kernel import Result
from arena.store.columns import COLUMNS, Columns, listed_faults, mapping, numbers, scores, words
from arena.store.queries import GAMES_FIRST, PLANNED, RESULTS_FIRST, SOME, Queries, planned
from arena.store.record_policy import ALL, kept_by
from arena.store.rows import Conditions, Conduct, ListedGame, Machine, PlayedGame
from arena.store.uses import read_use
from arena.table.outcome import Use

T = TypeVar("T")
_LISTED = "id, contest, set_number, room, sides, scores, reason, extra, faults, places"
"""The columns of a `ListedGame`."""
PART = 50_000
"""How many games are read at a time where not all of them are to be in memory."""


class ResultsReader(Queries):
    """Reads results."""

    def done(self) -> set[str]:
        """Return the ids of the games that have a result."""
        return {game_id for (game_id,) in self._rows(f"SELECT id FROM {RESULTS_FIRST}")}  # noqa: S608

    def results(self) -> Iterator[PlayedGame]:
        """Yield every game that has a result, in the order of the plan."""
        columns = f"results.number, {PLANNED}, places, scores, reason, extra, faults, run"
        with self._readable():
            for row in self._rows(f"SELECT {columns} FROM {GAMES_FIRST} ORDER BY games.number"):  # noqa: S608 - our words
                number, *game, places, scores, reason, extra, faults, run = row
                result = Result(_numbers(places), _scores(scores) or (), reason, tuple(_extra(extra).items()))
                yield PlayedGame(planned(*game), result, _faults(faults), run, number)

    def listing(self, *, faulty: bool) -> Iterator[list[ListedGame]]:
        """Yield games that have a result, in the order of the plan, many at a time.

        Args:
            faulty: whether to yield those with a fault or those without.
        """
        some = f"{RESULTS_FIRST} WHERE faults != '[]'" if faulty else f"{GAMES_FIRST} WHERE faults = '[]'"
        with self._readable():  # there is an index of the results with a fault, so those are read first
            for rows in self._database.chunks(f"SELECT {_LISTED} FROM {some} ORDER BY games.number"):  # noqa: S608
                yield _listed_games(zip(*rows, strict=True))

    def games_of(self, numbers: Iterable[int]) -> dict[int, ListedGame]:
        """Return some games that have a result, by the number of the result.

        Args:
            numbers: the numbers of the results; results are numbered from 1 in the order in which they are stored.
        """
        wanted = [*numbers]
        found: dict[int, ListedGame] = {}
        with self._readable():
            for begin in range(0, len(wanted), SOME):
                some = f"results.number IN ({','.join(map(str, wanted[begin : begin + SOME]))})"
                query = f"SELECT results.number, {_LISTED} FROM {RESULTS_FIRST} WHERE {some}"  # noqa: S608 - our words
                if rows := [*self._rows(query)]:
                    numbers, *columns = zip(*rows, strict=True)
                    found.update(zip(numbers, _listed_games(columns), strict=True))
        return found

    def conduct(self, last: int) -> Iterator[list[Conduct]]:
        """Yield what each result says about the conduct of its entrants, in the order of the results, many at a time.

        Args:
            last: the number of the last result that is wanted.
        """
        columns = "results.number, id, contest, sides, run, scores IS NOT NULL, faults"
        query = f"SELECT {columns} FROM {RESULTS_FIRST} WHERE results.number <= ? ORDER BY results.number"  # noqa: S608
        with self._readable():
            for rows in self._database.chunks(query, last):
                yield [
                    Conduct(number, id_, contest, _words(sides), run, bool(scored), _faults(faults))
                    for number, id_, contest, sides, run, scored, faults in rows
                ]

    def columns(self) -> Columns:
        """Return every game that has a result, in the order of the plan, as columns."""
        query = f"SELECT {COLUMNS} FROM {GAMES_FIRST} ORDER BY games.number"  # noqa: S608 - our words
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
        some = "(? IS NULL OR contest = ?) AND (? IS NULL OR season = ?)"
        query = f"SELECT {COLUMNS}, room, reason FROM {RESULTS_FIRST} WHERE {some} ORDER BY results.number"  # noqa: S608
        rows = chain.from_iterable(self._database.chunks(query, contest, contest, season, season))
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
            for rows in self._database.chunks(f"SELECT id, places, extra FROM {RESULTS_FIRST}"):  # noqa: S608
                ids, places, extra = zip(*rows, strict=True)
                found.update(zip(ids, map(came, places, extra), strict=True))
        return found

    def last_and_faulty(self, after: int) -> tuple[int, bool]:
        """Return the number of the last result, and whether any result after a given number has a fault."""
        faulty = "EXISTS (SELECT 1 FROM results WHERE faults != '[]' AND number > ?)"
        [(last, found)] = self._rows(f"SELECT coalesce((SELECT max(number) FROM results), ?), {faulty}", after, after)  # noqa: S608
        return last, bool(found)

    def uses(self, game_id: str | None = None) -> Iterator[tuple[str, dict[int, Use]]]:
        """Yield for every game that has a result its id and what each seat used in it.

        Args:
            game_id: yield only this game; None for all.
        """
        with self._readable():
            for id_, uses in self._of_results("uses", game_id):
                yield id_, {seat: read_use(*use) for seat, *use in json.loads(uses)}

    def conditions_of_games(self, game_id: str | None = None) -> Iterator[tuple[str, Conditions]]:
        """Yield for every game that has a result its id and what was measured while it was played, by name.

        Args:
            game_id: yield only this game; None for all.
        """
        with self._readable():
            yield from ((id_, json.loads(conditions)) for id_, conditions in self._of_results("conditions", game_id))

    def _of_results(self, column: str, game_id: str | None) -> Iterator[tuple[str, str]]:
        """Yield the game's id and one column of every result, or only of the given game's."""
        if game_id is None:
            return self._rows(f"SELECT id, {column} FROM {RESULTS_FIRST}")  # noqa: S608 - our words
        return self._rows(f"SELECT id, {column} FROM {GAMES_FIRST} WHERE id = ?", game_id)  # noqa: S608

    def machines(self) -> list[Machine]:
        """Return the machines of agents, by name; one that has changed is in the list once for each state.

        It reads all results.
        """
        found = ", ".join(f"json_extract(conditions, '$.{name}')" for name in ("machine", "cores", "yardstick"))
        late = """sum(faults LIKE '%"TIMEOUT"%')"""
        query = f"SELECT {found}, count(*), {late} FROM results WHERE conditions LIKE '%\"machine\"%' GROUP BY 1, 2, 3"  # noqa: S608
        return [
            Machine(str(name), int(cores), int(speed), games, faults)
            for name, cores, speed, games, faults in self._rows(query)
        ]

    def numbers(self) -> list[int]:
        """Return the numbers of all results."""
        return [number for (number,) in self._rows("SELECT number FROM results ORDER BY number")]

    def recorded(self) -> AbstractSet[int] | None:
        """Return the numbers of the results whose record was kept; None if every run kept all of them."""
        if all(kept_by(json.loads(settings)) == ALL for (settings,) in self._rows("SELECT settings FROM runs")):
            return None
        query = "SELECT number FROM results JOIN records ON records.game = results.game"
        return {number for (number,) in self._rows(query)}


def _listed_games(columns: Iterable[Sequence[Any]]) -> list[ListedGame]:
    ids, contests, sets, rooms, sides, points, reasons, extra, faults, places = columns
    read = map(_words, sides), map(_scores, points), reasons, map(_extra, extra), map(_faults, faults)
    return [*map(_line, zip(ids, contests, sets, rooms, *read, map(_numbers, places), strict=True))]


_line = partial(tuple.__new__, ListedGame)  # `ListedGame._make` takes twice the time
_words = lru_cache(10_000)(words)  # cached, as the next four: few different values come up very often
_numbers = lru_cache(10_000)(numbers)
_scores = lru_cache(10_000)(scores)
_extra = lru_cache(1_000)(mapping)
_faults = lru_cache(1_000)(listed_faults)
