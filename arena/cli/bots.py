"""`arena bots`: which bots of a ladder can play, and why the others cannot."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import click
from rich.text import Text

from arena.bots.builds import Runner, run_build
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.intake import Intake
from arena.bots.staging import in_use, place
from arena.bots.submissions import Found, look_up, with_own_names
from arena.cli.lock import builder
from arena.cli.places import open_ladder
from arena.cli.screen import Screen, err, out, table
from arena.errors import ConfigErrors, UserError
from arena.games.catalogue import GAMES
from arena.settings.ladder import BotLine
from arena.settings.limits import STAGING_LIMITS, SandboxLevel, StagingLimits
from escapes import one_line

HEADS = ("bot", "name", "version", "author", "it is", "why, and what to do")


def bots(ladder: Path, sandbox: SandboxLevel | None, *, trust_bots: bool, retry_builds: bool) -> None:
    """Take in every bot of a ladder or a folder of submissions, and print which can play."""
    if ladder.is_dir():
        run = builder(sandbox, trust=trust_bots)
        found = field([BotLine(str(ladder), None, folder=True)], Path.cwd(), run=run, retry=retry_builds)
    else:
        file = open_ladder(ladder)
        run = builder(sandbox or file.sandbox, trust=trust_bots)
        found = field(file.bots, file.path.parent, file.staging, run, retry=retry_builds)
    print_field(found, out)
    if any(isinstance(each.outcome, UserError) for each in found):
        raise SystemExit(os.EX_DATAERR)


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


def intake(limits: StagingLimits, run: Runner, *, retry: bool = False) -> Intake:
    """Return the intake of this command; the copies of its bots are kept until the command ends."""
    area = place()
    click.get_current_context().with_resource(in_use(area))
    return Intake(GAMES, area, limits, run, retry)


def print_field(found: Sequence[Found], console: Screen) -> None:
    """Print a table of the bots: which can play, and why the others cannot; then the ends of failed builds."""
    rows = [[one_line(cell) for cell in (each.given, *_cells(each.outcome))] for each in found]
    console.print(table(HEADS, rows, wrap=("bot", HEADS[-1])))
    for each in found:
        if lines := _more(each.outcome):
            console.print(f"\n{one_line(each.given)}:", *lines, sep="\n  ")
    counts = {word: sum(row[4] == word for row in rows) for word in ("accepted", "refused", "left out")}
    console.print("\n" + ", ".join(f"{count} {word}" for word, count in counts.items() if count or word == "accepted"))


def _cells(outcome: Entrant | Unavailable | UserError) -> tuple[str, str, str, str, str]:
    match outcome:
        case Entrant():
            return outcome.name, outcome.version, outcome.author, "accepted", ""
        case Unavailable():
            return outcome.name, "", "", "left out", outcome.reason
        case _:
            return "", "", "", "refused", ": ".join(part for part in (_reason(outcome), outcome.hint) if part)


def _reason(error: UserError) -> str:
    """Return why a submission was refused, in one line."""
    if isinstance(error, ConfigErrors):
        return "bot.toml: " + "; ".join(": ".join(filter(None, (p.key, p.text))) for p in error.problems)
    return error.message.partition("\n")[0]


def _more(outcome: Entrant | Unavailable | UserError) -> Sequence[str]:
    """Return the lines of a refusal after the first: the end of the output of a build."""
    if isinstance(outcome, UserError) and not isinstance(outcome, ConfigErrors):
        return outcome.message.splitlines()[1:]
    return ()
