"""`arena help`: the pages of the manual, which come with the arena, for terminals and for pipes."""

from __future__ import annotations

import os
import posixpath
import re
import shlex
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

import click

from arena.cli.screen import out, say, table
from arena.data import data
from arena.errors import UserError
from arena.games.catalogue import GAMES, RULES
from arena.games.kernel.text import nearest
from arena.games.names import NAMES

WIDEST = 100
"""Lines of a page are no longer than this many characters, however wide the terminal is."""
FIRST = (
    "first-bot",
    "stronger-bot",
    "tuning",
    "any-language",
    "training",
    "play",
    "submissions",
    "grading",
    "courses",
    "ladder-keys",
    "schedules",
    "ladders",
    "site",
    "results",
    "seasons",
    "sandbox",
    "regression",
)
"""Pages for people who run a ladder, in the order of the list; those about the arena itself come later."""
ALSO = {"spec": "protocol"}
"""Other words for topics."""
_LINK = re.compile(r"\[(?P<text>(?:[^\[\]]|\[[^\[\]]*\])*)\]\((?P<target>[^)\s]+)\)")
_HEAD = re.compile(r"^(#+) +(.+)$", re.MULTILINE)
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)


class Page(NamedTuple):
    """A page of the manual.

    Args:
        place: its path in a checkout, by which other pages link to it.
        file: where it is installed.
    """

    place: str
    file: Path

    @property
    def text(self) -> str:
        """The file."""
        return self.file.read_text(encoding="utf-8")

    @property
    def title(self) -> str:
        """Its first headline, or its first comment."""
        return self.text.partition("\n")[0].lstrip("# ")


@cache
def pages() -> Mapping[str, Page]:
    """Return topic -> page: first those for people who write bots or run a ladder."""
    found = {
        "protocol": Page("protocol/SPEC.md", data("protocol") / "SPEC.md"),
        "faults": Page("protocol/FAULTS.md", data("protocol") / "FAULTS.md"),
        "samples": Page("sample_bots/README.md", data("sample_bots") / "README.md"),
        "rules": Page("arena/games/README.md", RULES / "README.md"),
    }
    docs = _in_folder(data("docs"), ".md", "docs")
    found |= {topic: docs.pop(topic) for topic in FIRST}
    return found | docs | _in_folder(data("ladders"), ".toml", "ladders")


def _in_folder(folder: Path, end: str, place: str) -> dict[str, Page]:
    """Return topic -> page of the files in a folder whose names have this end, sorted."""
    found = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(end))
    return {name.removesuffix(end): Page(f"{place}/{name}", file) for name, file in found}


@cache
def rules() -> Mapping[str, Page]:
    """Return game -> its rules page."""
    return {name: Page(f"arena/games/{name}.md", RULES / f"{name}.md") for name in NAMES}


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


def readable(page: Page) -> str:
    """Return the Markdown of a page with the commands that print what it links to, in place of the links."""
    places = {found.place: f"arena help {topic}" for topic, found in pages().items()}
    places |= {found.place: f"arena games {name}" for name, found in rules().items()}

    def command(link: re.Match[str]) -> str:
        target, text = link["target"].partition("#")[0], link["text"]
        if "://" in target or not target:
            return link[0] if target else text
        said = places.get(posixpath.normpath(posixpath.join(posixpath.dirname(page.place), target)))
        return f"{text} (`{said}`)" if said else text

    return re.sub(r"\n{3,}", "\n\n", _COMMENT.sub("", _LINK.sub(command, page.text)))


def anchor(headline: str) -> str:
    """Return the anchor of a headline, as web sites for Markdown make them: `word-say-text` of `WORD [say TEXT]`."""
    return re.sub(r"[^\w -]", "", headline.lower()).replace(" ", "-")


def section_of(text: str, section: str) -> str:
    """Return a section of a page, with those below it.

    Args:
        text: the page in Markdown.
        section: its anchor.

    Raises:
        UserError: there is no such section.
    """
    prose = _CODE.sub(lambda code: " " * len(code[0]), text)  # a comment of a shell is no headline
    heads = [(len(head[1]), anchor(head[2]), head.start()) for head in _HEAD.finditer(prose)]
    for number, (level, name, start) in enumerate(heads):
        if name == section.lower():
            end = next((after for deep, _, after in heads[number + 1 :] if deep <= level), len(text))
            return text[start:end]
    known = [name for _, name, _ in heads]
    raise UserError(f"the page has no section {section!r}{nearest(section, known)}", exit_status=os.EX_USAGE)


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
