"""`arena match`: its options, its help and what it does."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import output
from arena.cli.commands.shared import terms_options
from arena.errors import command

if TYPE_CHECKING:
    from arena.cli.commands.shared import Terms


@click.command()
@click.argument("game", metavar="GAME[:PRESET]")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "-n", "sets", type=click.IntRange(1), default=20, show_default=True, help="How many duplicate sets to play."
)
@terms_options
@click.option("--save", type=click.Path(path_type=Path), help="Keep the results in this file. [default: `last`]")
def match(*, game: str, bots: tuple[str, ...], sets: int, save: Path | None, terms: Terms) -> None:
    """Play bots against each other on duplicate deals.

    A duplicate set is a game played once for each seating with the same packs, so every bot gets the cards that its
    opponents had. Two bots or more play; a game for one player takes one as well, and compares several by their
    scores. `arena games` lists the games and their presets.

    \b
    Examples:
      arena match kaiser sample:python/sensible sample:random
      arena match two-hundred:kitty "python3 mine.py" ./old_version -n 200
      arena match kaiser ./mine ./mine@HEAD~1       against its last commit in git
      arena match two-hundred ./mine -o target=300 --no-clock
    The games are kept until the next match: see `arena record last`.
    """
    from contextlib import ExitStack

    from arena.app.ladders import LAST, as_word, last_match
    from arena.app.playing import check_played, conditions, play_games, setup_of, start_run
    from arena.bots.builds import build_runner
    from arena.bots.granted_limits import own_limits
    from arena.cli.entrants import asked_for, enough
    from arena.cli.ladder import print_ladders
    from arena.cli.probation import LadderDisplay
    from arena.cli.progress import look_into
    from arena.cli.screen import err, out, warn
    from arena.games.catalogue import GAMES
    from arena.results import roster
    from arena.schedules.agenda import as_words
    from arena.settings.contest import parse_game
    from arena.settings.schedule import ScheduleSettings
    from arena.store import Store
    from arena.tournament.sandbox_choice import choose_sandbox, earlier_runs, is_sample, runnable, say_what_is_shown
    from arena.tournament.stops import heed

    output.play()
    contest = parse_game(game, terms.settings, GAMES, sets)
    named = [*bots, *[terms.fill] * (contest.sides - len(bots))]
    entrants = enough(asked_for(named, build_runner(terms.sandbox, trust=terms.trust)), [contest])
    with Store.open(save or last_match(), writing=True, fresh=save is None) as store, ExitStack() as opened:
        choice = choose_sandbox(terms.sandbox, entrants, earlier_runs(store), say=err.print, trust=terms.trust)
        entered = opened.enter_context(choice.sandbox)
        entrants = enough(runnable(entrants, entered, err.print, is_sample), [contest])
        say_what_is_shown(entrants, entered, err.print)
        schedule = ScheduleSettings()
        words = as_words([contest], entrants, schedule) | roster.of_entrants(entrants)
        key = start_run(store, terms.seed, conditions(terms.clock, terms.on_fault, "shared", choice) | words, warn).key
        out.print(f"Sandbox: {choice.about()}", style="dim")
        setup = setup_of([contest], entrants, key, terms.clock, terms.on_fault, terms.rooms, heed)
        setup = replace(setup, sandbox=choice.sandbox, limits=own_limits(entrants), tables=terms.tables, pin=terms.pin)
        setup = replace(setup, keep_stderr=terms.keep_stderr)
        display = partial(LadderDisplay, ladder=None)
        played = play_games(store, setup, schedule, "shared", display, warn)
        called = as_word(save) if save else LAST
        print_ladders(store, called, [contest.label], probation=played.probation)
        first = next((result.game.id for result in store.results()), None)
    out.print(f"\nseed {key!r}   games: {command('record', called)}", style="dim", soft_wrap=True)
    if first:
        page = f"{command('record', called, first, '--html')} > game.html"
        out.print(f"a game to look at in a browser: {page}", style="dim", soft_wrap=True)
    if played.fault:
        shows, about = look_into(called, *played.fault)
        out.print(f"{about}: {shows}", style="dim", soft_wrap=True)
    if played.stopped:
        raise SystemExit(128 + played.stopped)
    check_played(played.left, "the same match")
