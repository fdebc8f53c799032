"""The README is true: its bots play, word for word."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli.group import COMMANDS
from arena.games.catalogue import GAMES
from arena.settings.ladder import read_ladder

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
RUN = {"first.sh": "sh {}", "first.py": "python3 {}"}


def bots() -> dict[str, str]:
    """The bots of the README by file name."""
    return dict(re.findall(r"<!-- bot: (\S+) -->\n```\w+\n(.*?)```", README, re.DOTALL))


def test_the_bots_are_five_lines_long() -> None:
    assert set(bots()) == set(RUN)
    assert {len(text.splitlines()) for text in bots().values()} == {5}


@pytest.mark.slow
@pytest.mark.parametrize("name", RUN)
@pytest.mark.parametrize("game", ["kaiser", "two-hundred:kitty"])
def test_the_bots_play_whole_games_without_a_fault(name: str, game: str, tmp_path: Path) -> None:
    bot = tmp_path / name
    bot.write_text(bots()[name])
    command = [sys.executable, "-m", "arena.cli", "match", game, RUN[name].format(bot), "sample:random", "-n", "2"]
    command += ["-o", "max_deals=10", "--save", str(tmp_path / "match.db"), "--seed", "readme"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent)

    assert "4 games of 2 deals" in done.stdout
    assert "games with a fault 0" in done.stdout


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
