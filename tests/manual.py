"""`make manual`: the pages of the manual in one folder, from which MkDocs makes a site (mkdocs.yml).

The pages stand as in the tree, and so do the files that they link to: their links hold. A link to a folder leads to the
repository. The page of one game gets a replay.
"""

from __future__ import annotations

import posixpath
import re
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import chdir
from tempfile import TemporaryDirectory
from typing import Any

import yaml

import arena
from hatch_build import LINK
from tests.tree import ROOT

PAGES = ROOT / "build/manual/pages"
RULES = "arena/games"
TARGET = re.compile(f"{LINK.pattern}(?P<path>[^)#]+)")
SHOWN = "kaiser"
PLAYERS = ("sample:sensible", "sample:greedy")
REPLAY = """
## A game to click through

<iframe src="replay.html" title="Replay of a game" loading="lazy" style="width: 100%; height: 85vh; border: 0">
</iframe>

The same [on a page of its own](replay.html). `arena record last 1.1 --html` prints such a page of a game of yours.
"""


def navigation() -> list[str]:
    """Return the paths of all pages in the navigation, from the top of the tree."""
    return list(_pages(yaml.load((ROOT / "mkdocs.yml").read_text(), Loader=yaml.BaseLoader)["nav"]))


def _pages(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
        return
    for inside in entry.values() if isinstance(entry, dict) else entry:
        yield from _pages(inside)


def of_site(page: str, home: str) -> tuple[str, set[str]]:
    """Return the text of a page for the site, and the files that it links to.

    Args:
        page: its path from the top of the tree.
        home: the address of the repository.
    """
    files = set[str]()

    def link(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), found["path"]))
        if (ROOT / path).is_file():
            files.add(path)
            return found[0]
        return f"{found[1]}{home}/blob/main/{path}"

    return TARGET.sub(link, (ROOT / page).read_text(encoding="utf-8")), files


def write_pages() -> None:
    """Write all pages of the navigation, and the files that they link to."""
    home = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["urls"]["Homepage"]
    pages = navigation()
    beside = set[str]()
    for page in pages:
        text, files = of_site(page, home)
        beside |= files
        (PAGES / page).parent.mkdir(parents=True, exist_ok=True)
        (PAGES / page).write_text(text, encoding="utf-8")
    for file in beside - {*pages}:
        (PAGES / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / file, PAGES / file)


def add_replay() -> None:
    """Let sample bots play the game of `SHOWN`, and put the replay on its page."""
    with TemporaryDirectory() as folder, chdir(folder):
        match = arena.play(f"{SHOWN} max_deals=4", *PLAYERS, sets=1, seed="manual", save="example.db")
        (PAGES / RULES / "replay.html").write_text(match.games[0].page(), encoding="utf-8")
    with (PAGES / RULES / f"{SHOWN}.md").open("a", encoding="utf-8") as page:
        page.write(REPLAY)


if __name__ == "__main__":
    shutil.rmtree(PAGES, ignore_errors=True)
    write_pages()
    add_replay()
