"""`arena view`: its options, its help and what it does."""

from __future__ import annotations

import os
import sys

import click

from arena.errors import UserError

FORMATS = ("json", "msgpack")
"""Those of `arena.client.view`."""


@click.command()
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default="json",
    show_default=True,
    help="How answers are written: as lines of JSON, or as msgpack, each after its length in 4 bytes.",
)
def view(form: str) -> None:
    """Answer queries about what a seat knows.

    For bots in any language. Standard input has the lines that the arena sends to a bot, and queries between them. A
    query is a line that begins with `?`, or with a table and `?`, such as `@G17 ? legal`. Each gets one answer. The end
    of the input ends it.

    \b
    ? hello                         is answered when everything is loaded
    ? state                         what the seat knows
    ? legal                         the open question
    ? answer POLICY                 what a policy answers to it
    ? worlds N [SEED]               N deals that agree with what the seat knows
    ? weighted N POLICY             the same, with their probabilities
    ? simulate N POLICY [BUDGET]    what comes of each legal answer in N worlds
    ? compare N POLICY [BUDGET]     sensible's answer, or a better one
    ? text                          what the seat knows, as people read it

    POLICY is random, greedy or sensible. BUDGET is a time in ms, or a share of the time for the answer, such as 30%. A
    bot whose bot.toml says `library = true` starts it with `python3 -m arena.client.view`. `arena help any-language`
    has a bot in C, and what queries cost.

    \b
    To look at a game of the last match (arena record last lists them):
      (arena record last GAME --seat 0 | head -20; echo "? state") | arena view
    """
    from arena.cli.screen import err
    from arena.client.view import LONGEST, serve

    if sys.stdin is None:
        raise UserError("standard input is closed", "pass on the lines of a seat there", os.EX_NOINPUT)
    if sys.stdin.isatty():
        err.print("Type the lines of a seat, and queries such as: ? hello   (Ctrl-D ends this)", style="dim")
    read, out = sys.stdin.buffer.read1, sys.stdout.buffer  # type: ignore[union-attr] # it is a pipe, a file or a terminal

    def write(data: bytes) -> None:
        out.write(data)
        out.flush()

    serve(lambda: read(LONGEST), write, form)
