"""The manual: its pages, which come with the arena, as Markdown that says which command prints what a page links to."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from arena.data import data
from arena.errors import UserError
from arena.games.catalogue import GAMES, rules_page
from arena.games.kernel import AnyGame
from arena.games.kernel.text import nearest
from arena.games.names import RULES
from arena.games.outside import GameError, is_path, source_of
from arena.settings.game_files import keep

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
        read: returns the page.
    """

    place: str
    read: Callable[[], str]

    @property
    def text(self) -> str:
        """The page."""
        return self.read()

    @property
    def title(self) -> str:
        """Its first headline, or its first comment."""
        return self.text.partition("\n")[0].lstrip("# ")


@cache
def pages() -> Mapping[str, Page]:
    """Return topic -> page: first those for people who write bots or run a ladder."""
    found = {
        "protocol": _page("protocol", data("protocol") / "SPEC.md"),
        "faults": _page("protocol", data("protocol") / "FAULTS.md"),
        "samples": _page("sample_bots", data("sample_bots") / "README.md"),
        "rules": _page("arena/games", RULES / "README.md"),
    }
    docs = _in_folder(data("docs"), ".md", "docs")
    found |= {topic: docs.pop(topic) for topic in FIRST}
    return found | docs | _in_folder(data("ladders"), ".toml", "ladders")


def _in_folder(folder: Path, end: str, place: str) -> dict[str, Page]:
    """Return topic -> page of the files in a folder whose names have this end, sorted."""
    found = sorted(file for file in folder.iterdir() if file.name.endswith(end))
    return {file.name.removesuffix(end): _page(place, file) for file in found}


def _page(place: str, file: Path) -> Page:
    return Page(f"{place}/{file.name}", partial(file.read_text, encoding="utf-8"))


@cache
def rules() -> Mapping[str, Page]:
    """Return game -> its rules page."""
    return {name: rules_of(name) for name in GAMES}


def rules_of(game: str) -> Page:
    """Return the rules page of a game, by its name or file; the game is read when its page is."""
    return Page(f"arena/games/{game}.md", lambda: rules_page(found_game(game)))


def found_game(name: str) -> AnyGame:
    """Return a game by its name or file; keep its file for results of it that are here already.

    Raises:
        UserError: there is no such game, or it cannot be used.
    """
    try:
        found = GAMES.get(name)
    except GameError as error:
        raise UserError(str(error)) from error
    if found is None:
        raise UserError(
            f"there is no file {name}" if is_path(name) else f"there is no game {name!r}{nearest(name, GAMES)}"
        )
    if (source := source_of(found)) is not None:
        with suppress(OSError):
            keep(source)
    return found


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
