"""The options and the help of `arena ladder`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from arena.cli.commands.shared import plots_option


@click.command()
@click.argument("words", nargs=-1, metavar="LADDER [A B]")
@click.option(
    "--from", "source", metavar="FILE", help="Rate the results in this table instead (see `arena help results-format`)."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "markdown", "csv", "json", "history", "results", "parquet")),
    default="table",
    show_default=True,
    help="The output format; `history` has the ratings as of the end of each run, `results` is the table that --from "
    "reads, `parquet` has all results for other programs.",
)
@click.option(
    "-o",
    "--out",
    "target",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="With --format parquet: the file to write.",
)
@click.option("--game", "contest", metavar="CONTEST", help="Rate only this contest, such as kaiser:standard.")
@click.option("--season", metavar="N|current", help="Rate only the games of this season.")
@click.option("--wide", is_flag=True, help="Show all columns.")
@click.option("--explain", is_flag=True, help="Explain the columns and remarks that are shown.")
@click.option(
    "--by",
    "rank_by",
    type=click.Choice(("wins", "boards", "points", "stakes", "money")),
    help="What the table goes by. [default: `rank_by` of the ladder file, else what the game is played for]",
)
@click.option("--points", "by_points", is_flag=True, help="Short for --by points.")
@click.option(
    "--head-to-head",
    "pairwise",
    is_flag=True,
    help="Show who beats whom; with two bots A and B, everything about them.",
)
@click.option(
    "--anchor", "anchors", multiple=True, metavar="NAME=ELO", help="Fix the rating of a bot; repeat for more."
)
@click.option("--exclude-faults", is_flag=True, help="Leave out all games of a deal in which a bot committed a fault.")
@plots_option
def ladder(**options: Any) -> None:
    """Print the ladder of stored results.

    LADDER is a ladder file, a file of results, or `last` for the last match. Elo ratings maximize the likelihood of all
    games; a draw is half a win, and the mean of all bots is 0. Intervals are 95 %; their errors are clustered by deal,
    since all games that share their packs are one piece of evidence. LOS is the likelihood that a bot is stronger than
    the next one below. Points are per game, less those of the others at the table; with --by points they decide the
    ranks. The rounds of a Swiss or a knock-out follow (not in csv). All seasons count together (`arena help seasons`).
    --explain says what each column means.

    \b
    Examples:
      arena ladder mine.toml
      arena ladder mine.toml --format markdown > LADDER.md
      arena ladder mine.toml --season current
      arena ladder mine.toml --head-to-head owl jay
      arena ladder mine.toml --anchor random=0 --plots pictures
      arena ladder mine.toml --format parquet -o results.parquet
      arena ladder --from results.csv
    """
    from arena.cli.ladder import Asked
    from arena.cli.ladder import ladder as work

    work(Asked(**options))
