"""The options and the help of `arena report`."""

from __future__ import annotations

from pathlib import Path

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.report:report")
@click.argument("ladder", type=click.Path(path_type=Path))
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the report: a new or an empty one, or an earlier report, which is replaced.",
)
@click.option(
    "--columns",
    metavar="NAMES",
    help="The columns of the table, on the page, in CSV and in Markdown, such as rank,name,mark.",
)
@click.option(
    "--private",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Put each author's page at me/WORD, with words of this file as for `arena serve`; missing ones are added.",
)
@click.option(
    "--replays",
    type=click.IntRange(0, 16),
    default=4,
    show_default=True,
    metavar="N",
    help="How many lost games of closed seasons each author gets as a replay.",
)
@click.option("--superseded", is_flag=True, help="Show earlier versions too, with their faults and lost games.")
def report() -> None:
    """Write a ladder as pages for a class.

    DIR/index.html has the table of the class; beside it lies the same as CSV, Markdown and JSON. Each author has a page
    with only her own: why what she handed in was refused, faults with the end of standard error, the lost games from
    which most can be learnt, her versions, and her marks. Marks are points for standing up to bots that the
    ladder file names under [marks]; somebody who won or lost every game has them too.

    With --private, the class page has no links to the pages of authors, and nobody finds one who does not know its
    word. Without it, the pages are for you, or to be handed out one by one. `arena help courses` is a recipe.

    \b
    Examples:
      arena report class.toml --out report
      arena report class.toml --out report --private words.toml
      arena report class.toml --out report --columns rank,name,Elo,faults,state
    """
