"""Checks what a bot says: puts every kind of question to it, in many ways, and finds what breaks the protocol.

`arena.kit.trials` has the single things that are tried. Here is which of them are, in which order, and what came of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import NamedTuple

import trio

from arena.games.study import Study
from arena.kit.moments import moments
from arena.kit.traffic import Finding, finding
from arena.kit.trials import (
    BANK,
    LITTLE,
    LIVE,
    NO_LIMIT,
    NOVEL,
    STILL,
    USUAL,
    Again,
    Chosen,
    Deal,
    End,
    Fine,
    Large,
    Question,
    Running,
    Several,
    Trial,
)
from arena.protocol import (
    CODECS,
    LINE,
    PACKED,
    Bot,
    BotFault,
)
from arena.protocol.states import IDLE
from arena.sandbox import Program, Sandbox, SandboxFailure
from arena.table.connection import PATIENCE_MS, Connection
from arena.table.lag import LagMeter, Void
from arena.table.launcher import greeting_deadline
from arena.table.process import BotProcess, start_bot

AT_ONCE = 8
"""At how many tables at most a bot is tried."""
TRIES = 3
"""How often something is tried if the bot got no CPU."""
ONLY_LINES = (LINE.name,)
"""The codecs of an arena that does not know msgpack."""


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


GREETING = Topic("greeting", "bot-name-version-keyvalue", "a line such as: bot NAME VERSION")
"""The greeting; what a bot writes after it is another fault."""


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
TWICE = Topic("the same game twice, each time started anew", "seeds", "the same answers")
NO_QUESTION = "it answers no question, so this is not tried"
NO_DEAL = "it plays no deal, so this is not tried"


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
                    fine = Fine()
                    await attempts.all(self._in_games(fine))
                    await attempts.all(self._at_large(greeting, fine))
                    await self._twice(fine, attempts)
                    await self._without_msgpack(greeting, fine, attempts)
            except (CannotJudge, SandboxFailure) as failed:
                error = failed
            nursery.cancel_scope.cancel()
        return error

    def _in_games(self, fine: Fine) -> Iterator[tuple[Topic, Trial | str]]:
        """Yield every kind of question of every game, and a deal of each game."""
        for chosen in self.games:
            for study in moments(*chosen):
                yield _topic(study), Question(study, fine=fine)
            yield Topic("a deal", game=chosen.game.name), Deal(chosen, USUAL, fine)

    def _at_large(self, greeting: Bot, fine: Fine) -> Iterator[tuple[Topic, Trial | str]]:
        """Yield what is tried with any question and any game; the bot has to be fine where nothing is special."""
        study = next(iter(fine.studies), None)
        asks: Mapping[Topic, Callable[[Study], Trial]] = {
            IN_PIECES: lambda study: Question(study, pieces=4),
            NOVELTIES: lambda study: Question(study, novel=True),
            NOVEL_KIND: lambda study: Question(study, kind=NOVEL),
            Topic("no time limit", "game-id-name-keyvalue"): lambda study: Question(study, NO_LIMIT),
            Topic("a very large limit", "game-id-name-keyvalue"): Large,
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
                yield topic, Deal(chosen, clock) if chosen else NO_DEAL
        yield Topic("several tables", "several-tables"), self._several(greeting, fine)
        for topic, verb in ENDS.items():
            yield topic, End(study, verb) if study else NO_QUESTION

    def _several(self, greeting: Bot, fine: Fine) -> Trial | str:
        """Return what tries several tables, or why that is not tried."""
        asked = int(greeting.settings.get("tables", 1))
        allowed = asked if self.tables is None else min(asked, self.tables)
        if asked > 1 and allowed == 1:
            return f"its greeting asks for {asked}, but its bot.toml for none: it gets one"
        if allowed == 1:
            return "it does not ask for them"
        return Several(fine.games, min(allowed, AT_ONCE)) if fine.games else NO_DEAL

    async def _twice(self, fine: Fine, attempts: _Attempts) -> None:
        """See whether a bot answers the same when it is started anew. It need not, so this is said, and is no fault."""
        if not fine.games:
            attempts.leave_out(TWICE, NO_DEAL)
            return
        again = Again(fine.games[0])
        await attempts.all([(TWICE, again)], quiet=True)
        await attempts.all([(TWICE, again)])

    async def _without_msgpack(self, greeting: Bot, fine: Fine, attempts: _Attempts) -> None:
        """Try a bot that asks for msgpack in an arena that does not know it."""
        topic = Topic("an arena without msgpack", "arena-version-codec")
        if greeting.settings.get("codec") != PACKED.name:
            attempts.leave_out(topic, "it does not ask for msgpack")
        elif await attempts.asks_for_msgpack(ONLY_LINES):
            attempts.leave_out(topic, "it asks for msgpack all the same, so nothing was said in lines")
        elif not fine.studies:
            attempts.leave_out(topic, NO_QUESTION)
        else:
            await attempts.all([(_topic(study, " in lines"), Question(study)) for study in fine.studies], ONLY_LINES)


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
        said: list[Bot] = []

        async def listen(bot: Running) -> str:
            await bot.still()
            said.append(bot.greeting)
            settings = (f"{key}={value}" for key, value in bot.greeting.settings.items())
            return " ".join((bot.greeting.name, bot.greeting.version, *settings))

        await self.all([(GREETING, listen)])
        return said[0] if said else None

    async def asks_for_msgpack(self, codecs: Sequence[str]) -> bool:
        """Return whether a bot asks for msgpack when the arena says that it knows these codecs; also if it fails.

        Raises:
            CannotJudge: the bot got no CPU.
        """
        try:
            async with self._started(codecs) as bot:
                return bot.connection.session.codec is PACKED
        except _NoGreeting:
            return True
        except Void as void:
            raise CannotJudge(str(void)) from void

    def leave_out(self, topic: Topic, why: str) -> None:
        """Tell that something is not tried."""
        self._tell(Case(topic, why, tried=False))

    async def all(
        self,
        trials: Iterable[tuple[Topic, Trial | str]],
        codecs: Sequence[str] = tuple(CODECS),
        *,
        quiet: bool = False,
    ) -> None:
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
                        case = await _case(topic, trial, bot)
                        if case.finding or not quiet:
                            self._tell(case)
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
    async def _started(self, codecs: Sequence[str]) -> AsyncIterator[Running]:
        """Start the bot; it is ended afterwards.

        Raises:
            _NoGreeting: it does not greet.
            Void: it got no CPU.
            SandboxFailure: its sandbox cannot be made.
        """
        topic = GREETING
        try:
            process = await start_bot(self._program, self._sandbox, self._nursery)
        except OSError as error:
            fault = BotFault("CRASH", f"cannot be started: {error.strerror}: {self._program.command[0]}")
            raise _NoGreeting(finding(fault, topic.anchor, topic.expected)) from error
        try:
            connection = Connection(process, 1024 * self._program.limits.message_kb, PATIENCE_MS)
            try:
                prolong = greeting_deadline(self._program.name, process, USUAL.start_ms, self._lag)
                greeting = await connection.greet(USUAL.start_ms, prolong, codecs)
            except BotFault as fault:
                raise _NoGreeting(await _found(topic, fault, connection, process)) from fault
            yield Running(process, connection, greeting, self._lag)
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
    greeted = connection.session.state() == IDLE
    found = finding(fault) if topic == GREETING and greeted else finding(fault, topic.anchor, topic.expected)
    return found.with_traffic(
        connection.session.codec, connection.sent.kept(), connection.received.kept(), process.stderr.kept()
    )


async def _case(topic: Topic, trial: Trial, bot: Running) -> Case:
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
    assert study.position.ask is not None
    return Topic(study.position.ask.kind, game=study.game.name + how)
