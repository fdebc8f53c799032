"""The options and the help of `arena help`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.pages:print_help")
@click.argument("topic", required=False)
def help() -> None:  # noqa: A001 - the name of the command
    """Print a page of the manual, or list its pages.

    TOPIC is a page from that list, a game (its rules), a ladder that comes with the arena (its file), a sample bot
    (where it is), or a command. TOPIC#SECTION prints one section of a page. A page that is longer than the terminal is
    shown in a pager ($PAGER, or less). A pipe or a file gets Markdown.

    \b
    Examples:
      arena help
      arena help protocol                 what bots and the arena say
      arena help protocol#clocks          one section of that page
      arena help ladder-keys              everything that a ladder file can say
      arena help quickstart > mine.toml   a ladder file to begin with
      arena help sample:sensible          where this bot is, to copy it
    """
