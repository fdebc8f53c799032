"""A bot of `arena new` in every language passes its own test, is checked and plays; other bots are checked, too."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from arena.bots.samples import samples
from arena.kit.folders import languages
from tests.commands import arena
from tests.pages import ROOT, written
from tests.tools import TOOL_OF

pytestmark = pytest.mark.slow
TWO = ("--game", "kaiser", "--game", "bridge-solitaire")
"""The games of the others: what a seat knows in all games is tried by tests/arena/kit."""
SHORT = {"python", "shell"}
"""The languages that are tried in `make test`; the others are a sweep."""
QUICK = ("--game", "homme-d-auvergne:five-player")
"""The game of who thinks long about every answer: three questions a deal, of three kinds."""
THINK = {"python/counter", "python/search"}


def marks(key: str) -> list[pytest.MarkDecorator]:
    """The test of a language plays in a sandbox, with the language's tools."""
    needs = pytest.mark.needs("bubblewrap", *(TOOL_OF[word] for word in languages()[key].needs if word != "sh"))
    return [needs] if key in SHORT else [needs, pytest.mark.thorough]


@pytest.mark.parametrize("key", [pytest.param(key, marks=marks(key)) for key in languages()])
def test_a_kit_is_tested_checked_and_playing(key: str, tmp_path: Path) -> None:
    arena("new", "owl", "--language", key, cwd=tmp_path)
    folder = tmp_path / "owl"
    [commands] = re.findall(r"```sh\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    test, check, match = commands.splitlines()
    env = os.environ | {"PYTHONPATH": str(ROOT)}  # for the test in Python
    subprocess.run(test, shell=True, cwd=folder, env=env, check=True, capture_output=True)
    checked, _ = arena(*check.split()[1:], *(["--game", "tribello"] if key in SHORT else TWO), cwd=folder)
    played, _ = arena(*match.split()[1:], "-n", "1", "-o", "max_deals=2", cwd=folder, trust=False)

    assert "none failed" in checked
    assert "games with a fault 0" in played


@pytest.mark.thorough
@pytest.mark.needs("gcc", "node")
@pytest.mark.parametrize("name", [name for name in samples() if name != "python/model"])  # which needs a server
def test_every_sample_bot_is_found_in_order(name: str, tmp_path: Path) -> None:
    said, _ = arena("check", f"sample:{name}", *(QUICK if name in THINK else TWO), cwd=tmp_path)

    assert "none failed" in said


def test_the_bot_of_the_readme_is_found_in_order(tmp_path: Path) -> None:
    bot = written("README.md", tmp_path) / "first.py"
    said, _ = arena("check", f"python3 {bot}", "--game", "ecarte", cwd=tmp_path)

    assert "none failed" in said
