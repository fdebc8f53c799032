"""`arena help`: pages of the manual, for terminals and for pipes."""

from __future__ import annotations

import shlex
import tomllib

import click

from arena.app.manual import Page, pages, readable, section_of
from arena.cli.screen import out, say, table
from arena.games.catalogue import GAMES

WIDEST = 100
"""Lines of a page are no longer than this many characters, however wide the terminal is."""


def show(page: Page, section: str = "") -> None:
    """Print a page: laid out for a terminal, in a pager if it is long; as it is for a pipe or a file.

    Args:
        page: the page.
        section: the anchor of the section to print; empty for the whole page.

    Raises:
        UserError: the page has no such section.
    """
    if page.place.endswith(".toml"):
        say(page.text)
        return
    text = section_of(readable(page), section) if section else readable(page)
    if not out.is_terminal:
        say(text)
        return
    from rich.markdown import Markdown  # noqa: PLC0415 - brings a parser that only pages in a terminal need

    with out.capture() as captured:
        out.print(Markdown(text, hyperlinks=False), width=min(out.width, WIDEST))
    laid_out = captured.get()
    if laid_out.count("\n") < out.height:
        click.echo(laid_out, nl=False)
    else:
        click.echo_via_pager(laid_out)


def list_topics() -> None:
    """Print the pages of the manual, each with what it is about."""
    rows = [(topic, page.title) for topic, page in pages().items()]
    out.print(table(("topic", "what it is about"), rows))
    games = ", ".join(GAMES)
    out.print(f"\nThe rules of a game: arena help GAME ({games})")
    out.print("A sample bot, to copy it: arena help sample:NAME")
    out.print("The options of a command: arena help COMMAND (arena --help lists them)")
    out.print("\nTry: arena help protocol", style="dim")


def print_sample(bot: str) -> None:
    """Print what a sample bot is and where, so that it can be copied."""
    from arena.bots.botfile import BOT_FILE  # noqa: PLC0415 - most topics are no bots
    from arena.bots.samples import find_sample  # noqa: PLC0415 - the same

    folder = find_sample(bot)
    about = tomllib.loads((folder / BOT_FILE).read_text(encoding="utf-8")).get("about", "")
    out.print(f"{bot}: {about}")
    out.print(f"its files: {', '.join(sorted(each.name for each in folder.iterdir() if each.is_file()))}")
    out.print("\nA copy to begin with:")
    out.print(f"  cp -r {shlex.quote(str(folder))} mine", soft_wrap=True)


def print_command(name: str) -> bool:
    """Print the help of a command; return whether there is one of that name."""
    from arena.cli.group import command_line  # noqa: PLC0415 - this module is imported by a command of that group

    context = click.get_current_context().find_root()
    found = command_line.get_command(context, name)
    if found is None:
        return False
    with click.Context(found, parent=context, info_name=name) as inner:
        click.echo(found.get_help(inner))
    return True
