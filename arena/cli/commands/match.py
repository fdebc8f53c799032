"""The options and the help of `arena match`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import Command, terms_options


@click.command(cls=Command, work="arena.cli.play:match", plays=True)
@click.argument("game", metavar="GAME[:PRESET]")
@click.argument("bots", nargs=-1, required=True, metavar="BOT...")
@click.option(
    "-n", "sets", type=click.IntRange(1), default=20, show_default=True, help="How many duplicate sets to play."
)
@terms_options
@click.option("--save", type=click.Path(path_type=Path), help="Keep the results in this file. [default: `last`]")
def match() -> None:
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
