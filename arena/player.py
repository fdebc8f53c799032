"""A bot as the referee sees it: a session over a channel, with the time and the faults of one exchange."""

from __future__ import annotations

from math import inf
from typing import Protocol, TypeVar

import trio

from arena.channel import Channel
from protocol import (
    ARENA,
    CODECS,
    LIMIT,
    VERSION,
    Answer,
    Arena,
    Bot,
    BotFault,
    Bye,
    Fault,
    Game,
    Message,
    Session,
    Table,
)
from protocol.session import IDLE

M = TypeVar("M", Answer, Bot)

TELL_MS = 1000
"""How long a bot may keep the arena waiting for room in its pipe when nothing is asked."""
KEPT = 1024 * 1024
"""Bytes of a game's traffic that are kept in each direction: the last ones."""


class Process(Protocol):
    """What a player needs of the process behind it (`arena.bots.BotProcess`; in tests something in memory)."""

    @property
    def channel(self) -> Channel:
        """The way to it."""

    async def how_it_ended(self) -> BotFault:
        """Return the verdict on a bot whose output has ended, such as `CRASH exit 7`.

        What the arena itself did to it comes first: MEMORY, FLOOD.
        """

    def cpu_ms(self) -> float | None:
        """Return the CPU time (ms) that the bot has used so far, all its processes; None where nobody can tell."""

    def freeze(self) -> None:
        """Stop the bot and all its processes until `thaw`."""

    def thaw(self) -> None:
        """Let them go on."""

    async def stop(self) -> None:
        """Close its input, give it a moment, end it."""


class Traffic(bytearray):
    """The last bytes of a game's traffic in one direction, and how many there were before them."""

    dropped = 0

    def keep(self, data: bytes) -> None:
        """Take in the next bytes."""
        self += data
        if len(self) > KEPT:
            self.dropped += len(self) - KEPT
            del self[:-KEPT]

    def begin(self, data: bytes = b"") -> None:
        """Forget what there was: a game begins."""
        self[:] = data
        self.dropped = 0

    @property
    def total(self) -> int:
        """Bytes of the game, kept or not."""
        return self.dropped + len(self)


class Player:
    """One bot process at one table.

    Args:
        process: the process, just started.
        message_limit: the bytes of a message of the bot.
    """

    def __init__(self, process: Process, message_limit: int = LIMIT) -> None:
        self.process = process
        self.channel = process.channel
        self.session = Session(ARENA, message_limit)
        self.sent = Traffic()
        self.received = Traffic()
        self.broken = False
        self.table: Table = None
        """What the messages of the game bear: its id, where the bot declared several tables."""
        self._greeting = b""
        self._frozen = False

    async def greet(self, start_ms: float | None) -> Bot:
        """Exchange greetings; return the bot's.

        Raises:
            BotFault: TIMEOUT after `start_ms`, CRASH, PROTOCOL or FLOOD.
        """
        self._greeting = self.session.send(Arena(VERSION, tuple(CODECS)))
        bot, _ = await self._exchange(self._greeting, Bot, start_ms, start_ms)
        return bot

    def open_game(self, opening: Game) -> bytes:
        """Return the bytes of a `game` line; the traffic kept from now on is this game's."""
        self.table = opening.id if self.session.terms.tables > 1 else None
        self.sent.begin(self._greeting)
        self.received.begin()
        return self.send(opening)

    def send(self, message: Message) -> bytes:
        """Return the bytes of a message of the game, for `tell` or `ask`."""
        return self.session.send(message, self.table)

    def hear_out(self) -> None:
        """Take in what came unasked, before a question is put: part of a message is kept, a whole one is a fault.

        Raises:
            BotFault: PROTOCOL or FLOOD.
        """
        if data := self.channel.poll():
            self._first(data)

    async def ask(self, data: bytes, limit_ms: float | None, deadline_ms: float | None) -> tuple[Answer, float]:
        """Send what happened and a question; wait for the answer.

        Args:
            data: the bytes, ending with the question, which the session knows already.
            limit_ms: the time the bot was told it has.
            deadline_ms: the time after which an answer is late, None for never.

        Returns:
            The answer and the ms it took, from just before the first byte was written.

        Raises:
            BotFault: TIMEOUT, CRASH, ILLEGAL, PROTOCOL or FLOOD.
        """
        return await self._exchange(data, Answer, limit_ms, deadline_ms)

    def freeze(self) -> None:
        """Stop the bot until something is sent to it."""
        self.process.freeze()
        self._frozen = True

    async def tell(self, data: bytes) -> None:
        """Send bytes that need no answer. A bot that does not read them is marked broken, without a verdict."""
        if self.broken or not data:
            return
        with trio.move_on_after(TELL_MS / 1000) as scope:
            try:
                await self._write(data)
            except OSError:
                self.broken = True
        self.broken = self.broken or scope.cancelled_caught

    async def dismiss(self, fault: BotFault | None = None) -> None:
        """Say goodbye (between games), or why the bot is being stopped, and end its process."""
        if fault is not None:
            await self.tell(self.session.send(Fault(fault.kind, fault.text)))
        elif not self.broken and self.session.state() == IDLE:
            await self.tell(self.session.send(Bye()))
        self.broken = True
        if self._frozen:
            self.process.thaw()
        await self.process.stop()

    async def _exchange(
        self, data: bytes, kind: type[M], limit_ms: float | None, deadline_ms: float | None
    ) -> tuple[M, float]:
        start = trio.current_time()
        message: Message | None = None
        with trio.move_on_after(inf if deadline_ms is None else deadline_ms / 1000):
            try:
                await self._write(data)
            except OSError:
                raise await self.process.how_it_ended() from None
            while message is None:
                message = self._first(await self._read())
        if message is None and (late := self.channel.poll()):
            message = self._first(late)
        used = (trio.current_time() - start) * 1000
        if message is None:
            raise BotFault("TIMEOUT", _late(used, limit_ms, begun=bool(self.received)))
        assert isinstance(message, kind)
        return message, used

    async def _write(self, data: bytes) -> None:
        if self._frozen:
            self._frozen = False
            self.process.thaw()
        self.sent.keep(data)
        await self.channel.write(data)

    async def _read(self) -> bytes:
        if data := await self.channel.read():
            return data
        raise await self.process.how_it_ended()

    def _first(self, data: bytes) -> Message | None:
        """Return the message that the data complete, if any; the session refuses a second one."""
        self.received.keep(data)
        return next((message for _, message in self.session.receive(data)), None)


def _late(used: float, limit_ms: float | None, *, begun: bool) -> str:
    """Return why a bot is late, with the usual cause where it never said anything."""
    limit = "" if limit_ms is None else f" (limit {limit_ms:.0f} ms)"
    hint = "" if begun else "; does it flush its output?"
    return f"no answer after {used:.0f} ms{limit}{hint}"
