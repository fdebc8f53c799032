"""docs/stronger-bot.md is true: its programs run, and its bot plays in the sandbox without a fault."""

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.client import Position, Turn
from arena.client.known import Known
from arena.client.rollout_players import POLICIES
from tests.commands import arena
from tests.pages import ROOT, code, written

PAGE = (ROOT / "docs/stronger-bot.md").read_text()
PARTS = code("docs/stronger-bot.md")


def test_the_bot_has_at_most_forty_lines() -> None:
    assert set(PARTS) == {"bot.toml", "bot.py", "counting.py", "tree.py"}
    assert len(PARTS["bot.py"].splitlines()) <= 12
    assert len(PARTS["tree.py"].splitlines()) <= 40


def test_the_page_names_what_there_is() -> None:
    for kind, letter in ((Turn, "t"), (Position, "p")):
        names = {name for name in dir(kind) if not name.startswith("_")} - {"of", "question"}
        assert [name for name in names if f"`{letter}.{name}" not in PAGE] == []
        for name in re.findall(rf"`{letter}\.(\w+)", PAGE):
            assert hasattr(kind, name) or f"self.{name}" in inspect.getsource(Known.__init__)
    for policy in POLICIES:
        assert f'`"{policy}"`' in PAGE


@pytest.mark.slow
def test_the_program_of_the_page_runs() -> None:
    command = [sys.executable, "-c", PARTS["counting.py"]]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    assert re.fullmatch(r"my partner has the ace of trumps in \d+ of 200 worlds\n", done.stdout), done.stderr


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize("program", ["bot.py", "tree.py"])
def test_the_bot_of_the_page_plays_without_a_fault(program: str, tmp_path: Path) -> None:
    bot = written("docs/stronger-bot.md", tmp_path / "mine", "bot.toml", program)
    (bot / program).rename(bot / "bot.py")
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
    said, _ = arena("match", "two-hundred:kitty", str(bot), "sample:random", *words, trust=False)
    assert "games with a fault 0" in said
    assert "2 games of 1 deal" in said
