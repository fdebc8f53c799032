"""The options and the help of `arena games`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command, level_option, trust_option


@click.command(cls=Command, work="arena.cli.games:games")
@click.argument("game", required=False, metavar="[GAME[:PRESET]]")
@click.option("--players", type=click.IntRange(1), metavar="N", help="List only games for so many players.")
@click.option("--rules", "only_rules", is_flag=True, help="Print only the rules page, as Markdown.")
@click.option("--position", metavar="FILE", help="Show the deal in this file; `-` reads standard input.")
@click.option("--seat", type=click.IntRange(0), help="With --position: show only what this seat knows.")
@click.option("--ask", "bot", metavar="BOT", help="With --position: ask a bot for its answer, and print it.")
@click.option(
    "--move-ms",
    type=click.IntRange(0),
    default=1000,
    show_default=True,
    help="With --ask: time limit of the answer; 0: none.",
)
@level_option
@trust_option
def games() -> None:
    """List the games, explain one, or show a deal from a file.

    FILE is TOML text: it names a game and sets up what matters, such as dealer, scores, hands, contract and cards
    played (`arena help rules` shows one). `arena record LADDER GAME --position N` writes such a file.

    \b
    Examples:
      arena games
      arena games --players 3
      arena games kaiser
      arena games two-hundred:kitty        with the options of that preset
      arena games --position finesse.toml
      arena games --position finesse.toml --ask ./my_bot
    """
