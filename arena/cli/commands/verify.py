"""The options and the help of `arena verify`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.records:verify")
@click.argument("ladder", metavar="LADDER")
@click.option("--rebuild", "anew", is_flag=True, help="Rebuild a damaged database from its journal.")
def verify() -> None:
    """Check results: the database, its journal, and every record.

    Deals every game again from the ladder's seed and plays its record, so it finds a record with wrong cards. It also
    finds a result that differs from the journal, a text file beside the database. LADDER is a ladder file, a file of
    results, or `last`.

    Exit status 0 if everything is right, 1 if not. With --rebuild, a database that is damaged, missing, or has lost
    results is rebuilt from its journal (or a damaged journal from its database); the old file is kept beside it.
    """
