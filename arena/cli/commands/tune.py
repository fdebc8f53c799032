"""`arena tune`: its options, its help and what it does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli.commands.shared import terms_options


@click.command()
@click.argument("bot")
@click.option("--game", required=True, metavar="GAME[:PRESET]", help="The game that it plays.")
@click.option(
    "--param",
    "params",
    metavar="NAME[=LOW:HIGH]",
    multiple=True,
    help="A parameter to tune, between narrower bounds if you like; may be given several times.  [default: all]",
)
@click.option("--steps", type=click.IntRange(1), default=200, show_default=True, help="How many steps.")
@click.option(
    "-n", "sets", type=click.IntRange(1), default=4, show_default=True, help="How many duplicate sets each step plays."
)
@click.option("--save", type=click.Path(path_type=Path), help="Keep the steps in this file. [default: BOT.tune.jsonl]")
@click.option("--plots", type=click.Path(path_type=Path), help="Draw the way of the parameters into this folder.")
@click.option("--elo", type=float, default=20.0, show_default=True, help="The lead that the test at the end looks for.")
@click.option(
    "--max-sets",
    type=click.IntRange(0),
    default=2000,
    show_default=True,
    help="The most sets of that test; 0 for none.",
)
@terms_options
def tune(**options: Any) -> None:
    """Tune the parameters of a bot.

    In each step the bot plays itself on duplicate deals, with all parameters moved a little one way, and the other way
    (SPSA). All cores play. The steps are kept, so the same command goes on where it was stopped. At the end a test
    plays what was found against the bot as it is, on fresh deals: it says whether anything was gained.

    \b
    Examples:
      arena tune ./mine --param depth=1:10 --game kaiser --plots plots
      arena tune sample:search --param margin=0:2 --game ecarte --steps 50
    """
    from arena.app.tuning import Plan
    from arena.cli.tune import tune as work

    work(Plan(**options))
