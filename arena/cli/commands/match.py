"""`arena match`: its options, its help and what it does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import output
from arena.cli.commands.shared import param_option, terms_options, with_params
from arena.errors import command

if TYPE_CHECKING:
    from arena.app.events import Event
    from arena.app.terms import Terms


@click.command()
@click.argument("game", metavar="GAME[:PRESET]")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "-n", "sets", type=click.IntRange(1), default=20, show_default=True, help="How many duplicate sets to play."
)
@param_option
@terms_options
@click.option("--save", type=click.Path(path_type=Path), help="Keep the results in this file. [default: `last`]")
def match(
    *, game: str, bots: tuple[str, ...], sets: int, save: Path | None, params: tuple[str, ...], terms: Terms
) -> None:
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
      arena match kaiser ./mine ./mine --param margin=1.0
    The games are kept until the next match: see `arena record last`.
    """
    import shlex
    from contextlib import ExitStack
    from functools import partial

    from arena.app.events import RunBegun
    from arena.app.ladders import LAST, as_word, results_of_match
    from arena.app.match import play_match
    from arena.app.playing import check_played
    from arena.cli.ladder import print_ladders
    from arena.cli.progress import look_into
    from arena.cli.screen import out, say_commands
    from arena.cli.show import Show
    from arena.games.catalogue import GAMES
    from arena.settings.contest import parse_game
    from arena.tournament.stops import heed

    output.play()
    contest = parse_game(game, terms.options, GAMES, sets)
    bots = (with_params(bots[0], params), *bots[1:])
    results = partial(results_of_match, save)
    with ExitStack() as opened:
        with Show() as show:

            def tell(event: Event) -> None:
                show(event)
                if isinstance(event, RunBegun):
                    out.print(f"Sandbox: {event.sandbox}", style="dim")

            done = play_match(contest, bots, terms, results, opened, tell, heed)
        called = as_word(save) if save else LAST
        more = print_ladders(done.store, called, [contest.label], probation=done.played.probation)
        first = next((result.game.id for result in done.store.results()), None)
    html = f"{command('record', called, first or '', '--html')} > game.html"
    out.print("\nNext you may try:")
    say_commands(
        *([look_into(called, *done.played.fault)] if done.played.fault else []),
        (command("record", called), "the games, those with a fault first"),
        *[(html, "a game for a browser")] * (first is not None),
        *more,
    )
    out.print(f"The same packs again: --seed {shlex.quote(done.key)}", style="dim", soft_wrap=True)
    if done.played.stopped:
        raise SystemExit(128 + done.played.stopped)
    check_played(done.played.left, "the same match")
