"""The manual: its pages, which come with the arena, as Markdown that says which command prints what a page links to."""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from arena.data import data
from arena.errors import UserError
from arena.games.catalogue import RULES
from arena.games.kernel.text import nearest
from arena.games.names import NAMES

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
