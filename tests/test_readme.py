"""The README is true: its bots play, word for word."""

import re
from pathlib import Path

import pytest

from arena.cli.group import COMMANDS
from arena.games.catalogue import GAMES
from arena.settings.ladder import read_ladder
from tests.commands import arena
from tests.pages import ROOT, code, written

README = (ROOT / "README.md").read_text()
RUN = {"first.py": "python3 {}"}


BOTS = code("README.md")
"""The bots of the README by file name."""


def test_the_bot_has_at_most_ten_lines() -> None:
    assert set(BOTS) == set(RUN)
    assert max(len(text.splitlines()) for text in BOTS.values()) <= 10


@pytest.mark.slow
@pytest.mark.parametrize("name", RUN)
@pytest.mark.parametrize("game", ["kaiser", "two-hundred:kitty"])
def test_the_bots_play_whole_games_without_a_fault(name: str, game: str, tmp_path: Path) -> None:
    bot = written("README.md", tmp_path) / name
    words = ("-n", "1", "-o", "max_deals=8", "--save", str(tmp_path / "match.db"), "--seed", "readme")
    out, _ = arena("match", game, RUN[name].format(bot), "sample:random", *words, trust=False)

    assert "2 games of 1 deal" in out
    assert "games with a fault 0" in out


def test_the_list_of_games_is_complete() -> None:
    rows = re.findall(r"^\| [^|]+ \| [a-z, ]+ \| (\d+) \|$", README, re.MULTILINE)
    assert sorted(map(int, rows)) == sorted(len(game.presets) for game in GAMES.values())


def test_the_ladder_of_eighteen_games_has_one_preset_of_each_family() -> None:
    file = read_ladder(ROOT / "ladders/eighteen.toml", GAMES)
    assert [contest.game.name for contest in file.contests] == list(GAMES)
    assert len(GAMES) == 18


def test_the_commands_of_the_readme_exist() -> None:
    for command in re.findall(r"^arena (\w+)", README, re.MULTILINE):
        assert command in COMMANDS
