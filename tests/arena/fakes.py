"""Bots in memory: a coroutine per bot, an in-memory channel, and games short enough to read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING

import trio

from arena import protocol
from arena.chance import keyed
from arena.games import kaiser
from arena.games.kaiser import Options as KaiserOptions
from arena.games.kernel.options import Options
from arena.protocol import BotFault, Message, parse_line
from arena.settings.clock import ClockSettings, OnFault, OnIllegal
from arena.table.connection import Connection
from arena.table.lag import Lag
from arena.table.outcome import Fault, Outcome
from arena.table.player import Neighbors, Player
from arena.table.referee import GameSetup, Referee
from arena.table.stderr import StandardError
from arena.table.tables import Tables

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ONE_DEAL = KaiserOptions(max_deals=1, misdeal="off", first_dealer="P3")


class Wire:
    """The bot's end: lines come in, bytes go out."""

    def __init__(self) -> None:
        self.inbox = bytearray()
        self.outbox = bytearray()
        self.changed = trio.Condition()
        self.closed = False
        self.deaf = False

    async def line(self) -> str:
        async with self.changed:
            while b"\n" not in self.inbox:
                await self.changed.wait()
        line, _, rest = bytes(self.inbox).partition(b"\n")
        self.inbox[:] = rest
        return line.decode()

    async def say(self, text: str | bytes) -> None:
        self.outbox += text.encode() if isinstance(text, str) else text
        async with self.changed:
            self.changed.notify_all()

    async def close(self) -> None:
        self.closed = True
        await self.say(b"")


class MemoryChannel:
    """The arena's end of a wire."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    def poll(self) -> bytes | None:
        if not self.wire.outbox:
            return b"" if self.wire.closed else None
        data = bytes(self.wire.outbox)
        self.wire.outbox.clear()
        return data

    def soon(self, _ms: int) -> bytes | None:
        return self.poll()

    async def read(self) -> bytes:
        async with self.wire.changed:
            while (data := self.poll()) is None:
                await self.wire.changed.wait()
        return data

    def send(self, _data: bytes) -> int:
        if self.wire.closed:
            raise BrokenPipeError
        return 0

    async def write(self, data: bytes | memoryview) -> int:
        async with self.wire.changed:
            while self.wire.deaf:
                await self.wire.changed.wait()
            self.wire.inbox += data
            self.wire.changed.notify_all()
        return len(data)


class MemoryProcess:
    """What a connection needs of a process, without one."""

    def __init__(self, wire: Wire) -> None:
        self.channel = MemoryChannel(wire)
        self.stderr = StandardError()
        self.stopped = False
        self.cpu: float | None = None
        self.delay = 0.0
        self.walking = 0.0
        self.waits = False
        self.frozen = False
        self.asked = True

    async def how_it_ended(self) -> BotFault:
        return BotFault("CRASH", "exit 7")

    def cpu_ms(self) -> float | None:
        return self.cpu

    def turn(self, *, asked: bool) -> None:
        self.asked = asked

    def run_delay_ms(self) -> float | None:
        return None if self.cpu_ms() is None else self.delay

    def walking_ms(self) -> float:
        return self.walking

    def runnable(self) -> bool:
        return self.waits

    def freeze(self) -> None:
        self.frozen = True

    def thaw(self) -> None:
        self.frozen = False

    async def stop(self) -> None:
        self.stopped = True


Bot = Callable[[Wire], Awaitable[None]]


async def last_word(wire: Wire, greeting: str = "bot fake 1\n") -> None:
    """Answer the last legal word, always: bids high, then plays low."""
    await wire.say(greeting)
    while True:
        if (words := (await wire.line()).split())[0] == "ask":
            await wire.say(f"{words[-1]}\n")


def packed(choose: Callable[[Sequence[str]], str], settings: Mapping[str, str] = MappingProxyType({})) -> Bot:
    """A bot that speaks msgpack, and answers all questions that it has read at once."""

    async def bot(wire: Wire) -> None:
        session = protocol.Session(protocol.BOT)
        await wire.say(session.send(protocol.Bot("m", "1", {"codec": "msgpack"} | dict(settings))))
        while True:
            async with wire.changed:
                while not wire.inbox:
                    await wire.changed.wait()
            data = bytes(wire.inbox)
            wire.inbox.clear()
            asks = [(table, said) for table, said in session.receive(data) if isinstance(said, protocol.Ask)]
            await wire.say(b"".join(session.send(protocol.Answer(choose(ask.words)), table) for table, ask in asks))

    return bot


def after_asks(number: int, then: Bot) -> Bot:
    """A bot that answers the last word so many times, and at the next question does something else."""

    async def bot(wire: Wire) -> None:
        await wire.say("bot fake 1\n")
        asked = 0
        while True:
            words = (await wire.line()).split()
            if words[0] != "ask":
                continue
            asked += 1
            if asked > number:
                await then(wire)
            else:
                await wire.say(f"{words[-1]}\n")

    return bot


@asynccontextmanager
async def seated(
    bots: Mapping[int, Bot], start_ms: float = 1000, on_illegal: str = "forfeit"
) -> AsyncIterator[dict[int, Connection]]:
    """Players for these bots, greeted."""
    async with trio.open_nursery() as nursery:
        players = {}
        for seat, bot in bots.items():
            wire = Wire()
            nursery.start_soon(bot, wire)
            players[seat] = Connection(MemoryProcess(wire), on_illegal=OnIllegal.of(on_illegal))
        for connection in players.values():
            await connection.greet(start_ms)
        yield players
        nursery.cancel_scope.cancel()


def setup(
    options: Options = ONE_DEAL,
    clock: ClockSettings = ClockSettings(),  # noqa: B008 - frozen
    on_fault: OnFault = "forfeit",
    seed: str = "fakes",
) -> GameSetup:
    names = ("a", "b", "a", "b")
    return GameSetup("G1", kaiser.GAME, "standard", options, keyed(seed, "game 1"), clock, on_fault, names)


async def one_game(bots: Mapping[int, Bot], at: GameSetup | None = None, on_illegal: str = "forfeit") -> Outcome:
    """Play one game among these bots; the others answer the last word."""
    everybody: dict[int, Bot] = dict.fromkeys(range(4), last_word) | dict(bots)
    async with seated(everybody, on_illegal=on_illegal) as players:
        return await play_one(at or setup(), players)


async def play_one(
    at: GameSetup,
    players: Mapping[int, Connection],
    absent: tuple[Fault, ...] = (),
    lag: Lag | None = None,
    room: Neighbors | None = None,
) -> Outcome:
    """Play one game with players who are there."""
    tables = Tables()
    seats = {seat: Player(connection, at.clock, lag, room) for seat, connection in players.items()}
    for player in seats.values():
        player.begin_game()
    tables.begin(Referee(at, seats, absent))
    await tables.play()
    _, outcome = await tables.end()
    return outcome


def messages(text: str) -> list[Message]:
    return [parse_line(line, "arena") for line in text.splitlines()]
