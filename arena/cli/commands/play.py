"""The options and the help of `arena play`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command, sandbox_options


@click.command(cls=Command, work="arena.cli.person:play")
@click.argument("game", metavar="GAME[:PRESET]", required=False)
@click.option(
    "--against",
    multiple=True,
    metavar="BOT",
    help="Who plays the other sides, in turn; repeat for more. [default: sample:sensible]",
)
@click.option("--partner", metavar="BOT", help="Who plays your side's other seats. [default: sample:sensible]")
@click.option("--seat", type=click.IntRange(0), help="Where you sit, from 0. [default: the first seat that plays]")
@click.option("--games", type=click.IntRange(1), default=1, show_default=True, help="How many games to play.")
@click.option("--hints", metavar="BOT", help="A bot that says, if you ask, what it would do in your place.")
@click.option("--terminal", is_flag=True, help="Play in this terminal, not in a browser.")
@click.option("-o", "options", multiple=True, metavar="NAME=VALUE", help="Set an option of the game; repeat for more.")
@click.option(
    "--deal", nargs=2, metavar="LADDER GAME", help="Play the packs of a game of a ladder instead, of a closed season."
)
@click.option("--seed", help="Key of all packs: the same seed deals the same cards. [default: a new one]")
@click.option(
    "--move-ms",
    type=click.IntRange(0),
    default=10_000,
    show_default=True,
    help="Time limit of an answer of a bot; 0: none. You have as long as you like.",
)
@sandbox_options
def play() -> None:
    """Play a game yourself, against bots.

    You sit in a seat of the table like a bot, and learn no more than a bot in that seat is told. A page shows the
    table; its address is printed. With --terminal you play here: type ? for help.

    \b
      arena play kaiser
      arena play kaiser --terminal --hints sample:sensible
      arena play two-hundred:kitty --against ./owl --partner ./owl
      arena play bridgette --terminal -o max_deals=1
      arena play --deal last 1.2              the packs of that game

    So you see from the next seat what a bot of yours does. A bot that fails does not end the game: the arena gives
    random legal answers for it. Ctrl-C ends the game without a result. Games with a person count on no ladder: they
    are kept until the next `arena play`, and `arena record played` shows them with all hands.
    """
