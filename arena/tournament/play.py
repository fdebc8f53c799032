"""Play a tournament: several rooms at a time, every result stored before anybody is told of it.

A run plays the schedule minus what the store holds. So resuming a ladder, adding a bot and asking for more sets are the
same operation.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from math import inf

import trio

from arena.errors import UserError
from arena.escapes import last_words
from arena.sandbox import Sandbox, SandboxFailure
from arena.sandbox.priority import right_of_way
from arena.schedules.plan import PlannedGame, PlannedRoom, rooms_of
from arena.settings.contest import sides_of
from arena.settings.limits import Limits
from arena.store import PlayedGame, Store
from arena.table.garbage import seldom_collected
from arena.table.lag import LagMeter
from arena.table.reports import CrashedAfter, GameBegun, GameBroken, GameEnded, GameVoided, Report
from arena.table.rooms import REPLAYS, play_room
from arena.table.surroundings import Surroundings
from arena.tournament import events
from arena.tournament.ahead import play_ahead
from arena.tournament.bookkeeper import GATHER, Batch, Bookkeeper
from arena.tournament.child import ChildProcess
from arena.tournament.durations import RoomInPlay
from arena.tournament.events import Note, Tell
from arena.tournament.machines import Agents, Machine, Queue
from arena.tournament.pinning import Cores, core_sets, pinned
from arena.tournament.probation import Probation
from arena.tournament.punctuality import Punctuality
from arena.tournament.setup import TournamentSetup, program
from arena.tournament.stops import NEWS
from arena.tournament.voids import Voids, voids_of
from arena.tournament.workers import Hire, Worker, WorkerDied, hired
from arena.tournament.writer import Writer

PATIENCE = 10.0
"""Seconds that running games get to end after the first Ctrl-C."""
PAUSE = 0.2
"""Seconds before a dead worker is replaced."""
DEATHS = 2 * (REPLAYS + 1)
"""How many workers may die in a row, with no result from any of them in between."""
QUIET = 15.0
"""So many seconds without a result, and it is told which games are open; then after twice as many, and so on."""
LOSSES = 20
"""How often a game is played again at once because the machine that played it was lost."""


@dataclass
class _Run:
    """A tournament in progress.

    Args:
        setup: what is played.
        tell: is told how it goes.
        books: stores what rooms report.
        enough: returns whether the results so far settle everything; asked after each result.
        take_in: takes every result after it was stored.
        agents: machines that come and go; None if only this one plays.
        stopped: the signal that asked for a stop, if one did.
        trouble: why nothing more can be stored or played, if that is so.
        lag: measures how late this process is.
        scope: cancelling it ends everything in the tournament.
        block: how many sets a room has at most.
        queue: the rooms that are left.
        playing: the room that each worker plays now, or played last.
        deaths: how often a worker died in a game, by the id of the game.
        lost: how often a machine was lost in a game, by the id of the game.
        crashed: the entrants of which was told that they ended after the last game of a room.
        late: how many results came when others had played the game already.
        broken: in how many games the arena itself has failed.
        failed_rules: in how many games the rules of a game from outside have failed.
        begun: when each game that is open began (s), by its id.
        heard: when a game ended last (s).
        voids: counts void games by entrant.
        punctuality: sees which machines make all bots late.
        patience: seconds that running games get to end after the first wish to stop.
    """

    setup: TournamentSetup
    tell: Tell
    books: Bookkeeper
    enough: Callable[[], bool] = lambda: False
    take_in: Callable[[PlayedGame], None] = lambda _: None
    agents: Agents | None = None
    stopped: int | None = None
    trouble: UserError | None = None
    lag: LagMeter = field(default_factory=LagMeter)
    scope: trio.CancelScope = field(default_factory=trio.CancelScope)
    block: int = field(init=False)
    queue: Queue = field(init=False)
    playing: dict[Worker, PlannedRoom] = field(default_factory=dict)
    deaths: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)
    crashed: set[str] = field(default_factory=set)
    late: int = 0
    broken: int = 0
    failed_rules: int = 0
    begun: dict[str, float] = field(default_factory=dict)
    heard: float = 0.0
    voids: Voids = field(default_factory=lambda: Voids({}, {}))
    punctuality: Punctuality = field(default_factory=Punctuality)
    patience: float = PATIENCE

    def __post_init__(self) -> None:
        self.block = max(self.setup.block, self.setup.tables)
        self.queue = Queue(shared=self.agents is not None, block=self.block)

    async def play(self, batches: Iterable[Sequence[PlannedGame]]) -> None:
        """Have batches played until there are none left, or until the run has to stop.

        Args:
            batches: games; the next batch is asked for when the last one has been played.
        """
        try:
            for batch in batches:
                if self.stopped or self.trouble:
                    break
                await self.books.plan(batch)
                self.queue.fill(rooms_of(batch, self.block))
                await self.queue.played()
        except UserError as error:
            self.trouble = error
        self.queue.close()

    async def work(self, machine: Machine) -> None:
        """Have a machine play rooms until there are no more, or it is gone."""
        self.queue.machines.append(machine)
        machine.wake = self.queue.notify
        try:
            async with trio.open_nursery() as nursery:
                for worker in machine.workers:
                    nursery.start_soon(self._play_rooms, machine, worker)
        finally:
            self.queue.leave(machine)

    async def _play_rooms(self, machine: Machine, worker: Worker | None) -> None:
        """Play rooms until there are no more. A worker goes on while results of its last room are stored."""
        async with trio.open_nursery() as nursery:
            while (turn := await self.queue.next(machine)) is not None:
                over = trio.Event()
                nursery.start_soon(self._play_room, turn, machine, worker, over)
                await over.wait()

    async def _play_room(self, turn: RoomInPlay, machine: Machine, worker: Worker | None, over: trio.Event) -> None:
        """Play a room; `over` is set when the next one may begin."""
        try:
            if worker is None:
                await self._play_here(turn.room)
            else:
                await self._play_there(turn, machine, worker, over)
        except* UserError as group:
            self.fail(_first(group))
        over.set()
        self.queue.settle(turn)

    async def tell_of_silence(self) -> None:
        """Tell which games are open whenever none has ended for long: a slow bot may hold all others."""
        self.heard = trio.current_time()
        patience = QUIET
        while True:
            await trio.sleep_until(self.heard + patience)
            now = trio.current_time()
            if now - self.heard < patience:
                patience = QUIET
            elif self.begun and not self.books.writer.waits:
                patience = 2 * (now - self.heard)
                self.tell(events.Quiet(now - self.heard, self._open(now)))
            else:
                self.heard = now

    def _open(self, now: float) -> tuple[events.Open, ...]:
        """Return the open games, the longest first."""
        planned = self.books.planned
        games = [(planned[game_id], begun) for game_id, begun in self.begun.items() if game_id in planned]
        games.sort(key=lambda each: each[1])
        return tuple(events.Open(game, self._names(game), now - begun) for game, begun in games)

    def _names(self, game: PlannedGame) -> tuple[str, ...]:
        return tuple(self.setup.entrants[id_].name for id_ in game.sides)

    def stop(self, number: int) -> None:
        """Begin no more games, because a signal asks for it."""
        if number == NEWS and self.stopped:
            return  # what was handed in keeps nobody from ending a league
        self.stopped = number
        self._halt(inf if number == NEWS else self.patience)
        self.tell(Note("stopping: running games end first", kind="stopping"))

    def fail(self, error: UserError) -> None:
        """Begin no more games, because nothing more can be stored or played."""
        self.trouble = self.trouble or error
        self._halt(self.patience)

    def _halt(self, patience: float) -> None:
        """Begin no more games; those that are running have so many seconds to end."""
        self.books.writer.hurry()
        self.scope.deadline = min(self.scope.deadline, trio.current_time() + patience)
        self.queue.clear()
        for worker in self.playing:
            worker.stop()

    async def _play_here(self, planned: PlannedRoom) -> None:
        """Play a room in this process; no other room plays meanwhile."""
        room = self.setup.room(planned, self.voids)
        games = (room.game_setup(game.id) for game in planned.games if self._wanted(game))
        sandbox = self.setup.sandbox or Sandbox("none")
        around = Surroundings(self.lag, sandbox, room.tables, room.voids, room.keep_stderr)
        await play_ahead(lambda take: play_room(room.programs, games, take, around), self.take, room.tables)

    async def _play_there(self, turn: RoomInPlay, machine: Machine, worker: Worker, over: trio.Event) -> None:
        """Have a worker play a room; where it dies, the next one goes on. `over` is set when it may play another room.

        Raises:
            UserError: workers die again and again, or none can be started.
        """
        planned = turn.room
        left = {game.id: game for game in planned.games}

        async def take(reports: Sequence[Report]) -> None:
            ended = [report for report in reports if isinstance(report, GameEnded)]
            turn.hear(len(ended))
            for each in ended:
                each.outcome.machine = machine.about
            await self.take(reports)
            for report in reports:
                if not isinstance(report, GameBegun) and not (isinstance(report, GameVoided) and report.again):
                    machine.died_in_a_row = 0
                    left.pop(report.game_id, None)
            await self._judge(machine)

        while games := tuple(game for game in left.values() if self._wanted(game)):
            self.playing[worker] = planned
            try:
                await worker.play(self.setup.room(planned._replace(games=games), self.voids), take, over.set)
                left.clear()
            except WorkerDied as died:
                await self._report_death(died, machine, left)
                if machine.gone:
                    games = tuple(game for game in left.values() if self._wanted(game))
                    self.queue.put_back(machine, planned._replace(games=games))
                    return

    async def _judge(self, machine: Machine) -> None:
        """Let a machine play no more if it makes all bots late."""
        if not machine.gone and machine.name and (why := self.punctuality.verdict(machine.name)):
            await machine.give_up(why)

    async def _report_death(self, died: WorkerDied, machine: Machine, left: dict[str, PlannedGame]) -> None:
        """Report the games that a worker died in.

        Args:
            died: how it died.
            machine: where.
            left: the games of its room that are still to be played; those that this run gives up are taken out.

        Raises:
            UserError: so many workers died in a row on this machine that the next one is unlikely to do better.
        """
        reports: list[Report] = []
        counted, most = (self.lost, LOSSES) if died.gone else (self.deaths, REPLAYS)
        for game_id in died.open_games:
            counted[game_id] += 1
            again = counted[game_id] <= most and not self.stopped
            if died.trace or not again:
                left.pop(game_id, None)
            reports.append(GameBroken(game_id, died.trace) if died.trace else GameVoided(game_id, str(died), again))
        await self.take(reports)
        if died.gone:
            return
        machine.died_in_a_row += 1
        if machine.died_in_a_row > DEATHS:
            if machine.name:
                await machine.give_up(f"one worker after another dies: {died}")
                return
            hint = "what is stored is safe; let fewer rooms play at the same time (-j)"
            raise UserError(f"one worker after another dies: {died}", hint, os.EX_OSERR)
        await trio.sleep(PAUSE)

    def _wanted(self, game: PlannedGame) -> bool:
        """Return whether a game is to begin."""
        return not (self.stopped or self.trouble or self.books.probation.skips(game))

    async def take(self, reports: Sequence[Report]) -> None:
        """Store reports, then tell of them.

        Raises:
            UserError: they could not be stored.
        """
        await self.books.take(reports, self._tell_of)

    def _tell_of(self, batch: Batch) -> None:
        """Tell of reports that are stored, and of what comes of them."""
        planned = self.books.planned
        new = {played.game.id for played in batch.played}
        for played in batch.played:
            self.voids.take(played)
            self.take_in(played)
        now = trio.current_time()
        for report in batch.reports:
            if isinstance(report, GameBegun):
                self.heard = self.heard if self.begun else now
                self.begun[report.game_id] = now
            elif self.begun.pop(report.game_id, None) is not None:
                self.heard = now
            match report:
                case GameEnded(game_id) if game_id not in new:
                    self.late += 1
                case GameEnded(game_id, outcome):
                    new.remove(game_id)
                    self.punctuality.take(planned[game_id], outcome)
                    game = planned[game_id]
                    self.tell(events.GameEnded(game, self._names(game), outcome, report.failures))
                    if self.enough():
                        self.scope.cancel()
                case GameBroken(game_id, trace, rules):
                    self.broken += not rules
                    self.failed_rules += bool(rules)
                    reason = "the rules failed" if rules else "the arena itself failed"
                    self.tell(events.GameVoided(planned[game_id], reason, trace=rules or trace))
                case GameVoided(game_id, reason, again):
                    self.voids.note(planned[game_id], report)
                    self.tell(events.GameVoided(planned[game_id], reason, again))
                case CrashedAfter(game_id):
                    self._tell_of_crash(planned[game_id], report)
        self._tell_of_benched()

    def _tell_of_benched(self) -> None:
        """Tell whom the results bench, and stop the rooms of these bots."""
        for found in self.books.probation.news():
            self.tell(found._replace(name=self.setup.entrants[found.entrant].name))
            for worker, room in self.playing.items():
                if found.entrant in room.sides:
                    worker.stop()

    def _tell_of_crash(self, game: PlannedGame, crash: CrashedAfter) -> None:
        """Tell of a bot that ended after the last game of a room, the first time that it does."""
        fault = crash.fault
        side = sides_of(game.contest)[fault.seat]
        if side is None or (entrant := game.sides[side]) in self.crashed:
            return
        self.crashed.add(entrant)
        words = last_words(crash.stderr)
        text = (
            f"{self.setup.entrants[entrant].name}: {fault.kind} after {game.id}, the last game of a room: {fault.text}"
        )
        hint = f"the result counts{'; its last words: ' if words else ''}{words}"
        self.tell(Note(text, hint, "warning"))


def _first(group: BaseExceptionGroup[UserError]) -> UserError:
    """Return the first error of a group, which may hold groups itself."""
    error = group.exceptions[0]
    return _first(error) if isinstance(error, BaseExceptionGroup) else error


async def play(
    setup: TournamentSetup,
    batches: Iterable[Sequence[PlannedGame]],
    store: Store,
    tell: Tell,
    enough: Callable[[], bool] = lambda: False,
    probation: Probation | None = None,
    hire: Hire = ChildProcess,
    take: Callable[[PlayedGame], None] = lambda _: None,
    patience: float | None = None,
    agents: Agents | None = None,
) -> int | None:
    """Plan and play batches of games, in `setup.rooms` rooms on this machine and on those that call in.

    A single room plays in this process; several, or rooms beside agents, play in a worker each. Bots that are
    deterministic get the same results either way.

    What `setup.stops` asks for first lets running games end (for at most `patience` seconds), the second time it ends
    them at once. Games without a result are played when the tournament is run again.

    Args:
        setup: what is played, by whom and under what.
        batches: the games; the next batch is asked for when the last one has been played.
        store: where results are stored.
        tell: is told how the tournament goes.
        enough: asked after each result; once it returns True, running games are broken off and no more are played.
        probation: benches bots after a result; their running games end, and no more of their games are played.
        hire: starts a process for a worker (see `arena.tournament.workers`).
        take: takes every result after it was stored.
        patience: seconds that running games get to end after the first stop; None for `PATIENCE`.
        agents: machines that come and go, if there may be some.

    Returns:
        The signal that stopped the tournament early, or None.

    Raises:
        UserError: results could not be stored, or workers could not be started, in spite of repeated tries; or rooms
            cannot be pinned here; or the arena itself failed in a game. Results that were told are safe.
    """
    books = Bookkeeper(store, Writer(tell), probation or Probation(), GATHER if agents else 0)
    seconds = PATIENCE if patience is None else patience
    run = _Run(setup, tell, books, enough, take, agents, voids=voids_of(store), patience=seconds)
    cores = core_sets(setup.rooms, pin=setup.pin)
    sandbox = setup.sandbox or Sandbox("none")
    await _copy_commands(setup)
    with seldom_collected(), right_of_way():
        await _play_under(run, batches, sandbox, hire, cores)
    if run.trouble:
        raise run.trouble
    await books.end_run()
    if agents and run.late:
        what = "1 result" if run.late == 1 else f"{run.late} results"
        agents.say(f"dropped: {what} of games that others had played already")
    if run.broken:
        raise UserError(
            f"the arena itself failed in {run.broken} games, which have no result (no bot is to blame)",
            "the first traceback is shown above; please report it",
            os.EX_SOFTWARE,
        )
    if run.failed_rules:
        raise UserError(
            f"the rules failed in {run.failed_rules} games, which have no result (no bot is to blame)",
            "the first error is shown above; `arena games check` looks for more",
            os.EX_DATAERR,
        )
    return run.stopped


async def _play_under(
    run: _Run, batches: Iterable[Sequence[PlannedGame]], sandbox: Sandbox, hire: Hire, cores: Sequence[Cores]
) -> None:
    """Play, with what runs beside the games: what may ask for a stop, the guardian, the meter of lateness, workers."""
    setup = run.setup
    async with trio.open_nursery() as outer:
        run.scope = outer.cancel_scope
        if setup.stops is not None:
            await outer.start(setup.stops, run.stop, run.scope.cancel)
        if setup.sandbox is not None:
            outer.start_soon(setup.sandbox.guard)
        outer.start_soon(run.tell_of_silence)
        many = setup.rooms > 1 or run.agents is not None
        async with hired(setup.rooms if many else 0, sandbox, hire, cores) as hosts, trio.open_nursery() as playing:
            own = Machine([*map(Worker, hosts)] if many else [None], about=run.agents.own if run.agents else None)
            if not many:
                outer.start_soon(run.lag.run)
            if run.agents is not None:
                playing.start_soon(run.agents.serve, setup, run.work, run.fail)
            with pinned(cores[0] if cores and not many else None):
                playing.start_soon(run.work, own)
                await run.play(batches)
                playing.cancel_scope.cancel()
        outer.cancel_scope.cancel()


async def _copy_commands(setup: TournamentSetup) -> None:
    """Copy the files of quoted commands into the sandbox now: their owners may change them while others play."""
    for entrant in setup.entrants.values():
        if setup.sandbox is not None and not entrant.staged:
            with suppress(SandboxFailure):  # the room that starts this bot fails again and says so
                await setup.sandbox.place(program(entrant, Limits()))
