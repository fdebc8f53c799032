"""A check of what a bot says: every kind of question of each game is put to it, to find what breaks the protocol."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypedDict, Unpack

from arena.app.field import AnyPath, intake
from arena.app.options import checked
from arena.bots.entrants import Entrant, playable
from arena.errors import UserError, command
from arena.escapes import printable
from arena.games.catalogue import GAMES
from arena.kit.check import CannotJudge, Case, Check
from arena.kit.report import explained, summary
from arena.kit.trials import Chosen
from arena.sandbox import SandboxFailure
from arena.settings.contest import parse_game
from arena.settings.limits import SandboxLevel
from arena.tournament.apart import awaited, waited
from arena.tournament.sandbox_choice import choose_sandbox, runnable, say_what_is_shown
from arena.tournament.setup import program
from arena.tournament.stops import StopButton


@dataclass(frozen=True)
class CheckReport:
    """What a check has found.

    Args:
        bot: the name of the bot.
        cases: what was tried, in order, each with what was found.
    """

    bot: str
    cases: Sequence[Case]

    @property
    def faults(self) -> Sequence[Case]:
        """The cases in which the bot broke the protocol."""
        return [case for case in self.cases if case.finding]

    def __bool__(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def __str__(self) -> str:
        return printable("\n\n".join((*map(explained, self.faults), summary(self.cases))))


class CheckOptions(TypedDict, total=False):
    """How a bot is checked. All may be left out.

    Keys:
        sandbox: how strongly it is locked in; by default as strongly as this machine can.
        trust: whether it is trusted, and gets no sandbox.
        base: the folder where relative paths start; by default the current directory.
        tell: is called with each case that was tried, in a thread that plays.
    """

    sandbox: SandboxLevel | None
    trust: bool
    base: AnyPath
    tell: Callable[[Case], None]


def check(bot: AnyPath, *games: str, **options: Unpack[CheckOptions]) -> CheckReport:
    """Check that a bot speaks the protocol, as `arena check` does.

    It works in any thread, and beside an event loop that runs already.

    Args:
        bot: its name, as on a command line.
        games: what it is checked with, such as `kaiser`; if there are none, all that it plays.
        options: how: `CheckOptions` has the keys.

    Raises:
        UserError: there is no such bot, game or option, it cannot be used here, or the machine is too busy to judge it.
    """
    __tracebackhide__ = True
    return waited(partial(_asked, bot, games, options))


async def acheck(bot: AnyPath, *games: str, **options: Unpack[CheckOptions]) -> CheckReport:
    """Check a bot as `check` does, and await it, under trio or asyncio: other tasks go on meanwhile.

    If this is cancelled, the check goes to its end first.
    """
    __tracebackhide__ = True
    return await awaited(partial(_asked, bot, games, options))


class _Call(CheckOptions):
    """What `check` is called with."""

    bot: AnyPath
    games: Sequence[str]


def _asked(bot: AnyPath, games: Sequence[str], options: CheckOptions, _: StopButton) -> CheckReport:
    """Check a bot."""
    checked("check", _Call, {"bot": bot, "games": games, **options})
    base, sandbox, tell = Path(options.get("base", "")), options.get("sandbox"), options.get("tell", lambda _: None)
    trust = options.get("trust", False)
    return check_bot(os.fspath(bot), games, base, sandbox, lambda _: None, tell, trust=trust, retry=True)


def check_bot(
    bot: str,
    games: Sequence[str],
    base: Path,
    sandbox: SandboxLevel | None,
    say: Callable[[str], None],
    tell: Callable[[Case], None],
    *,
    trust: bool,
    retry: bool,
) -> CheckReport:
    """Check a bot in this thread, beside no event loop.

    Args:
        bot: its name, as on a command line.
        games: what it is checked with; all that it plays if there are none.
        base: the folder where relative paths start.
        sandbox: how strongly it is locked in.
        say: is told what the user should know.
        tell: is called with each case that was tried.
        trust: whether it is trusted.
        retry: whether a build that failed lately is tried again.

    Raises:
        UserError: as for `check`.
    """
    named = [parse_game(game, {}, GAMES, 1) for game in games]
    given = [
        Chosen(each.game, (each.preset,) if ":" in text else tuple(each.game.presets))
        for text, each in zip(games, named, strict=True)
    ]
    cases: list[Case] = []

    def take(case: Case) -> None:
        cases.append(case)
        tell(case)

    with ExitStack() as opened:
        here = opened.enter_context(intake(sandbox, trust=trust, retry=retry))
        found = playable(here.find(bot, base))
        chosen = _chosen(found, given)
        choice = choose_sandbox(sandbox, [found], say=say, trust=trust)
        entered = opened.enter_context(choice.sandbox)
        say(f"Sandbox: {choice.about()}")
        say_what_is_shown(runnable([found], entered, say), entered, say)
        tried = Check(program(found, found.wanted), entered, chosen, found.tables)
        try:
            tried.run(take)
        except CannotJudge as busy:
            raise UserError(f"the machine is too busy to judge a bot: {busy}", "try again", os.EX_TEMPFAIL) from busy
        except SandboxFailure as failure:
            text = f"the sandbox of the bot cannot be made: {failure}"
            raise UserError(text, command("doctor"), os.EX_OSERR) from failure
    return CheckReport(found.name, cases)


def _chosen(bot: Entrant, given: Sequence[Chosen]) -> Sequence[Chosen]:
    """Return the games to check a bot with: those that were named, or else all that it plays.

    Raises:
        UserError: it does not play one of those that were named.
    """
    for each in given:
        if not bot.plays(each.game.name):
            text = f"{bot.given} does not play {each.game.name}: its bot.toml says games = {list(bot.games)}"
            raise UserError(text, "name one of these games, or add this one there", os.EX_USAGE)
    return given or [Chosen(game, tuple(game.presets)) for name, game in GAMES.items() if bot.plays(name)]
