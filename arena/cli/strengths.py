"""`arena record --stats`: what bots are good at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.cli.results import open_results
from arena.cli.screen import out, table
from arena.errors import UserError
from arena.results.lookup import ids_of_bots, names_in
from arena.results.strength_tables import MEANING, parts
from arena.results.strengths import strengths


def print_strengths(ladder: str, bots: Sequence[str], others: Mapping[str, Any]) -> None:
    """Print what bots are good at, in each contest with contracts.

    Args:
        ladder: what the command line names the results.
        bots: only these; all if there are none.
        others: the other options of the command; all must be at their defaults.

    Raises:
        UserError: another option was given, or no such bot has played.
    """
    if any(value not in {None, False} for value in others.values()):
        raise UserError("--stats is about all games of a ladder", "of the other options, it goes with --bot only")
    with open_results(ladder) as store:
        wanted = frozenset().union(*ids_of_bots(store, bots))
        names = names_in(store)
        found = [one for one in strengths(store, store.numbers()) if not wanted or one.bot in wanted]
    for one in found:
        title = f"{names[one.bot]} at {one.contest}: {one.games} games, {one.deals} deals with a contract"
        out.print(f"{title}\n", soft_wrap=True)
        for part in parts(one):
            out.print(table(part.heads, part.rows, right=part.heads[1:]))
            out.print()
    out.print(MEANING if found else "No record of a game with contracts was found.", style="dim", soft_wrap=True)
