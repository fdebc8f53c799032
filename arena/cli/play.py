"""`arena run` and `arena match`: play with a live display, then print the ladder."""

from __future__ import annotations

import os
import resource
import signal
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import trio

from arena.app.ladders import as_word, open_ladder
from arena.app.rated import commitment_text
from arena.bots.builds import build_runner
from arena.bots.entrants import Entrant
from arena.bots.granted_limits import ladder_limits
from arena.bots.staging import staging_folder
from arena.cli.agents import calling
from arena.cli.bots import accepted, field, started
from arena.cli.entrants import can_play, check_names, enough, say_who_did_not_play
from arena.cli.ladder import print_ladders
from arena.cli.probation import LadderDisplay, check_left, pardoned, to_pardon
from arena.cli.progress import Display, look_into
from arena.cli.screen import err, out, title
from arena.errors import UserError, command
from arena.results import roster
from arena.results.conditions import CONDITION, REPRODUCIBLE, changed
from arena.schedules.agenda import Agenda, as_words, events_of
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings, OnFault
from arena.settings.contest import Contest
from arena.settings.ladder import FILLER, LadderFile
from arena.settings.limits import Records, SandboxLevel
from arena.settings.schedule import Deals, ScheduleSettings
from arena.store import Season, Store
from arena.table.outcome import Fault
from arena.tournament.descriptors import provide
from arena.tournament.machines import Agents
from arena.tournament.play import play
from arena.tournament.probation import Probation, probation_of
from arena.tournament.probation import as_words as probation_words
from arena.tournament.sandbox_choice import (
    ChosenSandbox,
    choose_sandbox,
    earlier_runs,
    say_what_is_shown,
)
from arena.tournament.scoreboard import Scoreboard
from arena.tournament.setup import TournamentSetup
from arena.tournament.start_check import Starts

CORES = os.cpu_count() or 1
PACKS: Mapping[Deals, str] = {
    "shared": "shared (all pairings play the same packs)",
    "fresh": "fresh (each pairing plays its own packs, in all rooms of a set)",
    "once": "once (no bot meets a pack twice)",
}
"""What each setting of `deals` means, for people."""


def run(
    ladder: Path,
    rooms: int | None,
    sandbox: SandboxLevel | None,
    *,
    pin: bool,
    trust_bots: bool,
    retry_builds: bool,
    pardons: tuple[str, ...],
    **agents: Any,
) -> None:
    """Play the missing games of a ladder, then print it."""
    elsewhere = calling(**agents, trust=trust_bots)
    file = open_ladder(ladder)
    _check_out_of_sight(file)
    builds = build_runner(sandbox or file.sandbox, trust=trust_bots, read=file.read)
    found = field(file.lines, file.path.parent, file.staging, builds, retry=retry_builds)
    check_names(file, [each.outcome for each in found])
    entrants = accepted(found)
    named = to_pardon(pardons, entrants, ladder)
    with Store.open(file.results, writing=True) as store, ExitStack() as opened:
        choice = choose_sandbox(
            sandbox,
            entrants,
            earlier_runs(store),
            say=err.print,
            trust=trust_bots,
            in_file=file.sandbox,
            read=file.read,
        )
        opened.enter_context(choice.sandbox)
        limits = ladder_limits(file, entrants, err.print)
        found = started(found, Starts(choice.sandbox, file.clock, limits, staging_folder()))
        entrants = can_play(found)
        filler = next((one for one in entrants if file.fill and one.name == FILLER), None)
        rated = enough([one for one in entrants if one is not filler], file.contests)
        say_what_is_shown(entrants, choice.sandbox, err.print)
        terms = conditions(file.clock, file.on_fault, file.deals, choice)
        words = as_words(file.contests, rated, file.schedule, filler)
        words |= probation_words(file.probation)
        back = pardoned(named, store, words)
        terms |= {REPRODUCIBLE: "yes"} if file.reproducible else {}
        terms |= elsewhere.conditions(entrants) if elsewhere else {}
        settings = terms | words | probation_words(file.probation, back) | roster.as_words(map(roster.known, found))
        season = start_run(
            store, file.seed, settings, secret=not file.reproducible, ladder=ladder, records=file.records
        )
        out.print(title(file.name, file.about))
        out.print(f"Results go to {file.results}", style="dim")
        _say_season(season, file)
        out.print(f"Sandbox: {choice.about()}", style="dim")
        out.print(f"Deals: {PACKS[file.deals]}", style="dim")
        rooms = rooms or (0 if elsewhere else CORES)
        setup = setup_of(file.contests, entrants, season.key, file.clock, file.on_fault, rooms)
        setup = replace(setup, sandbox=choice.sandbox, limits=limits, tables=file.tables, filler=filler)
        setup = replace(setup, pin=pin or file.pin, keep_stderr=file.keep_stderr == "all")
        door = elsewhere.door(setup, file.staging) if elsewhere else None
        played = play_games(store, setup, file.schedule, file.deals, ladder, door)
        called = as_word(ladder)
        labels = [contest.label for contest in file.contests]
        print_ladders(store, called, labels, file.anchors, played.probation, file.rank_by)
        say_who_did_not_play(found, ladder)
    _say_next(played, called, file.results, hidden=season.hidden)
    check_left(setup, played.probation, ladder)
    check_played(played.left, command("run", called))
    if any(isinstance(each.outcome, UserError) and not each.submitted for each in found):
        raise SystemExit(os.EX_DATAERR)  # the owner named it, and it does not start


def _say_next(played: _Played, called: str, results: Path, *, hidden: bool) -> None:
    """Print what to do after a run; end the command if a signal has stopped it.

    Args:
        played: what came of it.
        called: how a command line names the ladder.
        results: the database.
        hidden: whether the season is open and has a secret.
    """
    if played.stopped:
        err.print(f"Stopped; what is finished is kept. Go on with: {command('run', called)}")
        raise SystemExit(128 + played.stopped)
    out.print(f"\nResults are in {results}. Next you may try:")
    _say_commands(
        *([look_into(called, *played.fault)] if played.fault else []),
        (command("record", called), "the games, those with a fault first"),
        (command("verify", called), "play every record again and check it"),
        (command("ladder", called, "--format", "markdown"), "the ladder for a page"),
        *([(command("season", "close", called), "reveal the packs, go on with new ones")] if hidden else []),
    )


def _say_commands(*lines: tuple[str, str]) -> None:
    """Print commands, each with what it does: beside it, or below where there is no room."""
    width = max(len(words) for words, _ in lines)
    for words, about in lines:
        beside = 2 + width + 3 + max(len(each) for _, each in lines) <= out.width
        out.print(f"  {words:{width}}   {about}" if beside else f"  {words}\n      {about}", soft_wrap=True)


def _check_out_of_sight(file: LadderFile) -> None:
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
) -> TournamentSetup:
    """Return the setup of a tournament."""
    by_label = {contest.label: contest for contest in contests}
    by_id = {entrant.id: entrant for entrant in entrants}
    return TournamentSetup(by_label, by_id, seed, clock, on_fault, rooms)


def fitted(setup: TournamentSetup) -> TournamentSetup:
    """Return the setup with no more rooms than the limit of open files allows; print it if these are fewer.

    Raises:
        UserError: the limit is too low for one room.
    """
    bots = max(len(contest.game.seating(contest.options).players) for contest in setup.contests.values())
    found = provide(setup.rooms, bots, setup.sandbox.level if setup.sandbox else "none")
    if found == setup.rooms:
        return setup
    text = f"the limit of open files is too low (ulimit -n says {resource.getrlimit(resource.RLIMIT_NOFILE)[0]})"
    if not found:
        raise UserError(f"{text}: not even one room of {bots} bots can play", "raise it: ulimit -n 1024", os.EX_OSERR)
    err.print(f"{text}: {found} rooms play at the same time, not {setup.rooms}", style="yellow")
    return replace(setup, rooms=found)


def conditions(clock: ClockSettings, on_fault: OnFault, deals: Deals, choice: ChosenSandbox) -> dict[str, str]:
    """Return the conditions of play as the store keeps them: name -> value."""
    given = {"on_fault": on_fault, "deals": deals, CONDITION: choice.about()}
    paced = {} if clock.pace else {"pace"}  # a setting that older results do not have
    return given | {name: str(value) for name, value in asdict(clock).items() if name not in paced}


def _say_season(season: Season, file: LadderFile) -> None:
    """Print what the packs follow from, and the commitment to it."""
    out.print(commitment_text(season), style="dim")
    if season.kind == "reproducible":
        text = f"reproducible: the packs follow from the seed {season.seed!r}, and whoever knows it knows them"
        out.print(text, style="dim")
    elif file.seed:
        text = f"the seed {file.seed!r} is mixed with the secret of the season, so that nobody can guess the packs"
        err.print(f"{text}; with reproducible = true the same seed deals the same packs again")


def start_run(
    store: Store,
    seed: str | None,
    settings: Mapping[str, str],
    *,
    secret: bool = False,
    ladder: Path | None = None,
    records: Records = "all",
) -> Season:
    """Begin a run and return its season; print the store's notes, and whether older games had other conditions."""
    before = changed(store.runs(), settings)
    store.start_run(seed, settings, secret=secret, ladder=ladder, records=records)
    for note in store.notes:
        err.print(note, style="yellow")
    if before:
        text = f"the conditions have changed: {before}. Older results stay; to keep them apart, name other `results`"
        err.print(text, style="yellow")
    return store.season()


class _Played(NamedTuple):
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


def play_games(
    store: Store,
    setup: TournamentSetup,
    schedule: ScheduleSettings,
    deals: Deals,
    ladder: Path | None = None,
    agents: Agents | None = None,
) -> _Played:
    """Play the games that the schedule asks for and the store does not have, with a display.

    Args:
        store: the results, with a run begun.
        setup: what is played.
        schedule: who meets whom.
        deals: whether all pairings play the same packs.
        ladder: the ladder file, if the games belong to one.
        agents: lets other machines in, if they may play.
    """
    for contest in setup.contests.values():
        playing = [e for e in setup.rated if e.plays(contest.game.name)]
        if len(playing) < setup.fewest(contest):
            text = f"{contest.label} is left out: it takes {contest.sides} bots, and {len(playing)} play it here"
            more = "; `fill` in the ladder file names a bot for the other sides"
            err.print(text + more * (ladder is not None and setup.filler is None), style="yellow")
    store.plan(setup.entrants.values(), ())
    probation = probation_of(store)
    events = events_of(setup.contests.values(), setup.rated, schedule, setup.seed, setup.filler)
    agenda = Agenda(events, deals, probation)
    board = Scoreboard(store)
    done = board.scores()
    agenda.missing(done)
    kept = sum(game.id in done for game in agenda.asked)
    setup = fitted(setup) if setup.rooms else setup
    with LadderDisplay(agenda, kept, setup.entrants, ladder) as display:
        for found in probation.news():
            if found.entrant in setup.entrants:
                display.benched(found)
        batches = _batches(board, agenda, display)
        job = partial(play, setup, batches, store, display, probation=probation, take=board.take, agents=agents)
        number = trio.run(job)
        left = len(agenda.missing(board.scores()))
    return _Played(signal.Signals(number) if number else None, probation, left, display.fault)


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
        display.expect(agenda.total)
        tried.update(game.id for game in missing)
        yield missing
