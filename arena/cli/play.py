"""`arena run`: play with a live display, then print the ladder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from arena.app.events import RunBegun
from arena.app.ladder import Ladder
from arena.app.ladders import as_word
from arena.app.playing import Played, check_played
from arena.app.rated import commitment_text
from arena.cli.agents import calling
from arena.cli.field import say_who_did_not_play
from arena.cli.ladder import print_ladders
from arena.cli.plan import moment_of
from arena.cli.probation import check_left, say_benched
from arena.cli.progress import look_into
from arena.cli.screen import err, out, title
from arena.cli.show import Show
from arena.errors import UserError, command
from arena.settings.ladder import LadderFile
from arena.settings.limits import SandboxLevel
from arena.settings.schedule import Deals
from arena.store import Season
from arena.tournament.stops import TIME_IS_UP, heed

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
    until: str | None,
    hours: float | None,
    **agents: Any,
) -> None:
    """Play the missing games of a ladder, then print it."""
    moment = moment_of(until, hours)
    elsewhere = calling(**agents, trust=trust_bots)
    opened = Ladder.open(ladder)
    file, called = opened.file, as_word(ladder)

    def begun(event: RunBegun) -> None:
        out.print(title(file.name, file.about))
        out.print(f"Results go to {file.results}", style="dim")
        _say_season(event.season, file)
        out.print(f"Sandbox: {event.sandbox}", style="dim")
        out.print(f"Deals: {PACKS[file.deals]}", style="dim")

    with Show(begun, benched=partial(say_benched, ladder)) as show:
        done = opened.run(
            show,
            heed,
            elsewhere,
            rooms=rooms,
            pin=pin,
            sandbox=sandbox,
            trust=trust_bots,
            retry_builds=retry_builds,
            pardons=pardons,
            until=moment,
        )
    played = done.played
    with opened.results() as store:
        labels = [contest.label for contest in file.contests]
        print_ladders(store, called, labels, file.reading, played.probation)
    say_who_did_not_play(done.found, ladder)
    _say_next(played, called, file.results, hidden=done.hidden)
    check_left(done.setup, played.probation, ladder)
    check_played(played.left, command("run", called))
    if any(isinstance(each.outcome, UserError) and not each.submitted for each in done.found):
        raise SystemExit(os.EX_DATAERR)  # the owner named it, and it does not start


def _say_next(played: Played, called: str, results: Path, *, hidden: bool) -> None:
    """Print what to do after a run; end the command if a signal has stopped it.

    Args:
        played: what came of it.
        called: how a command line names the ladder.
        results: the database.
        hidden: whether the season is open and has a secret.
    """
    if played.stopped is TIME_IS_UP:
        games = "1 game is" if played.left == 1 else f"{played.left} games are"
        err.print(f"\nThe time is up, and {games} left; what is finished is kept. Go on with: {command('run', called)}")
        raise SystemExit
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
