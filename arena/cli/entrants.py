"""Who plays in a run or a match: bots of a ladder or a command line, and what is said of those that cannot play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from arena.app.ladders import as_word
from arena.bots.builds import Runner
from arena.bots.entrants import Entrant, Unavailable, numbered, refuse_same_names, who_is_who
from arena.bots.revisions import find
from arena.bots.submissions import Found
from arena.cli.bots import accepted, intake, more, print_field, why
from arena.cli.screen import err, out
from arena.errors import ConfigErrors, Problem, UserError, command
from arena.escapes import one_line
from arena.games.kernel.text import nearest
from arena.settings.contest import Contest
from arena.settings.ladder import LadderFile
from arena.settings.limits import OWN_LIMITS


def can_play(found: Sequence[Found]) -> list[Entrant]:
    """Return the bots of a ladder that can play here.

    Prints which bots cannot play; if there are submissions, prints all bots.
    """
    if any(each.submitted for each in found):
        print_field(found, err)
    else:
        _say_left_out(each.outcome for each in found)
        _say_refused(found)
    return accepted(found)


def say_who_did_not_play(found: Iterable[Found], ladder: Path) -> None:
    """Print which bots of a ladder were left out of a run."""
    if out_of_it := [one_line(each.given) for each in found if not isinstance(each.outcome, Entrant)]:
        text = (
            f"\nLeft out, without a game in this run: {', '.join(out_of_it)}. Why: {command('bots', as_word(ladder))}"
        )
        out.print(text, style="yellow")


def asked_for(bots: Sequence[str], run: Runner) -> list[Entrant]:
    """Return the bots of a command line that can play here, numbered if they share a name; print which cannot."""
    here = intake(OWN_LIMITS, run, retry=True)
    found = [find(here, bot, Path.cwd()) for bot in bots]
    _say_left_out(found)
    entrants = [entrant for entrant in found if isinstance(entrant, Entrant)]
    renamed = numbered(entrants)
    for line in who_is_who(entrants, renamed):
        err.print(line, style="dim", soft_wrap=True)
    return renamed


def check_names(file: LadderFile, bots: Sequence[Entrant | Unavailable | UserError]) -> None:
    """Check that the bots in schedule, anchors and marks exist; one may be missing if a submission was refused.

    Raises:
        ConfigErrors: a bot does not exist.
    """
    names = [bot.name for bot in bots if not isinstance(bot, UserError)]
    problems = [
        Problem(key, f"there is no bot {name!r}{nearest(name, names)}", str(file.path))
        for key, name in (
            *((f"schedule.new[{i}]", name) for i, name in enumerate(file.schedule.new)),
            *((f"schedule.seeds[{i}]", name) for i, name in enumerate(file.schedule.seeds)),
            *((f"anchors.{name}", name) for name in file.anchors),
            *((f"marks.{name}", name) for name in file.marks),
        )
        if name not in names
    ]
    if problems and len(names) == len(bots):
        raise ConfigErrors(problems)
    for problem in problems:
        err.print(str(problem), style="yellow")


def _say_left_out(bots: Iterable[object]) -> None:
    for bot in bots:
        if isinstance(bot, Unavailable):
            err.print(f"{bot.name} is left out: {bot.reason}")


def _say_refused(found: Iterable[Found]) -> None:
    """Print which bots do not start, with the end of what they wrote."""
    for each in found:
        if isinstance(each.outcome, UserError):
            lines = f"{each.given} is left out: {why(each.outcome)}", *more(each.outcome)
            err.print("\n  ".join(lines), style="yellow")


def enough(entrants: list[Entrant], contests: Iterable[Contest]) -> list[Entrant]:
    """Return the bots.

    Raises:
        UserError: there are fewer than two (fewer than one if every contest is for one player), or two have the same
            name.
    """
    refuse_same_names(entrants)
    alone = all(contest.sides == 1 for contest in contests)
    if len(entrants) < (1 if alone else 2):
        few = "there is no bot" if alone else "there are fewer than two bots"
        raise UserError(f"{few} to play", "name another one, such as sample:random")
    return entrants
