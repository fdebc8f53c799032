"""The options and the help of `arena new`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.kit:new")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--language", required=True, metavar="L", help="The language: see below.")
@click.option("--game", metavar="GAME[:PRESET]", help="The game that the bot is for. [default: all games]")
@click.option("--name", help="The name of the bot. [default: that of the folder]")
def new() -> None:
    """Make a folder with a bot to begin with.

    The bot plays every game legally. One function is yours to fill in: `choose` gets what the seat knows, what is
    asked and the legal words, and returns one of them. Beside it are the loop that speaks the protocol, a bot.toml, a
    README and a test. Nothing uses a library. DIR must be new or empty.

    \b
    Languages: python, c, c++, rust, go, java, javascript, typescript,
    ruby, perl, lua, ocaml, shell.

    \b
    Examples:
      arena new mine --language python
      arena new owl --language rust --game kaiser
      arena check owl
    `arena help first-bot` goes on from here.
    """
