"""What a check tries with a bot that runs: a question, a deal, several tables, the end of the input.

Questions, games and clocks are the arena's own (`arena.table`): only what no game can show is done here, such as lines
that arrive in pieces, messages that no version knows yet, and the end of the input.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, product, zip_longest
from math import inf
from typing import NamedTuple, TypeAlias

import trio

from arena.chance import bot_seeds, keyed
from arena.games.kernel import AnyGame
from arena.games.kernel.options import OptionError, Options, choose
from arena.games.study import Study
from arena.protocol import Answer, Ask, Bot, BotFault, Bye, Did, Fault, Game, Message, Note, Over, Show
from arena.settings.clock import ClockSettings
from arena.table.choice import GAME_ID, messages
from arena.table.clock import Clock
from arena.table.connection import Connection
from arena.table.lag import LagMeter
from arena.table.player import Account, Player
from arena.table.process import BotProcess
from arena.table.record import parse, words
from arena.table.referee import GameSetup, Referee
from arena.table.tables import Tables

USUAL = ClockSettings()
LITTLE = ClockSettings(move_ms=250)
BANK = ClockSettings(move_ms=0, bank_ms=5000, inc_ms=100)
LARGE = ClockSettings(move_ms=999_999_999)
NO_LIMIT = ClockSettings(move_ms=0)
LIVE = ClockSettings(live=True, ponder="off")
PATIENCE = 60.0
"""Seconds after which a bot without a time limit has thought long enough."""
PAUSE = 0.05
"""Seconds between two pieces of a line."""
STILL = 0.02
"""Seconds that the arena listens after a question or a game for what the bot should not say."""
EXIT = 10.0
"""Seconds that a bot has to end. In a game it has less, but a check is no race: on a busy machine 2 s are too few."""
NOVEL = "novelty"
"""A kind of note, card, question and a key that no version of the protocol has."""


class Chosen(NamedTuple):
    """A game to check with.

    Args:
        game: the game.
        presets: the presets from which questions are taken; the first one is played.
    """

    game: AnyGame
    presets: Sequence[str]


@dataclass(frozen=True)
class Running:
    """A bot that runs.

    Args:
        process: its process.
        connection: the connection to it.
        greeting: what it said of itself.
        lag: knows how late the arena is.
    """

    process: BotProcess
    connection: Connection
    greeting: Bot
    lag: LagMeter

    def player(self, clock: ClockSettings) -> Player:
        """Return the bot under a clock."""
        return Player(self.connection, clock, self.lag)

    async def say(self, said: Sequence[Message]) -> None:
        """Send messages of the game that `choice` asks in, without a question."""
        table = self.connection.table_of(GAME_ID)
        await self.connection.tell(b"".join([self.connection.session.send(each, table) for each in said]))

    async def ask(self, said: Sequence[Message], clock: ClockSettings = USUAL, pieces: int = 1) -> Answer:
        """Send messages, the last of which is a question, and return the answer.

        Args:
            said: the messages, the `game` line first.
            clock: the time limits.
            pieces: into how many pieces the last bytes are cut; there is a pause after each.

        Raises:
            BotFault: whatever the bot did wrong.
            Void: it got no CPU.
        """
        connection, player = self.connection, self.player(clock)
        connection.begin_traffic()
        table = connection.table_of(GAME_ID)
        data = b"".join([connection.session.send(each, table) for each in said])
        *first, last = _cut(data, pieces)
        for piece in first:
            await connection.tell(piece)
            await trio.sleep(PAUSE)
        with trio.move_on_after(inf if clock.move_ms else PATIENCE):
            [(_, answer)] = await player.ask([Account(Clock(clock))], lambda: last, trio.current_time())
            assert isinstance(answer, Answer)
            return answer
        raise BotFault("TIMEOUT", f"no answer after {PATIENCE:.0f} s; there is no time limit, but games must go on")

    async def settle(self, study: Study, ask: Message, answer: Answer, more: Mapping[str, str]) -> None:
        """Tell the bot its answer, and that the game is over.

        Args:
            study: the moment that it was asked in.
            ask: the question.
            answer: what it answered.
            more: more settings of the `over` line.
        """
        assert isinstance(ask, Ask)
        sides = study.game.seating(study.position.options).number_of_sides
        settings = {"places": ",".join(["1"] * sides), "reason": "forfeit"} | dict(more)
        await self.say((Did(ask.seat, ask.kind, answer.word), Over(GAME_ID, settings)))
        await self.still()

    async def still(self) -> None:
        """Listen for a moment: a bot that is not asked says nothing, and goes on.

        Raises:
            BotFault: it says something, or has ended.
        """
        await trio.sleep(STILL)
        self.connection.hear_out()
        if await self.process.ends(0):
            raise await self.process.how_it_ended()

    async def play(self, games: Sequence[GameSetup], seats: Sequence[int]) -> list[str]:
        """Play games at as many tables, the house at all other seats; return their records, in the order of their ends.

        Raises:
            BotFault: whatever the bot did wrong.
            Void: it got no CPU.
        """
        player, tables, records = self.player(games[0].clock), Tables(), list[str]()
        self.connection.begin_traffic()
        for setup, seat in zip(games, seats, strict=True):
            tables.begin(Referee(setup, {seat: player}))
        while tables.open:
            await tables.play()
            while tables.ended:
                _, outcome = await tables.end()
                for fault in outcome.faults:
                    raise BotFault(fault.kind, fault.text)
                records.append(outcome.record)
        await self.still()
        return records


Trial: TypeAlias = Callable[[Running], Awaitable[str]]
"""Tries something with a bot that runs, and returns a remark; raises `BotFault`."""


def _cut(data: bytes, pieces: int) -> list[bytes]:
    """Return bytes in pieces: most at once, and the last 16 or so in small ones."""
    size = 16 // pieces
    tails = [len(data) - size * number for number in range(pieces - 1, 0, -1)]
    return [data[begin:end] for begin, end in zip([0, *tails], [*tails, len(data)], strict=True)]


class Fine:
    """What a bot does well, so that it can be used to try something else."""

    def __init__(self) -> None:
        self.studies: list[Study] = []
        """The questions that it answered."""
        self.games: list[Chosen] = []
        """The games that it played a deal of."""


class Question:
    """Asks one question.

    Args:
        study: the moment of the question.
        clock: the time limits.
        pieces: into how many pieces the last bytes are cut.
        kind: the kind of the question, if it is another one.
        novel: whether there are notes, shows and keys that nobody knows.
        fine: where it is noted if the bot answers.
    """

    def __init__(
        self,
        study: Study,
        clock: ClockSettings = USUAL,
        *,
        pieces: int = 1,
        kind: str | None = None,
        novel: bool = False,
        fine: Fine | None = None,
    ) -> None:
        self._study, self._clock, self._pieces, self._kind, self._novel = study, clock, pieces, kind, novel
        self._fine = fine

    async def __call__(self, bot: Running) -> str:
        """Ask, and tell the bot that its answer has arrived; return an empty remark."""
        *before, ask = messages(self._study, self._clock)
        assert isinstance(ask, Ask)
        if self._kind:
            ask = ask._replace(kind=self._kind)
        if self._novel:
            before = list(_with_novelties(before))
        answer = await bot.ask((*before, ask), self._clock, self._pieces)
        await bot.settle(self._study, ask, answer, {NOVEL: "1"} if self._novel else {})
        if self._fine:
            self._fine.studies.append(self._study)
        return ""


class Large(Question):
    """Asks a question under a limit so large that a bot must not use all of it here: only the `game` line has it."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)

    async def __call__(self, bot: Running) -> str:
        """Tell the bot of the limit in a game that ends before it is asked."""
        [game, *_] = messages(self._study, LARGE)
        sides = self._study.game.seating(self._study.position.options).number_of_sides
        bot.connection.begin_traffic()
        await bot.say((game, Over(GAME_ID, {"places": ",".join(["1"] * sides), "reason": "forfeit"})))
        await bot.still()
        return await super().__call__(bot)


class Deal:
    """Plays one deal of a game, or all of it if it has no shorter form.

    Args:
        chosen: the game.
        clock: the time limits.
        fine: where it is noted if the bot plays it.
    """

    def __init__(self, chosen: Chosen, clock: ClockSettings, fine: Fine | None = None) -> None:
        self._chosen, self._clock, self._fine = chosen, clock, fine

    async def __call__(self, bot: Running) -> str:
        """Play; return an empty remark."""
        setup, seat = _setup(self._chosen, self._clock, GAME_ID)
        await bot.play([setup], [seat])
        if self._fine:
            self._fine.games.append(self._chosen)
        return ""


class Again:
    """Plays the same deal each time it is called, to see whether a bot that was started anew answers the same.

    Args:
        chosen: the game.
    """

    def __init__(self, chosen: Chosen) -> None:
        self._chosen = chosen
        self._before: list[str] | None = None
        """The answers of the last time."""

    async def __call__(self, bot: Running) -> str:
        """Play; return at which answer it differs from the last time, for people: empty at first, and if at none."""
        setup, seat = _setup(self._chosen, USUAL, GAME_ID)
        [played] = await bot.play([setup], [seat])
        answers, before = [word for word, _ in words(parse(played))], self._before
        self._before = answers
        if before is None or answers == before:
            return ""
        at = next((at for at, pair in enumerate(zip_longest(before, answers)) if pair[0] != pair[1]), 0)
        was, now = (each[at] if at < len(each) else "nothing" for each in (before, answers))
        return f"no: {was} became {now} (answer {at + 1}); its grade and its tests will differ from run to run"


class Several:
    """Plays deals at several tables at once.

    Args:
        games: the games, one after the other.
        tables: how many tables.
    """

    def __init__(self, games: Sequence[Chosen], tables: int) -> None:
        self._games, self._tables = games, tables

    async def __call__(self, bot: Running) -> str:
        """Play; return at how many tables."""
        pairs = islice(product(range(self._tables), self._games), self._tables)
        setups = [_setup(chosen, USUAL, f"G{number}") for number, (_, chosen) in enumerate(pairs)]
        await bot.play([setup for setup, _ in setups], [seat for _, seat in setups])
        return f"{self._tables} at once"


class End:
    """Asks a question and then ends the conversation.

    Args:
        study: the moment of the question.
        verb: what is said at the end: `bye`, `fault`, or nothing if only the input ends.
    """

    def __init__(self, study: Study, verb: str) -> None:
        self._study, self._verb = study, verb

    async def __call__(self, bot: Running) -> str:
        """Ask, end the conversation, and see whether the bot ends."""
        said = tuple(messages(self._study, USUAL))
        answer = await bot.ask(said)
        send, tell = bot.connection.session.send, bot.connection.tell
        if self._verb == "bye":
            await bot.settle(self._study, said[-1], answer, {})
            await tell(send(Bye()))
        elif self._verb:
            await tell(send(Fault("TIMEOUT", "this is only a check")))
        bot.process.end_input()  # as the arena does
        bot.connection.broken = True  # nothing more is said to it
        if not await bot.process.ends(EXIT):
            raise BotFault("TIMEOUT", f"it still runs {EXIT:g} s later")
        return ""


def _with_novelties(said: Sequence[Message]) -> Iterator[Message]:
    """Yield messages, with a key, a note and cards that nobody knows."""
    for message in said:
        if isinstance(message, Game):
            yield Game(message.id, message.name, {**message.settings, NOVEL: "1"})
            yield Note(NOVEL, ("1", "two"))
            yield Show(NOVEL, None, ("XX",))
        else:
            yield message
    yield Note(NOVEL, ())


def _setup(chosen: Chosen, clock: ClockSettings, game_id: str) -> tuple[GameSetup, int]:
    """Return a short game with a seat for the bot: the second one that is asked by the rules, if there are several."""
    game, preset = chosen.game, chosen.presets[0]
    options: Options = game.presets[preset]
    if hasattr(options, "max_deals"):
        with suppress(OptionError):  # some rules need more deals than one
            options = choose(options, {"max_deals": 1})
    seating = game.seating(options)
    seat = seating.players[min(1, len(seating.players) - 1)]
    chance = keyed("check", f"{game.name} {game_id}")
    names = tuple("bot" if at == seat else "house" for at in range(seating.seats))
    seeds = bot_seeds("check", f"{game.name} {game_id}", seating.seats)
    return GameSetup(game_id, game, preset, options, chance, clock, "forfeit", names, seeds), seat
