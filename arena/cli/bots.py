"""`arena bots`: which bots of a ladder can play, and why the others cannot."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.text import Text

from arena.app.ladders import open_ladder
from arena.bots.botfile import BOT_FILE
from arena.bots.builds import Runner, build_runner, run_build
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.granted_limits import ladder_limits, own_limits
from arena.bots.intake import Intake
from arena.bots.staging import StagingError, in_use, staging_folder
from arena.bots.submissions import Admission, Found, is_one_bot, look_up, with_own_names
from arena.cli.screen import Screen, err, out, table
from arena.errors import ConfigErrors, UserError
from arena.escapes import one_line
from arena.games.catalogue import GAMES
from arena.sandbox.levels import AUTO
from arena.settings.clock import ClockSettings
from arena.settings.ladder import BotLine
from arena.settings.limits import OWN_LIMITS, STAGING_LIMITS, Limits, SandboxLevel, StagingLimits
from arena.tournament.sandbox_choice import choose_sandbox
from arena.tournament.start_check import Start, Started, Starts

HEADS = ("bot", "name", "version", "author", "it is", "why, and what to do")
SPARSE = frozenset({"version", "author"})
"""The columns that are left out if no bot has anything there."""
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
        found = field(file.lines, file.path.parent, file.staging, run, retry=retry_builds)
    if entrants := accepted(found):
        try:
            choice = choose_sandbox(sandbox, entrants, say=err.print, trust=trust_bots, in_file=said, read=read)
        except UserError:
            print_field(found, out)  # what is known without a sandbox
            raise
        limits = _limits(found) if file is None else ladder_limits(file, entrants, err.print)
        clock = ClockSettings() if file is None else file.clock
        with choice.sandbox as entered:
            err.print(f"Sandbox: {choice.about()}", style="dim")
            found = started(found, Starts(entered, clock, limits, staging_folder()))
    print_field(found, out)
    if any(isinstance(each.outcome, UserError) for each in found):
        if not entrants and file is None and _may_be_one_bot(named):
            err.print(f"\n{one_line(str(named))}: {ONE_BOT}", style="yellow")
        raise SystemExit(os.EX_DATAERR)


def _named(named: Path, run: Runner, *, retry: bool) -> list[Found]:
    """Return what comes of a bot or a folder of submissions that the command line names by its path."""
    if named.is_dir() and not is_one_bot(named):
        return field([BotLine(str(named), None, folder=True)], Path.cwd(), run=run, retry=retry)
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


def field(
    lines: Iterable[BotLine],
    base: Path,
    limits: StagingLimits = STAGING_LIMITS,
    run: Runner = run_build,
    *,
    retry: bool = False,
) -> list[Found]:
    """Take in the bots of a ladder, with a progress line, and return the outcome for each.

    Args:
        lines: the bots as the ladder file names them.
        base: the folder where relative paths start.
        limits: how large a bot's folder may be, and what its build may use.
        run: runs the builds.
        retry: whether to run builds again that failed lately.
    """
    found = []
    with err.status("checking the bots") as status:
        for each in look_up(lines, intake(limits, run, retry=retry), base):
            found.append(each)
            status.update(Text(f"{len(found)} bots checked, the last is {one_line(each.given)}"))
    return with_own_names(found)


def accepted(found: Iterable[Found]) -> list[Entrant]:
    """Return the bots that can play, as far as is known."""
    return [each.outcome for each in found if isinstance(each.outcome, Entrant)]


def started(found: Sequence[Found], starts: Starts) -> list[Found]:
    """Start the bots of a ladder once, with a progress line, and return the outcome for each.

    Args:
        found: all bots; those that cannot play are returned as they are.
        starts: starts them.
    """
    done = 0
    entrants = accepted(found)
    with err.status("starting the bots") as status:

        def tell(bot: Entrant) -> None:
            nonlocal done
            done += 1
            status.update(Text(f"{done} of {len(entrants)} bots started, the last is {one_line(bot.given)}"))

        came = iter(starts.all(entrants, tell))
    return [_after(each, next(came)) if isinstance(each.outcome, Entrant) else each for each in found]


def _after(bot: Found, start: Start) -> Found:
    """Return a bot with what came of its start."""
    if isinstance(start, Started):
        return replace(bot, remark=start.remark)
    return replace(bot, outcome=start)


def intake(limits: StagingLimits, run: Runner, *, retry: bool = False) -> Intake:
    """Return the intake of this command; the copies of its bots are kept until the command ends."""
    area = staging_folder()
    click.get_current_context().with_resource(in_use(area))
    return Intake(GAMES, area, limits, run, retry)


def print_field(found: Sequence[Found], console: Screen) -> None:
    """Print a table of the bots: which can play, and why the others cannot; then the ends of failed builds."""
    rows = [[one_line(cell) for cell in (each.given, *_cells(each.outcome, each.remark))] for each in found]
    used = [number for number, head in enumerate(HEADS) if head not in SPARSE or any(row[number] for row in rows)]
    cells = [[row[number] for number in used] for row in rows]
    console.print(table([HEADS[number] for number in used], cells))
    for each in found:
        if lines := more(each.outcome):
            console.print(f"\n{one_line(each.given)}:", *lines, sep="\n  ")
    counts = {word: sum(row[4] == word for row in rows) for word in ("accepted", "refused", "left out")}
    console.print("\n" + ", ".join(f"{count} {word}" for word, count in counts.items() if count or word == "accepted"))


def _cells(outcome: Admission, remark: str) -> tuple[str, str, str, str, str]:
    match outcome:
        case Entrant():
            return outcome.name, outcome.version, outcome.author, "accepted", remark
        case Unavailable():
            return outcome.name, "", "", "left out", outcome.reason
        case _:
            return "", "", "", "refused", why(outcome)


def why(error: UserError) -> str:
    """Return why a bot was refused and what to do, in one line."""
    return ": ".join(part for part in (_reason(error), error.hint) if part)


def _reason(error: UserError) -> str:
    """Return why a bot was refused, in one line."""
    if isinstance(error, ConfigErrors):
        return "bot.toml: " + "; ".join(": ".join(filter(None, (p.key, p.text))) for p in error.problems)
    return error.message.partition("\n")[0]


def more(outcome: Admission) -> Sequence[str]:
    """Return the lines of a refusal after the first: the end of the output of a build, or of standard error."""
    if isinstance(outcome, UserError) and not isinstance(outcome, ConfigErrors):
        return outcome.message.splitlines()[1:]
    return ()
