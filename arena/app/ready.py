"""Before a ladder is played: its bots are taken in, built and started, and it is settled what they play under."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple, TypedDict

from arena.app import field
from arena.app.events import Note, Tell
from arena.app.field import NOTHING, End
from arena.app.playing import conditions
from arena.app.seeding import standing_for, with_seeds
from arena.app.terms import rooms_for
from arena.bots.entrants import Entrant
from arena.bots.staging import staging_folder
from arena.bots.submissions import Found
from arena.errors import UserError, command
from arena.games.kernel.text import nearest
from arena.results import roster
from arena.results.conditions import OWN, REPRODUCIBLE
from arena.schedules.agenda import as_words
from arena.settings.bounds import Rooms
from arena.settings.ladder import FILLER, LadderFile
from arena.settings.limits import Limits, SandboxLevel
from arena.store import Store
from arena.store.database import NothingYet
from arena.tournament.probation import as_words as probation_words
from arena.tournament.probation import probation_of
from arena.tournament.sandbox_choice import ChosenSandbox, say_what_is_shown
from arena.tournament.setup import TournamentSetup
from arena.tournament.start_check import Start, Starts
from arena.tournament.stops import Stops


class RunOptions(TypedDict, total=False):
    """How a run of a ladder is played, as the options of `arena run` say it. All may be left out.

    Keys:
        rooms: how many rooms play at the same time, each in a process; by default as many as there are
            cores, and one if bots are functions.
        pin: whether each room is kept on one core.
        sandbox: how strongly bots are locked in; by default as the ladder file says, else the best that works here.
        trust: whether all bots are trusted, and play without a sandbox.
        retry_builds: whether builds that failed lately are tried again.
        pardons: the names of benched bots to bring back.
        until: when no more games begin; those that are running get 10 s to end.
        forever: whether it then waits, takes in what is handed in, and goes on until somebody stops it.
    """

    rooms: Rooms | None
    pin: bool
    sandbox: SandboxLevel | None
    trust: bool
    retry_builds: bool
    pardons: Sequence[str]
    until: datetime | None
    forever: bool


class Lineup(NamedTuple):
    """What a ladder is made of.

    Args:
        file: its settings.
        functions: bots that are functions.
        called: how a command line names it.
    """

    file: LadderFile
    functions: Sequence[Any]
    called: str


class Ready(NamedTuple):
    """Everything that a ladder needs to be played.

    Args:
        file: its settings.
        found: all bots, each with what came of its start.
        entrants: those that play.
        store: the results.
        choice: the sandbox, entered.
        limits: what each bot may use, by its id.
    """

    file: LadderFile
    found: Sequence[Found]
    entrants: list[Entrant]
    store: Store
    choice: ChosenSandbox
    limits: Mapping[str, Limits]

    @property
    def filler(self) -> Entrant | None:
        """The bot that fills sides, if there is one."""
        return next((one for one in self.entrants if self.file.fill and one.name == FILLER), None)

    def settings(self, pardons: Collection[str], warn: Callable[[str], None]) -> dict[str, str]:
        """Return, as the store keeps it with a run, who plays, who meets whom, and under what.

        Call it in the entered sandbox.

        Args:
            pardons: the names of benched bots to bring back.
            warn: is told of each of them whether it was benched.

        Raises:
            UserError: the bots that are rated are too few.
        """
        file, filler = self.file, self.filler
        found = conditions(file.clock, file.on_fault, file.deals, self.choice)
        if own := [f"{bot.name}: {about}" for bot in self.entrants if (about := bot.own.about())]:
            found[OWN] = "; ".join(own)
        if file.on_illegal != "forfeit":
            found["on_illegal"] = file.on_illegal
        if file.reproducible:
            found[REPRODUCIBLE] = "yes"
        printed = {bot.id for bot in roster.Roster(self.store.runs()).by_id.values() if bot.prints}
        found |= roster.as_words(roster.known(each, printed) for each in self.found)
        rated = field.enough([one for one in self.entrants if one is not filler], file.contests)
        words = as_words(file.contests, rated, file.schedule, filler) | probation_words(file.probation)
        named = [one for one in self.entrants if one.name in pardons]
        benched = probation_of(self.store, words).benched if named else {}
        for bot in named:
            back = "is brought back: its faults so far no longer count"
            warn(f"{bot.name} {back if bot.id in benched else 'is not benched: there is nothing to pardon'}")
        return found | words | probation_words(file.probation, [bot.id for bot in named if bot.id in benched])

    def setup(self, key: str, options: RunOptions, stops: Stops | None) -> TournamentSetup:
        """Return what a tournament of these bots is played under.

        Args:
            key: keys every pack.
            options: as for a run.
            stops: what may ask for a stop.
        """
        file = self.file
        return TournamentSetup(
            contests={contest.label: contest for contest in file.contests},
            entrants={entrant.id: entrant for entrant in self.entrants},
            seed=key,
            clock=file.clock,
            on_fault=file.on_fault,
            rooms=rooms_for(options.get("rooms"), self.entrants),
            sandbox=self.choice.sandbox,
            limits=self.limits,
            tables=file.tables,
            pin=options.get("pin", False) or file.pin,
            keep_stderr=file.keep_stderr == "all",
            filler=self.filler,
            stops=stops,
        )


def ready(
    lineup: Lineup,
    tell: Tell,
    opened: ExitStack,
    options: RunOptions,
    end: End = NOTHING,
    store: Store | None = None,
) -> Ready:
    """Take in the bots of a ladder, build them, and start each once where it will play.

    Args:
        lineup: the ladder.
        tell: is told what happens.
        opened: copies, results and the sandbox are kept as long as this is open.
        options: as for a run.
        end: ends all games at once, if functions cannot go on.
        store: what is known of earlier runs; None for the results of the ladder, which are opened when the builds are
            over.

    Raises:
        UserError: a bot or a setting is wrong.
    """
    file, trust, asked = lineup.file, options.get("trust", False), options.get("sandbox")
    check_out_of_sight(file)
    before, pardons = roster.Roster(()), options.get("pardons", ())
    with suppress(NothingYet), Store.open(file.results, writing=False) as earlier:
        before = roster.Roster(earlier.runs())
    if before.by_id:
        _check_pardons(pardons, {known.name for known in before.by_id.values()}, lineup.called)
    standing = standing_for(file)
    names = {
        given: [*standing.names.get(given, ()), *before.names.get(given, ())]
        for given in {**standing.names, **before.names}
    }
    retry = options.get("retry_builds", False)
    here = opened.enter_context(
        field.intake(asked or file.sandbox, file.staging, trust=trust, read=file.read, retry=retry)
    )
    found = field.taken_in(file.lines, here, file.path.parent, tell, names, file.people)
    found += field.functions_as_bots(lineup.functions, here, opened, end)
    field.check_names(file, found, tell)
    entrants = field.accepted(found)
    _check_pardons(pardons, {entrant.name for entrant in entrants}, lineup.called)
    if store is None:
        store = opened.enter_context(Store.open(file.results, writing=True))

    def say(text: str) -> None:
        tell(Note(text))

    choice = field.sandbox_of(asked, entrants, store, tell, trust=trust, in_file=file.sandbox, read=file.read)
    opened.enter_context(choice.sandbox)
    limits = field.ladder_limits(file, entrants, say)
    starts = Starts(choice.sandbox, file.clock, limits, staging_folder())

    def begin(bot: Entrant) -> Start:
        limits.update(field.ladder_limits(file, [bot], say))
        return starts.all([bot], lambda _: None)[0]

    found = field.started(found, starts, tell)
    found = field.with_earlier(found, {**standing.last, **before.last}, here, begin)
    field.tell_field(found, tell)
    entrants = field.accepted(found)
    say_what_is_shown(entrants, choice.sandbox, say)
    if file.schedule.seeded_from:
        file = replace(file, schedule=with_seeds(file, standing, found, store))
        say(f"seeds {file.schedule.seeding}: {', '.join(file.schedule.seeds)}")
    return Ready(file, found, entrants, store, choice, limits)


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


def _check_pardons(pardons: Sequence[str], names: Collection[str], called: str) -> None:
    """Check that bots to bring back are among some names.

    Raises:
        UserError: there is no bot of that name.
    """
    for name in pardons:
        if name not in names:
            hint = f"{command('bots', called)} lists them"
            raise UserError(f"--pardon {name}: there is no such bot{nearest(name, names)}", hint)
