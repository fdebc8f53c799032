"""`arena record --counts`: what bots have counted, such as the tokens of a language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.cli.results import open_results
from arena.cli.screen import out, table
from arena.errors import UserError
from arena.results.counts import counts
from arena.results.lookup import ids_of_bots, names_in

NOTHING = (
    "Nothing was counted. Bots count in lines of standard error such as `count tokens=512 cost=0.0003`; "
    'keep_stderr = "all" keeps them.'
)


def print_counts(ladder: str, bots: Sequence[str], others: Mapping[str, Any]) -> None:
    """Print what bots have counted, in all and for a decision.

    Args:
        ladder: what the command line names the results.
        bots: only these; all if there are none.
        others: the other options of the command; all must be at their defaults.

    Raises:
        UserError: another option was given, or no such bot has played.
    """
    if any(value not in {None, False} for value in others.values()):
        raise UserError("--counts is about all games of a ladder", "of the other options, it goes with --bot only")
    with open_results(ladder) as store:
        wanted = frozenset().union(*ids_of_bots(store, bots))
        names, found = names_in(store), counts(store)
    rows = [
        [names[bot], str(counted.lines), name, f"{value:.6g}", f"{value / counted.lines:.4g}"]
        for bot, counted in found.items()
        if not wanted or bot in wanted
        for name, value in counted.sums.items()
    ]
    if not rows:
        out.print(NOTHING, style="dim", soft_wrap=True)
        return
    heads = ["name", "decisions", "what", "in all", "a decision"]
    out.print(table(heads, rows, right=[heads[1], *heads[3:]]))
