"""`arena season`: its options, its help and what it does."""

from __future__ import annotations

import click

from arena.errors import UserError, command


@click.command()
@click.argument("words", nargs=-1, required=True, metavar="[show|close] LADDER")
@click.option(
    "--format",
    "form",
    type=click.Choice(("table", "json")),
    default="table",
    show_default=True,
    help="The output format; `json` holds all that may be published.",
)
def season(words: tuple[str, ...], form: str) -> None:
    """List the seasons of a ladder, or close the current one.

    The packs of a season follow from a secret of 128 random bits, so no bot can guess them. While the season is open,
    only a SHA-256 is shown, which commits the arena to the secret. `close` reveals the secret and opens the next
    season, with a new secret; from then on packs, records and replays of the closed season may be published. Ratings go
    on: `arena ladder` rates the games of all seasons together. What the closed season had not played yet is dropped,
    and the next `arena run` plays the schedule anew. While an arena plays, no season can be closed.

    LADDER is a ladder file, or a file of results. `arena help seasons` explains them, and how to check a
    secret by hand.

    \b
    Examples:
      arena season mine.toml         its seasons; secrets of closed ones
      arena season close mine.toml   reveal the secret, open the next
      arena season mine.toml --format json
    """
    from arena.cli.season import SHOW, close, parsed, print_seasons

    what, ladder = parsed(words)
    if what == SHOW:
        print_seasons(ladder, form)
    elif form != "table":
        raise UserError("--format is for the list of seasons", command("season", "close", ladder))
    else:
        close(ladder)
