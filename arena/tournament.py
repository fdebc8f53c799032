"""A tournament: jobs of rooms, so many at a time, every result stored before it is told.

A run is the schedule minus what the store holds; resuming, adding a bot and asking for more sets are the same thing.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import trio

from arena.chance import keyed
from arena.clock import ClockSettings
from arena.config import Contest, OnFault
from arena.entrants import Entrant
from arena.games.kernel import Seat
from arena.lag import LagMeter
from arena.referee import Outcome, Terms
from arena.rooms import Failure, Program, play_room
from arena.schedule import Job, Planned
from arena.store import Fault, Finished, SeatFailure, SeatUse, Store

PATIENCE = 10.0
"""Seconds that running games get to end after the first Ctrl-C."""


@dataclass(frozen=True)
class Setup:
    """What is played, by whom, under what.

    Args:
        contests: the games by label.
        entrants: the bots by id.
        seed: keys every pack.
        clock: the limits of every seat.
        on_fault: what a fault does to a game.
        rooms: how many rooms play at the same time.
    """

    contests: Mapping[str, Contest]
    entrants: Mapping[str, Entrant]
    seed: str
    clock: ClockSettings
    on_fault: OnFault
    rooms: int = 1

    def terms(self, planned: Planned) -> Terms:
        """Return under what a planned game is played."""
        contest = self.contests[planned.contest]
        sides = contest.game.table(contest.options).sides
        return Terms(
            game_id=planned.id,
            game=contest.game,
            preset=contest.preset,
            options=contest.options,
            chance=keyed(self.seed, planned.chance),
            clock=self.clock,
            on_fault=self.on_fault,
            names=tuple("-" if side is None else planned.sides[side] for side in sides),
        )

    def programs(self, job: Job) -> dict[Seat, Program]:
        """Return the bot of each seat that is asked anything."""
        contest = self.contests[job.contest]
        table = contest.game.table(contest.options)
        found = {}
        for seat in table.players:
            side = table.sides[seat]
            assert side is not None
            entrant = self.entrants[job.sides[side]]
            found[seat] = Program(entrant.name, entrant.command, entrant.folder)
        return found


class Watcher(Protocol):
    """Who is told how a tournament goes. Results are told only after they are stored."""

    def finished(self, planned: Planned, outcome: Outcome) -> None:
        """A game has a result."""

    def internal(self, planned: Planned, trace: str) -> None:
        """The arena itself failed in a game."""

    def voided(self, planned: Planned, reason: str, *, again: bool) -> None:
        """A game does not count because of the arena; `again`: it is played again at once, else in the next run."""

    def stopping(self) -> None:
        """A stop was asked for; running games end first."""


@dataclass
class _Run:
    """A tournament in progress."""

    setup: Setup
    store: Store
    watcher: Watcher
    enough: Callable[[], bool] = lambda: False
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    """All rooms."""
    stopped: int | None = None
    """The signal that asked for a stop."""
    lag: LagMeter = field(default_factory=LagMeter)
    planned: dict[str, Planned] = field(default_factory=dict)

    async def work(self, jobs: Iterator[Job]) -> None:
        """Play rooms until there are none left."""
        for job in jobs:
            self.planned |= {game.id: game for game in job.games}
            await play_room(self.setup.programs(job), self._games(job), self, self.lag)

    def _games(self, job: Job) -> Iterator[Terms]:
        for game in job.games:
            if self.stopped:
                return
            yield self.setup.terms(game)

    async def begun(self, terms: Terms) -> None:
        """Open an attempt (for the room)."""
        await self._write(lambda: self.store.begin(terms.game_id))

    async def finished(self, terms: Terms, outcome: Outcome, failures: tuple[Failure, ...]) -> None:
        """Store a result, then tell of it (for the room)."""
        done = finished(terms.game_id, outcome, failures)
        await self._write(lambda: self.store.finish(done))
        self.watcher.finished(self.planned[terms.game_id], outcome)
        if self.enough():
            self.scope.cancel()

    async def internal(self, terms: Terms, trace: str) -> None:
        """Tell of a failure of our own (for the room)."""
        self.watcher.internal(self.planned[terms.game_id], trace)

    async def voided(self, terms: Terms, reason: str, *, again: bool) -> None:
        """Tell of a game that does not count (for the room)."""
        self.watcher.voided(self.planned[terms.game_id], reason, again=again)

    async def _write(self, job: Callable[[], object]) -> None:
        """Let the store write in its thread: a slow disk holds up no clock. One write at a time, none cancelled."""
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(job, limiter=self._writer)

    _writer: trio.CapacityLimiter = field(default_factory=lambda: trio.CapacityLimiter(1))


def finished(game_id: str, outcome: Outcome, failures: Iterable[Failure]) -> Finished:
    """Return an outcome as the store keeps it."""
    result = outcome.result
    return Finished(
        game_id=game_id,
        places=result.places,
        scores=result.scores or None,
        reason=result.reason,
        extra=dict(result.extra),
        faults=tuple(Fault(*verdict) for verdict in outcome.verdicts),
        uses={seat: SeatUse(use.decisions, use.total_ms, use.worst_ms) for seat, use in outcome.uses.items()},
        record=outcome.record,
        failures=tuple(SeatFailure(*f.verdict, f.stderr, f.sent, f.received) for f in failures),
    )


async def play(
    setup: Setup,
    batches: Iterable[Iterable[Job]],
    store: Store,
    watcher: Watcher,
    enough: Callable[[], bool] = lambda: False,
) -> int | None:
    """Play batches of jobs, `setup.rooms` at a time; the next batch is asked for when all of the last has been played.

    Once `enough()` is true after a game, the others that are running are broken off and nothing more is played.

    The first SIGINT or SIGTERM lets running games end (for at most `PATIENCE` seconds), the second ends them at once.
    Games without a result are played when the tournament is run again.

    Returns:
        The signal that stopped the tournament early, or None.
    """
    async with trio.open_nursery() as outer:
        run = _Run(setup, store, watcher, enough, outer.cancel_scope)
        await outer.start(_heed_signals, run)
        outer.start_soon(run.lag.run)
        for batch in batches:
            queue = iter(list(batch))
            async with trio.open_nursery() as workers:
                for _ in range(setup.rooms):
                    workers.start_soon(run.work, queue)
            if run.stopped:
                break
        outer.cancel_scope.cancel()
    return run.stopped


async def _heed_signals(run: _Run, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        async for number in signals:
            if run.stopped:
                run.scope.cancel()
            else:
                run.stopped = number
                run.scope.deadline = trio.current_time() + PATIENCE
                run.watcher.stopping()
