"""Before a ladder is played: its bots are taken in, built and started, and it is settled what they play under."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypedDict

from arena.app import field
from arena.app.events import Note, Tell
from arena.app.field import NOTHING, End
from arena.app.playing import conditions, setup_of
from arena.app.seeding import standing_for, with_seeds
from arena.app.terms import Terms
from arena.bots.builds import build_runner
from arena.bots.entrants import Entrant
from arena.bots.staging import staging_folder
from arena.bots.submissions import Found
from arena.errors import UserError, command
from arena.games.kernel.text import nearest
from arena.results import roster
from arena.results.conditions import OWN, REPRODUCIBLE
from arena.schedules.agenda import as_words
from arena.settings.ladder import FILLER, LadderFile
from arena.settings.limits import Limits, SandboxLevel
from arena.store import Store
from arena.store.database import NothingYet
from arena.tournament.probation import as_words as probation_words
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
        forever: whether what is handed in later is taken in, too; the store keeps it, for the pages of authors.
    """

    rooms: int | None
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

    def check_pardons(self, pardons: Sequence[str], names: Collection[str]) -> None:
        """Check that bots to bring back are among some names.

        Raises:
            UserError: there is no bot of that name.
        """
        for name in pardons:
            if name not in names:
                hint = f"{command('bots', self.called)} lists them"
                raise UserError(f"--pardon {name}: there is no such bot{nearest(name, names)}", hint)


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

    @property
    def rated(self) -> list[Entrant]:
        """The bots that are rated.

        Raises:
            UserError: they are too few.
        """
        filler = self.filler
        return field.enough([one for one in self.entrants if one is not filler], self.file.contests)

    def words(self) -> dict[str, str]:
        """Return, as the store keeps it, who meets whom and when a bot is benched."""
        file = self.file
        return as_words(file.contests, self.rated, file.schedule, self.filler) | probation_words(file.probation)

    def conditions(self) -> dict[str, str]:
        """Return, as the store keeps it, who is there and what the bots play under; call it in the entered sandbox."""
        file = self.file
        found = conditions(file.clock, file.on_fault, file.deals, self.choice)
        if own := [f"{bot.name}: {about}" for bot in self.entrants if (about := bot.own.about())]:
            found[OWN] = "; ".join(own)
        if file.on_illegal != "forfeit":
            found["on_illegal"] = file.on_illegal
        if file.reproducible:
            found[REPRODUCIBLE] = "yes"
        printed = {bot.id for bot in roster.Roster(self.store.runs()).by_id.values() if bot.prints}
        return found | roster.as_words(roster.known(each, printed) for each in self.found)

    def setup(self, key: str, options: RunOptions, stops: Stops | None) -> TournamentSetup:
        """Return what a tournament of these bots is played under.

        Args:
            key: keys every pack.
            options: as for a run.
            stops: what may ask for a stop.
        """
        file = self.file
        terms = Terms(
            clock=file.clock,
            on_fault=file.on_fault,
            rooms=options.get("rooms"),
            pin=options.get("pin", False) or file.pin,
            tables=file.tables,
            keep_stderr=file.keep_stderr == "all",
        )
        setup = setup_of(file.contests, self.entrants, key, terms, self.choice.sandbox, stops)
        return replace(setup, limits=self.limits, filler=self.filler)


def ready(
    lineup: Lineup,
    open_store: Callable[[], Store],
    tell: Tell,
    opened: ExitStack,
    options: RunOptions,
    end: End = NOTHING,
) -> Ready:
    """Take in the bots of a ladder, build them, and start each once where it will play.

    Args:
        lineup: the ladder.
        open_store: opens the results; it is called when the builds are over.
        tell: is told what happens.
        opened: copies, results and the sandbox are kept as long as this is open.
        options: as for a run.
        end: ends all games at once, if functions cannot go on.

    Raises:
        UserError: a bot or a setting is wrong.
    """
    file, trust, asked = lineup.file, options.get("trust", False), options.get("sandbox")
    builds = build_runner(asked or file.sandbox, trust=trust, read=file.read)
    before, pardons = _roster_before(file.results), options.get("pardons", ())
    standing = standing_for(file)
    names = {
        given: [*standing.names.get(given, ()), *before.names.get(given, ())]
        for given in {**standing.names, **before.names}
    }
    if before.by_id:
        lineup.check_pardons(pardons, {known.name for known in before.by_id.values()})
    here = opened.enter_context(field.intake(builds, file.staging, retry=options.get("retry_builds", False)))
    found = field.taken_in(file.lines, here, file.path.parent, tell, names, file.people)
    found += field.functions_as_bots(lineup.functions, here, opened, end)
    field.check_names(file, found, tell)
    entrants = field.accepted(found)
    lineup.check_pardons(pardons, {entrant.name for entrant in entrants})
    store = opened.enter_context(open_store())

    def say(text: str) -> None:
        tell(Note(text))

    choice = field.sandbox_of(asked, entrants, store, tell, trust=trust, in_file=file.sandbox, read=file.read)
    opened.enter_context(choice.sandbox)
    limits = field.ladder_limits(file, entrants, say)
    starts = Starts(choice.sandbox, file.clock, limits, staging_folder())

    def begin(bot: Entrant) -> Start:
        limits.update(field.ladder_limits(file, [bot], say))
        return starts.all([bot], lambda _: None)[0]

    instead = partial(field.with_earlier, last={**standing.last, **before.last}, here=here, start=begin)
    found = field.started(found, starts, tell, instead)
    entrants = field.accepted(found)
    say_what_is_shown(entrants, choice.sandbox, say)
    if file.schedule.seeded_from:
        file = replace(file, schedule=with_seeds(file, standing, found, store))
        say(f"seeds {file.schedule.seeding}: {', '.join(file.schedule.seeds)}")
    return Ready(file, found, entrants, store, choice, limits)


def _roster_before(results: Path) -> roster.Roster:
    """Return who took part in earlier runs."""
    with suppress(NothingYet), Store.open(results, writing=False) as store:
        return roster.Roster(store.runs())
    return roster.Roster(())
