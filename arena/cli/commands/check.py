"""The options and the help of `arena check`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli import output
from arena.cli.commands.shared import retry_builds_option, sandbox_options


@click.command()
@click.argument("bot")
@click.option(
    "--game",
    "games",
    multiple=True,
    metavar="GAME[:PRESET]",
    help="Check with this game; repeat for more. [default: all that the bot plays]",
)
@click.option("--junit", type=click.Path(path_type=Path), metavar="FILE", help="Write the report as JUnit XML, too.")
@sandbox_options
@retry_builds_option
def check(**options: Any) -> None:
    """Check that a bot speaks the protocol.

    Puts every kind of question of every game to the bot, and plays a deal of each. Then it tries what a match rarely
    shows: lines that arrive in pieces, notes, keys and questions that the bot cannot know, games without a time limit,
    with little time and with a bank, several tables and msgpack if the bot asks for them, and the end of the input.
    It plays one deal twice, with the bot started anew, and says so if the answers differ; that is no fault.
    Of each fault it says what was sent, what came back, what was expected, and where the protocol says so. The exit
    status is 65 if there was one.

    \b
    Examples:
      arena check ./mine
      arena check "python3 first.py" --game kaiser --game ecarte
      arena check ./mine --junit check.xml
    """
    from arena.cli.kit import check as work

    output.play()
    work(**options)
