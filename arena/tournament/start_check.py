"""Bots are started once before a run, where they will play: one that does not start costs no game, and nobody else.

A start that went well is remembered, so that a run each night does not start all bots of a class again.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

import trio

from arena import __version__
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.hints import hint_of
from arena.bots.samples import SAMPLE
from arena.bots.submissions import bug
from arena.errors import UserError
from arena.escapes import last_words
from arena.sandbox import Program, Sandbox
from arena.sandbox.bot_files import interpreters, unseen
from arena.sandbox.bubblewrap import searched
from arena.settings.clock import ClockSettings
from arena.settings.limits import MB, Limits
from arena.table.greeting import Greeted, Greeting, Unknown, greeting_of
from arena.table.lag import LagMeter
from arena.table.outcome import Failure
from arena.table.process import FULL
from arena.table.surroundings import Surroundings
from arena.tournament.setup import program

TRIES = 3
"""How often a bot is started if it got no CPU."""
AT_ONCE = 2 * (os.cpu_count() or 1)
"""How many bots are started at the same time: those that wait for something need no core."""
REMEMBERED = 7 * 86400.0
"""Seconds for which a start is remembered; by then the machine may lack a library."""
LAST_WORDS = 8
"""How many of the last lines on standard error are told."""
SHOWN, LINE = 100, 200
"""The most characters of a line that a bot wrote: where it is part of a sentence, and below."""
UNSEEN = (
    'name another program, install this one for all users, let bots see its folder ([sandbox] read = ["..."]), '
    "or say --trust-bots"
)
"""What to do about a program that bots do not see."""
AGAIN = "fix it, and hand it in again"
HINTS: Mapping[str, str] = {
    "PROTOCOL": "standard output is for the protocol only, and begins with the greeting; print to standard error",
    "TIMEOUT": "greet first, then load and compute; flush the output after each line",
    "MEMORY": "ask for more in bot.toml, as far as the ladder allows it: limits = { memory_mb = ... }",
    "FLOOD": "write less: to standard output only the protocol, to standard error a few lines",
}
"""What the author of a bot can do about a fault at its start."""
GREETING = "greet with a line such as: bot owl 1.0; name and version are of visible ASCII (arena help protocol)"
"""What to do about a greeting that is none."""
FULLNESS = "; by then it held {:.0f} of its {} MB, so it may fail for MEMORY in games: limits = {{ memory_mb = ... }}"
"""What is added to the remark on a bot that has little memory left."""
NOT_KNOWN = "not known whether it starts"
"""How the remark on a bot begins that got no CPU."""


class Started(NamedTuple):
    """A bot that plays.

    Args:
        remark: how it greets, or why that is not known; for people.
    """

    remark: str


Start: TypeAlias = Started | Unavailable | UserError
"""A bot that plays; or one whose sandbox cannot be made; or what is wrong with it."""
Greeter: TypeAlias = Callable[[Program, ClockSettings, Surroundings], Awaitable[Greeting]]
"""Starts a bot once: `greeting_of`, or a stand-in."""


@dataclass(frozen=True)
class Starts:
    """Starts bots, each once.

    Args:
        sandbox: where they will play; it is entered.
        clock: the time limits of the run.
        limits: what a bot may use, by its id; a bot that is not listed has the defaults.
        area: the folder of staged copies; starts are remembered there.
    """

    sandbox: Sandbox
    clock: ClockSettings
    limits: Mapping[str, Limits]
    area: Path

    def all(
        self, bots: Sequence[Entrant], tell: Callable[[Entrant], None], greet: Greeter | None = None
    ) -> list[Start]:
        """Start bots, several at a time, and return what came of each.

        Bots that come with the arena are looked at, not started.

        Args:
            bots: the bots.
            tell: called with each bot that is done.
            greet: starts one; by default `greeting_of`.
        """
        return trio.run(self._all, bots, tell, greet or greeting_of)

    async def one(self, bot: Entrant) -> Start:
        """Start one bot, in an event loop that runs already, and return what came of it."""
        lag = LagMeter()
        around = Surroundings(lag, self.sandbox)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(lag.run)
            came = await self._one(bot, self.sandbox.about(), lambda which: greeting_of(which, self.clock, around))
            nursery.cancel_scope.cancel()
        return came

    async def _all(self, bots: Sequence[Entrant], tell: Callable[[Entrant], None], greet: Greeter) -> list[Start]:
        found: dict[int, Start] = {}
        lag, free = LagMeter(), trio.CapacityLimiter(AT_ONCE)
        around, about = Surroundings(lag, self.sandbox), self.sandbox.about()

        async def one(number: int, bot: Entrant) -> None:
            async with free:
                try:
                    found[number] = await self._one(bot, about, lambda which: greet(which, self.clock, around))
                except Exception as error:  # noqa: BLE001 - whatever it is, the other bots play
                    found[number] = Unavailable(bot.given, bot.name, bug(error))
            tell(bot)

        async with trio.open_nursery() as measuring:
            measuring.start_soon(lag.run)
            async with trio.open_nursery() as starting:
                for number, bot in enumerate(bots):
                    starting.start_soon(one, number, bot)
            measuring.cancel_scope.cancel()
        return [found[number] for number in range(len(bots))]

    async def _one(self, bot: Entrant, about: str, greet: Callable[[Program], Awaitable[Greeting]]) -> Start:
        """Return what comes of one bot."""
        which = program(bot, self.limits.get(bot.id, Limits()))
        locked = self.sandbox.level_of(which) != "none"
        ours = bot.given.startswith(SAMPLE)
        if locked and (problem := unseen(which, self.sandbox.read)):
            problem = f"in the sandbox, {problem}"
            if ours or not {*_programs(which)}.isdisjoint(bot.needs):
                return Unavailable(bot.given, bot.name, problem)
            return UserError(problem, UNSEEN, os.EX_DATAERR)
        if ours and not bot.own.needs_this_machine:
            return Started("")
        note = self._note(bot, which, about)
        if note is not None and (before := _remembered(note)) is not None:
            return before
        for _ in range(TRIES):
            greeting = await greet(which)
            if not isinstance(greeting, Unknown) or not greeting.busy:
                break
        match greeting:
            case Greeted(said, memory):
                started = Started(f"greets as {said.name} {said.version}")
                if memory > FULL * which.limits.memory:
                    full = FULLNESS.format(memory / MB, which.limits.memory_mb)
                    started = Started(started.remark + full)
                if note is not None:
                    _remember(note, started)
                return started
            case Failure():
                return does_not_start(greeting)
            case _ if greeting.busy:
                return Started(f"{NOT_KNOWN}: {greeting.reason}")
            case _:
                return Unavailable(bot.given, bot.name, f"its sandbox cannot be made: {greeting.reason}")

    def _note(self, bot: Entrant, which: Program, about: str) -> Path | None:
        """Return the file that remembers how a bot starts; None if what it starts with may change without notice."""
        if not bot.staged or bot.own.needs_this_machine or bot.own.clock:
            return None
        path = searched(self.sandbox.read) if self.sandbox.level != "none" else os.environ.get("PATH", "").split(":")
        facts = [bot.digest, which.command, which.limits.__dict__, about, self.clock.start_ms, __version__]
        key = json.dumps([*facts, [_version(name, path) for name in _programs(which)]])
        return self.area / "starts" / sha256(key.encode()).hexdigest()


def _programs(which: Program) -> Sequence[str]:
    """Return the programs of the machine that a bot is started with."""
    own = which.file(which.command[0])
    return which.command[:1] if own is None else interpreters(own)


def _version(name: str, path: Sequence[str]) -> object:
    """Return what tells one version of a program from another: where it is, and when it was made."""
    with suppress(OSError):
        found = Path(shutil.which(name, path=":".join(path)) or name).resolve()
        about = found.stat()
        return str(found), about.st_mtime_ns, about.st_size
    return name


def _remembered(note: Path) -> Started | None:
    """Return how a bot started not long ago; None if that is not known."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        if 0 <= time.time() - note.stat().st_mtime < REMEMBERED:
            return Started(str(json.loads(note.read_text())["remark"]))
    return None


def _remember(note: Path, started: Started) -> None:
    """Remember how a bot started; a disk that does not take it costs another start."""
    with suppress(OSError):
        note.parent.mkdir(mode=0o700, exist_ok=True)
        new = note.with_suffix(f".{os.getpid()}")
        new.write_text(json.dumps({"remark": started.remark}))
        new.replace(note)


def does_not_start(failure: Failure) -> UserError:
    """Return in words why a bot does not start, with the end of what it wrote.

    Args:
        failure: its fault.
    """
    kind, text = failure.fault.kind, failure.fault.text.removeprefix("at the start: ")
    said = [line[:LINE] for line in failure.stderr.decode(errors="replace").splitlines() if line.strip()]
    telling = last_words(failure.stderr, SHOWN)
    wrote = failure.received.decode(errors="replace")
    hint = HINTS.get(kind, AGAIN)
    if kind == "PROTOCOL" and wrote.startswith("bot ") and text.count("bot NAME VERSION"):
        hint = GREETING
    hint = hint_of(failure.stderr) or hint
    why = f"does not start: {text}{f': {telling}' if telling else ''}"
    return UserError("\n".join((why, *(said[-LAST_WORDS:] if len(said) > 1 else ()))), hint, os.EX_DATAERR)
