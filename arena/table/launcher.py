"""Bots are started for the seats of a room, greeted, and started again when they have failed."""

from __future__ import annotations

import contextlib

import trio

from arena.games.kernel import Seat
from arena.sandbox import Program, SandboxFailure
from arena.settings.clock import ClockSettings
from arena.table.connection import PATIENCE_MS, Connection
from arena.table.outcome import Failure, Fault, Use
from arena.table.player import Player
from arena.table.process import BotProcess, start_bot
from arena.table.surroundings import Surroundings
from protocol import BotFault

STARTS = 2
"""How often in a row a bot may fail to start; after that its games in the room are decided without trying.

Twice, because a Ctrl-C at the terminal reaches a bot that was forked but is not in its own session yet.
"""
SANDBOX_TRIES = 3
"""How often in a row a sandbox may fail to be there before the game is void."""


class Launcher:
    """Starts the bot of a seat, and starts it again after it has failed.

    Args:
        seat: the seat.
        program: the bot.
        around: what the room plays in.
    """

    def __init__(self, seat: Seat, program: Program, around: Surroundings) -> None:
        self.seat = seat
        self.program = program
        self.around = around
        self.connection: Connection | None = None
        self.player: Player | None = None
        self._process: BotProcess | None = None
        self._refusals: list[Fault] = []
        """Why it did not start, in a row: words, since the trace of an exception would lead back here."""

    @property
    def running(self) -> bool:
        """Whether the bot runs and has greeted."""
        return self.connection is not None and not self.connection.broken

    async def launch(self, clock: ClockSettings, nursery: trio.Nursery) -> Fault | None:
        """See that the bot runs and has greeted; return its fault if it does not."""
        while not self.running and len(self._refusals) < STARTS:
            await self.dismiss()
            await self._try(clock, nursery)
        if not self.running:
            return self._refusals[-1]
        self._refusals.clear()
        return None

    async def _try(self, clock: ClockSettings, nursery: trio.Nursery) -> None:
        try:
            self._process = await self._start(nursery)
        except OSError as error:
            self._note_refusal("CRASH", f"cannot be started: {error.strerror}: {self.program.command[0]}")
            return
        self.connection = Connection(self._process, 1024 * self.program.limits.message_kb, PATIENCE_MS)
        try:
            await self.connection.greet(clock.start_ms or None)
            self.player = Player(self.connection, clock, self.around.lag)
        except BotFault as fault:
            self._note_refusal(fault.kind, fault.text)
            await self.connection.dismiss(fault)

    def _note_refusal(self, kind: str, text: str) -> None:
        self._refusals.append(Fault(self.seat, kind, f"at the start: {text}"))

    async def _start(self, nursery: trio.Nursery) -> BotProcess:
        for _ in range(SANDBOX_TRIES - 1):
            with contextlib.suppress(SandboxFailure):
                return await start_bot(self.program, self.around.sandbox, nursery)
        return await start_bot(self.program, self.around.sandbox, nursery)

    async def dismiss(self) -> None:
        """Send the bot away, if one is there."""
        if self.connection is not None:
            await self.connection.dismiss()
        self.connection = self.player = self._process = None

    def kill(self) -> None:
        """End the process at once."""
        if self._process is not None:
            self._process.close()

    def note(self, use: Use) -> None:
        """Note what the bot's process used in the game that has just ended, the only one it played meanwhile."""
        if self._process is not None and self.connection is not None:
            self._process.note(use)
            use.sent, use.received = self.connection.sent.total, self.connection.received.total

    def failure(self, fault: Fault) -> Failure:
        """Return what the author of the bot gets to see of a fault."""
        stderr = self._process.stderr.kept() if self._process else b""
        sent, received = (
            (self.connection.sent.kept(), self.connection.received.kept()) if self.connection else (b"", b"")
        )
        return Failure(fault, stderr, sent, received)
