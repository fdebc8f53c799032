"""The launcher: starts the bot of one seat of a room, and starts it again when it has failed."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import trio

from arena.games.kernel import Seat
from arena.protocol import Bot, BotFault
from arena.protocol.states import IDLE
from arena.sandbox import Program, SandboxFailure
from arena.settings.clock import NO_CLOCK, ClockSettings
from arena.table.blotter import Blotter
from arena.table.connection import PATIENCE_MS, Connection
from arena.table.lag import Lag, Void
from arena.table.outcome import Failure, Fault, Use
from arena.table.player import Neighbors, Player
from arena.table.process import SETTLE, BotProcess, start_bot
from arena.table.stderr import Written
from arena.table.surroundings import Surroundings
from arena.table.verdicts import LateGreeting, Turn

STARTS = 2
"""How often in a row a bot may fail to start; after that it is not started again, and has a fault in every game.

Two and not one, because a Ctrl-C at the terminal ends a bot that was forked but is not in its own session yet.
"""
SANDBOX_TRIES = 3
"""How often in a row the sandbox may fail before the game is void."""
AFTER = "after its greeting: "
"""How the text begins of a fault of a bot that has greeted well, and does wrong before anything is asked."""


def greeting_deadline(
    name: str, process: BotProcess, limit_ms: float, lag: Lag | None
) -> Callable[[float], float | None]:
    """Return what `Connection.greet` asks for a later deadline when a bot that has just been started is late.

    It takes the ms that the arena has waited. It returns the time (ms) until which to wait; None if the bot is to blame
    that there is no greeting. It raises `Void` if nobody is to blame, and it would take too long.

    Args:
        name: the name of the bot.
        process: its process.
        limit_ms: how long it may take.
        lag: knows how late the arena is; None for an arena that is never late.
    """
    begun, late_greeting = trio.current_time(), LateGreeting()

    def prolong(wall: float) -> float | None:
        late = 0.0 if lag is None else lag.late_since(begun)
        turn = Turn(wall, limit_ms, limit_ms, late, process.cpu_ms(), process.run_delay_ms())
        verdict, until = late_greeting.judge(turn, process.runnable)
        if verdict.kind == "void" and lag is not None:
            raise Void(
                f"arena_lag: {name}: {verdict.credit:.0f} of {wall:.0f} ms for a greeting went to others; not counted"
            )
        return None if verdict.kind == "timeout" else until

    return prolong


class Launcher:
    """Starts the bot of a seat, and starts a new process after a failure.

    Args:
        seat: the seat.
        program: the bot.
        around: what the room plays in.
        room: knows the other bots.
        starts: how often in a row the bot may fail to start.
    """

    def __init__(
        self, seat: Seat, program: Program, around: Surroundings, room: Neighbors | None = None, starts: int = STARTS
    ) -> None:
        self.seat = seat
        self.program = program
        self.around = around
        self._room = room
        self._starts = starts
        self.greeting: Bot | None = None
        """What the bot said of itself when it was last started."""
        self.connection: Connection | None = None
        """The connection to the bot, which may have failed by now; None where there is none."""
        self.player: Player | None = None
        """The bot under its clocks, once it has greeted."""
        self._process: BotProcess | None = None
        self._refusals: list[Fault] = []
        """The faults of its failed starts in a row. No exceptions are kept: their tracebacks would lead back here."""

    @property
    def running(self) -> bool:
        """Whether the bot runs and has greeted."""
        return self.connection is not None and not self.connection.broken

    @property
    def left(self) -> bool:
        """Whether its process has ended by itself, and says that nothing was wrong."""
        return self._process is not None and self._process.running.poll() == 0

    async def launch(self, clock: ClockSettings, nursery: trio.Nursery) -> Fault | None:
        """Start the bot if it does not run, and exchange greetings.

        Args:
            clock: the time limits of all bots; a person has none, and a bot may have its own.
            nursery: holds the tasks that attend to the bot.

        Returns:
            Its fault if it cannot be started; else None.

        Raises:
            SandboxFailure: the sandbox could not be set up.
            Void: it got no CPU for so long that the arena gave up waiting.
        """
        while not self.running and len(self._refusals) < self._starts:
            await self.dismiss()
            await self._try(NO_CLOCK if self.program.person else self.program.own.clock or clock, nursery)
        if not self.running:
            return self._refusals[-1]
        self._refusals.clear()
        return None

    async def _try(self, clock: ClockSettings, nursery: trio.Nursery) -> None:
        """Start the bot once; if it fails, note its fault."""
        try:
            self._process = await self._start(nursery)
        except OSError as error:
            self._note_refusal("CRASH", f"cannot be started: {error.strerror}: {self.program.command[0]}")
            return
        limit, on_illegal = 1024 * self.program.limits.message_kb, self.program.own.on_illegal
        flushes = self.program.library  # what plays with it flushes, and so does a function
        self.connection = Connection(self._process, limit, PATIENCE_MS, on_illegal, flushes)
        if self._process.secrets:
            self.connection.blotter = Blotter(self._process.secrets)
        try:
            prolong = greeting_deadline(self.program.name, self._process, clock.start_ms, self.around.lag)
            self.greeting = await self.connection.greet(clock.start_ms or None, prolong)
            self.player = Player(self.connection, clock, self.around.lag, self._room)
        except BotFault as fault:
            more = AFTER if self.connection.session.state() == IDLE else ""
            self._note_refusal(fault.kind, more + fault.text + self._spent(fault.kind))
            await self.connection.dismiss(fault)

    def _spent(self, kind: str) -> str:
        """Return what to add to the text of a TIMEOUT: how much CPU time the bot has used, where that is known."""
        cpu = self._process.cpu_ms() if self._process is not None and kind == "TIMEOUT" else None
        return "" if cpu is None else f"; it used {cpu:.0f} ms of CPU time"

    def _note_refusal(self, kind: str, text: str) -> None:
        self._refusals.append(Fault(self.seat, kind, f"at the start: {text}"))

    async def _start(self, nursery: trio.Nursery) -> BotProcess:
        """Start the process, with several tries if the sandbox fails."""
        for _ in range(SANDBOX_TRIES - 1):
            with contextlib.suppress(SandboxFailure):
                return await start_bot(self.program, self.around.sandbox, nursery)
        return await start_bot(self.program, self.around.sandbox, nursery)

    async def dismiss(self) -> None:
        """End the bot if there is one, with `bye` if it is between games."""
        if self.connection is not None:
            await self.connection.dismiss()
        self.connection = self.player = self._process = None

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.close()

    def note(self, use: Use) -> None:
        """Note what the bot's process used in a game.

        Args:
            use: of the game that has just ended; the process must have played no other one meanwhile.
        """
        if self._process is not None and self.connection is not None:
            self._process.note(use)
            use.sent, use.received = self.connection.sent.total, self.connection.received.total

    async def settle(self, seconds: float = SETTLE) -> None:
        """Wait until the bot has finished what it does when it was told something, at most for so many seconds."""
        if self._process is not None:
            await self._process.settle(seconds)

    async def ended(self) -> Fault | None:
        """Return what would be its fault in a game if its process has ended by itself; else None."""
        found = None if self._process is None else await self._process.ended()
        return None if found is None else Fault(self.seat, found.kind, found.text)

    def take_stderr(self) -> Written:
        """Return what the bot's process wrote to standard error since the last call, or both ends of it."""
        return self._process.take_stderr() if self._process else Written(b"")

    def failure(self, fault: Fault) -> Failure:
        """Return a fault with what the author of the bot gets to see: standard error and the last bytes of the game."""
        stderr, marks = self._process.stderr.written() if self._process else Written(b"")
        connection = self.connection
        sent, received = (connection.sent.kept(), connection.received.kept()) if connection else (b"", b"")
        return Failure(fault, stderr, sent, received, marks)
