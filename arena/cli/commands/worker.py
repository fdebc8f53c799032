"""The options and the help of `arena worker`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import CORES, Command


@click.command(cls=Command, work="arena.cli.agents:worker")
@click.argument("address", metavar="tls://HOST:PORT")
@click.option("--key-file", required=True, metavar="FILE", help="The key of the arena; `-` reads it from the input.")
@click.option(
    "--rooms",
    type=click.IntRange(1, 64),
    default=CORES,
    show_default="the number of cores",
    help="How many rooms play at the same time.",
)
@click.option("--name", default="", help="What this machine is called there. [default: its host name]")
@click.option("--trust-bots", is_flag=True, help="Play also where bots run without a sandbox, as you trust them.")
@click.option("--stay", is_flag=True, help="When a tournament is over, wait for the next one.")
@click.option(
    "--patience",
    type=click.FloatRange(0.1, 100_000),
    default=60,
    show_default=True,
    metavar="MINUTES",
    help="How long to call an arena that does not answer.",
)
def worker() -> None:
    """Play rooms of a tournament that runs on another machine.

    `arena run LADDER --listen HOST:PORT --key-file FILE` tells the address, and makes the key; copy that file to this
    machine. The arena sends the bots. They play here in the same sandbox as there, or not at all: what does not work
    here is told at the door. If the line breaks, all bots are ended, and the agent calls again. Ctrl-C ends it; others
    play the games that were open. `arena help clusters` has more.

    \b
      arena worker tls://head:4000 --key-file arena.key
      arena worker tls://head:4000 --key-file arena.key --rooms 4 --stay

    Exit status: 0 when the tournament is over, 69 if no arena answered, 77 if it has another key, 78 if it does not let
    this machine in.
    """
