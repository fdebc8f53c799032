"""TV and live pages in a browser: the newest game or the bracket fills the screen; new standings are shown."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route

from arena.web.page import asset
from tests.arena.web.conftest import Visit
from tests.commands import ROOT, arena

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.slow]
FINAL = """
name = "The final"
sets = 1
seed = "tv"
games = [{game = "kaiser", options = {max_deals = 1}}]
schedule = {kind = "knock-out"}
bots = ["sample:greedy", "sample:random"]
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """A server of a final that is over."""
    (tmp_path / "final.toml").write_text(FINAL)
    arena("run", "final.toml", cwd=tmp_path)
    arena("season", "close", "final.toml", cwd=tmp_path)
    command = [sys.executable, "-m", "arena.cli", "serve", "final.toml", "--tv", "--port", "0"]
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, cwd=tmp_path, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            found = re.search(r"http://\S+/tv", server.stdout.readline() + server.stdout.readline())
            assert found
            yield found[0]
        finally:
            server.kill()


def test_the_bracket_fills_the_screen_until_another_game_comes(visit: Visit, address: str) -> None:
    page = visit.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(address)
    game = page.url
    page.wait_for_selector("#panels .tv-standing .bracket")
    assert page.is_visible("#replay")
    page.press("#do-play", "End")
    page.wait_for_selector("html.tv-waits")
    page.wait_for_timeout(500)

    assert page.url.partition("#")[0] == game, "the same game does not begin again"
    assert not page.is_visible("#replay")
    assert re.fullmatch(r"(greedy|random) has won the knock-out\.", page.inner_text(".tv-standing h2"))
    box = page.locator(".tv-standing").bounding_box()
    assert box
    assert box["width"] > 1700
    assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight")
    assert visit.violations() == []
    page.goto("about:blank")  # before the server ends


def test_a_live_page_shows_what_came_while_the_server_was_away_and_leaves_the_keyboard_alone(visit: Visit) -> None:
    """It said that 628 games were played above the table of 364."""
    page, looks, root = visit.page, 0, "http://127.0.0.1:9/"
    run = 'retry: 10\n\nevent: run\ndata: {"done": 1, "planned": 1}\n\n'
    scripts = "".join(f'<script defer src="assets/{name}"></script>' for name in ("lists.js", "live.js"))

    def answer(route: Route) -> None:
        nonlocal looks
        kind, _, name = route.request.url.removeprefix(root).partition("/")
        if kind == "events":
            route.fulfill(content_type="text/event-stream", body=run)
        elif kind == "assets":
            route.fulfill(content_type="text/javascript", body=asset(name).data.decode())
        else:
            looks += 1
            route.fulfill(content_type="text/html", body=f"<main><a href='#x'>look {looks}</a></main>{scripts}")

    page.route(f"{root}**", answer)
    page.goto(root)
    page.wait_for_selector("text=look 2", timeout=5000)  # the stream was cut off, and came again
    page.keyboard.press("Tab")
    page.wait_for_selector("text=show the new results", timeout=5000)
    assert page.evaluate("() => document.activeElement.textContent").startswith("look")
    page.goto("about:blank")
    page.unroute_all(behavior="ignoreErrors")
