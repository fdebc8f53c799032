"""The options and the help of `arena bench`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command

SECTIONS = (
    *("rules", "search", "worlds", "fork", "pipes", "tables"),
    *("workers", "sandbox", "memory", "resume", "ladder", "size"),
)
"""What can be measured, as `arena.bench.SECTIONS` has it."""


@click.command(cls=Command, work="arena.cli.bench:bench")
@click.argument("sections", nargs=-1, type=click.Choice(SECTIONS), metavar="[SECTION]...")
@click.option("--full", is_flag=True, help="1,000,000 results and 50,000 games, as the targets have it: some minutes.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures, ratios and targets for a program.")
def bench() -> None:
    """Measure speed and growth, as ratios inside one run.

    Without a SECTION all are measured, which takes two minutes. Ratios carry over to other machines, times do not;
    docs/benchmarks.md explains the yardsticks and keeps what each landing came to.

    \b
    rules     decisions of random play, beside OpenSpiel (pip install trickarena[bench])
    search    rollouts from the middle of deals, beside the same
    worlds    worlds drawn for a view
    fork      copies of positions
    pipes     a decision through pipes at one table, beside a bare ping-pong
    tables    the same where a room plays at 8 and at 64 tables
    workers   whole tournaments with -j 1 and -j 2
    sandbox   starts, and messages, at every level that works here
    memory    what the arena holds after many games
    resume    going on with a ladder of many results, beside a bare read of them
    ladder    rating and printing it
    size      the bytes of a game on the disk
    """
