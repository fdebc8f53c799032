"""`arena report`: its options, its help and what it does."""

from __future__ import annotations

import os
from pathlib import Path

import click

from arena.errors import UserError, command


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
@click.option("--superseded", is_flag=True, help="Show earlier versions too, with their faults and lost games.")
def report(
    ladder: Path, folder: Path, columns: str | None, private: Path | None, replays: int, *, superseded: bool
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
    from arena.app.classroom import Classroom
    from arena.app.ladders import open_ladder
    from arena.cli.report import heads_of, shared_lines, tokens_of, with_replays, write_replays
    from arena.cli.results import open_results
    from arena.cli.screen import out
    from arena.web import folder as folders
    from arena.web.class_table import FOR_PROGRAMS, SHOWN
    from arena.web.page import asset
    from arena.web.replay import SCRIPTS, STYLES
    from arena.web.report import build

    file = open_ladder(ladder)
    with open_results(str(ladder)) as store:
        if not store.counts().done:
            raise UserError(
                f"{ladder}: there are no results yet", f"play them: {command('run', ladder)}", os.EX_NOINPUT
            )
        made = Classroom(file, store, str(ladder), superseded=superseded)
        tokens = None if private is None else tokens_of(private, [entry.known for entry in made.students])
        heads = heads_of(columns, SHOWN)
        told = heads_of(columns, FOR_PROGRAMS)
        with folders.written(folder) as new:
            found = made.report(heads, tokens)
            replayed = {author.folder: write_replays(made, author, new, replays) for author in found.authors}
            for name in (*SCRIPTS, *STYLES) if any(replayed.values()) else ():
                new.write(asset(name).path, asset(name).data)
            build(with_replays(found, replayed), new, made.texts(told))
    out.print(
        f"{folder / 'index.html'}: {len(found.lines)} bots, {len(found.authors)} pages of authors", soft_wrap=True
    )
    for line in shared_lines(made.roster.shared()):
        out.print(line, soft_wrap=True)
    if private is not None:
        out.print(f"who may see which page: {private}", style="dim", soft_wrap=True)
