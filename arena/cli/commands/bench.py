"""The options and the help of `arena bench`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command

SECTIONS = (
    *("rules", "search", "rollouts", "worlds", "fork", "pipes", "tables"),
    *("workers", "agents", "sandbox", "env", "view", "memory", "store", "resume", "ladder", "size"),
)
"""The sections of `arena.bench.SECTIONS`."""


@click.command(cls=Command, work="arena.cli.bench:bench")
@click.argument("sections", nargs=-1, type=click.Choice(SECTIONS), metavar="[SECTION]...")
@click.option(
    "--full", is_flag=True, help="Measure with 1,000,000 results and 50,000 games, as the targets demand: some minutes."
)
@click.option("--json", "as_json", is_flag=True, help="Print figures, ratios and targets as JSON.")
def bench() -> None:
    """Measure speed and growth, as ratios inside one run.

    Without a SECTION, all are measured, which takes two minutes. Ratios carry over to other machines, times do not.
    `arena help benchmarks` explains the references and lists the figures of every landing.

    \b
    rules     decisions of random play, compared with OpenSpiel (pip: open_spiel)
    search    rollouts from the middle of deals, compared with OpenSpiel
    rollouts  rollouts of arena.client by every policy, compared with OpenSpiel
    worlds    worlds drawn for a view
    fork      copies of positions
    pipes     a decision through pipes at one table, compared with bare ping-pong
    tables    a decision through pipes in a room with 8 and with 64 tables
    workers   whole tournaments with -j 1 and -j 2
    agents    whole tournaments by agents on this machine
    sandbox   starts and messages at every level that works here
    env       steps of environments for learners, beside OpenSpiel's (needs [rl])
    view      a query to `arena view`, there and back
    memory    the memory of the arena after many games
    store     storing results that many rooms report at a time
    resume    resuming a ladder with many results, compared with a bare read
    ladder    rating and printing such a ladder
    size      the bytes of a game on the disk
    """
