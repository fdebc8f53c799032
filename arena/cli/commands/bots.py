"""The options and the help of `arena bots`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import Command, sandbox_options


@click.command(cls=Command, work="arena.cli.bots:bots")
@click.argument("ladder", metavar="LADDER|FOLDER", type=click.Path(path_type=Path))
@sandbox_options
def bots() -> None:
    """Check which bots of a ladder can play, and why others cannot.

    Takes in every bot as `arena run` does, copies and builds it, and plays nothing. A folder is read as a folder of
    submissions: each folder with a bot.toml in it and each single program is a bot (docs/submissions.md). Ends with
    status 65 if a submission was refused.

    \b
    Examples:
      arena bots class.toml
      arena bots submissions/
    """
