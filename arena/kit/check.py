"""Checks what a bot says: puts every kind of question to it, in many ways, and finds what breaks the protocol.

Questions, games and clocks are the arena's own (`arena.table`): only what no game can show is done here, such as lines
that arrive in pieces, messages that no version knows yet, and the end of the input.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import islice, product
from math import inf
from typing import NamedTuple, TypeAlias

import trio

from arena.chance import keyed
from arena.games.kernel import AnyGame
from arena.games.kernel.options import OptionError, Options, choose
from arena.games.study import Study
from arena.kit.moments import moments
from arena.kit.traffic import Finding, finding
from arena.protocol import (
    CODECS,
    LINE,
    PACKED,
    Answer,
    Ask,
    Bot,
    BotFault,
    Bye,
    Did,
    Fault,
    Game,
    Message,
    Note,
    Over,
    Show,
)
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.settings.clock import ClockSettings
from arena.table.choice import GAME_ID, messages
from arena.table.clock import Clock
from arena.table.connection import PATIENCE_MS, Connection
from arena.table.lag import LagMeter, Void
from arena.table.player import Account, Player
from arena.table.process import BotProcess, start_bot
from arena.table.referee import GameSetup, Referee
from arena.table.tables import Tables

START_MS = 16_000
"""How long (ms) a bot may take to greet: as long as one that works when it is started for a ladder."""
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
EXIT = 2.0
"""Seconds that a bot has to end; in a game it has less, but a check is no race."""
AT_ONCE = 8
"""At how many tables at most a bot is tried."""
TRIES = 3
"""How often something is tried if the bot got no CPU."""
ONLY_LINES = (LINE.name,)
"""The codecs of an arena that does not know msgpack."""
NOVEL = "novelty"
"""A kind of note, card, question and a key that no version of the protocol has."""


class CannotJudge(Exception):  # noqa: N818 - no error of the arena and none of the bot
    """The machine was too busy to tell whether the bot is to blame."""


class Topic(NamedTuple):
    """What a case is about.

    Args:
        name: what is tried, for people.
        anchor: the section of SPEC.md that it is about; empty if that depends on what goes wrong.
        expected: what the bot should do; empty if that depends on what goes wrong.
        game: the game that it belongs to; empty if it is tried with any game.
    """

    name: str
    anchor: str = ""
    expected: str = ""
    game: str = ""


@dataclass(frozen=True)
class Case:
    """Something that was tried.

    Args:
        topic: what it is about.
        remark: what was found, or why it was left out.
        finding: what is wrong; None if nothing is.
        tried: whether it was tried.
    """

    topic: Topic
    remark: str = ""
    finding: Finding | None = None
    tried: bool = True

    @property
    def name(self) -> str:
        """What was tried, for people."""
        return f"{self.topic.game}: {self.topic.name}" if self.topic.game else self.topic.name


IN_PIECES = Topic("lines in pieces", "transport", "the bot waits for the end of a line, then answers")
NOVELTIES = Topic("unknown notes, cards and keys", "versions", "the bot ignores notes, shows and keys it does not know")
NOVEL_KIND = Topic("an unknown kind of question", "versions", "one of the words of the question")
ENDS = {
    Topic("fault", "fault-kind-text", "the bot ends when it reads `fault`, or when its input ends"): "fault",
    Topic("bye", "bye", "the bot ends when it reads `bye`, or when its input ends"): "bye",
    Topic("end of input", "transport", "the bot ends when its input ends"): "",
}
"""How a conversation ends: with these verbs, or with nothing but the end of the input."""
NO_QUESTION = "it answers no question, so this is not tried"
NO_DEAL = "it plays no deal, so this is not tried"


class Chosen(NamedTuple):
    """A game to check with.

    Args:
        game: the game.
        presets: the presets from which questions are taken; the first one is played.
    """

    game: AnyGame
    presets: Sequence[str]


@dataclass(frozen=True)
class _Running:
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

    async def settle(self, study: Study, answer: Answer, more: Mapping[str, str]) -> None:
        """Tell the bot its answer, and that the game is over.

        Args:
            study: the moment that it was asked in.
            answer: what it answered.
            more: more settings of the `over` line.
        """
        ask = study.position.ask
        assert ask is not None
        sides = study.game.seating(study.position.options).number_of_sides
        settings = {"places": ",".join(["1"] * sides), "reason": "forfeit"} | dict(more)
        await self.say(
            (Did(ask.seat if ask.hand is None else ask.hand, ask.kind, answer.word), Over(GAME_ID, settings))
        )
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

    async def play(self, games: Sequence[GameSetup], seats: Sequence[int]) -> None:
        """Play games at as many tables, the house at all other seats.

        Raises:
            BotFault: whatever the bot did wrong.
            Void: it got no CPU.
        """
        player, tables = self.player(games[0].clock), Tables()
        self.connection.begin_traffic()
        for setup, seat in zip(games, seats, strict=True):
            tables.begin(Referee(setup, {seat: player}))
        while tables.open:
            await tables.play()
            while tables.ended:
                _, outcome = await tables.end()
                for fault in outcome.faults:
                    raise BotFault(fault.kind, fault.text)
        await self.still()


Trial: TypeAlias = Callable[[_Running], Awaitable[str]]
"""Tries something with a bot that runs, and returns a remark; raises `BotFault`."""


def _cut(data: bytes, pieces: int) -> list[bytes]:
    """Return bytes in pieces: most at once, and the last 16 or so in small ones."""
    size = 16 // pieces
    tails = [len(data) - size * number for number in range(pieces - 1, 0, -1)]
    return [data[begin:end] for begin, end in zip([0, *tails], [*tails, len(data)], strict=True)]


@dataclass(frozen=True)
class Check:
    """A check of one bot.

    Args:
        program: the bot.
        sandbox: what it is started in.
        games: the games, at least one.
        tables: at how many tables the ladder lets it play; None where its greeting alone decides.
    """

    program: Program
    sandbox: Sandbox
    games: Sequence[Chosen]
    tables: int | None = None

    def run(self, tell: Callable[[Case], None]) -> None:
        """Try everything.

        Args:
            tell: called with each case as soon as it is known.

        Raises:
            CannotJudge: the machine is too busy.
            SandboxFailure: the sandbox of the bot cannot be made.
            KeyboardInterrupt: somebody stopped it.
        """
        try:
            error = trio.run(self._run, tell)
        except BaseExceptionGroup as group:
            if group.subgroup(KeyboardInterrupt):
                raise KeyboardInterrupt from None
            raise
        if error is not None:
            raise error

    async def _run(self, tell: Callable[[Case], None]) -> CannotJudge | SandboxFailure | None:
        """Try everything; return the error instead of raising it, since a nursery would wrap it."""
        error = None
        async with trio.open_nursery() as nursery:
            lag = LagMeter()
            nursery.start_soon(lag.run)
            attempts = _Attempts(self.program, self.sandbox, nursery, lag, tell)
            try:
                greeting = await attempts.greeting()
                if greeting is not None:
                    fine = _Fine()
                    await attempts.all(self._in_games(fine))
                    await attempts.all(self._at_large(greeting, fine))
                    await self._without_msgpack(greeting, fine, attempts)
            except (CannotJudge, SandboxFailure) as failed:
                error = failed
            nursery.cancel_scope.cancel()
        return error

    def _in_games(self, fine: _Fine) -> Iterator[tuple[Topic, Trial | str]]:
        """Yield every kind of question of every game, and a deal of each game."""
        for chosen in self.games:
            for study in moments(*chosen):
                yield _topic(study), _Question(study, fine=fine)
            yield Topic("a deal", game=chosen.game.name), _Deal(chosen, USUAL, fine)

    def _at_large(self, greeting: Bot, fine: _Fine) -> Iterator[tuple[Topic, Trial | str]]:
        """Yield what is tried with any question and any game; the bot has to be fine where nothing is special."""
        study = next(iter(fine.studies), None)
        asks: Mapping[Topic, Callable[[Study], Trial]] = {
            IN_PIECES: lambda study: _Question(study, pieces=4),
            NOVELTIES: lambda study: _Question(study, novel=True),
            NOVEL_KIND: lambda study: _Question(study, kind=NOVEL),
            Topic("no time limit", "game-id-name-keyvalue"): lambda study: _Question(study, NO_LIMIT),
            Topic("a very large limit", "game-id-name-keyvalue"): _Large,
        }
        for topic, make in asks.items():
            yield topic, make(study) if study else NO_QUESTION
        chosen = next(iter(fine.games), None)
        clocks = {
            Topic("little time", "clocks"): LITTLE,
            Topic("a bank", "clocks"): BANK,
            Topic("live news", "when-messages-come"): LIVE,
        }
        for topic, clock in clocks.items():
            if clock is LIVE and greeting.settings.get("live") != "yes":
                yield topic, "it does not ask for them"
            else:
                yield topic, _Deal(chosen, clock) if chosen else NO_DEAL
        yield Topic("several tables", "several-tables"), self._several(greeting, fine)
        for topic, verb in ENDS.items():
            yield topic, _End(study, verb) if study else NO_QUESTION

    def _several(self, greeting: Bot, fine: _Fine) -> Trial | str:
        """Return what tries several tables, or why that is not tried."""
        asked = int(greeting.settings.get("tables", 1))
        allowed = asked if self.tables is None else min(asked, self.tables)
        if asked > 1 and allowed == 1:
            return f"its greeting asks for {asked}, but its bot.toml for none: it gets one"
        if allowed == 1:
            return "it does not ask for them"
        return _Several(fine.games, min(allowed, AT_ONCE)) if fine.games else NO_DEAL

    async def _without_msgpack(self, greeting: Bot, fine: _Fine, attempts: _Attempts) -> None:
        """Try a bot that asks for msgpack in an arena that does not know it."""
        topic = Topic("an arena without msgpack", "arena-version-codec")
        if greeting.settings.get("codec") != PACKED.name:
            attempts.leave_out(topic, "it does not ask for msgpack")
        elif await attempts.asks_for_msgpack(ONLY_LINES):
            attempts.leave_out(topic, "it asks for msgpack all the same, so nothing was said in lines")
        elif not fine.studies:
            attempts.leave_out(topic, NO_QUESTION)
        else:
            await attempts.all([(_topic(study, " in lines"), _Question(study)) for study in fine.studies], ONLY_LINES)


class _Fine:
    """What a bot does well, so that it can be used to try something else."""

    def __init__(self) -> None:
        self.studies: list[Study] = []
        """The questions that it answered."""
        self.games: list[Chosen] = []
        """The games that it played a deal of."""


class _Attempts:
    """Starts a bot as often as is needed, and tries things with it.

    Args:
        program: the bot.
        sandbox: what it is started in.
        nursery: holds the tasks that attend to it.
        lag: knows how late the arena is.
        tell: called with each case.
    """

    def __init__(
        self,
        program: Program,
        sandbox: Sandbox,
        nursery: trio.Nursery,
        lag: LagMeter,
        tell: Callable[[Case], None],
    ) -> None:
        self._program, self._sandbox, self._nursery, self._lag, self._tell = program, sandbox, nursery, lag, tell

    async def greeting(self) -> Bot | None:
        """Return what a bot says of itself; None if it does not greet, or goes on to speak."""
        topic = Topic("greeting", "bot-name-version-keyvalue", "a line such as: bot NAME VERSION")
        said: list[Bot] = []

        async def listen(bot: _Running) -> str:
            await bot.still()
            said.append(bot.greeting)
            settings = (f"{key}={value}" for key, value in bot.greeting.settings.items())
            return " ".join((bot.greeting.name, bot.greeting.version, *settings))

        await self.all([(topic, listen)])
        return said[0] if said else None

    async def asks_for_msgpack(self, codecs: Sequence[str]) -> bool:
        """Return whether a bot asks for msgpack when the arena says that it knows these codecs; also if it fails."""
        try:
            async with self._started(codecs) as bot:
                return bot.connection.session.codec is PACKED
        except _NoGreeting:
            return True

    def leave_out(self, topic: Topic, why: str) -> None:
        """Tell that something is not tried."""
        self._tell(Case(topic, why, tried=False))

    async def all(self, trials: Iterable[tuple[Topic, Trial | str]], codecs: Sequence[str] = tuple(CODECS)) -> None:
        """Try things with one process, and after each fault with a new one.

        Raises:
            CannotJudge: the bot got no CPU, several times.
            SandboxFailure: its sandbox cannot be made.
        """
        left, voids = deque(trials), 0
        while left:
            topic, trial = left[0]
            if isinstance(trial, str):
                self.leave_out(topic, trial)
                left.popleft()
                continue
            try:
                async with self._started(codecs) as bot:
                    while left and not isinstance(trial, str) and not bot.connection.broken:
                        self._tell(await _case(topic, trial, bot))
                        left.popleft()
                        topic, trial = left[0] if left else (topic, trial)
            except _NoGreeting as failed:
                self._tell(Case(topic, finding=failed.finding))
                left.popleft()
            except Void as void:
                voids += 1
                if voids == TRIES:
                    raise CannotJudge(str(void)) from void

    @asynccontextmanager
    async def _started(self, codecs: Sequence[str]) -> AsyncIterator[_Running]:
        """Start the bot; it is ended afterwards.

        Raises:
            _NoGreeting: it does not greet.
            SandboxFailure: its sandbox cannot be made.
        """
        topic = Topic("greeting", "bot-name-version-keyvalue", "a line such as: bot NAME VERSION")
        try:
            process = await start_bot(self._program, self._sandbox, self._nursery)
        except OSError as error:
            fault = BotFault("CRASH", f"cannot be started: {error.strerror}: {self._program.command[0]}")
            raise _NoGreeting(finding(fault, topic.anchor, topic.expected)) from error
        try:
            connection = Connection(process, 1024 * self._program.limits.message_kb, PATIENCE_MS)
            try:
                greeting = await connection.greet(START_MS, None, codecs)
            except BotFault as fault:
                raise _NoGreeting(await _found(topic, fault, connection, process)) from fault
            yield _Running(process, connection, greeting, self._lag)
            await connection.dismiss()
        finally:
            process.close()


class _NoGreeting(Exception):  # noqa: N818 - what came of a start, not an error of the arena
    """A bot does not greet.

    Args:
        finding: what is wrong.
    """

    def __init__(self, found: Finding) -> None:
        super().__init__()
        self.finding = found


async def _found(topic: Topic, fault: BotFault, connection: Connection, process: BotProcess) -> Finding:
    """Return what is wrong; standard error gets a moment to arrive."""
    await trio.sleep(STILL)
    found = finding(fault, topic.anchor, topic.expected)
    return found.with_traffic(
        connection.session.codec, connection.sent.kept(), connection.received.kept(), process.stderr.kept()
    )


async def _case(topic: Topic, trial: Trial, bot: _Running) -> Case:
    """Try something with a bot that runs; after a fault it is not asked again.

    Raises:
        Void: it got no CPU.
    """
    try:
        return Case(topic, await trial(bot))
    except BotFault as fault:
        found = await _found(topic, fault, bot.connection, bot.process)
        bot.connection.broken = True
        return Case(topic, finding=found)


def _topic(study: Study, how: str = "") -> Topic:
    """Return the topic of a question of a game."""
    assert study.position.ask is not None
    return Topic(study.position.ask.kind, game=study.game.name + how)


class _Question:
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
        fine: _Fine | None = None,
    ) -> None:
        self._study, self._clock, self._pieces, self._kind, self._novel = study, clock, pieces, kind, novel
        self._fine = fine

    async def __call__(self, bot: _Running) -> str:
        *before, ask = messages(self._study, self._clock)
        assert isinstance(ask, Ask)
        if self._kind:
            ask = ask._replace(kind=self._kind)
        if self._novel:
            before = list(_with_novelties(before))
        answer = await bot.ask((*before, ask), self._clock, self._pieces)
        await bot.settle(self._study, answer, {NOVEL: "1"} if self._novel else {})
        if self._fine:
            self._fine.studies.append(self._study)
        return ""


class _Large(_Question):
    """Asks a question under a limit so large that a bot must not use all of it here: only the `game` line has it."""

    def __init__(self, study: Study) -> None:
        super().__init__(study)

    async def __call__(self, bot: _Running) -> str:
        """Tell the bot of the limit in a game that ends before it is asked."""
        [game, *_] = messages(self._study, LARGE)
        sides = self._study.game.seating(self._study.position.options).number_of_sides
        bot.connection.begin_traffic()
        await bot.say((game, Over(GAME_ID, {"places": ",".join(["1"] * sides), "reason": "forfeit"})))
        await bot.still()
        return await super().__call__(bot)


class _Deal:
    """Plays one deal of a game, or all of it if it has no shorter form.

    Args:
        chosen: the game.
        clock: the time limits.
        fine: where it is noted if the bot plays it.
    """

    def __init__(self, chosen: Chosen, clock: ClockSettings, fine: _Fine | None = None) -> None:
        self._chosen, self._clock, self._fine = chosen, clock, fine

    async def __call__(self, bot: _Running) -> str:
        setup, seat = _setup(self._chosen, self._clock, GAME_ID)
        await bot.play([setup], [seat])
        if self._fine:
            self._fine.games.append(self._chosen)
        return ""


class _Several:
    """Plays deals at several tables at once.

    Args:
        games: the games, one after the other.
        tables: how many tables.
    """

    def __init__(self, games: Sequence[Chosen], tables: int) -> None:
        self._games, self._tables = games, tables

    async def __call__(self, bot: _Running) -> str:
        pairs = islice(product(range(self._tables), self._games), self._tables)
        setups = [_setup(chosen, USUAL, f"G{number}") for number, (_, chosen) in enumerate(pairs)]
        await bot.play([setup for setup, _ in setups], [seat for _, seat in setups])
        return f"{self._tables} at once"


class _End:
    """Asks a question and then ends the conversation.

    Args:
        study: the moment of the question.
        verb: what is said at the end: `bye`, `fault`, or nothing if only the input ends.
    """

    def __init__(self, study: Study, verb: str) -> None:
        self._study, self._verb = study, verb

    async def __call__(self, bot: _Running) -> str:
        answer = await bot.ask(tuple(messages(self._study, USUAL)))
        send, tell = bot.connection.session.send, bot.connection.tell
        if self._verb == "bye":
            await bot.settle(self._study, answer, {})
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
    return GameSetup(game_id, game, preset, options, chance, clock, "forfeit", names), seat
