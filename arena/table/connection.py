"""The connection to a bot: a session over a channel. It sends questions, times the answers and finds faults."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Sequence
from math import inf
from typing import Protocol

import trio

from arena.protocol import (
    ARENA,
    CODECS,
    LIMIT,
    LINE,
    VERSION,
    Arena,
    Bot,
    BotFault,
    Bye,
    Fault,
    Received,
    Session,
    TableId,
)
from arena.protocol.messages import shown
from arena.protocol.states import IDLE
from arena.settings.clock import OnIllegal
from arena.table.blotter import Blotter
from arena.table.channel import Channel
from arena.table.stderr import StandardError

TELL_MS = 1000
"""Ms that the arena waits for room in a bot's pipe when it asks nothing."""
FAREWELL_MS = 100
"""Ms that it waits for room when it sends `bye` or `fault`; after these the bot is ended anyway."""
KEPT = 1024 * 1024
"""How many bytes of a game's traffic are kept in each direction: the last ones."""
PIECES = 4096
"""In how many pieces these bytes are kept at most."""
PATIENCE_MS = 1
"""Ms that the whole process stands still for an answer: most good bots need less."""
FLUSH = "; does it flush its output?"
"""What is asked about a bot that has written nothing."""
SKIPPED = 64
"""How many questions a bot that was slower than `PATIENCE_MS` may be asked at most before the arena tries again."""


class Process(Protocol):
    """The bot's process (`arena.table.process.BotProcess`; in tests an object in memory)."""

    @property
    def channel(self) -> Channel:
        """Carries bytes to the process and back."""

    @property
    def stderr(self) -> StandardError:
        """What the bot has written to standard error; `Channel.poll` adds to it."""

    async def how_it_ended(self) -> BotFault:
        """Return the fault of a bot whose output has ended, such as `CRASH exit 7`.

        MEMORY and FLOOD, for which the arena itself ended the bot, come before CRASH.
        """

    def cpu_ms(self) -> float | None:
        """Return the CPU time (ms) of the bot with all its processes so far; None where it cannot be measured."""

    def turn(self, *, asked: bool) -> None:
        """Say whether the bot is asked now."""

    def run_delay_ms(self) -> float | None:
        """Return how long (ms) the bot's living threads waited for a CPU so far; None where it cannot be measured."""

    def walking_ms(self) -> float:
        """Return how long (ms) the arena walked over the pages of the bot's processes so far."""

    def runnable(self) -> bool:
        """Return whether one of the bot's threads runs or waits for a CPU now."""

    def freeze(self) -> None:
        """Stop the bot and all its processes until `thaw`."""

    def thaw(self) -> None:
        """Let the bot and all its processes go on."""

    async def stop(self) -> None:
        """Close the bot's input, give it a moment to end, then end it."""


class Traffic:
    """The last bytes of a game's traffic in one direction, and the number of all bytes.

    Pieces are kept as they come: copying each of them into one buffer would cost more than everything else here.
    """

    __slots__ = ("_held", "_pieces", "total")

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._held = 0
        """How many bytes are in the pieces: all of the game, or at least the last `KEPT`."""
        self.total: int = 0
        """How many bytes the game had, kept or not."""

    def keep(self, data: bytes) -> None:
        """Add the next bytes."""
        size = len(data)
        self._pieces.append(data)
        self._held += size
        self.total += size
        if self._held - KEPT >= len(self._pieces[0]) or len(self._pieces) > PIECES:
            self._forget()

    def begin(self, data: bytes = b"") -> None:
        """Forget all bytes, because a game begins, and start with `data`."""
        self._pieces = [data]
        self._held = self.total = len(data)

    def kept(self) -> bytes:
        """Return the last `KEPT` bytes."""
        return b"".join(self._pieces)[-KEPT:]

    def _forget(self) -> None:
        """Drop pieces that are not needed, and join small ones: each piece takes some memory of its own."""
        pieces = self._pieces
        past = 0
        while self._held - KEPT >= len(pieces[past]):
            self._held -= len(pieces[past])
            past += 1
        del pieces[:past]
        if len(pieces) > PIECES:
            last = self.kept()
            self._pieces, self._held = [last], len(last)


class Connection:
    """The connection to one bot process.

    Args:
        process: the process, just started.
        message_limit: how many bytes a message of the bot may have.
        patience_ms: ms that the whole process may stand still for a quick answer; with 0 it never does.
        on_illegal: what becomes of illegal answers.
        flushes: whether it is known that the bot flushes its output.
    """

    def __init__(
        self,
        process: Process,
        message_limit: int = LIMIT,
        patience_ms: int = 0,
        on_illegal: OnIllegal = OnIllegal(),  # noqa: B008 - a tuple
        flushes: bool = False,
    ) -> None:
        self.process = process
        self.channel: Channel = process.channel
        self.on_illegal = on_illegal
        self.illegal_is_fault: bool = on_illegal.is_fault
        self.blotter: Blotter | None = None
        """Blots secrets out of all that the bot says; None if it has been given none."""
        self.session: Session = Session(ARENA, message_limit, offered_only=self.illegal_is_fault)
        self.sent: Traffic = Traffic()
        self.received: Traffic = Traffic()
        self._now = trio.lowlevel.current_clock().current_time
        """Returns the time (s): `trio.current_time` without its lookup of the clock."""
        self.broken: bool = False
        """Whether nothing more can be sent: the bot is gone, does not read, or has half a message in its pipe."""
        self.answered: float = 0.0
        """When the last answers came (s)."""
        self._flushes = flushes
        self._greeting = b""
        self._frozen = False
        self._patience_ms = patience_ms
        self._skip = 0
        self._misses = 0

    async def greet(
        self,
        start_ms: float | None,
        prolong: Callable[[float], float | None] | None = None,
        codecs: Sequence[str] = tuple(CODECS),
    ) -> Bot:
        """Exchange greetings; return that of the bot.

        Args:
            start_ms: how long the arena waits for it (ms); None without a limit.
            prolong: see `ask`.
            codecs: the codecs that the arena says it knows.

        Raises:
            BotFault: TIMEOUT after `start_ms`, CRASH, PROTOCOL, FLOOD or MEMORY.
        """
        self._greeting = self.session.send(Arena(VERSION, tuple(codecs)))
        try:
            ((_, bot),), _ = await self.ask(self._greeting, 1, start_ms, start_ms, prolong)
        except BotFault as fault:
            if self.session.state() == IDLE:
                raise  # it has greeted, and went on to speak
            raise BotFault(fault.kind, _no_greeting(fault, self.received.kept())) from fault
        assert isinstance(bot, Bot)
        return bot

    def table_of(self, game_id: str) -> TableId:
        """Return the table that messages of a game name: its id if the bot plays at several tables, else None."""
        return game_id if self.session.capabilities.tables > 1 else None

    def begin_traffic(self) -> None:
        """Forget the traffic so far: a game begins, and none is open."""
        self.sent.begin(self._greeting)
        self.received.begin()

    def hear_out(self) -> None:
        """Read what the bot wrote without being asked; call it before a question.

        Part of a message is kept until the rest comes; a whole message is a fault.

        Raises:
            BotFault: PROTOCOL or FLOOD.
        """
        if data := self.channel.poll():
            self._hear(data)

    async def ask(
        self,
        data: bytes,
        count: int,
        limit_ms: float | None,
        deadline_ms: float | None,
        prolong: Callable[[float], float | None] | None = None,
    ) -> tuple[list[Received], float]:
        """Send news and questions; wait for as many answers as there are questions.

        Args:
            data: the bytes, which the session has already seen.
            count: how many questions are in them.
            limit_ms: the time the bot was told it has; None without a limit.
            deadline_ms: the time after which a missing answer is late; None without a limit.
            prolong: called with the ms that have passed when it is late; returns a later deadline if there is one.

        Returns:
            The answers, each with its table, and the ms that they took, from just before the first byte was written.

        Raises:
            BotFault: TIMEOUT, CRASH, ILLEGAL, PROTOCOL, FLOOD or MEMORY.
        """
        start = self._now()
        try:
            sent = self._send(data)
        except OSError:
            raise await self.process.how_it_ended() from None
        answers = self._soon(count, start) if self._patience_ms and sent == len(data) else []
        if len(answers) < count:
            sent = await self._hear_all(answers, count, data, sent, start, deadline_ms)
        while len(answers) < count and prolong is not None:
            later = prolong((self._now() - start) * 1000)
            if later is None:
                break
            sent = await self._hear_all(answers, count, data, sent, start, later)
        self.answered = self._now()
        used = (self.answered - start) * 1000
        if len(answers) < count:
            self.broken = sent < len(data)  # half a message in its pipe: nothing can be sent after that
            ask = not self._flushes and not self.received.total
            raise BotFault("TIMEOUT", _late(used, limit_ms, self.session.held, self.session.codec.name, ask=ask))
        return answers, used

    async def _hear_all(
        self, answers: list[Received], count: int, data: bytes, sent: int, start: float, deadline_ms: float | None
    ) -> int:
        """Write the rest of a question and wait for the rest of its answers, until the deadline.

        Args:
            answers: those that have come; more are added.
            count: how many there have to be.
            data: the bytes of the question.
            sent: how many of them are sent.
            start: when the question was sent (s).
            deadline_ms: how long to wait, from then on; None without a limit.

        Returns:
            The number of bytes that are sent.

        Raises:
            BotFault: CRASH, ILLEGAL, PROTOCOL, FLOOD or MEMORY.
        """
        ended = False
        with trio.move_on_at(inf if deadline_ms is None else start + deadline_ms / 1000):
            try:
                while sent < len(data):
                    sent += await self.channel.write(memoryview(data)[sent:])
                while len(answers) < count and not ended:
                    heard = await self.channel.read()
                    ended = not heard
                    answers += self._hear(heard)
            except OSError:
                ended = True
        if ended:  # how it did is not asked against the clock: it was not late
            raise await self.process.how_it_ended()
        if len(answers) < count and (late := self.channel.poll()):
            answers += self._hear(late)
        return sent

    def _soon(self, count: int, start: float) -> list[Received]:
        """Return the answers that come at once; the whole process stands still for them.

        A bot that was too slow for that is skipped for a while: 2, 4, 8, ... questions, up to `SKIPPED`.
        """
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
        """Stop the bot; it goes on when something is sent to it."""
        self.process.freeze()
        self._frozen = True

    async def tell(self, data: bytes, patience_ms: float = TELL_MS) -> None:
        """Send bytes that need no answer. A bot that does not read them gets no fault, but the connection is broken."""
        if self.broken or not data:
            return
        try:
            sent = self._send(data)
            if sent < len(data):
                with trio.fail_after(patience_ms / 1000):
                    while sent < len(data):
                        sent += await self.channel.write(memoryview(data)[sent:])
        except (OSError, trio.TooSlowError):
            self.broken = True

    async def dismiss(self, fault: BotFault | None = None) -> None:
        """Send `fault`, or `bye` between games, and end the process.

        Args:
            fault: why the bot is ended; None where it has done nothing wrong.
        """
        if fault is not None:
            await self.tell(self.session.send(Fault(fault.kind, fault.text)), FAREWELL_MS)
        elif not self.broken and self.session.between_games:
            await self.tell(self.session.send(Bye()), FAREWELL_MS)
        self.broken = True
        self._thaw()
        await self.process.stop()

    def _thaw(self) -> None:
        """Let the bot go on if it is frozen."""
        if self._frozen:
            self._frozen = False
            self.process.thaw()

    def _send(self, data: bytes) -> int:
        """Let a frozen bot go on, and send what there is room for; return how many bytes that was.

        Raises:
            OSError: the bot has closed its input.
        """
        if self._frozen:
            self._thaw()
        self.sent.keep(data)
        return self.channel.send(data)

    def _hear(self, data: bytes) -> list[Received]:
        """Return the messages that the bytes complete.

        Raises:
            BotFault: ILLEGAL, PROTOCOL or FLOOD.
        """
        if self.blotter is not None:
            ended = not data
            data = self.blotter.add(data)
            if ended or self.session.codec is not LINE:  # a frame may end with any byte
                data += self.blotter.rest()
        self.received.keep(data)
        return self.session.receive(data)


def _no_greeting(fault: BotFault, wrote: bytes) -> str:
    """Return the text of the fault of a bot that has not greeted.

    Args:
        fault: what it did.
        wrote: all that it wrote.
    """
    line = wrote.partition(b"\n")[0]
    if fault.kind == "PROTOCOL" and not line.startswith(b"bot "):
        first = shown(line.decode(errors="replace")) if line else "an empty line"
        return f"it writes {'a byte order mark' if line.startswith(BOM_UTF8) else first} before its greeting"
    return fault.text.replace("no answer", "no greeting", 1) if fault.kind == "TIMEOUT" else fault.text


def _late(used: float, limit_ms: float | None, held: bytes, codec: str, *, ask: bool) -> str:
    """Return the text of a TIMEOUT, with the usual cause if it is known.

    Args:
        used: how long the arena has waited (ms).
        limit_ms: the time the bot was told it has; None without a limit.
        held: what it wrote of an answer that lacks its end.
        codec: how it writes: `line` or `msgpack`.
        ask: whether it may have forgotten to flush: it wrote nothing in this game.
    """
    limit = "" if limit_ms is None else f" (limit {limit_ms:.0f} ms)"
    hint = FLUSH if ask else ""
    if held and codec == LINE.name:
        hint = f"; it wrote {shown(held.decode(errors='replace'))}, but no end of the line"
    elif held:
        hint = f"; it wrote {len(held)} bytes, but no end of the frame"
    return f"no answer after {used:.0f} ms{limit}{hint}"
