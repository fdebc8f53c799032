"""docs/any-language.md is true: its bot in C is built, and plays in the sandbox with `arena view` beside it."""

import re
from pathlib import Path

import pytest

from tests.bench import view
from tests.commands import arena
from tests.pages import ROOT, code, written

PAGE = (ROOT / "docs/any-language.md").read_text()
PARTS = code("docs/any-language.md")


@pytest.fixture
def seer(tmp_path: Path) -> Path:
    """The folder of the bot."""
    return written("docs/any-language.md", tmp_path / "seer")


def test_the_page_has_the_whole_bot() -> None:
    assert set(PARTS) == {"bot.toml", "bot.c"}
    assert "library = true" in PARTS["bot.toml"]


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap", "gcc")
def test_the_bot_of_the_page_searches_in_the_sandbox(seer: Path) -> None:
    store = str(seer.parent / "match.db")
    match = ("match", "ecarte", str(seer), "sample:random", "-n", "1", "-o", "target=3", "--move-ms", "3000")
    said, _ = arena(*match, "--seed", "page", "--keep-stderr", "all", "--save", store, cwd=seer, trust=False)

    assert "games with a fault 0" in said
    assert "Sandbox: strict" in said or "Sandbox: standard" in said
    games = re.findall(r"^G\w+", arena("record", store)[0], re.MULTILINE)
    assert len(games) == 2
    for game in games:
        for seat in ("0", "1"):
            assert "error" not in arena("record", store, game, "--seat", seat, "--stderr", status=None)[0]


@pytest.mark.slow
@pytest.mark.needs("bubblewrap", "gcc")
@pytest.mark.thorough
def test_the_bot_of_the_page_speaks_the_protocol(seer: Path) -> None:
    said, _ = arena("check", str(seer), "--game", "kaiser", "--game", "bridge-solitaire", cwd=seer)

    assert "none failed" in said


def test_the_table_of_costs_has_what_is_measured() -> None:
    [head] = re.findall(r"^\| query, ms \|.*$", PAGE, re.MULTILINE)
    assert [cell.strip() for cell in head.strip("|").split("|")][1:] == [*view.NAMES]
    rows = re.findall(r"^\| `([^`]+)`(?: as msgpack)? \|(?: [\d.]+ \|)+$", PAGE, re.MULTILINE)
    assert rows == [*view.QUERIES, view.PACKED]
