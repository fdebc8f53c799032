"""The options and the help of `arena verify`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.records:verify")
@click.argument("ladder", metavar="LADDER")
@click.option("--rebuild", "anew", is_flag=True, help="Make a broken database anew from its journal.")
def verify() -> None:
    """Check results: the database, its journal, and every record.

    A game is dealt afresh from the ladder's seed, so a record with other cards than its seed gives is found out. So is
    a result that is not the one in the journal, which lies beside the database. LADDER is a ladder file, a file of
    results, or `last`.

    Exit status 0 if all is true, 1 if not. With --rebuild a database that is damaged, gone, or has lost results is
    made anew from its journal (or a damaged journal from its database); what was there is kept beside it.
    """
