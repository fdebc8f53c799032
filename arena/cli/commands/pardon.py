"""The options and the help of `arena pardon`."""

from __future__ import annotations

import click

from arena.cli.commands.shared import appeal_options


@click.command()
@click.argument("ladder")
@click.argument("bot")
@appeal_options
def pardon(ladder: str, bot: str, why: str, who: str | None) -> None:
    """Bring back a bot that is benched.

    Its faults so far no longer count. The games that it missed are played in the next run. Its results stay.

    \b
    Example:
      arena pardon class.toml owl --why "the fault was ours"
    """
    from arena.cli.appeals import pardon as work

    work(ladder, bot, why, who)
