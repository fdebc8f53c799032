"""The wheel works outside the checkout, with sample bots, ladders and rules pages inside."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet"]
    subprocess.run([*pip, "wheel", "--no-deps", "--no-build-isolation", "-w", str(folder), str(ROOT)], check=True)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def arena(installed: Path, cwd: Path, *words: str) -> str:
    """Run a command of the installed wheel, in an empty folder."""
    env = os.environ | {"PYTHONPATH": str(installed), "XDG_CACHE_HOME": str(cwd / "cache")}
    code = "import arena.cli, sys; assert arena.__file__.startswith(sys.argv.pop(1)); arena.cli.main()"
    command = [sys.executable, "-c", code, str(installed), *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_rules_and_ladders_are_inside(installed: Path) -> None:
    assert (installed / "arena/games/kaiser.md").is_file()
    assert (installed / "ladders/quickstart.toml").is_file()
    assert (installed / "sample_bots/python/neural/weights.txt").is_file()
    assert not (installed / "tests").exists()


def test_the_pytest_plugin_is_announced(installed: Path) -> None:
    [announced] = installed.glob("*.dist-info/entry_points.txt")

    assert "[pytest11]\ntrickarena = arena.pytest_plugin" in announced.read_text()


def test_it_explains_its_games(installed: Path, tmp_path: Path) -> None:
    assert "**KA-1**" in arena(installed, tmp_path, "games", "kaiser")


def test_it_plays_sample_bots_in_an_empty_folder(installed: Path, tmp_path: Path) -> None:
    bots = ("sample:python/sensible", "sample:shell/random")
    words = ("match", "kaiser", *bots, "-n", "1", "-j", "1", "-o", "max_deals=4")
    assert "2 games of 1 deal" in arena(installed, tmp_path, *words)
    assert "2 games played again" in arena(installed, tmp_path, "verify", "last")


def test_a_ladder_that_comes_with_it_keeps_its_results_here(installed: Path, tmp_path: Path) -> None:
    (installed / "ladders/tiny.toml").write_text(TINY)
    arena(installed, tmp_path, "run", "tiny", "-j", "1")

    assert (tmp_path / "tiny.db").is_file()
    assert "2 games of 1 deal" in arena(installed, tmp_path, "ladder", "tiny.db")


TINY = """
sets = 1

[[games]]
game = "kaiser"
options = { max_deals = 2 }

[[bots]]
bot = "sample:python/random"

[[bots]]
bot = "sample:python/sensible"
"""
