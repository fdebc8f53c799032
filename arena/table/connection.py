"""The connection to a bot: a session over a channel, with the time and the faults of one exchange."""

from __future__ import annotations

from collections import deque
from math import inf
from typing import Protocol

import trio

from arena.table.channel import Channel
from protocol import ARENA, CODECS, LIMIT, VERSION, Arena, Bot, BotFault, Bye, Fault, Received, Session, TableId

TELL_MS = 1000
"""How long a bot may keep the arena waiting for room in its pipe when nothing is asked."""
FAREWELL_MS = 100
"""The same for `bye` and `fault`, after which it is ended anyhow."""
KEPT = 1024 * 1024
"""Bytes of a game's traffic that are kept in each direction: the last ones."""
PIECES = 4096
"""In how many pieces at most."""
PATIENCE_MS = 1
"""How long the arena stands still for an answer, where nobody else waits for it: most good bots need less."""
SKIPPED = 64
"""How many questions of a bot that was not so quick may go by before the arena tries again."""


class Process(Protocol):
    """The process behind a connection (`arena.table.process.BotProcess`; in tests something in memory)."""

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


class Traffic:
    """The last bytes of a game's traffic in one direction, and how many there were in all.

    Pieces are kept as they come: copying each of them into one buffer would cost more than all else that is done here.
    """

    __slots__ = ("_held", "_pieces", "total")

    def __init__(self) -> None:
        self._pieces: deque[bytes] = deque()
        self._held = 0
        """Bytes in the pieces: at least the last `KEPT` of the game."""
        self.total = 0
        """Bytes of the game, kept or not."""

    def keep(self, data: bytes) -> None:
        """Take in the next bytes."""
        size = len(data)
        self._pieces.append(data)
        self._held += size
        self.total += size
        if self._held - KEPT >= len(self._pieces[0]) or len(self._pieces) > PIECES:
            self._forget()

    def begin(self, data: bytes = b"") -> None:
        """Forget what there was: a game begins."""
        self._pieces = deque((data,))
        self._held = self.total = len(data)

    def kept(self) -> bytes:
        """Return the last bytes."""
        return b"".join(self._pieces)[-KEPT:]

    def _forget(self) -> None:
        """Let go of what is not among the last bytes, and join small pieces: each takes some memory of its own."""
        pieces = self._pieces
        while self._held - KEPT >= len(pieces[0]):
            self._held -= len(pieces.popleft())
        if len(pieces) > PIECES:
            last = self.kept()
            self._pieces, self._held = deque((last,)), len(last)


class Connection:
    """The connection to one bot process.

    Args:
        process: the process, just started.
        message_limit: the bytes of a message of the bot.
        patience_ms: how long everything may stand still for a quick answer; 0 where others play at the same time.
    """

    def __init__(self, process: Process, message_limit: int = LIMIT, patience_ms: int = 0) -> None:
        self.process = process
        self.channel = process.channel
        self.session = Session(ARENA, message_limit)
        self.sent = Traffic()
        self.received = Traffic()
        self._now = trio.lowlevel.current_clock().current_time
        """The time (s): `trio.current_time` without the way to the clock."""
        self.broken = False
        self.answered = 0.0
        """When its last answers came (s)."""
        self._greeting = b""
        self._frozen = False
        self._patience_ms = patience_ms
        self._skip = 0
        self._misses = 0

    async def greet(self, start_ms: float | None) -> Bot:
        """Exchange greetings; return the bot's.

        Raises:
            BotFault: TIMEOUT after `start_ms`, CRASH, PROTOCOL or FLOOD.
        """
        self._greeting = self.session.send(Arena(VERSION, tuple(CODECS)))
        ((_, bot),), _ = await self.ask(self._greeting, 1, start_ms, start_ms)
        assert isinstance(bot, Bot)
        return bot

    def table_of(self, game_id: str) -> TableId:
        """Return what the messages of a game bear: its id, where the bot declared several tables."""
        return game_id if self.session.capabilities.tables > 1 else None

    def begin_traffic(self) -> None:
        """Keep the traffic from here on: games begin, and none was open."""
        self.sent.begin(self._greeting)
        self.received.begin()

    def hear_out(self) -> None:
        """Take in what came unasked, before a question is put: part of a message is kept, a whole one is a fault.

        Raises:
            BotFault: PROTOCOL or FLOOD.
        """
        if data := self.channel.poll():
            self._hear(data)

    async def ask(
        self, data: bytes, count: int, limit_ms: float | None, deadline_ms: float | None
    ) -> tuple[list[Received], float]:
        """Send what happened and some questions; wait for as many answers.

        Args:
            data: the bytes, which the session knows already.
            count: how many messages are due: one for each question.
            limit_ms: the time the bot was told it has.
            deadline_ms: the time after which what is missing is late, None for never.

        Returns:
            The answers, each with its table, and the ms that they took, from just before the first byte was written.

        Raises:
            BotFault: TIMEOUT, CRASH, ILLEGAL, PROTOCOL or FLOOD.
        """
        start = self._now()
        try:
            sent = self._send(data)
        except OSError:
            raise await self.process.how_it_ended() from None
        answers = self._soon(count, start) if self._patience_ms and sent == len(data) else []
        written = False
        if len(answers) < count:
            with trio.move_on_at(inf if deadline_ms is None else start + deadline_ms / 1000):
                await self._write(data[sent:])
                written = True
                while len(answers) < count:
                    answers += self._hear(await self._read())
            if len(answers) < count and (late := self.channel.poll()):
                answers += self._hear(late)
        self.answered = self._now()
        used = (self.answered - start) * 1000
        if len(answers) < count:
            self.broken = not written  # with half a message in its pipe it cannot be told anything
            raise BotFault("TIMEOUT", _late(used, limit_ms, begun=self.received.total > 0))
        return answers, used

    def _soon(self, count: int, start: float) -> list[Received]:
        """Return the answers that come at once, standing still for them; a bot that is not so quick is left alone."""
        if self._skip:
            self._skip -= 1
            return []
        answers: list[Received] = []
        while data := self.channel.soon(self._patience_ms):
            answers += self._hear(data)
            if len(answers) >= count:
                self._misses = 0
                return answers
            if self._now() > start + self._patience_ms / 1000:
                break
        self._misses += 1
        self._skip = min(1 << self._misses, SKIPPED)
        return answers

    def freeze(self) -> None:
        """Stop the bot until something is sent to it."""
        self.process.freeze()
        self._frozen = True

    async def tell(self, data: bytes, patience_ms: float = TELL_MS) -> None:
        """Send bytes that need no answer. A bot that does not read them is marked broken, without a verdict."""
        if self.broken or not data:
            return
        try:
            sent = self._send(data)
            if sent < len(data):
                with trio.fail_after(patience_ms / 1000):
                    await self.channel.write(data[sent:])
        except (OSError, trio.TooSlowError):
            self.broken = True

    async def dismiss(self, fault: BotFault | None = None) -> None:
        """Say goodbye (between games), or why the bot is being stopped, and end its process."""
        if fault is not None:
            await self.tell(self.session.send(Fault(fault.kind, fault.text)), FAREWELL_MS)
        elif not self.broken and self.session.between_games:
            await self.tell(self.session.send(Bye()), FAREWELL_MS)
        self.broken = True
        self._thaw()
        await self.process.stop()

    def _thaw(self) -> None:
        if self._frozen:
            self._frozen = False
            self.process.thaw()

    def _send(self, data: bytes) -> int:
        """Let a frozen bot go on, and send what there is room for; return how many bytes that was."""
        if self._frozen:
            self._thaw()
        self.sent.keep(data)
        return self.channel.send(data)

    async def _write(self, data: bytes) -> None:
        try:
            await self.channel.write(data)
        except OSError:
            raise await self.process.how_it_ended() from None

    async def _read(self) -> bytes:
        if data := await self.channel.read():
            return data
        raise await self.process.how_it_ended()

    def _hear(self, data: bytes) -> list[Received]:
        """Return the messages that the data complete; the session refuses those that were not asked for."""
        self.received.keep(data)
        return self.session.receive(data)


def _late(used: float, limit_ms: float | None, *, begun: bool) -> str:
    """Return why a bot is late, with the usual cause where it never said anything."""
    limit = "" if limit_ms is None else f" (limit {limit_ms:.0f} ms)"
    hint = "" if begun else "; does it flush its output?"
    return f"no answer after {used:.0f} ms{limit}{hint}"
