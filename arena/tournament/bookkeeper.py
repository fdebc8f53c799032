"""The bookkeeper: what rooms report is stored first, then told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import trio

from arena.errors import UserError
from arena.schedules.plan import PlannedGame
from arena.store import PlayedGame, Store
from arena.table.outcome import Outcome
from arena.table.reports import GameBegun, GameBroken, GameEnded, GameVoided, Report
from arena.tournament.probation import Probation
from arena.tournament.voids import asked_in
from arena.tournament.writer import Writer


@dataclass
class Batch:
    """Reports that are stored together.

    Args:
        reports: the reports, in the order in which they came.
        played: the new results among them; filled in when they are stored.
        trouble: why they could not be stored, if they could not.
        begun: whether somebody has brought the first of them, and sees to it that they are stored.
        over: set when they are stored, or could not be.
    """

    reports: list[Report] = field(default_factory=list)
    played: list[PlayedGame] = field(default_factory=list)
    trouble: UserError | None = None
    begun: bool = False
    over: trio.Event = field(default_factory=trio.Event)


GATHER = 0.05
"""For how many seconds reports from other machines are gathered before they are stored."""


class Bookkeeper:
    """Stores what rooms report, and sees whom it benches.

    A commit that survives a power cut takes milliseconds, however many results are in it. Many rooms far away report at
    a time, and none of them waits for the arena at once: so `gather` trades some of their time for fewer commits.

    Args:
        store: the results.
        writer: runs what writes to the store.
        probation: takes every result after it was stored, in the order of the store.
        gather: for how many seconds reports wait for others at most, to be stored together with them; 0 for none. It
            may be changed at any time; `GATHER` suits reports from other machines.
    """

    def __init__(self, store: Store, writer: Writer, probation: Probation, gather: float = 0.0) -> None:
        self.store = store
        self.writer = writer
        self.probation = probation
        self.gather = gather
        self.planned: Mapping[str, PlannedGame] = {}
        """The games that are played now, by id."""
        self._next = Batch()
        """What is stored next."""
        self._storing = trio.Lock()

    async def plan(self, games: Sequence[PlannedGame]) -> None:
        """Store which games are played next; all reports from here on are about these games.

        Raises:
            UserError: they could not be stored.
        """
        await self.writer.write(partial(self.store.plan, (), games))
        self.planned = {game.id: game for game in games}

    async def take(self, reports: Sequence[Report], tell: Callable[[Batch], None]) -> None:
        """Store reports, then tell of them.

        Reports that come while others are being stored or gathered are stored together.

        Args:
            reports: what rooms say of the games that are played now.
            tell: called with the batch that the reports were stored in, once for each batch.

        Raises:
            UserError: they could not be stored.
        """
        batch = self._next
        batch.reports += reports
        with trio.CancelScope(shield=True):
            if batch.begun:
                await batch.over.wait()
            else:
                batch.begun = True
                try:
                    await self._store(batch, tell)
                finally:
                    batch.over.set()
        if batch.trouble:
            raise batch.trouble

    async def _store(self, batch: Batch, tell: Callable[[Batch], None]) -> None:
        """Store a batch when the one before is stored and enough reports are gathered, then tell of it."""
        since = trio.current_time()
        async with self._storing:
            if (left := since + self.gather - trio.current_time()) > 0:  # not if the one before took long
                await self.writer.pause(left)
            self._next = Batch()
            try:
                await self.writer.write(_Storing(self, batch))
            except UserError as error:
                batch.trouble = error
            else:
                tell(batch)

    async def end_run(self) -> None:
        """Store that the run has ended.

        Raises:
            UserError: it could not be stored.
        """
        await self.writer.write(self.store.end_run)


class _Storing:
    """Stores a batch in the writer's thread, so that probation sees the results in the order of the store.

    The writer calls it again when the disk was full or the database locked.
    """

    def __init__(self, books: Bookkeeper, batch: Batch) -> None:
        self._books = books
        self._batch = batch
        self._stored = False

    def __call__(self) -> None:
        """Store what is not stored yet; then, if games begin, check that the disk has room for them."""
        store, batch = self._books.store, self._batch
        begun = [report for report in batch.reports if isinstance(report, GameBegun)]
        if not self._stored:
            with store.together(durable=len(begun) < len(batch.reports)):
                batch.played = [played for report in batch.reports if (played := self._store(report)) is not None]
            self._stored = True
            for played in batch.played:
                self._books.probation.take(played)
        if begun:
            store.check_room()

    def _store(self, report: Report) -> PlayedGame | None:
        """Store a report; return the game if the report is its result and the store did not have it yet."""
        store = self._books.store
        match report:
            case GameBegun(game_id):
                store.begin(game_id)
            case GameEnded(game_id, outcome):
                number = store.finish(report)
                return None if number is None else self._played(game_id, outcome, number)
            case GameBroken(game_id, trace):
                store.void(game_id, "internal", trace)
            case GameVoided(game_id, reason):
                asked = asked_in(self._books.planned[game_id], report)
                store.void(game_id, "void", reason, asked or "", busy=report.busy)
        return None

    def _played(self, game_id: str, outcome: Outcome, number: int) -> PlayedGame:
        run = self._books.store.run
        assert run is not None
        return PlayedGame(self._books.planned[game_id], outcome.result, outcome.faults, run, number, outcome.uses)
