"""`arena site`: its options, its help and what it does."""

from __future__ import annotations

from pathlib import Path

import click

from arena.errors import command


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.option(
    "--replays",
    type=click.IntRange(0, 5000),
    default=300,
    show_default=True,
    metavar="N",
    help="How many games of closed seasons get a page: with a fault, then the newest, closest and most lopsided.",
)
@click.option(
    "--review",
    type=click.IntRange(0),
    default=0,
    metavar="N",
    help="Judge N decisions, as `arena review` does, and show on each bot's page where it loses.  [default: none]",
)
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path),
    required=True,
    metavar="DIR",
    help="The folder of the site: a new or an empty one, or an earlier site, which is replaced.",
)
@click.option("--season-over", is_flag=True, help="Close the season first, as `arena season close` does.")
@click.option("--base-url", metavar="URL", help="Where the site will be found; its pages then name their address.")
def site(ladder: str, folder: Path, base_url: str | None, replays: int, review: int, *, season_over: bool) -> None:
    """Write a ladder as a folder of pages.

    The pages show the ladder with its intervals, each contest, each bot, who beats whom, and the games. They are plain
    files that need no server and no script: open DIR/index.html, or publish the folder anywhere. While a season is
    open, nothing that its packs could be known from is published; with --season-over its secret is revealed, and the
    next `arena run` begins a new season.

    LADDER is a ladder file, a file of results, or `last` for the last match. The pages need jinja2
    (`pip install jinja2`). The same results give the same files; files that did not change are kept, and the folder is
    replaced as a whole.

    \b
    Examples:
      arena site mine.toml --out site
      arena site mine.toml --out site --season-over --review 1000
      arena site last --out /tmp/match --base-url https://example.org/match/
    """
    from arena.app.site import write_site
    from arena.cli.results import open_results
    from arena.cli.screen import err, out
    from arena.cli.site import address_of, close_season
    from arena.table.garbage import seldom_collected

    address = address_of(base_url)
    if season_over:
        close_season(ladder)
    with seldom_collected(), open_results(ladder) as store:
        current = store.season()
        if store.played() and current.hidden and not season_over:
            close = command("site", ladder, "--out", folder, "--season-over")
            text = f"season {current.number} is open, so the site has no packs, records or replays of it"
            err.print(f"{text}; when it is over: {close}", style="dim", soft_wrap=True)
        new = write_site(store, ladder, folder, address, replays, review)
    kept = f", {new.kept} of them as they were" if new.kept else ""
    out.print(f"{folder / 'index.html'}: {new.files} files{kept}", soft_wrap=True)
