"""Reading what is kept of one game: its record and what its bots wrote. For replays, checks and authors."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterable, Iterator

from arena.errors import UserError
from arena.schedules.plan import PlannedGame
from arena.store.columns import DEAL
from arena.store.errors import NoRecord, damaged
from arena.store.excerpt import excerpt
from arena.store.queries import PLANNED, SOME, Queries, planned
from arena.store.record_policy import ALL, as_line, kept_by
from arena.store.schema import NUMBER
from arena.store.uses import read_use
from arena.table.outcome import Failure, Fault
from arena.table.stderr import Written, marks_of


class GameReader(Queries):
    """Reads what is kept of one game."""

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

    def records_of(self, numbers: Iterable[int]) -> Iterator[tuple[str, str, str]]:
        """Yield the contest, the name of the packs, and the record of games whose record was kept.

        Args:
            numbers: the numbers of the results.
        """
        wanted = [*numbers]
        for begin in range(0, len(wanted), SOME):
            some = ",".join(map(str, wanted[begin : begin + SOME]))
            query = f"""SELECT contest, {DEAL}, record FROM results
                JOIN games ON games.number = results.game JOIN records ON records.game = results.game
                WHERE results.number IN ({some})"""  # noqa: S608 - numbers
            for contest, packs, record in self._rows(query):
                with self._readable("a record is damaged"):
                    text = zlib.decompress(record).decode()
                yield contest, packs, text

    def logs(self) -> Iterator[tuple[int, str, list[tuple[int, bytes]]]]:
        """Yield what is kept of what bots wrote to standard error, game by game.

        That is the number of the result, the record, and seats with their texts; games without a record are left out.
        """
        some = "SELECT seat, stderr FROM {} WHERE game = ?"
        kept = " UNION ALL ".join(map(some.format, ("outputs", "failures")))
        games = "SELECT game FROM outputs UNION SELECT game FROM failures ORDER BY game"
        one = "SELECT number, record FROM results JOIN records USING (game) WHERE game = ?"
        with self._readable("what is kept of a game is damaged"):
            for (game,) in self._rows(games):
                for number, record in self._rows(one, game):
                    written = [(seat, zlib.decompress(text)) for seat, text in self._rows(kept, game, game)]
                    yield number, zlib.decompress(record).decode(), written

    def has_all_logs(self) -> bool:
        """Return whether all that bots wrote to standard error was kept (`keep_stderr`)."""
        if [*self._rows("SELECT 1 FROM outputs LIMIT 1")]:
            return True
        failed = "(SELECT ifnull(group_concat(seat), '') FROM failures WHERE game = results.game)"
        wrote = "uses LIKE '%\"stderr\"%' OR uses NOT LIKE '%\"sent\"%'"
        with self._readable("what is kept of a game is damaged"):
            for uses, seats in self._rows(f"SELECT uses, {failed} FROM results WHERE {wrote}"):  # noqa: S608 - our words
                kept = {*seats.split(",")}
                for seat, *stored in json.loads(uses):
                    use = read_use(*stored)
                    if str(seat) not in kept and (use.stderr or (use.decisions and use.sent is None)):
                        return False
        return True

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

    def excerpt(self, game_id: str) -> str:
        """Return the journal of one game, which is opened as results anywhere (`arena.store.excerpt`).

        Raises:
            UserError: the game has no result, or its season is open.
        """
        self.check_played(game_id)
        return excerpt(self._database, game_id)

    def answer_times(self, game_id: str) -> bytes:
        """Return how long each answer of a game took (`arena.table.answer_times`); nothing if that was not kept."""
        query = f"SELECT answer_times FROM records WHERE game = {NUMBER}"  # noqa: S608 - our words
        return next((bytes(answer_times) for (answer_times,) in self._rows(query, game_id)), b"")

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

    def set_of(self, game: PlannedGame) -> list[PlannedGame]:
        """Return the games that have been played with the packs of one: its duplicate set, and that of other pairings.

        Args:
            game: the game; it is among them if it has been played.
        """
        played = "number IN (SELECT game FROM records)"
        query = f"""SELECT {PLANNED} FROM games WHERE set_number = ? AND contest = ? AND chance = ? AND {played}
            AND season = (SELECT season FROM games WHERE id = ?) ORDER BY number"""  # noqa: S608 - our words
        return [planned(*row) for row in self._rows(query, game.set, game.contest, game.chance, game.id)]


def _written(stored: bytes, marks: bytes) -> Written:
    """Return standard error from its stored form.

    Raises:
        ValueError: the marks are none of this text.
        zlib.error: it is damaged.
    """
    written = Written(zlib.decompress(stored), marks)
    marks_of(written)
    return written
