"""`arena new` and `arena check`: a folder with a bot to begin with, and a check of what a bot says."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from arena.bots.builds import build_runner
from arena.bots.entrants import Entrant, playable
from arena.bots.granted_limits import own_limits
from arena.cli.bots import intake
from arena.cli.screen import err, out
from arena.errors import UserError, command
from arena.games.catalogue import GAMES
from arena.kit.check import CannotJudge, Case, Check
from arena.kit.report import explained, lines, summary, to_junit
from arena.kit.trials import Chosen
from arena.regression.export import write
from arena.sandbox import SandboxFailure
from arena.settings.contest import parse_game
from arena.settings.limits import OWN_LIMITS, SandboxLevel
from arena.tournament.sandbox_choice import choose_sandbox, runnable, say_what_is_shown
from arena.tournament.setup import program

SHOWN = 5
"""How many faults are explained."""


def check(
    bot: str,
    games: tuple[str, ...],
    junit: Path | None,
    sandbox: SandboxLevel | None,
    *,
    trust_bots: bool,
    retry_builds: bool,
) -> None:
    """Check that a bot speaks the protocol, and print what is wrong."""
    named = [parse_game(game, {}, GAMES, 1) for game in games]
    given = [
        Chosen(each.game, (each.preset,) if ":" in text else tuple(each.game.presets))
        for text, each in zip(games, named, strict=True)
    ]
    here = intake(OWN_LIMITS, build_runner(sandbox, trust=trust_bots), retry=retry_builds)
    found = playable(here.find(bot, Path.cwd()))
    chosen = _chosen(found, given)
    choice = choose_sandbox(sandbox, [found], say=err.print, trust=trust_bots)
    cases: list[Case] = []
    waiting: list[Case] = []
    """Cases of one game, which share a line if they are fine."""

    def show() -> None:
        out.print(*lines(waiting), sep="\n", soft_wrap=True)
        waiting.clear()

    def tell(case: Case) -> None:
        cases.append(case)
        if waiting and waiting[0].topic.game != case.topic.game:
            show()
        waiting.append(case)
        if not case.topic.game:
            show()

    with choice.sandbox as entered:
        err.print(f"Sandbox: {choice.about()}", style="dim")
        say_what_is_shown(runnable([found], entered, err.print), entered, err.print)
        tried = Check(program(found, own_limits([found])[found.id]), entered, chosen, found.tables)
        try:
            tried.run(tell)
        except CannotJudge as busy:
            raise UserError(f"the machine is too busy to judge a bot: {busy}", "try again", os.EX_TEMPFAIL) from busy
        except SandboxFailure as failure:
            text = f"the sandbox of the bot cannot be made: {failure}"
            raise UserError(text, command("doctor"), os.EX_OSERR) from failure
    if waiting:
        show()
    faults = [case for case in cases if case.finding]
    telling = {(case.topic.game or case.name, case.finding.kind): case for case in reversed(faults) if case.finding}
    some = [case for case in faults if case in telling.values()][:SHOWN]
    for case in some:
        out.print(f"\n{explained(case)}", soft_wrap=True)
    out.print(f"\n{summary(cases)}{f'; {len(some)} of them explained' if len(some) < len(faults) else ''}")
    if junit:
        write(junit, to_junit(found.name, cases))
    if faults:
        raise SystemExit(os.EX_DATAERR)


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
