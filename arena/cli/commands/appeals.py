"""The options and the help of `arena appeals`."""

from __future__ import annotations

import click


@click.command()
@click.argument("ladder")
def appeals(ladder: str) -> None:
    """List what was made void or pardoned, by whom and why.

    `arena void`, `arena rerun` and `arena pardon` write this log.
    """
    from arena.cli.appeals import print_appeals

    print_appeals(ladder)
