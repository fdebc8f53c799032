"""`python -m tests.pictures` makes the pictures of the README again: a ladder's page, the page of a game, and a seat.

It plays the quickstart ladder and a match in a folder of its own, and takes them in Chromium. Look at them before a
commit: they are for people, and no test compares them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.arena.seat.memory import Table
from tests.arena.web.seats import served

CHROMIUM = "/usr/bin/chromium"
FOLDER = Path(__file__).parent.parent / "docs" / "pictures"
STEPS = 23
"""The page of a game is taken after so many cards and calls."""
ANSWERS = 12
"""The most answers at a seat before its picture."""


def arena(*words: str, inside: Path) -> bytes:
    """Run a command of the arena in a folder; return what it prints."""
    command = [sys.executable, "-m", "arena.cli", *words]
    return subprocess.run(command, cwd=inside, stdout=subprocess.PIPE, check=True).stdout


def in_the_middle_of_a_trick(page: Page, address: str) -> None:
    """Open a seat and answer until two cards lie before it."""
    page.goto(address)
    page.select_option("#pace", "0")
    for _ in range(ANSWERS):
        page.wait_for_selector("#asked.mine")
        cards, now = page.locator("#table .live button"), page.get_attribute("#asked", "data-n")
        if cards.count() and page.locator(".trick .newest").count() and page.locator(".trick li").count() > 1:
            return
        (cards if cards.count() else page.locator("#words button")).first.click()
        page.wait_for_selector(f"#asked:not([data-n='{now}'])")


def main() -> None:
    """Make the three pictures."""
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory() as name, sync_playwright() as playwright:
        folder = Path(name)
        arena("run", "quickstart", inside=folder)
        arena("site", "quickstart", "--out", "site", inside=folder)
        bots = ("sample:python/sensible", "sample:python/counter")
        arena("match", "two-hundred:kitty", *bots, "-n", "1", "--seed", "picture", "--save", "match.db", inside=folder)
        (folder / "game.html").write_bytes(arena("record", "match.db", "1.1", "--html", inside=folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        page = browser.new_page(viewport={"width": 1280, "height": 640}, reduced_motion="reduce")
        page.goto((folder / "site" / "index.html").as_uri())
        page.screenshot(path=FOLDER / "ladder.png")
        page.set_viewport_size({"width": 1100, "height": 660})
        page.goto((folder / "game.html").as_uri())
        for _ in range(STEPS):
            page.keyboard.press("ArrowRight")
        page.screenshot(path=FOLDER / "game.png")
        with served(Table("kaiser", seed=3, deals=1), names=("you", "ada", "bert", "cleo")) as seat:
            in_the_middle_of_a_trick(page, seat.page.address)
            page.screenshot(path=FOLDER / "seat.png")
        browser.close()


if __name__ == "__main__":
    main()
