"""The options and the help of `arena bots`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli.commands.shared import retry_builds_option, sandbox_options


@click.command()
@click.argument("ladder", metavar="LADDER|FOLDER|BOT", type=click.Path(path_type=Path))
@sandbox_options
@retry_builds_option
def bots(**options: Any) -> None:
    """Check which bots of a ladder can play, and why others cannot.

    Finds, checks, copies and builds every bot as `arena run` does, and starts it once in the sandbox, but plays no
    game. Name a ladder file, one bot, or a folder of submissions: every folder with a bot.toml and every single program
    in it is a bot (`arena help submissions`). The exit status is 65 if a bot was refused.

    \b
    Examples:
      arena bots class.toml
      arena bots submissions/
      arena bots ./mine
    """
    from arena.cli.bots import bots as work

    work(**options)
