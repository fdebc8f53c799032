"""`arena report`: its options, its help and what it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.escapes import one_line

if TYPE_CHECKING:
    from arena.results.roster import Shared

SHARED, PATHS = 20, 5
"""So many groups of submissions with files in common are printed, and so many files of each."""


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
    for line in _shared_lines(done.shared):
        out.print(line, soft_wrap=True)
    if private is not None:
        out.print(f"who may see which page: {private}", style="dim", soft_wrap=True)


def _shared_lines(found: Sequence[Shared]) -> Iterator[str]:
    """Yield lines, for the staff only, about files that submissions have in common."""
    if found:
        yield "these files are the same but for comments and white space; there may be good reasons, so look at them:"
    for each in found[:SHARED]:
        paths = [" = ".join(dict.fromkeys(holder.path for holder in file)) for file in each.files]
        more = [f"and {len(paths) - PATHS} more"] * (len(paths) > PATHS)
        who = ", ".join(f"{given} (since {day})" for given, day in each.submissions.items())
        sample = f", as in {each.sample}, which comes with the arena" if each.sample else ""
        yield one_line(f"  {who}: {', '.join([*paths[:PATHS], *more])}{sample}")
    if len(found) > SHARED:
        yield f"  and {len(found) - SHARED} more groups: class.json has all, under `shared`"
