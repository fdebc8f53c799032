"""`python -m tests.person [WORD]` plays a game of every preset in Chromium, from the seat of a person, by clicks.

Every button is clicked twice. The games are short, where a preset lets them be; the other seats answer at random. With
a word, only the presets whose `game:preset` contains it are played. It takes some seconds a preset, so the tests do
this with two of them, and with all of them by HTTP.
"""

from __future__ import annotations

import sys
import time

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import sync_playwright

from arena.games.catalogue import GAMES
from tests.arena.seat.memory import Table
from tests.arena.web.conftest import CHROMIUM, Visit
from tests.arena.web.seats import served

CLICKS = """() => {
    window.answers = 0;
    const seen = new Set();
    setInterval(() => {
        const asked = document.querySelector("#asked.mine");
        if (!asked || seen.has(asked.dataset.n)) return;
        const buttons = [...document.querySelectorAll("#table .live button, #words button")];
        if (!buttons.length) return;
        seen.add(asked.dataset.n);
        window.answers += 1;
        const button = buttons[(window.answers * 7) % buttons.length];
        button.click();
        button.click();
    }, 5);
}"""
"""Clicks something whenever there is a question, and says how often."""
LONG = 120
"""Seconds that a game may take."""


def main() -> None:
    """Play them all, and say for each how many answers were given."""
    word = sys.argv[1] if len(sys.argv) > 1 else ""
    every = [(game, preset) for game in GAMES for preset in GAMES[game].presets if word in f"{game}:{preset}"]
    begun = time.perf_counter()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM)
        for game, preset in every:
            with browser.new_context() as context:
                visit = Visit(context.new_page())
                table = Table(game, preset, deals=1)
                with served(table) as seat:
                    visit.page.goto(seat.page.address)
                    visit.page.select_option("#pace", "0")
                    visit.page.evaluate(CLICKS)
                    try:
                        visit.page.wait_for_selector("#asked[data-over]", timeout=LONG * 1000)
                    except PlaywrightTimeout as error:
                        said = visit.page.inner_text("#seat")
                        raise AssertionError(f"{game}:{preset} does not end: {visit.errors}\n{said}") from error
                    answers = visit.page.evaluate("window.answers")
                assert table.position.result is not None
                assert [each for each in visit.errors if "409" not in each] == [], visit.errors
                sys.stdout.write(f"{game}:{preset}: {answers} answers\n")
                sys.stdout.flush()
        browser.close()
    sys.stdout.write(f"{len(every)} presets, {time.perf_counter() - begun:.0f} s\n")


if __name__ == "__main__":
    main()
