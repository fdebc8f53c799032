"""A room: the same entrants in the same seats, with a process for each seat, playing the games of one match.

The rooms of a match play the same packs with the entrants rotated over the seats. They use different processes, so no
process ever sees a deal twice. After a fault the bot gets a new process for the next game.

If all bots of a room ask for several tables, as many games are open at once. No two games of a room have the same
packs, so no process has the same packs at two tables either.
"""

from __future__ import annotations

import traceback
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import partial
from math import inf

import trio

from arena.games.kernel import Seat
from arena.games.outside import at_fault, sources
from arena.protocol import ArenaFault
from arena.sandbox import Program, SandboxFailure
from arena.table.broken import Broken, blaming
from arena.table.lag import Void, p99
from arena.table.launcher import Launcher
from arena.table.outcome import Failure, Fault, Outcome
from arena.table.player import Player
from arena.table.process import DEATH_WAIT
from arena.table.referee import GameSetup, Referee
from arena.table.reports import CrashedAfter, GameBegun, GameBroken, GameEnded, GameVoided, TakeReport
from arena.table.surroundings import Surroundings
from arena.table.tables import Tables

REPLAYS = 2
"""How often a void game is played again at once; after that it is left to the next run."""


async def play_room(
    programs: Mapping[Seat, Program],
    games: Iterable[GameSetup],
    report: TakeReport,
    around: Surroundings | None = None,
) -> None:
    """Play games with the same processes, and report on each as it begins and ends.

    Args:
        programs: the bot of each seat that has to make decisions.
        games: the games, all with different ids; the next one is taken when a table is free, so the caller can stop
            between two games.
        report: takes the reports; no game goes on or begins before it returns.
        around: what the room plays in; without it, plain processes at one table.
    """
    around = around or Surroundings()
    async with trio.open_nursery() as nursery:
        room = _Room(programs, iter(games), report, around, nursery)
        try:
            await room.play()
            await room.report_crashes()
            await _all(launcher.dismiss for launcher in room.launchers.values())
        finally:
            for launcher in room.launchers.values():
                launcher.kill()
            room.launchers.clear()  # they lead back to the room


class _Room:
    """A room in play. The arguments are those of `play_room`."""

    def __init__(
        self,
        programs: Mapping[Seat, Program],
        games: Iterator[GameSetup],
        report: TakeReport,
        around: Surroundings,
        nursery: trio.Nursery,
    ) -> None:
        self.launchers = {seat: Launcher(seat, program, around, self) for seat, program in programs.items()}
        self._games = games
        self._report = report
        self._around = around
        self._nursery = nursery
        self._tables = Tables()
        self._to_replay: deque[GameSetup] = deque()
        """Void games that are played again."""
        self._last: tuple[str, set[Seat]] = "", set()
        """The last game that has a result, and the seats that have a fault in it."""
        self._beginning: GameSetup | None = None
        """The game that is being opened, until it is on a table."""
        self._voided: Counter[str] = Counter()
        """How often each game was void, by its id."""
        self._asked: set[tuple[str, str]] = set()
        """The games that were void while a bot was asked that got no CPU, each with the name of that bot."""
        self._restarted: set[tuple[str, str]] = set()
        """The games that were void because a bot had ended before they began, each with the name of that bot."""
        self._busy: Counter[str] = Counter()
        """How many of these games were void after the bot had used much CPU time, by its name."""
        self._several = False
        """Whether several games were ever open at once: then memory, bytes and marks cannot be told apart by game."""
        self._lag_before: dict[str, list[int]] = {}
        """The counts of the lag meter when each game began, by the id of the game."""

    async def play(self) -> None:
        """Play until there are no games left."""
        while True:
            try:
                await self._fill_tables()
                if not self._tables.open:
                    return
                await self._tables.play()
                while self._tables.ended:
                    await self._finish(*await self._tables.end())
            except Void as void:
                await self._void(str(void), asked=void.asked, busy=void.busy)
            except SandboxFailure as failure:
                await self._void(f"sandbox: {failure}")
            except Broken as broken:
                await self._fail(broken.game_id, broken.error)

    async def _finish(self, setup: GameSetup, outcome: Outcome) -> None:
        """Complete the outcome of a game with what was measured, and report it."""
        if not self._several:
            for seat, use in outcome.uses.items():
                self.launchers[seat].note(use)
        for use in outcome.uses.values():
            use.round()
        if self._around.lag is not None:
            outcome.lag_ms = p99(self._lag_before.pop(setup.game_id), self._around.lag.counts)
        self._last = setup.game_id, {fault.seat for fault in outcome.faults}
        failures = tuple(self.launchers[fault.seat].failure(fault) for fault in outcome.faults)
        if self._several:
            failures = tuple(failure._replace(marks=b"") for failure in failures)
        if self._around.keep_stderr:
            await _all(launcher.settle for launcher in self.launchers.values())
        await self._report(GameEnded(setup.game_id, outcome, failures, self._stderr_besides(failures)))

    async def report_crashes(self) -> None:
        """Report the bots that did not survive the end of the last game: no later game shows it."""
        game_id, failed = self._last
        launchers = [launcher for seat, launcher in self.launchers.items() if seat not in failed]
        await _all(partial(launcher.settle, DEATH_WAIT) for launcher in launchers)
        for launcher in launchers:
            if (fault := await launcher.ended()) is not None:
                await self._report(CrashedAfter(game_id, fault, launcher.take_stderr().text))

    def _stderr_besides(self, failures: Iterable[Failure]) -> tuple[tuple[Seat, bytes, bytes], ...]:
        """Return the standard error of the seats without a failure with its marks, if it is to be kept."""
        if not self._around.keep_stderr:
            return ()
        failed = {failure.fault.seat for failure in failures}
        found = ((seat, *one.take_stderr()) for seat, one in self.launchers.items() if seat not in failed)
        return tuple((seat, text, b"" if self._several else marks) for seat, text, marks in found if text)

    async def _fill_tables(self) -> None:
        """Begin games until there are no free tables, or no more games."""
        while len(self._tables.open) < self._number_of_tables():
            setup = self._to_replay.popleft() if self._to_replay else next(self._games, None)
            if setup is None:
                return
            await self._report(GameBegun(setup.game_id))
            self._beginning = setup
            if self._around.lag is not None:
                self._lag_before[setup.game_id] = self._around.lag.counts.copy()
            self._several = self._several or bool(self._tables.open)
            with blaming(setup.game_id):
                absent = await self._launch_bots(setup)
                self._tables.begin(self._referee(setup, absent))
            self._beginning = None

    def _number_of_tables(self) -> int:
        """Return how many games may be open now.

        It is one before the first game, since the greetings are not known yet. While a bot is missing no game is added
        to those that are open, because all open games must be played by the same processes.
        """
        if not self._tables.open:
            return 1
        launchers = self.launchers.values()
        connections = [launcher.connection for launcher in launchers if launcher.connection and launcher.running]
        if len(connections) < len(launchers):
            return 0
        return min(self._around.tables, *(connection.session.capabilities.tables for connection in connections))

    def _referee(self, setup: GameSetup, absent: tuple[Fault, ...]) -> Referee:
        """Return the referee of a new game; `absent` are the faults of bots that could not be started."""
        missing = {fault.seat for fault in absent}
        launched = {seat: launcher.player for seat, launcher in self.launchers.items()}
        players = {seat: player for seat, player in launched.items() if player and seat not in missing}
        if not self._tables.open:
            for player in players.values():
                player.begin_game()
        return Referee(setup, players, absent)

    async def _launch_bots(self, setup: GameSetup) -> tuple[Fault, ...]:
        """Start the bots that do not run.

        Returns:
            The faults of bots that could not be started, by seat.

        Raises:
            SandboxFailure: the sandbox could not be set up.
            Void: a bot that was to greet got no CPU.
        """
        if all(launcher.running for launcher in self.launchers.values()):
            return ()
        absent: list[Fault] = []
        failed: list[str] = []
        void: list[str] = []

        async def launch(launcher: Launcher) -> None:
            try:
                if fault := await launcher.launch(setup.clock, self._nursery):
                    absent.append(fault)
            except SandboxFailure as failure:
                failed.append(str(failure))  # not the exception: its traceback leads back to this list
            except Void as reason:
                void.append(str(reason))

        await _all(partial(launch, launcher) for launcher in self.launchers.values())
        if failed:
            raise SandboxFailure(failed[0])
        if void:
            raise Void(void[0])
        return tuple(sorted(absent))

    def others(self, player: Player) -> Iterable[Player]:
        """Return the players at the other seats."""
        found = (launcher.player for launcher in self.launchers.values() if launcher.running)
        return [other for other in found if other is not None and other is not player]

    def void(self, player: Player, reason: str, *, busy: bool) -> None:
        """Void the open games, unless one of them was void before because of the same entrant, or too many others were.

        Raises:
            Void: none was.
        """
        [launcher] = [launcher for launcher in self.launchers.values() if launcher.player is player]
        name = launcher.program.name
        games = {(referee.setup.game_id, name) for referee in self._tables.open}
        if self._busy[name] < self._around.voids.get(name, inf) and not games & self._asked:
            self._asked |= games
            self._busy[name] += busy * len(games)
            raise Void(reason, launcher.seat, busy=busy)

    def ended_between(self, player: Player, how: str) -> None:
        """Void the open games, unless one of them was void before because this bot had ended: then it is its fault.

        Nobody can tell whether it was the end of the last game that the bot did not survive, or the beginning of this
        one; but a new process tells. A bot that just leaves (`exit 0`) has not crashed, and is told to stay.

        Raises:
            Void: none was.
        """
        [launcher] = [launcher for launcher in self.launchers.values() if launcher.player is player]
        name = launcher.program.name
        games = {(referee.setup.game_id, name) for referee in self._tables.open}
        if not launcher.left and not games & self._restarted:
            self._restarted |= games
            raise Void(f"restart: {name} ended after the game before, and is started anew ({how})")

    async def _void(self, reason: str, besides: str = "", asked: Seat | None = None, *, busy: bool = False) -> None:
        """Void all open games, and end all bots: the games are played again by new processes.

        Args:
            reason: why, for people.
            besides: the id of a game that is not voided, because it was reported as broken.
            asked: the seat of the bot that was asked, if it got no CPU.
            busy: whether that bot had used much CPU time itself.
        """
        games = [referee.setup for referee in self._tables.open]
        if self._beginning is not None:
            games.append(self._beginning)
        self._tables, self._beginning = Tables(), None
        for setup in games:
            if setup.game_id == besides:
                continue
            self._voided[setup.game_id] += 1
            again = self._voided[setup.game_id] <= REPLAYS
            await self._report(GameVoided(setup.game_id, reason, again, asked, busy))
            if again:
                self._to_replay.append(setup)
        await _all(launcher.dismiss for launcher in self.launchers.values())

    async def _fail(self, game_id: str, error: BaseException) -> None:
        """Report that no bot is to blame in one game, and void the others that are open: they share its processes."""
        rules = at_fault(error) or (str(error) if isinstance(error, ArenaFault) and sources() else "")
        await self._report(GameBroken(game_id, "".join(traceback.format_exception(error)), rules))
        what = "the rules" if rules else "the arena"
        await self._void(f"{what} failed in {game_id}, which the same processes played", besides=game_id)


async def _all(calls: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Call async functions at the same time, and wait for all of them."""
    async with trio.open_nursery() as nursery:
        for call in calls:
            nursery.start_soon(call)
