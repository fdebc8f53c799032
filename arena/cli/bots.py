"""`arena bots`: which bots of a ladder can play, and why the others cannot."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import click

from arena.app import field
from arena.app.events import Tell
from arena.app.ladders import open_ladder
from arena.bots.botfile import BOT_FILE
from arena.bots.builds import Runner, build_runner
from arena.bots.entrants import Entrant
from arena.bots.granted_limits import ladder_limits, own_limits
from arena.bots.intake import Intake
from arena.bots.staging import StagingError, staging_folder
from arena.bots.submissions import Admission, Found, is_one_bot
from arena.cli.field import print_field
from arena.cli.screen import err, out
from arena.cli.show import Show
from arena.errors import UserError
from arena.escapes import one_line
from arena.sandbox.levels import AUTO
from arena.settings.clock import ClockSettings
from arena.settings.ladder import BotLine
from arena.settings.limits import OWN_LIMITS, STAGING_LIMITS, Limits, SandboxLevel, StagingLimits
from arena.tournament.sandbox_choice import choose_sandbox
from arena.tournament.start_check import Starts

LADDER = ".toml"
"""How the names of ladder files end; another file is a bot."""
ONE_BOT = 'if this folder is one bot, put a bot.toml into it, such as: command = ["python3", "bot.py"]'


def bots(ladder: Path, sandbox: SandboxLevel | None, *, trust_bots: bool, retry_builds: bool) -> None:
    """Take in every bot of a ladder, a folder of submissions or a single bot, start it, and print which can play."""
    named = ladder.parent if ladder.name == BOT_FILE else ladder
    file = None if named.is_dir() or _is_program(named) else open_ladder(named)
    said, read = (AUTO, ()) if file is None else (file.sandbox, file.read)
    run = build_runner(sandbox or said, trust=trust_bots, read=read)
    if file is None:
        found = _named(named, run, retry=retry_builds)
    else:
        here = intake(file.staging, run, retry=retry_builds)
        found = with_line(partial(field.taken_in, file.lines, here, file.path.parent, people=file.people))
    if entrants := field.accepted(found):
        try:
            choice = choose_sandbox(sandbox, entrants, say=err.print, trust=trust_bots, in_file=said, read=read)
        except UserError:
            print_field(found, out)  # what is known without a sandbox
            raise
        limits = _limits(found) if file is None else ladder_limits(file, entrants, err.print)
        clock = ClockSettings() if file is None else file.clock
        with choice.sandbox as entered:
            err.print(f"Sandbox: {choice.about()}", style="dim")
            found = with_line(partial(field.started, found, Starts(entered, clock, limits, staging_folder())))
    print_field(found, out)
    if any(isinstance(each.outcome, UserError) for each in found):
        if not entrants and file is None and _may_be_one_bot(named):
            err.print(f"\n{one_line(str(named))}: {ONE_BOT}", style="yellow")
        raise SystemExit(os.EX_DATAERR)


def _named(named: Path, run: Runner, *, retry: bool) -> list[Found]:
    """Return what comes of a bot or a folder of submissions that the command line names by its path."""
    if named.is_dir() and not is_one_bot(named):
        line = BotLine(str(named), None, folder=True)
        return with_line(partial(field.taken_in, [line], intake(STAGING_LIMITS, run, retry=retry), Path.cwd()))
    try:
        outcome: Admission = intake(OWN_LIMITS, run, retry=retry).take_in(named.absolute(), str(named))
    except StagingError:
        raise
    except UserError as error:
        outcome = error
    return [Found(str(named), outcome, submitted=False)]


def _limits(found: Iterable[Found]) -> dict[str, Limits]:
    """Return id -> limits of bots that the command line names: a submission gets no more than the defaults."""
    limits: dict[str, Limits] = {}
    for each in found:
        if isinstance(bot := each.outcome, Entrant):
            limits |= {bot.id: Limits().granted(bot.wishes, {})} if each.submitted else own_limits([bot])
    return limits


def _is_program(path: Path) -> bool:
    """Return whether a path is a single file that is to be a bot, and no ladder file."""
    return path.is_file() and path.suffix != LADDER and (path.suffix != "" or os.access(path, os.X_OK))


def _may_be_one_bot(folder: Path) -> bool:
    """Return whether a folder without a bot.toml looks like one bot: it has files only."""
    return folder.is_dir() and not is_one_bot(folder) and all(path.is_file() for path in folder.iterdir())


def with_line(work: Callable[[Tell], list[Found]]) -> list[Found]:
    """Take in or start bots with a line that says how far it is, and return what came of them."""
    with Show(field=lambda _: None) as show:
        return work(show)


def intake(limits: StagingLimits, run: Runner, *, retry: bool = False) -> Intake:
    """Return the intake of this command; the copies of its bots are kept until the command ends."""
    found: Intake = click.get_current_context().with_resource(field.intake(run, limits, retry=retry))
    return found
