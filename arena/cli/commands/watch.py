"""The options and the help of `arena watch`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.watch:watch")
@click.argument("ladder", metavar="LADDER")
@click.option("--once", is_flag=True, help="Show in a line how it stands, and end.")
def watch() -> None:
    """Watch a ladder while `arena run` plays it in another terminal.

    The screen shows the standings, how many games are played, how fast, and the newest games. It follows what is
    stored, and takes nothing from the run. It ends when the run has ended, and prints the ladder; Ctrl-C ends it at
    once. Where the output is no terminal, it prints a line every ten seconds.

    \b
      arena watch mine.toml          follow the run of a ladder
      arena watch mine.toml --once   a line for a script or a status bar
    """
