"""`python -m tests.pictures` makes the pictures of the README again: a ladder's page and the page of a game.

It plays the quickstart ladder and a match in a folder of its own, and takes them in Chromium. Look at them before a
commit: they are for people, and no test compares them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
STEPS = 23
"""The page of a game is taken after so many cards and calls."""


def arena(*words: str, inside: Path) -> bytes:
    """Run a command of the arena in a folder; return what it prints."""
    command = [sys.executable, "-m", "arena.cli", *words]
    return subprocess.run(command, cwd=inside, stdout=subprocess.PIPE, check=True).stdout


def main() -> None:
    """Make both pictures."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        arena("run", "quickstart", inside=folder)
        arena("site", "quickstart", "--out", "site", inside=folder)
        bots = ("sample:python/sensible", "sample:python/counter")
        arena("match", "two-hundred:kitty", *bots, "-n", "1", "--seed", "picture", "--save", "match.db", inside=folder)
        (folder / "game.html").write_bytes(arena("record", "match.db", "1.1", "--html", inside=folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1280, "height": 640})
        page.goto((folder / "site" / "index.html").as_uri())
        page.screenshot(path=FOLDER / "ladder.png")
        page.set_viewport_size({"width": 1000, "height": 600})
        page.goto((folder / "game.html").as_uri())
        for _ in range(STEPS):
            page.keyboard.press("ArrowRight")
        page.screenshot(path=FOLDER / "game.png")
        browser.close()


if __name__ == "__main__":
    main()
