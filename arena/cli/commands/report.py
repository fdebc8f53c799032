"""`arena report`: its options, its help and what it does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.escapes import one_line

if TYPE_CHECKING:
    from arena.app.likeness import Hints

PAIRS = 20
"""So many pairs of submissions that are alike are printed."""


@click.command()
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
@click.option(
    "--base-url",
    metavar="URL",
    help="Where the report will be found: with a roster, the list of addresses beside the file of --private says it.",
)
@click.option("--superseded", is_flag=True, help="Show earlier versions too, with their faults and lost games.")
def report(
    ladder: Path,
    folder: Path,
    columns: str | None,
    private: Path | None,
    replays: int,
    base_url: str | None,
    *,
    superseded: bool,
) -> None:
    """Write a ladder as pages for a class.

    DIR/index.html has the table of the class; beside it lies the same as CSV, Markdown and JSON. Each author has a page
    with only her own: why what she handed in was refused, faults with the end of standard error, the lost games from
    which most can be learned, her versions, and her marks. Marks are points for standing up to bots that the
    ladder file names under [marks]; somebody who won or lost every game has them too.

    With --private, the class page has no links to the pages of authors, and nobody finds one who does not know its
    word. Without it, the pages are for you, or to be handed out one by one. `arena help courses` is a recipe.

    \b
    Examples:
      arena report class.toml --out report
      arena report class.toml --out report --private words.toml
      arena report class.toml --out report --columns rank,name,Elo,faults,state
    """
    from arena.app.classroom import LIKENESS
    from arena.app.report import write_report
    from arena.cli.results import open_results
    from arena.cli.screen import err, out
    from arena.cli.site import address_of

    with open_results(str(ladder)) as store:
        done = write_report(
            store, ladder, folder, columns, private, replays, superseded=superseded, base_url=address_of(base_url)
        )
    if done.added:
        err.print(f"{private}: words were added: {done.added}", style="dim")
    out.print(f"{done.page}: {done.bots} bots, {done.authors} pages of authors", soft_wrap=True)
    for line in _lines_about(done.hints):
        out.print(line, soft_wrap=True)
    if done.told:
        out.print(f"pairs that are alike, as the report before told: {done.told}", soft_wrap=True)
    if done.hints.pairs or done.told:
        out.print(f"both texts side by side, for you alone: {folder / LIKENESS}", soft_wrap=True)
    if private is not None:
        out.print(f"who may see which page: {private}", style="dim", soft_wrap=True)


def _lines_about(hints: Hints) -> Iterator[str]:
    """Yield lines, for the staff only, about submissions that are alike."""
    from arena.app.likeness import answers_text

    if hints.pairs:
        yield "these are alike; there may be good reasons, so look at them:"
    for pair in hints.pairs[:PAIRS]:
        one, other = (f"{side.given} (since {side.since[:10]})" if side.since else side.given for side in pair[:2])
        text = f"{100 * pair.share:.0f} % of the shorter one is written alike; " if pair.share else ""
        yield one_line(f"  {one} and {other}: {text}{answers_text(pair, hints.usual)}")
    if len(hints.pairs) > PAIRS:
        yield f"  and {len(hints.pairs) - PAIRS} more pairs: class.json has all, under `alike`"
