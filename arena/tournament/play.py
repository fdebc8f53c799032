"""A tournament: rooms_of of rooms, so many at a time, every result stored before it is told.

A run is the schedule minus what the store holds; resuming, adding a bot and asking for more sets are the same thing.
"""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import trio

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.games.kernel import Seat
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.schedules.plan import BLOCK, PlannedGame, PlannedRoom, rooms_of
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest
from arena.settings.limits import Limits
from arena.store import PlayedGame, Store
from arena.table.garbage import seldom_collected
from arena.table.lag import LagMeter
from arena.table.outcome import Outcome
from arena.table.reports import GameBegun, GameBroken, GameEnded, GameVoided, Report
from arena.table.rooms import REPLAYS, play_room
from arena.table.surroundings import Surroundings
from arena.tournament.messages import RoomSetup
from arena.tournament.probation import Benched, Probation
from arena.tournament.workers import Crew, Hire, Process, Worker, WorkerDied
from arena.tournament.workshop import STOPS, pin
from arena.tournament.writer import Listener, Writer

PATIENCE = 10.0
"""Seconds that running games get to end after the first Ctrl-C."""
SAME = 0.2
"""Seconds in which a stop that comes again is the same one: terminals and wrappers pass one on more than once."""
PAUSE = 0.2
"""Seconds before a worker that has come to nothing is replaced."""
DEATHS = 2 * (REPLAYS + 1)
"""How many workers may die in a row, with no result from any of them in between."""


@dataclass(frozen=True)
class TournamentSetup:
    """What is played, by whom, under what.

    Args:
        contests: the games by label.
        entrants: the bots by id.
        seed: keys every pack.
        clock: the limits of every seat.
        on_fault: what a fault does to a game.
        rooms: how many rooms play at the same time: one in the arena's own process, more in a worker process each.
        block: how many sets the same processes play at most.
        sandbox: what bots are started in; None for plain processes.
        limits: what a bot may use, by id; the defaults for those that are not named.
        tables: how many games may be open at once in a room, if all of its bots ask for as many.
        pin: whether each room is kept on one core, with all of its bots.
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
    pin: bool = False

    def room(self, planned: PlannedRoom) -> RoomSetup:
        """Return a planned as a room is given it."""
        contest = self.contests[planned.contest]
        sides = contest.game.seating(contest.options).sides
        return RoomSetup(
            game=contest.game.name,
            preset=contest.preset,
            options=contest.options,
            seed=self.seed,
            clock=self.clock,
            on_fault=self.on_fault,
            programs=self._programs(planned),
            names=tuple("-" if side is None else planned.sides[side] for side in sides),
            tables=self._tables_for(planned),
            games={game.id: game.chance for game in planned.games},
        )

    def _tables_for(self, planned: PlannedRoom) -> int:
        """Return how many games of a room may be open at once; how many are is then up to the greetings of its bots.

        A bot with a `bot.toml` plays at as many tables as it says there. Others do where bots are trusted.
        """
        trusted = self.sandbox is None or self.sandbox.level == "none"
        said = [self.entrants[name].tables for name in planned.sides]
        return min(self.tables, *(tables or (self.tables if trusted else 1) for tables in said))

    def _programs(self, planned: PlannedRoom) -> dict[Seat, Program]:
        """Return the bot of each seat that is asked anything."""
        contest = self.contests[planned.contest]
        seating = contest.game.seating(contest.options)
        found = {}
        for seat in seating.players:
            side = seating.sides[seat]
            assert side is not None
            entrant = self.entrants[planned.sides[side]]
            found[seat] = program(entrant, self.limits.get(entrant.id, Limits()))
        return found


def program(entrant: Entrant, limits: Limits) -> Program:
    """Return a bot as it is started; a folder that is not a copy of ours is not its own as a whole."""
    return Program(entrant.name, entrant.command, entrant.folder, limits, entrant.staged)


class Watcher(Listener, Protocol):
    """Who is told how a tournament goes. Results are told only after they are stored."""

    def finished(self, planned: PlannedGame, outcome: Outcome) -> None:
        """A game has a result."""

    def internal(self, planned: PlannedGame, trace: str) -> None:
        """The arena itself failed in a game."""

    def voided(self, planned: PlannedGame, reason: str, *, again: bool) -> None:
        """A game does not count because of the arena; `again`: it is played again at once, else in the next run."""

    def benched(self, found: Benched) -> None:
        """A bot is benched: no more of its games are begun, those that are running end."""

    def stopping(self) -> None:
        """A stop was asked for; running games end first."""


@dataclass
class _Batch:
    """Reports that are stored together."""

    reports: list[Report] = field(default_factory=list)
    played: list[PlayedGame] = field(default_factory=list)
    """The results among them, once they are stored."""
    trouble: UserError | None = None
    """Why they are not."""


@dataclass
class _Run:
    """A tournament in progress."""

    setup: TournamentSetup
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
    planned: Mapping[str, PlannedGame] = field(default_factory=dict)
    """The games of the batch that is played now, by id."""
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    """What ends with the tournament: everything in it."""
    playing: dict[Worker, PlannedRoom] = field(default_factory=dict)
    """What each worker plays, or has played last."""
    deaths: Counter[str] = field(default_factory=Counter)
    """How often a worker died in a game, by the id of the game."""
    died_in_a_row: int = 0
    """How many workers died since a game had a result."""
    broken: int = 0
    """In how many games the arena itself has failed."""
    take_in: Callable[[PlayedGame], None] = lambda _: None
    """Is given every result after it was stored."""
    batch: _Batch = field(default_factory=_Batch)
    """What is to be stored next."""
    storing: trio.Lock = field(default_factory=trio.Lock)

    async def play(self, batches: Iterable[Sequence[PlannedGame]], workers: Sequence[Worker]) -> None:
        """Play batches until there are none left, or it has to stop.

        Args:
            batches: games.
            workers: who plays; nobody to play here.
        """
        try:
            for batch in batches:
                await self.writer.write(partial(self.store.plan, (), batch))
                self.planned = {game.id: game for game in batch}
                queue = iter(rooms_of(batch, max(self.setup.block, self.setup.tables)))
                async with trio.open_nursery() as nursery:
                    for worker in workers or (None,):
                        nursery.start_soon(self.play_rooms, queue, worker)
                if self.stopped or self.trouble:
                    break
        except UserError as error:
            self.trouble = error

    async def play_rooms(self, queue: Iterator[PlannedRoom], worker: Worker | None) -> None:
        """Play rooms until there are none left. A worker goes on while results of its last room are stored."""
        async with trio.open_nursery() as nursery:
            for job in queue:
                over = trio.Event()
                nursery.start_soon(self._play_room, job, worker, over)
                await over.wait()

    async def _play_room(self, job: PlannedRoom, worker: Worker | None, over: trio.Event) -> None:
        """Play a room; `over` is set when another may begin."""
        try:
            if worker is None:
                await self._play_here(job)
            else:
                await self._play_there(job, worker, over)
        except* UserError as group:
            self.trouble = self.trouble or _first(group)
            self.halt()
        over.set()

    def halt(self) -> None:
        """Begin no more games; those that are running have `PATIENCE` seconds to end."""
        self.writer.hurry()
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + PATIENCE)
        for worker in self.playing:
            worker.stop()

    async def _play_here(self, job: PlannedRoom) -> None:
        """Play a room in this process, the only one that plays."""
        room = self.setup.room(job)
        games = (room.setup(game.id) for game in job.games if self._wanted(game))
        around = Surroundings(self.lag, self.setup.sandbox or Sandbox("none"), room.tables)
        await play_room(room.programs, games, self._take_one, around)

    async def _play_there(self, job: PlannedRoom, worker: Worker, over: trio.Event) -> None:
        """Have a worker play a room; where it dies, the next one goes on. `over` is set when it may play another.

        Raises:
            UserError: workers die again and again, or none is to be had.
        """
        left = {game.id: game for game in job.games}

        async def take(reports: Sequence[Report]) -> None:
            await self.take(reports)
            for report in reports:
                if not isinstance(report, GameBegun) and not (isinstance(report, GameVoided) and report.again):
                    self.died_in_a_row = 0
                    left.pop(report.game_id, None)

        while games := tuple(game for game in left.values() if self._wanted(game)):
            self.playing[worker] = job
            try:
                await worker.play(self.setup.room(job._replace(games=games)), take, over.set)
                left.clear()
            except WorkerDied as died:
                await self._bear(died, left)

    async def _bear(self, died: WorkerDied, left: dict[str, PlannedGame]) -> None:
        """Tell of the games that a worker died in, and take those away that are not played again in this run.

        Raises:
            UserError: it does not look as if the next would do better.
        """
        reports: list[Report] = []
        for game_id in died.open_games:
            self.deaths[game_id] += 1
            again = self.deaths[game_id] <= REPLAYS and not self.stopped
            if died.trace or not again:
                left.pop(game_id, None)
            reports.append(GameBroken(game_id, died.trace) if died.trace else GameVoided(game_id, str(died), again))
        await self.take(reports)
        self.died_in_a_row += 1
        if self.died_in_a_row > DEATHS:
            hint = "what is stored is safe; let fewer rooms play at the same time (-j)"
            raise UserError(f"worker after worker comes to nothing: {died}", hint, os.EX_OSERR)
        await trio.sleep(PAUSE)

    def _wanted(self, game: PlannedGame) -> bool:
        """Return whether a game is to begin."""
        return not (self.stopped or self.trouble or self.probation.skips(game))

    async def _take_one(self, report: Report) -> None:
        await self.take([report])

    async def take(self, reports: Sequence[Report]) -> None:
        """Store reports, then tell of them; those that come while others are being stored are stored together.

        Raises:
            UserError: they could not be stored.
        """
        batch = self.batch
        batch.reports += reports
        with trio.CancelScope(shield=True):
            async with self.storing:
                if batch is self.batch:
                    self.batch = _Batch()
                    try:
                        await self.writer.write(_Storing(self, batch))
                    except UserError as error:
                        batch.trouble = error
                    else:
                        self._tell(batch)
        if batch.trouble:
            raise batch.trouble

    def _tell(self, batch: _Batch) -> None:
        """Tell of what is stored."""
        for played in batch.played:
            self.take_in(played)
        for report in batch.reports:
            match report:
                case GameEnded(game_id, outcome):
                    self.watcher.finished(self.planned[game_id], outcome)
                    if self.enough():
                        self.scope.cancel()
                case GameBroken(game_id, trace):
                    self.broken += 1
                    self.watcher.internal(self.planned[game_id], trace)
                case GameVoided(game_id, reason, again):
                    self.watcher.voided(self.planned[game_id], reason, again=again)
        for found in self.probation.news():
            self.watcher.benched(found)
            for worker, job in self.playing.items():
                if found.entrant in job.sides:
                    worker.stop()


class _Storing:
    """Stores reports, and sees whom they bench; in the writer's thread, so that the order is that of the store."""

    def __init__(self, run: _Run, batch: _Batch) -> None:
        self._run = run
        self._batch = batch
        self._stored = False

    def __call__(self) -> None:
        """Do it. Where the disk is nearly full, results are stored, and then it waits before more games begin."""
        store, batch = self._run.store, self._batch
        begun = [report for report in batch.reports if isinstance(report, GameBegun)]
        if not self._stored:
            with store.together(durable=len(begun) < len(batch.reports)):
                batch.played = [played for report in batch.reports if (played := self._store(report)) is not None]
            self._stored = True
            for played in batch.played:
                self._run.probation.take(played)
        if begun:
            store.check_room()

    def _store(self, report: Report) -> PlayedGame | None:
        """Store what a room says of a game; return the result if it is one, and a new one."""
        store = self._run.store
        match report:
            case GameBegun(game_id):
                store.begin(game_id)
            case GameEnded(game_id, outcome):
                number = store.finish(report)
                return None if number is None else self._played(game_id, outcome, number)
            case GameBroken(game_id, trace):
                store.void(game_id, "internal", trace)
            case GameVoided(game_id, reason):
                store.void(game_id, "void", reason)
        return None

    def _played(self, game_id: str, outcome: Outcome, number: int) -> PlayedGame:
        """Return a game whose result was stored under this number."""
        run = self._run.store.run
        assert run is not None
        planned = self._run.planned[game_id]
        return PlayedGame(planned, outcome.result, outcome.faults, run, number, outcome.uses)


def _first(group: BaseExceptionGroup[UserError]) -> UserError:
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


async def play(
    setup: TournamentSetup,
    batches: Iterable[Sequence[PlannedGame]],
    store: Store,
    watcher: Watcher,
    enough: Callable[[], bool] = lambda: False,
    probation: Probation | None = None,
    hire: Hire = Process,
    take: Callable[[PlayedGame], None] = lambda _: None,
) -> int | None:
    """Plan and play batches of games in `setup.rooms` rooms; the next is asked for when all of the last are played.

    One room plays in this process, several in a worker each: an executor that `hire` returns (see
    `arena.tournament.workers`).
    With deterministic bots the results are the same. `take` is given every result after it was stored.

    Once `enough()` is true after a game, the others that are running are broken off and nothing more is played. Whom
    `probation` benches after a game plays no more, but for games that are running.

    The first signal of `STOPS` lets running games end (for at most `PATIENCE` seconds), the second ends them at once.
    Games without a result are played when the tournament is run again.

    Returns:
        The signal that stopped the tournament early, or None.

    Raises:
        UserError: results could not be stored, or workers not be started, whatever was tried, or rooms cannot be
            pinned here, or the arena itself failed in a game; results that were told of are safe.
    """
    run = _Run(setup, store, watcher, Writer(watcher), enough, probation or Probation(), take_in=take)
    cores = _cores() if setup.pin else None
    sandbox = setup.sandbox or Sandbox("none")
    await _copy_commands(setup)
    with seldom_collected():
        await _play_under(run, batches, sandbox, hire, cores)
    if run.trouble:
        raise run.trouble
    await run.writer.write(store.end_run)
    if run.broken:
        raise UserError(
            f"the arena itself failed in {run.broken} games, which have no result (no bot is to blame)",
            "the first trace stands above; please report it",
            os.EX_SOFTWARE,
        )
    return run.stopped


async def _play_under(
    run: _Run, batches: Iterable[Sequence[PlannedGame]], sandbox: Sandbox, hire: Hire, cores: Sequence[int] | None
) -> None:
    """Play with all that goes on beside the games: signals, the guardian, the meter of lateness, workers."""
    setup = run.setup
    async with trio.open_nursery() as outer:
        run.scope = outer.cancel_scope
        await outer.start(_heed_signals, run)
        if setup.sandbox is not None:
            outer.start_soon(setup.sandbox.guard)
        async with _hired(setup.rooms, sandbox, hire, cores) as workers:
            if not workers:
                outer.start_soon(run.lag.run)
            with _pinned(cores if not workers else None):
                await run.play(batches, workers)
        outer.cancel_scope.cancel()


@asynccontextmanager
async def _hired(rooms: int, sandbox: Sandbox, hire: Hire, cores: Sequence[int] | None) -> AsyncIterator[list[Worker]]:
    """Yield workers for so many rooms, nobody for one; let them go in the end."""
    numbers = range(rooms if rooms > 1 else 0)
    crew = Crew(rooms, sandbox, hire)
    workers = [Worker(i, crew, cores[i % len(cores)] if cores else None) for i in numbers]
    try:
        yield workers
    finally:
        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for worker in workers:
                    nursery.start_soon(worker.dismiss)


def _cores() -> list[int]:
    """Return the cores that the arena may use.

    Raises:
        UserError: this system does not tell.
    """
    if not hasattr(os, "sched_getaffinity"):
        hint = "play without --pin (pin = true)"
        raise UserError("this system cannot keep a process on one core", hint, os.EX_CONFIG)
    return sorted(os.sched_getaffinity(0))


@contextmanager
def _pinned(cores: Sequence[int] | None) -> Iterator[None]:
    """Keep this thread, and all that it starts, on the first of some cores; None for no change."""
    if cores is None:
        yield
        return
    pin(cores[0])
    try:
        yield
    finally:
        os.sched_setaffinity(0, cores)


async def _copy_commands(setup: TournamentSetup) -> None:
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
