"""Which bots can play, and why the others cannot, as commands print it."""

from __future__ import annotations

from collections.abc import Sequence

from arena.bots.botfile import BOT_FILE
from arena.bots.entrants import Entrant, Unavailable
from arena.bots.submissions import Admission, Found
from arena.cli.screen import Screen, err, table
from arena.errors import ConfigErrors, UserError
from arena.escapes import one_line

HEADS = ("bot", "name", "version", "author", "it is", "why, and what to do")
SPARSE = frozenset({"version", "author"})
"""The columns that are left out if no bot has anything there."""


def print_who_plays(found: Sequence[Found]) -> None:
    """Print which bots cannot play; if there are submissions, print all bots."""
    if any(each.submitted for each in found):
        print_field(found, err)
        return
    for each in found:
        if isinstance(each.outcome, Unavailable):
            err.print(f"{each.outcome.name} is left out: {each.outcome.reason}")
    for each in found:
        if isinstance(each.outcome, UserError):
            lines = f"{each.given} is left out: {why(each.outcome)}", *more(each.outcome)
            err.print("\n  ".join(lines), style="yellow")


def print_field(found: Sequence[Found], console: Screen) -> None:
    """Print a table of the bots: which can play, and why the others cannot; then the ends of failed builds."""
    rows = [[one_line(cell) for cell in (each.given, *_cells(each))] for each in found]
    used = [number for number, head in enumerate(HEADS) if head not in SPARSE or any(row[number] for row in rows)]
    cells = [[row[number] for number in used] for row in rows]
    console.print(table([HEADS[number] for number in used], cells))
    for each in found:
        if lines := more(each.trouble):
            console.print(f"\n{one_line(each.given)}:", *lines, sep="\n  ")
    counts = {word: sum(row[4] == word for row in rows) for word in ("accepted", "refused", "left out")}
    console.print("\n" + ", ".join(f"{count} {word}" for word, count in counts.items() if count or word == "accepted"))


def _cells(found: Found) -> tuple[str, str, str, str, str]:
    bot, name = found.outcome, getattr(found.outcome, "name", "")
    about = (bot.name, bot.version, bot.author) if isinstance(bot, Entrant) else (name, "", "")
    on = f"{bot.name} {bot.version}".strip() + " plays on: " if isinstance(bot, Entrant) else ""
    match found.trouble:
        case None:
            return *about, "accepted", found.remark
        case Unavailable() as left_out:
            return *about, "left out", f"{on}{left_out.reason}"
        case error:
            return *about, "refused", f"{on}{why(error)}"


def why(error: UserError) -> str:
    """Return why a bot was refused and what to do, in one line."""
    return ": ".join(part for part in (_reason(error), error.hint) if part)


def _reason(error: UserError) -> str:
    """Return why a bot was refused, in one line."""
    if isinstance(error, ConfigErrors):
        return "; ".join(error.lines(BOT_FILE))
    return error.message.partition("\n")[0]


def more(outcome: Admission | None) -> Sequence[str]:
    """Return the lines of a refusal after the first: the end of the output of a build, or of standard error."""
    if isinstance(outcome, UserError) and not isinstance(outcome, ConfigErrors):
        return outcome.message.splitlines()[1:]
    return ()
