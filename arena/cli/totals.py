"""`arena record --stats` and `--counts`: what bots are good at and what they have counted, in all games."""

from __future__ import annotations

from collections.abc import Sequence

from arena.cli.results import open_results
from arena.cli.screen import out, table
from arena.results.counts import added_up, counted_in
from arena.results.lookup import ids_of_bots, names_in
from arena.results.strength_tables import MEANING, parts
from arena.results.strengths import strengths

NOTHING = (
    "Nothing was counted. Bots count in lines of standard error such as `count tokens=512 cost=0.0003`; "
    'keep_stderr = "all" keeps them.'
)


def print_strengths(ladder: str, bots: Sequence[str]) -> None:
    """Print what bots are good at, in each contest with contracts.

    Args:
        ladder: what the command line names the results.
        bots: only these; all if there are none.

    Raises:
        UserError: no such bot has played.
    """
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


def print_counts(ladder: str, bots: Sequence[str]) -> None:
    """Print what bots have counted, such as the tokens of a language model: in all and for a decision.

    Args:
        ladder: what the command line names the results.
        bots: only these; all if there are none.

    Raises:
        UserError: no such bot has played.
    """
    with open_results(ladder) as store:
        wanted = frozenset().union(*ids_of_bots(store, bots))
        names, found = names_in(store), added_up(counted_in(store))
    rows = [
        [names[bot], f"{counted.decisions:g}", name, f"{value:.6g}", f"{value / counted.decisions:.4g}"]
        for bot, counted in found.items()
        if not wanted or bot in wanted
        for name, value in counted.sums.items()
    ]
    if not rows:
        out.print(NOTHING, style="dim", soft_wrap=True)
        return
    heads = ["name", "decisions", "what", "in all", "a decision"]
    out.print(table(heads, rows, right=[heads[1], *heads[3:]]))
