"""A room: the same entrants in the same seats, one process each, playing the games of one match.

The rooms of a match play the same packs with the entrants rotated over the seats. They are different processes, so no
process ever sees a deal twice. A bot that fails is replaced by a fresh process for the next game.

Where all of its bots play at several tables, as many games are open at once. A room takes each game once, and no two
of its games have the same packs: so no two tables of a process have, either.
"""

from __future__ import annotations

import contextlib
import traceback
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, Protocol

import trio

from arena.games.kernel import Seat
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.settings.clock import ClockSettings
from arena.table.lag import LagMeter, p99
from arena.table.player import PATIENCE_MS, Player
from arena.table.process import BotProcess, Life, start_bot
from arena.table.referee import Fault, GameSetup, Outcome, Referee
from arena.table.seat import TimedPlayer, Void, refuse_lag
from arena.table.tables import Broken, Tables, blaming
from protocol import BotFault

STARTS = 2
"""How often in a row a bot may fail to start; after that its games in the room are decided without trying.

Twice, because a Ctrl-C at the terminal reaches a bot that was forked but is not in its own session yet.
"""
SANDBOX_TRIES = 3
"""How often in a row a sandbox may fail to be there before the game is void."""
REPLAYS = 2
"""How often a void game is played again at once; after that it is left for the next run."""


class Failure(NamedTuple):
    """What the author of a failed bot gets to see: its verdict, its standard error, and both streams of the game."""

    verdict: Fault
    stderr: bytes
    sent: bytes
    received: bytes


class RoomListener(Protocol):
    """Where a room reports to."""

    async def begun(self, setup: GameSetup) -> None:
        """Take note that a game begins."""

    async def finished(self, setup: GameSetup, outcome: Outcome, failures: tuple[Failure, ...]) -> None:
        """Take the result of a game; the next begins when this returns."""

    async def internal(self, setup: GameSetup, trace: str) -> None:
        """Take note that the arena itself failed in a game: it has no result, and no bot is to blame."""

    async def voided(self, setup: GameSetup, reason: str, *, again: bool) -> None:
        """Take note that a game does not count because of the arena; `again`: it is played again at once."""


class Launcher:
    """A seat of a room, and the bot that sits in it, if any."""

    def __init__(self, seat: Seat, program: Program, room: Surroundings) -> None:
        self.seat = seat
        self.program = program
        self.room = room
        self.player: Player | None = None
        self.timed: TimedPlayer | None = None
        self._process: BotProcess | None = None
        self._refusals: list[Fault] = []
        """Why it did not come, in a row: in words, since the trace of a fault leads back here."""

    @property
    def taken(self) -> bool:
        """Whether a greeted bot sits here."""
        return self.player is not None and not self.player.broken

    async def fill(self, clock: ClockSettings, nursery: trio.Nursery) -> Fault | None:
        """See that a greeted bot sits here; return its verdict if it does not come."""
        while not self.taken and len(self._refusals) < STARTS:
            await self.empty()
            await self._start(clock, nursery)
        if not self.taken:
            return self._refusals[-1]
        self._refusals.clear()
        return None

    async def _start(self, clock: ClockSettings, nursery: trio.Nursery) -> None:
        try:
            self._process = await self._started(nursery)
        except OSError as error:
            self._refused("CRASH", f"cannot be started: {error.strerror}: {self.program.command[0]}")
            return
        self.player = Player(self._process, 1024 * self.program.limits.message_kb, self.room.patience_ms)
        try:
            await self.player.greet(clock.start_ms or None)
            self.timed = TimedPlayer(self.player, clock, self.room.lag)
        except BotFault as fault:
            self._refused(fault.kind, fault.text)
            await self.player.dismiss(fault)

    def _refused(self, kind: str, text: str) -> None:
        self._refusals.append(Fault(self.seat, kind, f"at the start: {text}"))

    async def _started(self, nursery: trio.Nursery) -> BotProcess:
        for _ in range(SANDBOX_TRIES - 1):
            with contextlib.suppress(SandboxFailure):
                return await start_bot(self.program, self.room.sandbox, nursery)
        return await start_bot(self.program, self.room.sandbox, nursery)

    async def empty(self) -> None:
        """Send the bot away, if one is there."""
        if self.player is not None:
            await self.player.dismiss()
        self.player = self.timed = self._process = None

    def abandon(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.close()

    def life(self) -> Life | None:
        """Return what the bot's process used in the game that has just ended."""
        if self._process is None or self.player is None:
            return None
        return self._process.life(self.player.sent.total, self.player.received.total)

    def failure(self, verdict: Fault) -> Failure:
        """Return what its author gets to see of a fault."""
        stderr = self._process.stderr.kept() if self._process else b""
        sent, received = (self.player.sent.kept(), self.player.received.kept()) if self.player else (b"", b"")
        return Failure(verdict, stderr, sent, received)


@dataclass(frozen=True)
class Surroundings:
    """What a room plays in.

    Args:
        lag: how late the arena is; without it no game is void because of that.
        sandbox: what the bots are started in.
        tables: how many games may be open at once in a room; as many are as all of its bots ask for.
        patience_ms: how long the arena may stand still for an answer: 0 where other rooms play at the same time.
    """

    lag: LagMeter | None = None
    sandbox: Sandbox = field(default_factory=lambda: Sandbox("none"))
    tables: int = 1
    patience_ms: int = PATIENCE_MS


async def play_room(
    programs: Mapping[Seat, Program],
    games: Iterable[GameSetup],
    listener: RoomListener,
    around: Surroundings | None = None,
) -> None:
    """Play games with the same processes; report each as soon as it has ended.

    Args:
        programs: which bot sits at each seat that is asked anything.
        games: the games, taken when a table is free, so that the caller can stop between two.
        listener: told of each game.
        around: lag, sandbox, tables; plain processes at one table without it.
    """
    around = around or Surroundings()
    launchers = {seat: Launcher(seat, program, around) for seat, program in programs.items()}
    async with trio.open_nursery() as nursery:
        try:
            await _Room(launchers, iter(games), listener, around, nursery).play()
            await _all(launcher.empty for launcher in launchers.values())
        finally:
            for launcher in launchers.values():
                launcher.abandon()


class _Room:
    """A room in play."""

    def __init__(
        self,
        launchers: Mapping[Seat, Launcher],
        games: Iterator[GameSetup],
        listener: RoomListener,
        around: Surroundings,
        nursery: trio.Nursery,
    ) -> None:
        self._launchers = launchers
        self._games = games
        self._listener = listener
        self._around = around
        self._nursery = nursery
        self._tables = Tables()
        self._again: deque[GameSetup] = deque()
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
                await self._fail(broken.setup, "".join(traceback.format_exception(broken.error)))

    async def _finish(self, setup: GameSetup, outcome: Outcome) -> None:
        """Report a game, with all that is known of how it went."""
        if not self._several:
            for seat, use in outcome.uses.items():
                use.life = self._launchers[seat].life()
        if self._around.lag is not None:
            outcome.lag_ms = p99(self._looks.pop(setup.game_id), self._around.lag.counts)
        failures = tuple(self._launchers[verdict.seat].failure(verdict) for verdict in outcome.verdicts)
        await self._listener.finished(setup, outcome, failures)

    async def _fill_tables(self) -> None:
        """Begin games while there are free tables."""
        while len(self._tables.open) < self._number_of_tables():
            setup = self._again.popleft() if self._again else next(self._games, None)
            if setup is None:
                return
            await self._listener.begun(setup)
            self._beginning = setup
            if self._around.lag is not None:
                self._looks[setup.game_id] = self._around.lag.counts.copy()
            self._several = self._several or bool(self._tables.open)
            with blaming(setup):
                absent = await self._fill_seats(setup)
                self._tables.begin(self._referee(setup, absent))
            self._beginning = None

    def _number_of_tables(self) -> int:
        """Return how many games may be open now.

        One, until everybody has told how many it likes. While a bot is missing no game is added to those that are
        open: all games at the tables are played by the same processes.
        """
        if not self._tables.open:
            return 1
        players = [launcher.player for launcher in self._launchers.values() if launcher.player and launcher.taken]
        if len(players) < len(self._launchers):
            return 0
        return min(self._around.tables, *(player.session.capabilities.tables for player in players))

    def _referee(self, setup: GameSetup, absent: tuple[Fault, ...]) -> Referee:
        missing = {verdict.seat for verdict in absent}
        players = {seat: at.timed for seat, at in self._launchers.items() if at.timed and seat not in missing}
        if not self._tables.open:
            for timed in players.values():
                timed.player.begin_traffic()
        return Referee(setup, players, absent)

    async def _fill_seats(self, setup: GameSetup) -> tuple[Fault, ...]:
        """See that everybody is there; return the verdicts of those who do not come."""
        if all(launcher.taken for launcher in self._launchers.values()):
            return ()
        absent: list[Fault] = []
        failed: list[str] = []
        begun = trio.current_time()

        async def fill(launcher: Launcher) -> None:
            try:
                if verdict := await launcher.fill(setup.clock, self._nursery):
                    absent.append(verdict)
            except SandboxFailure as failure:
                failed.append(str(failure))  # the words: its trace leads back to this list

        await _all(partial(fill, launcher) for launcher in self._launchers.values())
        if failed:
            raise SandboxFailure(failed[0])
        if self._around.lag is not None and any(verdict.kind == "TIMEOUT" for verdict in absent):
            refuse_lag(self._around.lag, begun, setup.clock.grace_ms, absent[0].text)
        return tuple(sorted(absent))

    async def _void(self, reason: str, besides: GameSetup | None = None) -> None:
        """Take all games off the tables, but for one that is settled; they are played again, by fresh processes."""
        games = [referee.setup for referee in self._tables.open]
        if self._beginning is not None:
            games.append(self._beginning)
        self._tables, self._beginning = Tables(), None
        for setup in games:
            if setup is besides:
                continue
            self._voided[setup.game_id] += 1
            again = self._voided[setup.game_id] <= REPLAYS
            await self._listener.voided(setup, reason, again=again)
            if again:
                self._again.append(setup)
        await _all(launcher.empty for launcher in self._launchers.values())

    async def _fail(self, setup: GameSetup, trace: str) -> None:
        """Report a bug of ours in one game; it does not end the others."""
        await self._listener.internal(setup, trace)
        await self._void(f"the arena failed in {setup.game_id}, which the same processes played", besides=setup)


async def _all(jobs: Iterable[Callable[[], Awaitable[None]]]) -> None:
    """Run at the same time, and wait for all."""
    async with trio.open_nursery() as nursery:
        for job in jobs:
            nursery.start_soon(job)
