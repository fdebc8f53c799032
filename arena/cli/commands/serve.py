"""`arena serve`: its options, its help and what it does."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("ladder", metavar="LADDER")
@click.option("--port", type=click.IntRange(0, 65535), default=0, show_default="a free one", help="Where to listen.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen at.")
@click.option(
    "--token",
    metavar="WORD",
    help="Serve below /WORD/ only, so that nobody finds the pages who does not know the word.",
)
@click.option(
    "--private",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help='A TOML file with [tokens]: WORD = "BOT" gives the author of a bot a page at /me/WORD/.',
)
@click.option(
    "--hand-in",
    is_flag=True,
    help="With --private: authors hand in on their pages. What they send is built and checked in the sandbox.",
)
@click.option("--tv", is_flag=True, help="Say the address for a projector, too.")
def serve(
    ladder: str, port: int, host: str, private: Path | None, token: str | None, *, hand_in: bool, tv: bool
) -> None:
    """Show a ladder in a browser while it is played.

    The pages are those of `arena site`, kept up to date: standings, games and faults as they are stored, by a process
    that only reads. While a season is open, no game of it is shown. Ctrl-C ends it.

    TV is for a projector: the newest finished game, card by card, then the next, with the bracket of a final or the
    ladder beside it, which fills the screen while no game comes.

    \b
      arena serve mine.toml                           for browsers on this machine
      arena serve mine.toml --host 0.0.0.0 --token s3cret    for a class
      arena serve mine.toml --private authors.toml    and a page for each author
      arena serve mine.toml --private words.toml --hand-in    to hand in there
      arena serve final.toml --tv                     for a projector

    On a page of an author are the games of her bot with place and points, and what it wrote to standard error where it
    failed. The pages need jinja2, starlette and hypercorn: pip install jinja2 starlette
    'hypercorn[trio]<0.19'.
    """
    from arena.app.human import check_pages

    check_pages("look at the ladder in a terminal: arena watch")
    from arena.cli.live import serve_ladder

    serve_ladder(ladder, port, host, private, token, hand_in=hand_in, tv=tv)
