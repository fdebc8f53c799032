"""Benched bots in the terminal: they are announced during a run, brought back with `--pardon`, marked in the ladder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from arena.app.ladders import as_word
from arena.bots.entrants import Entrant
from arena.cli.progress import Display, look_into
from arena.cli.screen import err
from arena.errors import UserError, command
from arena.games.kernel.text import nearest
from arena.schedules.agenda import Agenda
from arena.store import Reader
from arena.table.outcome import Fault
from arena.tournament.events import Progress
from arena.tournament.probation import Benched, Probation, probation_of
from arena.tournament.setup import TournamentSetup


class LadderDisplay(Display):
    """The display of a ladder: it also says which bot is benched, and what to do about it.

    Args:
        agenda: what is played, for the number of games.
        done: how many of its games have a result.
        ladder: the ladder file, for the commands to print; None for a match, where no bot can be pardoned.
    """

    def __init__(self, agenda: Agenda, done: int, ladder: Path | None) -> None:
        super().__init__(agenda.total, done)
        self._agenda = agenda
        self._ladder = ladder

    def benched(self, found: Benched) -> None:
        """Print that a bot is benched, how to find the cause and how to bring it back; fewer games are left now."""
        super().benched(found)
        if self._ladder is not None:
            kind = found.reason.split()[0]  # the most frequent
            shows, _ = look_into(as_word(self._ladder), found.game, Fault(found.seat, kind, ""))
            back = pardon_command(self._ladder, [found.name])
            text = f"  find the cause: {shows}\n  bring it back:  {back}"
            err.print(f"{text}\n  a changed bot is a new one and starts afresh", style="dim", soft_wrap=True)
        self(Progress("playing", 0, self._agenda.total))


def pardon_command(ladder: Path, names: Iterable[str]) -> str:
    """Return the command that brings these bots back."""
    return command("run", as_word(ladder), *(word for name in names for word in ("--pardon", name)))


def to_pardon(names: Iterable[str], entrants: Sequence[Entrant], ladder: Path) -> list[Entrant]:
    """Return the bots that `--pardon` names.

    Raises:
        UserError: there is no bot of that name.
    """
    by_name = {entrant.name: entrant for entrant in entrants}
    for name in names:
        if name not in by_name:
            hint = command("bots", as_word(ladder))
            raise UserError(f"--pardon {name}: there is no such bot{nearest(name, by_name)}", f"{hint} lists them")
    return [by_name[name] for name in dict.fromkeys(names)]


def pardoned(named: Iterable[Entrant], store: Reader, words: Mapping[str, str]) -> list[str]:
    """Return the ids of the bots that a run brings back; print which of the named bots are not benched.

    Args:
        named: the bots that `--pardon` names.
        store: the results.
        words: the settings of the run that is to begin.
    """
    named = list(named)
    benched = probation_of(store, words).benched if named else {}
    back = []
    for entrant in named:
        if entrant.id in benched:
            back.append(entrant.id)
            text = "is brought back: its faults so far no longer count"
        else:
            text = "is not benched: there is nothing to pardon"
        err.print(f"{entrant.name} {text}", style="yellow")
    return back


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
        hint = f"mend them, or bring them back: {pardon_command(ladder, names)}"
        raise UserError(f"too few bots are left to play: {', '.join(names)} are benched", hint, os.EX_DATAERR)
