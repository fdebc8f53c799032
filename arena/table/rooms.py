"""A room: the same entrants in the same seats, one process each, playing the games of one match.

The rooms of a match play the same packs with the entrants rotated over the seats. They are different processes, so no
process ever sees a deal twice. A bot that fails is replaced by a fresh process for the next game.

Where all of its bots play at several tables, as many games are open at once. A room takes each game once, and no two
of its games have the same packs: so no two tables of a process have, either.
"""

from __future__ import annotations

import traceback
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from functools import partial

import trio

from arena.games.kernel import Seat
from arena.sandbox import Program, SandboxFailure
from arena.table.blame import Broken, blaming
from arena.table.lag import Void, p99, void_if_late
from arena.table.launcher import Launcher
from arena.table.outcome import Fault, Outcome
from arena.table.referee import GameSetup, Referee
from arena.table.reports import GameBegun, GameBroken, GameEnded, GameVoided, TakeReport
from arena.table.surroundings import Surroundings
from arena.table.tables import Tables

REPLAYS = 2
"""How often a void game is played again at once; after that it is left for the next run."""


async def play_room(
    programs: Mapping[Seat, Program],
    games: Iterable[GameSetup],
    report: TakeReport,
    around: Surroundings | None = None,
) -> None:
    """Play games with the same processes; report each as soon as it has ended.

    Args:
        programs: which bot sits at each seat that is asked anything.
        games: the games, taken when a table is free, so that the caller can stop between two.
        report: takes what there is to say of each game; the next game begins when it has taken a result.
        around: lag, sandbox, tables; plain processes at one table without it.
    """
    around = around or Surroundings()
    launchers = {seat: Launcher(seat, program, around) for seat, program in programs.items()}
    async with trio.open_nursery() as nursery:
        try:
            await _Room(launchers, iter(games), report, around, nursery).play()
            await _all(launcher.dismiss for launcher in launchers.values())
        finally:
            for launcher in launchers.values():
                launcher.kill()


class _Room:
    """A room in play."""

    def __init__(
        self,
        launchers: Mapping[Seat, Launcher],
        games: Iterator[GameSetup],
        report: TakeReport,
        around: Surroundings,
        nursery: trio.Nursery,
    ) -> None:
        self._launchers = launchers
        self._games = games
        self._report = report
        self._around = around
        self._nursery = nursery
        self._tables = Tables()
        self._to_replay: deque[GameSetup] = deque()
        """Void games that are played once more."""
        self._beginning: GameSetup | None = None
        """The game that is about to be opened."""
        self._voided: Counter[str] = Counter()
        self._several = False
        """Whether games were open at the same time, so that nobody can tell which of them used what."""
        self._looks: dict[str, list[int]] = {}
        """How late the arena was before each game, by its id."""

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
                await self._void(str(void))
            except SandboxFailure as failure:
                await self._void(f"sandbox: {failure}")
            except Broken as broken:
                await self._fail(broken.game_id, "".join(traceback.format_exception(broken.error)))

    async def _finish(self, setup: GameSetup, outcome: Outcome) -> None:
        """Report a game, with all that is known of how it went."""
        if not self._several:
            for seat, use in outcome.uses.items():
                self._launchers[seat].note(use)
        for use in outcome.uses.values():
            use.round()
        if self._around.lag is not None:
            outcome.lag_ms = p99(self._looks.pop(setup.game_id), self._around.lag.counts)
        failures = tuple(self._launchers[fault.seat].failure(fault) for fault in outcome.faults)
        await self._report(GameEnded(setup.game_id, outcome, failures))

    async def _fill_tables(self) -> None:
        """Begin games while there are free tables."""
        while len(self._tables.open) < self._number_of_tables():
            setup = self._to_replay.popleft() if self._to_replay else next(self._games, None)
            if setup is None:
                return
            await self._report(GameBegun(setup.game_id))
            self._beginning = setup
            if self._around.lag is not None:
                self._looks[setup.game_id] = self._around.lag.counts.copy()
            self._several = self._several or bool(self._tables.open)
            with blaming(setup.game_id):
                absent = await self._launch_bots(setup)
                self._tables.begin(self._referee(setup, absent))
            self._beginning = None

    def _number_of_tables(self) -> int:
        """Return how many games may be open now.

        One, until everybody has told how many it likes. While a bot is missing no game is added to those that are
        open: all games at the tables are played by the same processes.
        """
        if not self._tables.open:
            return 1
        launchers = self._launchers.values()
        connections = [launcher.connection for launcher in launchers if launcher.connection and launcher.running]
        if len(connections) < len(launchers):
            return 0
        return min(self._around.tables, *(connection.session.capabilities.tables for connection in connections))

    def _referee(self, setup: GameSetup, absent: tuple[Fault, ...]) -> Referee:
        missing = {fault.seat for fault in absent}
        launched = {seat: launcher.player for seat, launcher in self._launchers.items()}
        players = {seat: player for seat, player in launched.items() if player and seat not in missing}
        if not self._tables.open:
            for player in players.values():
                player.connection.begin_traffic()
        return Referee(setup, players, absent)

    async def _launch_bots(self, setup: GameSetup) -> tuple[Fault, ...]:
        """See that everybody is there; return the faults of those who do not come."""
        if all(launcher.running for launcher in self._launchers.values()):
            return ()
        absent: list[Fault] = []
        failed: list[str] = []
        begun = trio.current_time()

        async def launch(launcher: Launcher) -> None:
            try:
                if fault := await launcher.launch(setup.clock, self._nursery):
                    absent.append(fault)
            except SandboxFailure as failure:
                failed.append(str(failure))  # the words: its trace leads back to this list

        await _all(partial(launch, launcher) for launcher in self._launchers.values())
        if failed:
            raise SandboxFailure(failed[0])
        if self._around.lag is not None and any(fault.kind == "TIMEOUT" for fault in absent):
            void_if_late(self._around.lag, begun, setup.clock.grace_ms, absent[0].text)
        return tuple(sorted(absent))

    async def _void(self, reason: str, besides: str = "") -> None:
        """Take all games off the tables, but for one that is settled; they are played again, by fresh processes."""
        games = [referee.setup for referee in self._tables.open]
        if self._beginning is not None:
            games.append(self._beginning)
        self._tables, self._beginning = Tables(), None
        for setup in games:
            if setup.game_id == besides:
                continue
            self._voided[setup.game_id] += 1
            again = self._voided[setup.game_id] <= REPLAYS
            await self._report(GameVoided(setup.game_id, reason, again))
            if again:
                self._to_replay.append(setup)
        await _all(launcher.dismiss for launcher in self._launchers.values())

    async def _fail(self, game_id: str, trace: str) -> None:
        """Report a bug of ours in one game; it does not end the others."""
        await self._report(GameBroken(game_id, trace))
        await self._void(f"the arena failed in {game_id}, which the same processes played", besides=game_id)


async def _all(jobs: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Run at the same time, and wait for all."""
    async with trio.open_nursery() as nursery:
        for job in jobs:
            nursery.start_soon(job)
