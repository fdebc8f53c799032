"""The options and the help of `arena run`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import Command, pin_option, retry_builds_option, rooms_option, sandbox_options


@click.command(cls=Command, work="arena.cli.play:run", plays=True)
@click.argument("ladder", type=click.Path(path_type=Path))
@rooms_option
@pin_option
@sandbox_options
@retry_builds_option
@click.option(
    "--pardon",
    "pardons",
    multiple=True,
    metavar="NAME",
    help="Bring back a benched bot; its faults so far no longer count. Repeat for more.",
)
def run() -> None:
    """Play the missing games of a ladder, then print it.

    LADDER is a TOML file with games, bots, sets, a clock and a schedule; `arena help quickstart >
    mine.toml` writes one to begin with, and `arena help ladder-keys` explains all that it can say. The schedule says
    who meets whom: "round-robin" (the default), "gauntlet", "swiss", "knock-out" or "adaptive" (`arena help
    schedules`). Every result is stored at once. Ctrl-C lets running games end; run again to go on. After you
    add a bot, ask for more sets or change the schedule, only the games that this adds are played. A bot that fails its
    first 3 games, or 10 in a row, is benched, and the others play on without it ([probation] of the file sets when).

    \b
    Examples:
      arena run quickstart            comes with the arena; results stay here
      arena run mine.toml -j 4
      arena run mine.toml --pardon zed
      arena run mine.toml --sandbox strict
    """
