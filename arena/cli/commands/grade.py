"""`arena grade`: its options, its help and what it does."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from arena.cli import output
from arena.cli.commands.shared import rooms_option
from arena.errors import UserError

if TYPE_CHECKING:
    from arena.settings.limits import SandboxLevel

FORMS = ("text", "gradescope", "classroom50", "junit", "json", "csv")


@click.command()
@click.argument("submission", type=click.Path(path_type=Path))
@click.option(
    "--against",
    type=click.Path(path_type=Path, dir_okay=False),
    required=True,
    metavar="STAFF",
    help="The grade file: points, games and the field of staff bots.",
)
@click.option(
    "--format", "form", type=click.Choice(FORMS), default="text", show_default=True, help="How the grade is written."
)
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0, min_open=True),
    metavar="S",
    help="After so many seconds no new game begins; what is not known by then means no grade. [default: no limit]",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write the grade here.")
@click.option(
    "--save", type=click.Path(path_type=Path, dir_okay=False), help="Keep the games in this file, and go on from there."
)
@click.option(
    "--sandbox",
    type=click.Choice(("auto", "strict", "standard", "basic")),
    help="How strongly bots are locked in. [default: STAFF decides, else the best level that works here]",
)
@rooms_option
def grade(
    submission: Path,
    against: Path,
    form: str,
    seconds: float | None,
    out: Path | None,
    save: Path | None,
    sandbox: SandboxLevel | None,
    rooms: int,
) -> None:
    """Grade a submission by a file of the staff.

    Points are given for a submission that is accepted, builds, greets and plays legally, and for each bot of the field:
    for being not worse, and more for being better. Sequential tests play until that is known. The same submission gets
    the same grade twice, if the bots do nothing at random. Packs follow from its content and a secret of the staff, so
    nobody can learn them.

    Exit status 0: there is a grade, however many points it has. Anything else: there is none, and the submission is not
    to blame; the message is for the staff. Then no file is written for gradescope, classroom50 and csv.

    \b
    Examples:
      arena grade submissions/ann --against staff.toml
      arena grade submissions/ann --against staff.toml --format csv --out ann.csv
      arena grade . --against staff.toml --format gradescope --out results.json
    `arena help grading` explains the grade file.
    """
    from arena.app.grade import alarm, grade_of
    from arena.cli.screen import say
    from arena.cli.show import Show
    from arena.grading.export import FORMS, to_classroom50, without_grade
    from arena.regression.export import clear, write
    from arena.settings.grade_file import read_grade_file
    from arena.tournament.stops import heed

    def write_grade(text: str) -> None:
        if out:
            write(out, text)
        else:
            say(text)

    output.play()
    if out:
        clear(out)
    late = alarm(seconds)
    try:
        file = read_grade_file(against)
        with Show() as show:
            found = grade_of(file, submission, late, save, sandbox, rooms, show, heed)
        text = to_classroom50(found, os.environ) if form == "classroom50" else FORMS[form](found)
    except UserError as error:
        if text := without_grade(form, str(submission), error):
            write_grade(text)
        raise UserError(f"no grade: {error.message}", error.hint, error.exit_status) from error
    write_grade(text)
