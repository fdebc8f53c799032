"""The options and the help of `arena run`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import Command, pin_option, rooms_option, sandbox_options


@click.command(cls=Command, work="arena.cli.play:run")
@click.argument("ladder", type=click.Path(path_type=Path))
@rooms_option
@pin_option
@sandbox_options
@click.option(
    "--pardon",
    "pardons",
    multiple=True,
    metavar="NAME",
    help="Bring back a benched bot: what it did so far no longer counts against it. Repeat for more.",
)
def run() -> None:
    """Play what is missing of a ladder, then print it.

    LADDER is a TOML file: games, bots, sets, clock (ladders/quickstart.toml is one to copy), and who meets whom:
    schedule = "round-robin" (the default), "gauntlet", "swiss", "knock-out" or "adaptive" (docs/schedules.md).
    Results are stored as they come. Ctrl-C lets running games end; run again to go on. Adding a bot, asking for more
    sets or changing the schedule plays only what that adds. A bot that fails its first 3 games, or 10 in a row, is
    benched ([probation] of the file says when): the others play on without it.

    \b
    Examples:
      arena run ladders/quickstart.toml
      arena run mine.toml -j 4
      arena run mine.toml --pardon zed
      arena run mine.toml --sandbox strict
    """
