"""The options and the help of `arena doctor`."""

from __future__ import annotations

from typing import Any

import click


@click.command()
@click.option(
    "--sandbox",
    "level",
    type=click.Choice(("strict", "standard", "basic")),
    help="Examine this level only. [default: every level that works here]",
)
@click.option("--json", "as_json", is_flag=True, help="Print the report as JSON.")
def doctor(**options: Any) -> None:
    """Show which sandbox levels work here, and attack them from inside.

    A program runs as a bot and tries what no bot may be able to do: read the arena's files and memory, write outside
    its folder, use the network, pass messages to another bot, use more memory than allowed, outlive its game, and so
    on. Each line says what was tried and whether the sandbox held. `arena help sandbox` says what each level promises.

    Exit status 0 if a level works here and everything held, 1 if something did not hold, 78 if no level works here, or
    not the one named with --sandbox.
    """
    from arena.cli.doctor import doctor as work

    work(**options)
