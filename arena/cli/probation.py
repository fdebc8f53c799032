"""Benched bots in the terminal: they are announced during a run, brought back with `--pardon`, marked in the ladder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from arena.app.ladders import as_word
from arena.cli.progress import look_into
from arena.cli.screen import err
from arena.errors import UserError, command
from arena.table.outcome import Fault
from arena.tournament.probation import Benched, Probation
from arena.tournament.setup import TournamentSetup


def say_benched(ladder: Path, found: Benched) -> None:
    """Print how to find the cause and how to bring a benched bot back."""
    kind = found.reason.split()[0]  # the most frequent
    shows, _ = look_into(as_word(ladder), found.game, Fault(found.seat, kind, ""))
    text = f"  find the cause: {shows}\n  bring it back:  {pardon_command(ladder, [found.name])}"
    err.print(f"{text}\n  a changed bot is a new one and starts afresh", style="dim", soft_wrap=True)


def pardon_command(ladder: Path, names: Iterable[str]) -> str:
    """Return the command that brings these bots back."""
    return command("run", as_word(ladder), *(word for name in names for word in ("--pardon", name)))


def check_left(setup: TournamentSetup, probation: Probation, ladder: Path) -> None:
    """Print which contests of a ladder have too few bots left to go on.

    Raises:
        UserError: no contest can go on.
    """
    over = []
    for contest in setup.contests.values():
        playing = [e for e in setup.rated if e.plays(contest.game.name)]
        left = [e for e in playing if e.id not in probation.benched]
        if len(left) < setup.fewest(contest) <= len(playing):
            over.append(contest.label)
            takes = setup.fewest(contest)
            text = f"{contest.label} ends here: it takes {takes} bots, and {len(left)} of {len(playing)} are left"
            err.print(text, style="yellow")
    if len(over) == len(setup.contests):
        names = [setup.entrants[id_].name for id_ in probation.benched if id_ in setup.entrants]
        hint = f"fix them, or bring them back: {pardon_command(ladder, names)}"
        raise UserError(f"too few bots are left to play: {', '.join(names)} are benched", hint, os.EX_DATAERR)
