"""docs/stronger-bot.md is true: its programs run, and its bot plays in the sandbox without a fault."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.client.rollout_players import POLICIES
from arena.client.search import Search
from arena.client.seat import Question
from tests.commands import arena
from tests.pages import ROOT, code, written

PAGE = (ROOT / "docs/stronger-bot.md").read_text()
PARTS = code("docs/stronger-bot.md")


def test_the_bot_has_at_most_forty_lines() -> None:
    assert set(PARTS) == {"bot.toml", "bot.py", "counting.py", "time.py"}
    assert len(PARTS["bot.py"].splitlines()) <= 40


def test_the_page_names_what_there_is() -> None:
    for field in set(Question._fields) - {"table"}:
        assert f"`{field}`" in PAGE
    for policy in POLICIES:
        assert f'`"{policy}"`' in PAGE
    for name in re.findall(r"`search\.(\w+)", PAGE):
        assert hasattr(Search, name)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("counting.py", r"my partner has the ace of trumps in \d+ of 200 worlds\n"),
        ("time.py", r"(?:(?:random|greedy|sensible) by (?:points|score): \d+ rollouts a second\n){4}"),
    ],
)
def test_the_programs_of_the_page_run(name: str, said: str) -> None:
    command = [sys.executable, "-c", PARTS[name]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert re.fullmatch(said, done.stdout), done.stderr


@pytest.mark.slow
@pytest.mark.thorough
def test_the_bot_of_the_page_plays_without_a_fault(tmp_path: Path) -> None:
    bot = str(written("docs/stronger-bot.md", tmp_path / "mine", "bot.toml", "bot.py"))
    words = (
        "-n",
        "1",
        "-o",
        "max_deals=1",
        "--save",
        str(tmp_path / "match.db"),
        "--seed",
        "page",
        "--move-ms",
        "3000",
    )
    said, _ = arena("match", "two-hundred:kitty", bot, "sample:random", *words, trust=False)
    assert "games with a fault 0" in said
    assert "2 games of 1 deal" in said
