"""The options and the help of `arena ladder`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command, plots_options


@click.command(cls=Command, work="arena.cli.ladder:ladder")
@click.argument("words", nargs=-1, metavar="LADDER [A B]")
@click.option("--from", "source", metavar="FILE", help="Rate a table of results instead (docs/results-format.md).")
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "markdown", "csv", "json", "results")),
    default="table",
    show_default=True,
    help="How to print it; `results` is what --from reads.",
)
@click.option("--game", "contest", metavar="CONTEST", help="One contest only, such as kaiser:standard.")
@click.option("--wide", is_flag=True, help="All columns.")
@click.option("--points", "by_points", is_flag=True, help="In the order of points a game.")
@click.option("--head-to-head", "pairwise", is_flag=True, help="Who beats whom; of two bots A and B, all about them.")
@click.option("--anchor", "anchors", multiple=True, metavar="NAME=ELO", help="Fix a bot at a number; repeat for more.")
@click.option("--exclude-faults", is_flag=True, help="Leave out whole deals in which a bot committed a fault.")
@plots_options
def ladder() -> None:
    """Print a ladder again.

    LADDER is a ladder file, a file of results, or `last` for the last match. Elo by maximum likelihood over all
    games, a draw being half a win; 0 is the mean of the pool. Intervals hold with 95 %, errors clustered by deal: all
    games that share their packs are one piece of evidence. LOS is the likelihood that a bot is stronger than the next
    one below. Points are those a game beyond the others at the table. Of a Swiss or a knock-out its rounds follow (not
    in csv). docs/ladders.md tells of every column.

    \b
    Examples:
      arena ladder mine.toml
      arena ladder mine.toml --format markdown > LADDER.md
      arena ladder mine.toml --head-to-head owl jay
      arena ladder mine.toml --anchor random=0 --plots pictures
      arena ladder --from results.csv
    """
