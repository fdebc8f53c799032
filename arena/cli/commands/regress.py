"""The options and the help of `arena regress`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli import output
from arena.cli.commands.shared import RegressCommand, param_option, plots_option, terms_options


@click.command(cls=RegressCommand)
@click.argument("new")
@click.argument("old", required=False)
@click.option("--game", required=True, metavar="GAME[:PRESET]", help="The game that they play.")
@param_option
@click.option("--new-rev", metavar="REV", help="Take NEW from this git revision; NEW@REV does the same.")
@click.option("--old-rev", metavar="REV", help="Take OLD from this git revision; without OLD, it is the path of NEW.")
@click.option(
    "--test",
    "kind",
    type=click.Choice(("sprt", "boards", "margin", "evalue", "margin-sprt")),
    default="sprt",
    show_default=True,
    help="sprt: exact test of scores; boards: of who is ahead in the points of a set; evalue: of scores, holds at any "
    "stop; margin: of points, holds at any stop; "
    "margin-sprt: of points, faster, but a version that crashes now and then may pass.",
)
@click.option(
    "--elo0", type=float, default=0.0, show_default=True, help="H0, not passed: NEW is at most this much better."
)
@click.option(
    "--elo1", type=float, default=10.0, show_default=True, help="H1, passed: NEW is at least this much better."
)
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="Allowed chance of passing if NEW is elo0 better."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="Allowed chance of not passing if NEW is elo1 better."
)
@click.option(
    "--max-sets",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="After this many sets, it is undecided.",
)
@click.option(
    "--max-minutes",
    type=click.FloatRange(0, min_open=True),
    metavar="M",
    help="After so many minutes of play no new game begins, and it is undecided.  [default: no limit]",
)
@click.option(
    "--bisect", is_flag=True, help="Exit as `git bisect run` wants it: 125 if undecided or if NEW cannot be tested."
)
@click.option(
    "--deals",
    type=click.IntRange(0, 20),
    default=1,
    show_default=True,
    help="Show where the two first differ, in so many sets: those that NEW lost by the most.",
)
@click.option(
    "--gauntlet", type=click.Path(path_type=Path), metavar="LADDER", help="Also play against the bots of this ladder."
)
@terms_options
@click.option("--save", type=click.Path(path_type=Path), help="Keep the games in this file. [default: none are kept]")
@plots_option
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
@click.option(
    "--junit", type=click.Path(path_type=Path), help="Write the report to this file as JUnit XML, for CI systems."
)
def regress(**options: Any) -> None:
    """Test whether a bot is better than another one, or than it was.

    Plays duplicate sets until a sequential test is decided, so a clear difference takes few games. The verdict is the
    same for any number of rooms. If elo0 is below 0 (such as --elo0 -10 --elo1 0), the question is whether NEW is not
    worse. Exit status 0: better, not worse, or identical; 1: not better, or worse; 2: undecided; 3: an error.

    \b
    Examples:
      arena regress ./mine ./mine.old --game kaiser
      arena regress bots/mine --old-rev main --game two-hundred:kitty
      arena regress mine@HEAD mine@v1.2 --game kaiser --elo0 -10 --elo1 0
      arena regress ./mine --old-rev v1.2 --game kaiser --junit regress.xml
      arena regress ./mine ./mine --param margin=1.0 --game kaiser
      git bisect run arena regress ./mine --old-rev v1.2 --game kaiser --bisect

    A bot that beats its last version may still do worse against others. --gauntlet plays NEW and OLD on the same deals
    against the bots of a ladder file, as many sets as the file says. It fails only if NEW is clearly worse (95 %).
    """
    from arena.cli.regress import Asked
    from arena.cli.regress import regress as work

    output.play()
    work(Asked(**options))
