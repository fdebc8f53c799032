"""The options and the help of `arena regress`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import RegressCommand, plots_options, terms_options


@click.command(cls=RegressCommand, work="arena.cli.regress:regress")
@click.argument("new")
@click.argument("old", required=False)
@click.option("--game", required=True, metavar="GAME[:PRESET]", help="What they play.")
@click.option("--new-rev", metavar="REV", help="Take NEW as it is at this git revision; so does NEW@REV.")
@click.option("--old-rev", metavar="REV", help="The same for OLD, which may then be left out: it is NEW's path.")
@click.option(
    "--test",
    "kind",
    type=click.Choice(("sprt", "margin", "evalue")),
    default="sprt",
    show_default=True,
    help="sprt: exact test on scores; margin: on points, usually faster; evalue: on scores, holds at any stop.",
)
@click.option("--elo0", type=float, default=0.0, show_default=True, help="Not passed: NEW is at most this much better.")
@click.option("--elo1", type=float, default=10.0, show_default=True, help="Passed: NEW is at least this much better.")
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance of passing at elo0.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance of not passing at elo1.")
@click.option("--max-sets", type=click.IntRange(1), default=10_000, show_default=True, help="Then it is undecided.")
@click.option(
    "--gauntlet", type=click.Path(path_type=Path), metavar="LADDER", help="Also play the bots of this ladder."
)
@terms_options
@click.option("--save", type=click.Path(path_type=Path), help="Keep the games in this file. [default: none are kept]")
@plots_options
@click.option("--json", "as_json", is_flag=True, help="Print the result for a program.")
@click.option("--junit", type=click.Path(path_type=Path), help="Write the result to this file as CI systems read it.")
def regress() -> None:
    """Test whether a bot is better than another one, or than it was.

    Plays duplicate sets until a sequential test knows, so that it takes few games where the difference is clear. The
    verdict is the same for any number of rooms. With elo0 below 0 (such as --elo0 -10 --elo1 0) the test is whether NEW
    is not worse. Exit status 0: better, not worse, or identical; 1: not better, or worse; 2: undecided; 3: an error.

    \b
    Examples:
      arena regress ./mine ./mine.old --game kaiser
      arena regress bots/mine --old-rev main --game two-hundred:kitty
      arena regress bots/mine@HEAD bots/mine@v1.2 --game kaiser --elo0 -10 --elo1 0 --junit regress.xml
    --gauntlet plays NEW and OLD on the same deals against the bots of a ladder file, as many sets as that says: a bot
    that beats its last version may do worse against others. It fails only if that is beyond doubt (95 %).
    """
