"""The options and the help of `arena record`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.records:record")
@click.argument("ladder", metavar="LADDER")
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--seat", type=click.IntRange(0), help="Print exactly what the bot in this seat was sent.")
@click.option(
    "--stderr", "stream", flag_value="stderr", help="Print what a bot wrote to standard error, if it is kept."
)
@click.option("--said", "stream", flag_value="said", help="Print what a failed bot answered.")
@click.option(
    "--position", metavar="N|end", help="Print the deal after N answers, or at the end, as a file for `arena games`."
)
@click.option(
    "--deal", type=click.IntRange(1), metavar="D", help="With --position: count the answers from the start of deal D."
)
@click.option("--raw", is_flag=True, help="With --seat: escape nothing, even if a terminal would obey it.")
@click.option("--used", is_flag=True, help="Print the faults, and what each seat used: time, memory, bytes.")
def record() -> None:
    """Print what happened in a game, or what a bot was sent.

    LADDER is a ladder file, a file of results, or `last` for the last match. Without GAME, its games are listed. The
    first characters of its id are enough to name a game. The record is what a spectator sees who sees everything: all
    hands and all secret words. With --seat, it is what that bot was sent, so that a bot can play its game again.
    Standard error is kept of bots that failed, and of all bots with keep_stderr = "all" or --keep-stderr all:

    \b
      arena record mine.toml                           list the games
      arena record mine.toml G4f0                      print the whole game
      arena record mine.toml G4f0 --seat 2 | ./my_bot  ask a bot the same again
      arena record mine.toml G4f0 --stderr             what one that failed wrote
      arena record mine.toml G4f0 --seat 2 --stderr    what this seat's bot wrote
      arena record mine.toml G4f0 --used               faults; what each seat used
      arena record mine.toml G4f0 --deal 3 --position 12  for games --position

    What a bot wrote may hold characters that a terminal obeys. A terminal gets them as escapes, such as \\x1b or
    \\u202e; a pipe or a file gets every byte as it is, and so does a terminal with --raw.
    """
