"""`arena verify`: its options, its help and what it does."""

from __future__ import annotations

import click

from arena.errors import UserError, command


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.option("--rebuild", "anew", is_flag=True, help="Rebuild a damaged database from its journal.")
def verify(ladder: str, *, anew: bool) -> None:
    """Check results: the database, its journal, and every record.

    Deals every game again from the ladder's seed and plays its record, so it finds a record with wrong cards. It also
    finds a result that differs from the journal, a text file beside the database. LADDER is a ladder file, a file of
    results, or `last`.

    Exit status 0 if everything is right, 1 if not. With --rebuild, a database that is damaged, missing, or has lost
    results is rebuilt from its journal (or a damaged journal from its database); the old file is kept beside it.
    """
    from arena.app.ladders import results_of
    from arena.cli.records import rebuild_results
    from arena.cli.results import open_results
    from arena.cli.screen import err, out
    from arena.results import verify as checks
    from arena.store import Comparison

    if anew:
        rebuild_results(results_of(ladder))
    comparison, broken, count, seasons, recorded = Comparison(), [], 0, 0, None
    with open_results(ladder) as store:
        try:
            broken += store.problems()
            comparison = store.compare()
            broken += [*comparison.lost, *comparison.unread]
            problems = [*broken, *checks.check(store)]
            count, seasons = store.played(), len(store.seasons())
            recorded = store.recorded()
        except UserError as error:  # one that ends the check; what was found before it still counts
            broken.append(f"{error}: the rest was not checked")
            problems = broken
    for note in comparison.notes:
        err.print(note, style="yellow")
    for problem in problems:
        out.print(problem)
    if problems:
        err.print(f"problems found: {len(problems)}", style="red")
        if broken:
            err.print(f"to repair what the journal knows: {command('verify', ladder, '--rebuild')}", soft_wrap=True)
        raise SystemExit(1)
    keys = "the key is the one" if seasons == 1 else f"the keys of {seasons} seasons are those"
    again = count if recorded is None else len(recorded)
    out.print(f"{again} games played again: all records are true, and {keys} committed to", soft_wrap=True)
    if again < count:
        out.print(f"{count - again} other games have results only: no record was kept of them", soft_wrap=True)
