"""`arena collect`: its options, its help and what it does."""

from __future__ import annotations

import os
from pathlib import Path

import click


@click.command()
@click.argument("download", type=click.Path(path_type=Path))
@click.option(
    "--into",
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    metavar="DIR",
    help="The folder of submissions, which the ladder file names; it is made if it is missing.",
)
@click.option(
    "--roster",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The people of the course: whoever is listed gets the folder that it says. [default: roster.toml beside DIR]",
)
def collect(download: Path, into: Path, roster: Path | None) -> None:
    """Put what a learning platform gives into a folder of submissions.

    DOWNLOAD is the archive or folder from Moodle ("Download all submissions"), Canvas ("Download Submissions"),
    Gradescope ("Export Submissions") or `gh classroom clone`, or any folder with a folder or an archive for each
    person. Each is unpacked within the limits of a submission; what systems leave behind is dropped, and the folder
    with the bot is found. For a lone script, a notebook with one bot or a build that is known, a bot.toml is written.
    What was there before is kept in DIR/.versions, and what has not changed stays.

    It runs nothing of what was handed in; `arena bots DIR` does that. The exit status is 65 if something was refused.

    \b
    Examples:
      arena collect ~/Downloads/submissions.zip --into submissions
      arena collect week3-submissions/ --into submissions --roster roster.toml
    """
    from arena.app.collect import collect as work
    from arena.app.collect import when_text
    from arena.cli.screen import err, out
    from arena.escapes import one_line
    from arena.settings.people import NOBODY, read_people

    beside = into.absolute().parent / "roster.toml"
    known = roster or (beside if beside.is_file() else None)
    platform, found = work(download, into, read_people(known) if known else NOBODY)
    for each in found:
        who = each.place if each.who == each.place else f"{each.place} ({each.who})"
        said = ", ".join(filter(None, (each.what, when_text(each.when))))
        out.print(one_line(f"{who}: {said}{': ' if each.notes else ''}{each.notes}"), soft_wrap=True)
    refused = sum(each.what == "refused" for each in found)
    counts = ", ".join(
        f"{number} {what}"
        for what in dict.fromkeys(e.what for e in found)
        if (number := sum(e.what == what for e in found))
    )
    err.print(f"{platform}: {counts or 'nothing was handed in'}")
    if refused:
        raise SystemExit(os.EX_DATAERR)
