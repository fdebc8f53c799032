"""`arena run` and `arena match`: play with a live display, then print the ladder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from arena.app.ladders import as_word, open_ladder
from arena.app.playing import Played, check_out_of_sight, check_played, conditions, play_games, setup_of, start_run
from arena.app.rated import commitment_text
from arena.bots.builds import build_runner
from arena.bots.granted_limits import ladder_limits
from arena.bots.staging import staging_folder
from arena.cli.agents import calling
from arena.cli.bots import accepted, field, started
from arena.cli.entrants import can_play, check_names, enough, say_who_did_not_play
from arena.cli.ladder import print_ladders
from arena.cli.probation import LadderDisplay, check_left, pardoned, to_pardon
from arena.cli.progress import look_into
from arena.cli.screen import err, out, title, warn
from arena.errors import UserError, command
from arena.results import roster
from arena.results.conditions import REPRODUCIBLE
from arena.schedules.agenda import as_words
from arena.settings.ladder import FILLER, LadderFile
from arena.settings.limits import SandboxLevel
from arena.settings.schedule import Deals
from arena.store import Season, Store
from arena.tournament.probation import as_words as probation_words
from arena.tournament.sandbox_choice import (
    choose_sandbox,
    earlier_runs,
    say_what_is_shown,
)
from arena.tournament.start_check import Starts
from arena.tournament.stops import heed

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
    check_out_of_sight(file)
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
            store, file.seed, settings, warn, secret=not file.reproducible, ladder=ladder, records=file.records
        )
        out.print(title(file.name, file.about))
        out.print(f"Results go to {file.results}", style="dim")
        _say_season(season, file)
        out.print(f"Sandbox: {choice.about()}", style="dim")
        out.print(f"Deals: {PACKS[file.deals]}", style="dim")
        rooms = rooms or (0 if elsewhere else CORES)
        setup = replace(
            setup_of(file.contests, entrants, season.key, file.clock, file.on_fault, rooms, heed),
            sandbox=choice.sandbox,
            limits=limits,
            tables=file.tables,
            filler=filler,
            pin=pin or file.pin,
            keep_stderr=file.keep_stderr == "all",
        )
        server = elsewhere.server(setup, file.staging) if elsewhere else None
        hint = "" if filler else "; `fill` in the ladder file names a bot for the other sides"
        display = partial(LadderDisplay, ladder=ladder)
        played = play_games(store, setup, file.schedule, file.deals, display, warn, server, hint=hint)
        called = as_word(ladder)
        labels = [contest.label for contest in file.contests]
        print_ladders(store, called, labels, file.reading, played.probation)
        say_who_did_not_play(found, ladder)
    _say_next(played, called, file.results, hidden=season.hidden)
    check_left(setup, played.probation, ladder)
    check_played(played.left, command("run", called))
    if any(isinstance(each.outcome, UserError) and not each.submitted for each in found):
        raise SystemExit(os.EX_DATAERR)  # the owner named it, and it does not start


def _say_next(played: Played, called: str, results: Path, *, hidden: bool) -> None:
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


def _say_season(season: Season, file: LadderFile) -> None:
    """Print what the packs follow from, and the commitment to it."""
    out.print(commitment_text(season), style="dim")
    if season.kind == "reproducible":
        text = f"reproducible: the packs follow from the seed {season.seed!r}, and whoever knows it knows them"
        out.print(text, style="dim")
    elif file.seed:
        text = f"the seed {file.seed!r} is mixed with the secret of the season, so that nobody can guess the packs"
        err.print(f"{text}; with reproducible = true the same seed deals the same packs again")
