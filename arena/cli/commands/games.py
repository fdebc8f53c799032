"""The options and the help of `arena games`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command, level_option, trust_option


@click.command(cls=Command, work="arena.cli.games:games")
@click.argument("game", required=False, metavar="[GAME[:PRESET]]")
@click.option("--rules", "only_rules", is_flag=True, help="Print the rules page only, as Markdown.")
@click.option("--position", metavar="FILE", help="Show the deal that a file sets up; `-` reads standard input.")
@click.option("--seat", type=click.IntRange(0), help="With --position: show what this seat was told.")
@click.option("--ask", "bot", metavar="BOT", help="With --position: ask a bot the open question; print its answer.")
@click.option(
    "--move-ms", type=click.IntRange(0), default=1000, show_default=True, help="With --ask: its limit; 0: none."
)
@level_option
@trust_option
def games() -> None:
    """List the games, explain one, or look at a deal that is set up.

    FILE is TOML text: a game, and as much of the rest as matters, such as dealer, scores, hands, contract and cards
    played (arena/games/README.md tells). `arena record LADDER GAME --position N` writes one.

    \b
    Examples:
      arena games
      arena games kaiser
      arena games two-hundred:kitty        the options as that preset sets them
      arena games --position finesse.toml
      arena games --position finesse.toml --ask ./my_bot
    """
