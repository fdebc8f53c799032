"""A bot of `arena new` in every language passes its own test, is checked and plays; other bots are checked, too."""

import re
import subprocess
from pathlib import Path

import pytest

from arena.bots.samples import samples
from arena.kit.folders import languages
from tests.commands import arena
from tests.test_readme import BOTS, RUN

pytestmark = [pytest.mark.slow, pytest.mark.toolchain]
TWO = ("--game", "kaiser", "--game", "bridge-solitaire")
"""The games of the others: what a seat knows in all games is tried by tests/arena/kit."""
SHORT = {"python", "shell"}
"""The languages that are tried in `make test`; the others are a sweep."""
QUICK = ("--game", "homme-d-auvergne:five-player")
"""The game of who thinks long about every answer: three questions a deal, of three kinds."""
THINK = {"python/counter", "python/search"}


@pytest.mark.parametrize(
    "key", [key if key in SHORT else pytest.param(key, marks=pytest.mark.thorough) for key in languages()]
)
def test_a_kit_is_tested_checked_and_playing(key: str, tmp_path: Path) -> None:
    arena("new", "owl", "--language", key, cwd=tmp_path)
    folder = tmp_path / "owl"
    [commands] = re.findall(r"```sh\n(.*?)```", (folder / "README.md").read_text(), re.DOTALL)
    test, check, match = commands.splitlines()
    subprocess.run(test, shell=True, cwd=folder, check=True, capture_output=True)
    checked, _ = arena(*check.split()[1:], *(["--game", "tribello"] if key in SHORT else TWO), cwd=folder)
    played, _ = arena(*match.split()[1:], "-n", "1", "-o", "max_deals=2", cwd=folder, trust=False)

    assert "none failed" in checked
    assert "games with a fault 0" in played


@pytest.mark.thorough
@pytest.mark.parametrize("name", samples())
def test_every_sample_bot_is_found_in_order(name: str, tmp_path: Path) -> None:
    said, _ = arena("check", f"sample:{name}", *(QUICK if name in THINK else TWO), cwd=tmp_path)

    assert "none failed" in said


@pytest.mark.parametrize("name", ["first.sh", "first.py"])
def test_the_bots_of_the_readme_are_found_in_order(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(BOTS[name])
    said, _ = arena("check", RUN[name].format(tmp_path / name), "--game", "ecarte", cwd=tmp_path)

    assert "none failed" in said
