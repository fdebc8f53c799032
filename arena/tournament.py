"""A tournament: jobs of rooms, so many at a time, every result stored before it is told.

A run is the schedule minus what the store holds; resuming, adding a bot and asking for more sets are the same thing.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Protocol

import trio

from arena.chance import keyed
from arena.clock import ClockSettings
from arena.config import Contest, OnFault
from arena.entrants import Entrant
from arena.errors import UserError
from arena.games.kernel import Seat
from arena.lag import LagMeter
from arena.limits import Limits
from arena.player import PATIENCE_MS
from arena.probation import Benched, Probation
from arena.referee import Outcome, Terms
from arena.rooms import Failure, Surroundings, play_room
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.schedule import BLOCK, Job, Planned, jobs
from arena.seat import Use
from arena.store import Fault, Finished, SeatFailure, SeatUse, Store
from arena.writer import Listener, Writer

PATIENCE = 10.0
"""Seconds that running games get to end after the first Ctrl-C."""
SAME = 0.2
"""Seconds in which a stop that comes again is the same one: terminals and wrappers pass one on more than once."""
LAG = "lag_p99_ms"
"""The name among the conditions of a game of what 99 % of the looks at the arena's own lateness stayed below."""
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""The signals that ask for a stop: Ctrl-C, a service manager, a terminal that was closed."""


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
        block: how many sets the same processes play at most.
        sandbox: what bots are started in; None for plain processes.
        limits: what a bot may use, by id; the defaults for those that are not named.
        tables: how many games may be open at once in a room, if all of its bots ask for as many.
    """

    contests: Mapping[str, Contest]
    entrants: Mapping[str, Entrant]
    seed: str
    clock: ClockSettings
    on_fault: OnFault
    rooms: int = 1
    block: int = BLOCK
    sandbox: Sandbox | None = None
    limits: Mapping[str, Limits] = field(default_factory=dict)
    tables: int = 1

    def tables_for(self, job: Job) -> int:
        """Return how many games of a job may be open at once; how many are is then up to the greetings of its bots.

        A bot with a `bot.toml` plays at as many tables as it says there. Others do where bots are trusted.
        """
        trusted = self.sandbox is None or self.sandbox.level == "none"
        said = [self.entrants[name].tables for name in job.sides]
        return min(self.tables, *(tables or (self.tables if trusted else 1) for tables in said))

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
            found[seat] = program(entrant, self.limits.get(entrant.id, Limits()))
        return found


def program(entrant: Entrant, limits: Limits) -> Program:
    """Return a bot as it is started; a folder that is not a copy of ours is not its own as a whole."""
    return Program(entrant.name, entrant.command, entrant.folder, limits, entrant.staged)


class Watcher(Listener, Protocol):
    """Who is told how a tournament goes. Results are told only after they are stored."""

    def finished(self, planned: Planned, outcome: Outcome) -> None:
        """A game has a result."""

    def internal(self, planned: Planned, trace: str) -> None:
        """The arena itself failed in a game."""

    def voided(self, planned: Planned, reason: str, *, again: bool) -> None:
        """A game does not count because of the arena; `again`: it is played again at once, else in the next run."""

    def benched(self, found: Benched) -> None:
        """A bot is benched: no more of its games are begun, those that are running end."""

    def stopping(self) -> None:
        """A stop was asked for; running games end first."""


@dataclass
class _Run:
    """A tournament in progress."""

    setup: Setup
    store: Store
    watcher: Watcher
    writer: Writer
    enough: Callable[[], bool] = lambda: False
    probation: Probation = field(default_factory=Probation)
    stopped: int | None = None
    """The signal that asked for a stop."""
    lag: LagMeter = field(default_factory=LagMeter)
    trouble: UserError | None = None
    """Why nothing more can be stored."""
    planned: dict[str, Planned] = field(default_factory=dict)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    """What ends with the tournament: everything in it."""

    @cached_property
    def around(self) -> Surroundings:
        """What all rooms have in common."""
        patience = PATIENCE_MS if self.setup.rooms == 1 else 0
        return Surroundings(self.lag, self.setup.sandbox or Sandbox("none"), patience_ms=patience)

    async def play(self, batches: Iterable[Sequence[Planned]]) -> None:
        """Play batches until there are none left, or it has to stop."""
        try:
            for batch in batches:
                await self.writer.write(partial(self.store.plan, (), batch))
                queue = iter(jobs(batch, max(self.setup.block, self.setup.tables)))
                async with trio.open_nursery() as workers:
                    for _ in range(self.setup.rooms):
                        workers.start_soon(self.work, queue)
                if self.stopped or self.trouble:
                    break
        except UserError as error:
            self.trouble = error

    async def work(self, queue: Iterator[Job]) -> None:
        """Play rooms until there are none left."""
        for job in queue:
            self.planned |= {game.id: game for game in job.games}
            try:
                around = replace(self.around, tables=self.setup.tables_for(job))
                await play_room(self.setup.programs(job), self._games(job), self, around)
            except* UserError as group:
                self.trouble = self.trouble or _first(group)
                self.halt()

    def halt(self) -> None:
        """Begin no more games; those that are running have `PATIENCE` seconds to end."""
        self.writer.hurry()
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + PATIENCE)

    def _games(self, job: Job) -> Iterator[Terms]:
        for game in job.games:
            if self.stopped or self.trouble:
                return
            if not self.probation.skips(game):
                yield self.setup.terms(game)

    async def begun(self, terms: Terms) -> None:
        """Open an attempt (for the room)."""
        await self.writer.write(lambda: self.store.begin(terms.game_id))

    async def finished(self, terms: Terms, outcome: Outcome, failures: tuple[Failure, ...]) -> None:
        """Store a result, then tell of it (for the room)."""
        await self.writer.write(partial(self._keep, finished(terms.game_id, outcome, failures)))
        self.watcher.finished(self.planned[terms.game_id], outcome)
        for found in self.probation.news():
            self.watcher.benched(found)
        if self.enough():
            self.scope.cancel()

    def _keep(self, done: Finished) -> None:
        """Store a result, and see whom it benches; in the writer's thread, so that the order is that of the store."""
        self.store.finish(done)
        self.probation.look(self.store)

    async def internal(self, terms: Terms, trace: str) -> None:
        """Store a failure of our own, then tell of it (for the room)."""
        await self.writer.write(lambda: self.store.void(terms.game_id, "internal", trace))
        self.watcher.internal(self.planned[terms.game_id], trace)

    async def voided(self, terms: Terms, reason: str, *, again: bool) -> None:
        """Store that a game does not count, then tell of it (for the room)."""
        await self.writer.write(lambda: self.store.void(terms.game_id, "void", reason))
        self.watcher.voided(self.planned[terms.game_id], reason, again=again)


def _first(group: BaseExceptionGroup[UserError]) -> UserError:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


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
        uses={seat: _use(use) for seat, use in outcome.uses.items()},
        record=outcome.record,
        failures=tuple(SeatFailure(*f.verdict, f.stderr, f.sent, f.received) for f in failures),
        conditions={} if outcome.lag_ms is None else {LAG: outcome.lag_ms},
    )


def _use(use: Use) -> SeatUse:
    """Return what a seat used, times to the microsecond."""
    life = use.life
    return SeatUse(
        use.decisions,
        round(use.total_ms, 3),
        round(use.worst_ms, 3),
        charged_ms=_rounded(use.charged_ms),
        bank_ms=_rounded(use.bank_ms),
        strikes=use.strikes or None,
        cpu_ms=_rounded(use.cpu_ms),
        worst_cpu_ms=_rounded(use.worst_cpu_ms),
        delay_ms=_rounded(life and life.delay_ms),
        memory=life and life.memory,
        processes=life and life.processes,
        sent=life and life.sent,
        received=life and life.received,
        stderr=(life and life.stderr) or None,
    )


def _rounded(ms: float | None) -> float | None:
    return None if ms is None else round(ms, 3)


async def play(
    setup: Setup,
    batches: Iterable[Sequence[Planned]],
    store: Store,
    watcher: Watcher,
    enough: Callable[[], bool] = lambda: False,
    probation: Probation | None = None,
) -> int | None:
    """Plan and play batches of games in `setup.rooms` rooms; the next is asked for when all of the last are played.

    Once `enough()` is true after a game, the others that are running are broken off and nothing more is played. Whom
    `probation` benches after a game plays no more, but for games that are running.

    The first signal of `STOPS` lets running games end (for at most `PATIENCE` seconds), the second ends them at once.
    Games without a result are played when the tournament is run again.

    Returns:
        The signal that stopped the tournament early, or None.

    Raises:
        UserError: results could not be stored, whatever was tried; those that were told of are safe.
    """
    run = _Run(setup, store, watcher, Writer(watcher), enough, probation or Probation())
    await _copy_commands(setup)
    async with trio.open_nursery() as outer:
        run.scope = outer.cancel_scope
        await outer.start(_heed_signals, run)
        outer.start_soon(run.lag.run)
        if setup.sandbox is not None:
            outer.start_soon(setup.sandbox.guard)
        await run.play(batches)
        outer.cancel_scope.cancel()
    if run.trouble:
        raise run.trouble
    await run.writer.write(store.end_run)
    return run.stopped


async def _copy_commands(setup: Setup) -> None:
    """Copy the files of quoted commands into the sandbox now: their owners may change them while others play."""
    for entrant in setup.entrants.values():
        if setup.sandbox is not None and not entrant.staged:
            with suppress(SandboxFailure):  # told when it is to play
                await setup.sandbox.place(program(entrant, Limits()))


async def _heed_signals(run: _Run, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED) -> None:
    heeded = [number for number in STOPS if number is not signal.SIGHUP or not _nohup()]
    with trio.open_signal_receiver(*heeded) as signals:
        task_status.started()
        begun = 0.0
        async for number in signals:
            if run.stopped:
                if trio.current_time() - begun > SAME:
                    run.scope.cancel()
            else:
                begun = trio.current_time()
                run.stopped = number
                run.halt()
                run.watcher.stopping()


def _nohup() -> bool:
    """Return whether the arena was started so that it outlives its terminal."""
    return signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
