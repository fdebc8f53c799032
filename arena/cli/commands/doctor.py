"""The options and the help of `arena doctor`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import Command


@click.command(cls=Command, work="arena.cli.doctor:doctor")
@click.option(
    "--sandbox",
    "level",
    type=click.Choice(("strict", "standard", "basic")),
    help="Examine this level only. [default: every level that works here]",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything for a program.")
def doctor() -> None:
    """Show which sandbox levels work here, and attack them from inside.

    A program is started as a bot and tries what no bot may be able to do: read the arena's files and memory, write
    outside, use the network, pass messages to another bot, hold more memory than allowed, outlive its game, and so
    on. A line says what was tried and what held. docs/sandbox.md tells what each level promises.

    Exit status 0 if a level is there and everything held, 1 if something did not, 78 if no level (or not the one
    asked for) is there.
    """
