"""`arena submit`: its options, its help and what it does."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import click


@click.command()
@click.argument("bot", type=click.Path(path_type=Path, exists=True))
@click.option("--to", "url", required=True, metavar="URL", help="The address of your page: your teacher has it.")
def submit(bot: Path, url: str) -> None:
    """Hand in a bot at your page of a course, and print the answer.

    BOT is a folder, or an archive as you would drop it on the page. The server builds, starts and checks it; the
    answer comes in most cases within a minute. If it is refused, your version from before plays on, and the exit
    status is 65.

    \b
    Example:
      arena submit ./mine --to https://course.example.org/me/0123456789abcdef/
    """
    from arena.app.submitting import hand_in
    from arena.cli.screen import err, out
    from arena.escapes import one_line, printable

    state, said = hand_in(bot, url, partial(err.print, style="dim"))
    out.print(f"{one_line(state)}\n{printable(said)}", soft_wrap=True)
    if state != "accepted":
        raise SystemExit(os.EX_DATAERR)
