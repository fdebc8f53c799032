"""TV in a browser: the newest game plays, and while no other comes, the bracket fills the screen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

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
