"""The options and the help of `arena rerun`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import appeal_options


@click.command()
@click.argument("ladder")
@click.argument("bot")
@click.option("--games", metavar="GAME,GAME", help="Only these. [default: all of the bot in the open season]")
@appeal_options
def rerun(ladder: str, bot: str, games: str | None, why: str, who: str | None) -> None:
    """Make games of a bot void; the next run plays them again.

    \b
    Examples:
      arena rerun class.toml owl --why "its library was missing"
      arena rerun class.toml owl --games G4f0,G77a --why "the machine swapped"
    """
    from arena.cli.appeals import rerun as work

    work(ladder, bot, games, why, who)
