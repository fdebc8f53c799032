"""Play with bots: what is kept of the conditions, how a run begins, and the missing games of a schedule."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, Protocol, TypeAlias

import trio

from arena.bots.entrants import Entrant
from arena.errors import UserError
from arena.results.conditions import CONDITION, changed
from arena.schedules.agenda import Agenda, events_of
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest
from arena.settings.ladder import LadderFile
from arena.settings.limits import Records
from arena.settings.schedule import Deals, ScheduleSettings
from arena.store import Season, Store
from arena.table.outcome import Fault
from arena.tournament.descriptors import fitted
from arena.tournament.events import PlayEvent, Progress
from arena.tournament.machines import Agents
from arena.tournament.play import play
from arena.tournament.probation import Probation, probation_of
from arena.tournament.sandbox_choice import ChosenSandbox
from arena.tournament.scoreboard import Scoreboard
from arena.tournament.setup import TournamentSetup
from arena.tournament.stops import Stops

Say: TypeAlias = Callable[[str], None]
"""Tells the user something, in a line or two."""


class Display(Protocol):
    """Is told how a run goes."""

    def __call__(self, event: PlayEvent) -> None:
        """Something has happened."""

    @property
    def fault(self) -> tuple[str, Fault] | None:
        """The first fault, with the id of its game; None if there was none."""


class Played(NamedTuple):
    """What came of a run.

    Args:
        stopped: the signal that stopped it early, or None.
        probation: who is benched afterwards.
        left: how many games could not be played.
        fault: the first fault, with the id of its game; None if there was none.
    """

    stopped: signal.Signals | None
    probation: Probation
    left: int
    fault: tuple[str, Fault] | None


@contextmanager
def games_kept(save: Path | None) -> Iterator[Store]:
    """Open results for writing: those in a file, or if none is named, some that are forgotten afterwards."""
    with (
        TemporaryDirectory(prefix="arena-") as aside,
        Store.open(save or Path(aside) / "results.db", writing=True) as store,
    ):
        yield store


def check_out_of_sight(file: LadderFile) -> None:
    """Check that bots are not shown the results, which hold the secret that all packs follow from.

    Raises:
        UserError: the results lie in a folder that bots may read, or in the folder of a bot, which is copied for it.
    """
    results, base = file.results.resolve(), file.path.parent
    own = [(base / line.bot).resolve() for line in file.lines if not line.folder]
    handed_in = [(base / line.bot).resolve() for line in file.lines if line.folder]
    read = [folder.resolve() for folder in file.read]
    around = [folder for folder in (*read, *own) if results.is_relative_to(folder)]
    around += [folder for folder in handed_in if folder in results.parent.parents]
    if around and not file.reproducible:
        message = f"{file.results}: bots could read the secret of the season there, as they are shown {around[0]}"
        raise UserError(message, "name a file outside of that folder: results = ...", os.EX_CONFIG)


def setup_of(
    contests: Iterable[Contest],
    entrants: Iterable[Entrant],
    seed: str,
    clock: ClockSettings,
    on_fault: OnFault,
    rooms: int,
    stops: Stops | None = None,
) -> TournamentSetup:
    """Return the setup of a tournament; `stops` is what may ask for a stop."""
    by_label = {contest.label: contest for contest in contests}
    by_id = {entrant.id: entrant for entrant in entrants}
    return TournamentSetup(by_label, by_id, seed, clock, on_fault, rooms, stops=stops)


def conditions(clock: ClockSettings, on_fault: OnFault, deals: Deals, choice: ChosenSandbox) -> dict[str, str]:
    """Return the conditions of play as the store keeps them: name -> value."""
    given = {"on_fault": on_fault, "deals": deals, CONDITION: choice.about()}
    paced = {} if clock.pace else {"pace"}  # a setting that older results do not have
    return given | {name: str(value) for name, value in asdict(clock).items() if name not in paced}


def start_run(
    store: Store,
    seed: str | None,
    settings: Mapping[str, str],
    say: Say,
    *,
    secret: bool = False,
    ladder: Path | None = None,
    records: Records = "all",
) -> Season:
    """Begin a run and return its season; say what the store noticed, and whether older games had other conditions."""
    before = changed(store.runs(), settings)
    store.start_run(seed, settings, secret=secret, ladder=ladder, records=records)
    for note in store.notes:
        say(note)
    if before:
        text = f"the conditions have changed: {before}. Older results stay; to keep them apart, name other `results`"
        say(text)
    return store.season()


def play_games(
    store: Store,
    setup: TournamentSetup,
    schedule: ScheduleSettings,
    deals: Deals,
    display_of: Callable[[Agenda, int], AbstractContextManager[Display]],
    say: Say,
    agents: Agents | None = None,
    *,
    hint: str = "",
) -> Played:
    """Play the games that the schedule asks for and the store does not have.

    Args:
        store: the results, with a run begun.
        setup: what is played.
        schedule: who meets whom.
        deals: whether all pairings play the same packs.
        display_of: returns the display of an agenda, given how many of its games have a result.
        say: is told which contests take more bots.
        agents: lets other machines in, if they may play.
        hint: what can be done about bots that are too few.
    """
    for contest in setup.contests.values():
        playing = [e for e in setup.rated if e.plays(contest.game.name)]
        if len(playing) < setup.fewest(contest):
            text = f"{contest.label} is left out: it takes {contest.sides} bots, and {len(playing)} play it here"
            say(text + hint)
    store.plan(setup.entrants.values(), ())
    probation = probation_of(store)
    events = events_of(setup.contests.values(), setup.rated, schedule, setup.seed, setup.filler)
    agenda = Agenda(events, deals, probation)
    board = Scoreboard(store)
    done = board.scores()
    agenda.missing(done)
    kept = sum(game.id in done for game in agenda.asked)
    setup = fitted(setup, say) if setup.rooms else setup
    with display_of(agenda, kept) as display:
        for found in probation.news():
            if found.entrant in setup.entrants:
                display(found._replace(name=setup.entrants[found.entrant].name))
        batches = _batches(board, agenda, display)
        job = partial(play, setup, batches, store, display, probation=probation, take=board.take, agents=agents)
        number = trio.run(job)
        left = len(agenda.missing(board.scores()))
    return Played(signal.Signals(number) if number else None, probation, left, display.fault)


def check_played(left: int, again: str) -> None:
    """Check that all games of a run that went to its end have a result.

    Args:
        left: how many have none.
        again: what plays them.

    Raises:
        UserError: there are such games.
    """
    if left:
        games = "1 game has" if left == 1 else f"{left} games have"
        hint = f"each is shown above with its reason; play on with: {again}"
        raise UserError(f"{games} no result and could not be played now", hint, os.EX_TEMPFAIL)


def _batches(board: Scoreboard, agenda: Agenda, display: Display) -> Iterator[list[PlannedGame]]:
    """Yield missing games until there are none; a game that got no result is not tried again in this run."""
    tried: set[str] = set()
    while missing := [game for game in agenda.missing(board.scores()) if game.id not in tried]:
        display(Progress("playing", 0, agenda.total))
        tried.update(game.id for game in missing)
        yield missing
