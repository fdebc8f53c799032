"""Play with bots: what is kept of the conditions, how a run begins, and the missing games of a schedule."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import trio

from arena.app.events import Benched, GameEnded, PlayEvent, Progress, Score, Tell
from arena.app.field import AnyPath, is_function, warning
from arena.app.forever import ENDLESS
from arena.app.pace import Pairing, pairing
from arena.app.terms import Terms, rooms_for
from arena.bots.entrants import Entrant
from arena.bots.removal import temporary
from arena.errors import UserError
from arena.games.kernel import Side
from arena.results.conditions import CONDITION, changed
from arena.sandbox import Sandbox
from arena.schedules.agenda import Agenda, Scores, events_of
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest
from arena.settings.limits import Records
from arena.settings.schedule import Deals, ScheduleSettings
from arena.store import Season, Store
from arena.table.outcome import Fault
from arena.tournament.descriptors import fitted
from arena.tournament.machines import Agents
from arena.tournament.play import play
from arena.tournament.probation import Probation, probation_of
from arena.tournament.sandbox_choice import ChosenSandbox
from arena.tournament.scoreboard import Scoreboard
from arena.tournament.setup import TournamentSetup
from arena.tournament.stops import Stops

PLAYING = "playing"
"""What is done, as `Progress` tells of play."""
Say: TypeAlias = Callable[[str], None]
"""Tells the user something, in a line or two."""


class Played(NamedTuple):
    """What came of a run.

    Args:
        stopped: the signal that stopped it early, or None.
        probation: who is benched afterwards.
        left: how many games could not be played.
        fault: the first fault, with the id of its game; None if there was none.
        ends: a line for each contest that has too few bots left, since others are benched.
        over: if that is so of all contests, the names of the benched bots; else empty.
    """

    stopped: signal.Signals | None
    probation: Probation
    left: int
    fault: tuple[str, Fault] | None
    ends: Sequence[str]
    over: Sequence[str]


@contextmanager
def games_kept(save: AnyPath | None) -> Iterator[Store]:
    """Open results for writing: those in a file, or if none is named, some that are forgotten afterwards."""
    with (
        temporary("arena-results-") as aside,
        Store.open(aside / "results.db" if save is None else Path(save), writing=True) as store,
    ):
        yield store


def setup_of(
    contests: Iterable[Contest],
    entrants: Iterable[Entrant],
    key: str,
    terms: Terms,
    sandbox: Sandbox | None,
    stops: Stops | None,
) -> TournamentSetup:
    """Return the setup of a tournament.

    Args:
        contests: what is played.
        entrants: who plays; each gets the limits that it asks for.
        key: keys every pack.
        terms: under what.
        sandbox: what bots are started in; None for plain processes.
        stops: what may ask for a stop; None if nothing does.
    """
    entrants = list(entrants)
    return TournamentSetup(
        contests={contest.label: contest for contest in contests},
        entrants={entrant.id: entrant for entrant in entrants},
        seed=key,
        clock=terms.clock,
        on_fault=terms.on_fault,
        rooms=rooms_for(terms.rooms, entrants),
        sandbox=sandbox,
        limits={entrant.id: entrant.wanted for entrant in entrants},
        tables=terms.tables,
        pin=terms.pin,
        keep_stderr=terms.keep_stderr,
        stops=stops,
    )


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
        other = "other `results`" if ladder else "another file (--save)"
        say(f"the conditions have changed: {before}. Older results stay; to keep them apart, name {other}")
    return store.season()


def play_games(
    store: Store,
    setup: TournamentSetup,
    schedule: ScheduleSettings,
    deals: Deals,
    tell: Tell,
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
        tell: is told how it goes, and which contests take more bots.
        agents: lets other machines in, if they may play.
        hint: what can be done about bots that are too few.
    """
    warn = warning(tell)
    for contest, playing, _ in setup.too_few():
        warn(f"{contest.label} is left out: it takes {contest.sides} bots, and {playing} play it here{hint}")
    store.plan(setup.entrants.values(), ())
    store.forget_unplayed()
    probation, board = probation_of(store), Scoreboard(store)
    done = board.scores()
    functions = any(is_function(bot) for bot in setup.entrants.values())
    setup = fitted(setup, warn, functions=functions) if setup.rooms else setup
    events = events_of(setup.contests.values(), setup.rated, schedule, setup.seed, setup.filler)
    agenda = Agenda(events, deals, probation)
    agenda.missing(done)
    course = Course(tell, agenda, done, {entrant.id: entrant.name for entrant in setup.rated})
    course.show()
    for found in probation.news():
        if found.entrant in setup.entrants:
            course(found._replace(name=setup.entrants[found.entrant].name))
    batches = _batches(board, agenda, course)
    job = partial(play, setup, batches, store, course, probation=probation, take=board.take, agents=agents)
    number = trio.run(job)
    left = len(agenda.missing(done))
    ends = [
        f"{contest.label} ends here: it takes {setup.fewest(contest)} bots, and {there} of {playing} are left"
        for contest, playing, there in setup.too_few(probation.benched)
        if playing >= setup.fewest(contest)
    ]
    benched = [setup.entrants[id_].name for id_ in probation.benched if id_ in setup.entrants]
    over = benched if len(ends) == len(setup.contests) else ()
    return Played(signal.Signals(number) if number else None, probation, left, course.fault, ends, over)


class Course:
    """Passes on what is told of play, says how far it is, and keeps the first fault.

    Args:
        tell: is told.
        agenda: what is played.
        done: the results so far.
        names: what the rated bots are called, by id.
    """

    def __init__(self, tell: Tell, agenda: Agenda, done: Scores, names: Mapping[str, str]) -> None:
        self._tell = tell
        self._agenda = agenda
        self._names = names
        before = Counter((game.sides, tuple(done[game.id])) for game in agenda.asked if game.id in done)
        self._done = before.total()
        self._scores = scores_of(before, names)
        self._first: tuple[tuple[int, int, str], Fault] | None = None
        """The first fault, with the set, the room and the id of its game."""

    @property
    def fault(self) -> tuple[str, Fault] | None:
        """The first fault in the order of sets, whichever game ended first, with the id of its game; None without."""
        return self._first and (self._first[0][2], self._first[1])

    def __call__(self, event: PlayEvent) -> None:
        """Pass on an event."""
        self._tell(event)
        match event:
            case GameEnded(game):
                self._done += 1
                at = game.set, game.room, game.id
                if event.outcome.faults and (self._first is None or at < self._first[0]):
                    self._first = at, event.outcome.faults[0]
            case Benched():
                self.show()

    def show(self, missing: Iterable[PlannedGame] = ()) -> None:
        """Say how far play is, and what is played now."""
        left = Counter((game.contest, game.sides) for game in missing)
        to_play: Counter[Pairing] = Counter()
        for (contest, sides), games in left.items():
            to_play[pairing(contest, [self._names.get(id_, id_) for id_ in sides])] += games
        total, last = self._agenda.total, ""
        if total >= ENDLESS:
            total, last = 0, "a league that never stops"
        self._tell(Progress(PLAYING, self._done, total, last, scores=self._scores, left=to_play))


def scores_of(
    games: Mapping[tuple[tuple[str, ...], tuple[tuple[Side, Side, float], ...]], int], names: Mapping[str, str]
) -> Mapping[str, Score]:
    """Return what bots have scored, by name.

    Args:
        games: how many games had these sides, and came out so.
        names: what the bots are called, by id; others are left out.
    """
    found = dict.fromkeys(names.values(), Score())
    for (sides, duels), count in games.items():
        for first, second, score in duels:
            for side, points in ((first, score), (second, 1.0 - score)):
                if (name := names.get(sides[side])) is not None:
                    found[name] = Score(found[name].games + count, found[name].points + count * points)
    return found


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


def _batches(board: Scoreboard, agenda: Agenda, course: Course) -> Iterator[list[PlannedGame]]:
    """Yield missing games until there are none; a game that got no result is not tried again in this run."""
    tried: set[str] = set()
    while missing := [game for game in agenda.missing(board.scores()) if game.id not in tried]:
        course.show(missing)
        tried.update(game.id for game in missing)
        yield missing
