"""A package with a game, installed into an environment of its own: it is a game like all others there."""

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

from tests.commands import ROOT

PROJECT = """
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "small-fish"
version = "1.2"

[project.entry-points."trickarena.games"]
minnow = "small_fish:GAME"
"""
MATCH = ("match", "minnow", "sample:random", "sample:greedy", "-n", "2", "-j", "2", "--trust-bots", "--save", "fish.db")


@pytest.mark.thorough
def test_an_installed_package_brings_a_game(tmp_path: Path) -> None:
    package, env = tmp_path / "package", tmp_path / "env"
    (package / "small_fish").mkdir(parents=True)
    (package / "pyproject.toml").write_text(PROJECT)
    (package / "small_fish/__init__.py").write_bytes((ROOT / "docs/examples/games/minnow.py").read_bytes())
    (package / "small_fish/minnow.md").write_text("# A small fish\n")
    venv.create(env, symlinks=True)
    python = str(env / "bin/python")
    [site] = env.glob("lib/python*/site-packages")
    (site / "arena.pth").write_text(f"{sysconfig.get_path('purelib')}\n{ROOT}\n")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--disable-pip-version-check"]
    run(*pip, "--no-index", "--no-deps", "--no-build-isolation", str(package), cwd=tmp_path)
    assert "minnow" not in run(sys.executable, "-m", "arena.cli", "games", cwd=tmp_path, PYTHONPATH=str(ROOT))
    assert "package small-fish 1.2" in run(python, "-m", "arena.cli", "games", cwd=tmp_path)
    assert "# A small fish" in run(python, "-m", "arena.cli", "games", "minnow", "--rules", cwd=tmp_path)
    assert "games with a fault 0" in run(python, "-m", "arena.cli", *MATCH, cwd=tmp_path)
    assert "4 games played again: all records are true" in run(
        python, "-m", "arena.cli", "verify", "fish.db", cwd=tmp_path
    )


def run(*command: str, cwd: Path, **environment: str) -> str:
    """Run a command, and return what it writes."""
    env = {"PATH": "/usr/bin:/bin", "HOME": str(cwd), "XDG_CACHE_HOME": str(cwd / "cache"), **environment}
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
