"""Reading what is planned, who plays, and how far play is. For everything that shows a ladder or goes on with it."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from arena.errors import UserError
from arena.schedules.plan import PlannedGame
from arena.settings.game_files import SETTING
from arena.store.database import NothingYet
from arena.store.queries import GAMES_FIRST, PLANNED, RESULTS_FIRST, Queries, planned
from arena.store.rows import Counts, Run, Season, StoredEntrant

CANDIDATES = 10
"""How many games are listed if a prefix is not unique."""


class PlanReader(Queries):
    """Reads seasons, runs, entrants, planned games and counts."""

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

    def played_under(self, game_id: str) -> dict[str, str] | None:
        """Return the settings of the run that played a game; None if it has no result."""
        query = """SELECT settings FROM results JOIN games ON games.number = results.game
            JOIN runs ON runs.run = results.run WHERE id = ?"""
        return next((json.loads(settings) for (settings,) in self._rows(query, game_id)), None)

    def planned_in(self) -> dict[int, int]:
        """Return how many games are planned in each season, by its number; a season without any is left out."""
        return dict(self._rows("SELECT season, count(*) FROM games GROUP BY season"))

    def identity(self) -> str:
        """Return what tells these results from those of any other ladder: hexadecimal digits, drawn when they began."""
        return self._meta("id") or ""

    def _meta(self, key: str) -> str | None:
        return next((str(value) for (value,) in self._rows("SELECT value FROM meta WHERE key = ?", key)), None)

    def contests(self) -> list[str]:
        """Return the labels of the contests that have results, in the order of the plan."""
        planned = {label for (label,) in self._rows("SELECT DISTINCT contest FROM games")}
        found: list[str] = []
        query = f"SELECT contest FROM {GAMES_FIRST} WHERE contest NOT IN (%s) ORDER BY games.number LIMIT 1"  # noqa: S608
        while planned.difference(found) and (rows := [*self._rows(query % ", ".join("?" * len(found)), *found)]):
            found += [label for (label,) in rows]
        return found

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

    def conditions(self) -> dict[str, str]:
        """Return the settings of the last run; an empty dictionary before the first."""
        rows = self._rows("SELECT settings FROM runs ORDER BY run DESC LIMIT 1")
        return next((json.loads(settings) for (settings,) in rows), {})

    def games_from_outside(self) -> dict[str, str]:
        """Return the settings that say which games from outside were played; of several versions the last."""
        rows = self._rows("SELECT settings FROM runs WHERE settings LIKE ? ORDER BY run", f'%"{SETTING}%')
        all_settings = [json.loads(settings) for (settings,) in rows]
        return {name: word for each in all_settings for name, word in each.items() if name.startswith(SETTING)}

    def is_running(self) -> bool:
        """Return whether the last run has not ended; one that was killed has not ended either."""
        return any(ended is None for (ended,) in self._rows("SELECT ended FROM runs ORDER BY run DESC LIMIT 1"))

    def entrants(self) -> dict[str, StoredEntrant]:
        """Return every entrant of any run, by id."""
        return {row[0]: StoredEntrant(*row) for row in self._rows("SELECT id, name, version, about FROM entrants")}

    def playing(self) -> set[str]:
        """Return the ids of all entrants that have a result."""
        rows = self._rows(f"SELECT DISTINCT sides FROM {RESULTS_FIRST}")  # noqa: S608 - our words
        return {id_ for (sides,) in rows for id_ in sides.split(",")}

    def game(self, prefix: str) -> PlannedGame:
        """Return the planned game whose id begins with a prefix.

        Raises:
            UserError: there is no such game, or there are several; the message lists them.
        """
        query = f"SELECT {PLANNED} FROM games WHERE id BETWEEN ? AND ? ORDER BY id LIMIT ?"  # noqa: S608 - our words
        found = [planned(*row) for row in self._rows(query, prefix, prefix + "~", CANDIDATES + 1)]
        if len(found) == 1:
            return found[0]
        if not found:
            void = "SELECT why FROM voided JOIN appeals ON appeals.number = appeal WHERE game_id BETWEEN ? AND ?"
            why = "".join(f"it was made void: {why}" for (why,) in [*self._rows(void, prefix, prefix + "~")][-1:])
            raise UserError(f"{self.path}: there is no game {prefix!r}", why, os.EX_NOINPUT)
        listed = [f"{game.id}: {game.contest}, set {game.set}, {', '.join(game.sides)}" for game in found[:CANDIDATES]]
        more = ["..."] if len(found) > CANDIDATES else []
        raise UserError(f"several games begin with {prefix!r}", "\n  ".join(("one of:", *listed, *more)))

    def in_room(self, number: int, room: int) -> list[PlannedGame]:
        """Return the planned games of all pairings in a set and room, by their numbers (rooms from 0)."""
        query = f"SELECT {PLANNED} FROM games WHERE set_number = ? AND room = ? ORDER BY number"  # noqa: S608
        return [planned(*row) for row in self._rows(query, number, room)]

    def counts(self) -> Counts:
        """Return how many games of the last season are planned and played, and how many attempts are open or failed."""
        season = "(SELECT max(season) FROM seasons)"
        [row] = self._rows(
            f"SELECT (SELECT count(*) FROM games WHERE season = {season}),"  # noqa: S608 - our words
            f" (SELECT count(*) FROM results WHERE run IN (SELECT run FROM runs WHERE season = {season})),"
            " (SELECT count(*) FROM attempts WHERE state = 'open'),"
            " (SELECT count(*) FROM attempts WHERE state NOT IN ('open', 'done'))"
        )
        return Counts(*row)

    def missing(self) -> Iterator[tuple[str, tuple[str, ...], int]]:
        """Yield how many planned games of the last season have no result: contest, the ids of the sides, the number."""
        query = (
            "SELECT contest, sides, count(*) FROM games WHERE season = (SELECT max(season) FROM seasons)"
            " AND number NOT IN (SELECT game FROM results) GROUP BY contest, sides"
        )
        for contest, sides, count in self._rows(query):
            yield contest, tuple(sides.split(",")), count

    def played(self) -> int:
        """Return how many games have a result."""
        return int(next(iter(self._rows("SELECT count(*) FROM results")))[0])

    def voids(self) -> dict[str, tuple[int, int]]:
        """Return how many games were void because a bot of an entrant got no CPU when it was asked.

        Returns:
            Id of the entrant -> the number of these games, and of those in which its bot had used much CPU time.
        """
        query = "SELECT asked, count(*), sum(busy) FROM attempts WHERE asked != '' GROUP BY asked ORDER BY asked"
        return {entrant: (every, busy) for entrant, every, busy in self._rows(query)}

    def version(self) -> int:
        """Return a number that changes whenever another process stores something."""
        [[number]] = self._rows("PRAGMA data_version")
        return int(number)
