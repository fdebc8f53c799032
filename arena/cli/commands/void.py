"""The options and the help of `arena void`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import appeal_options


@click.command()
@click.argument("ladder")
@click.argument("games", nargs=-1, required=True, metavar="GAME...")
@appeal_options
def void(ladder: str, games: tuple[str, ...], why: str, who: str | None) -> None:
    """Make games void, so that they count nowhere.

    The next run plays them again. GAME is an id, or the beginning of one, as `arena record` lists them. The log of the
    ladder keeps who did it, when and why (`arena appeals`), the ladder says how many results are void, and the page of
    each author concerned shows it. Results, records and journal can still be verified. While an arena plays, no game
    can be made void.

    \b
    Example:
      arena void class.toml G4f0 --why "the machine swapped"
    """
    from arena.cli.appeals import void as work

    work(ladder, games, why, who)
