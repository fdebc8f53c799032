"""`arena run`: play with a live display, then print the ladder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from signal import Signals
from typing import Any, NamedTuple

from arena.app.calling import Calling, calling
from arena.app.events import Event, Note, RunBegun
from arena.app.ladder import Ladder
from arena.app.playing import Played, check_played
from arena.app.rated import commitment_text
from arena.app.ready import RunOptions
from arena.bots.entrants import Entrant
from arena.bots.submissions import Found
from arena.cli.ladder import print_ladders
from arena.cli.plan import moment_of
from arena.cli.progress import look_into
from arena.cli.screen import err, out, say_commands, say_of_agents, title
from arena.cli.show import Show
from arena.errors import UserError, command
from arena.escapes import one_line
from arena.settings.ladder import LadderFile
from arena.settings.limits import SandboxLevel
from arena.settings.schedule import Deals
from arena.store import Season
from arena.table.outcome import Fault
from arena.tournament.probation import Benched
from arena.tournament.stops import NEWS, TIME_IS_UP, Stops, heed

PACKS: Mapping[Deals, str] = {
    "shared": "shared (all pairings play the same packs)",
    "fresh": "fresh (each pairing plays its own packs, in all rooms of a set)",
    "once": "once (no bot meets a pack twice)",
}
"""What each setting of `deals` means, for people."""


class Asked(NamedTuple):
    """What the command line asks for: the options of `arena run`, without those for other machines."""

    rooms: int | None
    sandbox: SandboxLevel | None
    pin: bool
    trust_bots: bool
    retry_builds: bool
    pardons: tuple[str, ...]
    until: str | None
    hours: float | None
    forever: bool


def run(ladder: Path, asked: Asked, **agents: Any) -> None:
    """Play the missing games of a ladder, then print it; for ever, if that is wanted."""
    moment = moment_of(asked.until, asked.hours)
    elsewhere = calling(say_of_agents, **agents, trust=asked.trust_bots)
    options = RunOptions(
        rooms=asked.rooms,
        pin=asked.pin,
        sandbox=asked.sandbox,
        trust=asked.trust_bots,
        retry_builds=asked.retry_builds,
        pardons=asked.pardons,
        until=None if asked.forever else moment,
        forever=asked.forever,
    )
    if asked.forever and elsewhere:
        raise UserError("--forever is for bots that play here", "leave out --listen, or --forever")
    opened = Ladder.open(ladder)

    def play(stops: Stops) -> Signals | None:
        return _play(opened, stops, elsewhere, options)

    if not asked.forever:
        play(heed)
        return
    stopped = opened.go_on(play, heed, moment, _say_what_is_waited_for)
    err.print("The time is up." if stopped is TIME_IS_UP else "Stopped.")
    raise SystemExit(0 if stopped is TIME_IS_UP else 128 + stopped)


def _say_what_is_waited_for(note: Note) -> None:
    """Print what a league waits for, or the error before that."""
    if note.kind == "warning":
        err.print(f"arena: {note}", soft_wrap=True)
    else:
        err.print(f"\n{note}; Ctrl-C ends it.", style="bold")


def _play(opened: Ladder, stops: Stops, elsewhere: Calling | None, options: RunOptions) -> Signals | None:
    """Play the missing games, and print the ladder; return `NEWS` if they were stopped to take in what is new."""
    file, called = opened.file, opened.called

    with Show() as show:

        def tell(event: Event) -> None:
            show(event)
            if isinstance(event, RunBegun):
                options.pop("pardons", None)  # once is enough
                _say_begun(file, event)
            if isinstance(event, Benched):
                _say_benched(called, event)

        done = opened.run(tell, stops, elsewhere, **options)
    played = done.played
    with opened.results() as store:
        labels = [contest.label for contest in file.contests]
        more = print_ladders(store, called, labels, file.reading, played.probation)
    _say_who_did_not_play(done.found, called)
    if played.stopped is NEWS:
        err.print("\nSomething was handed in: it is taken in now.", style="bold")
        return NEWS
    _say_next(played, called, more, hidden=done.hidden)
    for text in played.ends:
        err.print(text, style="yellow")
    if played.over:
        raise _too_few(called, played.over)
    check_played(played.left, command("run", called))
    if any(isinstance(each.outcome, UserError) and not each.submitted for each in done.found):
        raise SystemExit(os.EX_DATAERR)  # the owner named it, and it does not start
    return None


def _say_begun(file: LadderFile, event: RunBegun) -> None:
    """Print what is played, and under what."""
    out.print(title(file.name, file.about))
    out.print(f"Results go to {file.results}", style="dim")
    _say_season(event.season, file)
    out.print(f"Sandbox: {event.sandbox}", style="dim")
    out.print(f"Deals: {PACKS[file.deals]}", style="dim")


def _say_who_did_not_play(found: Sequence[Found], called: str) -> None:
    """Print which bots of a ladder were left out of a run, and for which an earlier version played."""
    if out_of_it := [one_line(each.given) for each in found if not isinstance(each.outcome, Entrant)]:
        text = f"\nLeft out, without a game in this run: {', '.join(out_of_it)}. Why: {command('bots', called)}"
        out.print(text, style="yellow")
    if earlier := [one_line(each.given) for each in found if each.refused]:
        out.print(f"\nRefused, so that an earlier version played on: {', '.join(earlier)}.", style="yellow")


def _say_next(played: Played, called: str, more: Sequence[tuple[str, str]], *, hidden: bool) -> None:
    """Print what to do after a run; end the command if a signal has stopped it.

    Args:
        played: what came of it.
        called: how a command line names the ladder.
        more: commands that tell more of the ladder, each with what it does.
        hidden: whether the season is open and has a secret.
    """
    if played.stopped is TIME_IS_UP:
        games = "1 game is" if played.left == 1 else f"{played.left} games are"
        err.print(f"\nThe time is up, and {games} left; what is finished is kept. Go on with: {command('run', called)}")
        raise SystemExit
    if played.stopped:
        err.print(f"Stopped; what is finished is kept. Go on with: {command('run', called)}")
        raise SystemExit(128 + played.stopped)
    out.print("\nNext you may try:")
    say_commands(
        *more,
        *([look_into(called, *played.fault)] if played.fault else []),
        (command("record", called), "the games, those with a fault first"),
        (command("verify", called), "play every record again and check it"),
        (command("ladder", called, "--format", "markdown"), "the ladder for a page"),
        *([(command("season", "close", called), "reveal the packs, go on with new ones")] if hidden else []),
    )


def _say_benched(called: str, found: Benched) -> None:
    """Print how to find the cause and how to bring a benched bot back."""
    kind = found.reason.split()[0]  # the most frequent
    shows, _ = look_into(called, found.game, Fault(found.seat, kind, ""))
    text = f"  find the cause: {shows}\n  bring it back:  {_pardon_command(called, [found.name])}"
    err.print(f"{text}\n  a changed bot is a new one and starts afresh", style="dim", soft_wrap=True)


def _pardon_command(called: str, names: Iterable[str]) -> str:
    """Return the command that brings these bots back."""
    return command("run", called, *(word for name in names for word in ("--pardon", name)))


def _too_few(called: str, benched: Sequence[str]) -> UserError:
    hint = f"fix them, or bring them back: {_pardon_command(called, benched)}"
    return UserError(f"too few bots are left to play: {', '.join(benched)} are benched", hint, os.EX_DATAERR)


def _say_season(season: Season, file: LadderFile) -> None:
    """Print what the packs follow from, and the commitment to it."""
    out.print(commitment_text(season), style="dim")
    if season.kind == "reproducible":
        text = f"reproducible: the packs follow from the seed {season.seed!r}, and whoever knows it knows them"
        out.print(text, style="dim")
    elif file.seed:
        text = f"the seed {file.seed!r} is mixed with the secret of the season, so that nobody can guess the packs"
        err.print(f"{text}; with reproducible = true the same seed deals the same packs again")
