"""`arena review`: its options, its help and what it does."""

from __future__ import annotations

import click


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.argument("game", required=False, metavar="[GAME]")
@click.option("--bot", "bots", multiple=True, metavar="NAME", help="Only decisions of this bot; may be repeated.")
@click.option("-n", "number", type=click.IntRange(2), default=200, show_default=True, help="How many decisions.")
@click.option(
    "--worlds", type=click.IntRange(2), default=30, show_default=True, help="How many worlds each judge looks at."
)
@click.option(
    "--show", "shown", type=click.IntRange(0), default=10, show_default=True, help="So many of the costliest."
)
def review(*, ladder: str, game: str | None, bots: tuple[str, ...], number: int, worlds: int, shown: int) -> None:
    """Say where a bot loses: its decisions, judged by a search.

    LADDER is a ladder file, a file of results, or `last` for the last match; GAME is one of its games. Decisions with a
    choice are drawn at random. Two judges search each of them, in worlds that agree with what the seat knew. The regret
    is how many points more the best answer gains; it is told by kind of question, role, contract and game, and next to
    it the same in the true deal, which the bot could not know. At the end stand the costliest decisions.

    \b
    Examples:
      arena review last --bot mine
      arena review mine.toml -n 1000 --worlds 100
      arena review last G4f0
    """
    from arena.cli.review import review as work

    work(ladder, game, bots, number, worlds, shown)
