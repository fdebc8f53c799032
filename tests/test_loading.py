"""What a room loads when it is imported: one interpreter for each, and a look at its modules."""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from arena.cli.group import COMMANDS

ROOT = Path(__file__).parent.parent
HEAVY = (
    "arena.env",
    "arena.ratings",
    "gymnasium",
    "msgpack",
    "numpy",
    "pettingzoo",
    "pydantic",
    "rich",
    "sqlite3",
    "trio",
)
PROCESSES = ("arena.bots", "arena.sandbox", "arena.tournament", "subprocess", "trio")
SETTINGS = sorted(path.stem for path in (ROOT / "arena/settings").glob("[a-z]*.py"))


@cache
def loaded(code: str) -> frozenset[str]:
    """The modules of an interpreter that has run some code."""
    code = f"{code}\nimport sys; print('', *sys.modules, sep='\\n', file=sys.stderr)"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, check=True)
    return frozenset(done.stderr.split("\n"))


def among(modules: frozenset[str], packages: tuple[str, ...]) -> set[str]:
    return {name for name in modules for package in packages if name == package or name.startswith(package + ".")}


def command(*words: str) -> str:
    """Code that runs the command line up to its end."""
    return f"import sys, arena.cli\nsys.argv[1:] = {words!r}\ntry: arena.cli.main()\nexcept SystemExit: pass"


@pytest.mark.slow
def test_the_look_finds_what_is_loaded() -> None:
    assert among(loaded("import arena.cli.play"), HEAVY) >= {
        "arena.ratings",
        "numpy",
        "pydantic",
        "rich",
        "sqlite3",
        "trio",
    }


def test_the_first_help_loads_next_to_nothing() -> None:
    modules = loaded(command("--help"))

    assert among(modules, ("arena",)) == {"arena", "arena.cli"}
    assert among(modules, (*HEAVY, "click", "dataclasses", "inspect", "pathlib")) == set()


@pytest.mark.slow
@pytest.mark.parametrize("words", [*((name, "--help") for name in COMMANDS), ("match", "--no-such-option"), ("run",)])
def test_help_and_errors_in_arguments_load_no_work(words: tuple[str, ...]) -> None:
    modules = loaded(command(*words))
    ours = among(modules, ("arena",)) - among(modules, ("arena.cli.commands",))

    assert ours == {
        "arena",
        "arena.cli",
        "arena.cli.group",
        "arena.cli.output",
        "arena.errors",
        "arena.escapes",
    }
    assert among(modules, HEAVY) == set()


@pytest.mark.slow
def test_a_list_of_games_loads_no_bots_and_no_results() -> None:
    assert among(loaded(command("games")), (*PROCESSES, "arena.store", "arena.ratings", "numpy", "sqlite3")) == set()


@pytest.mark.slow
@pytest.mark.parametrize("name", SETTINGS)
def test_settings_load_nothing_that_runs(name: str) -> None:
    assert among(loaded(f"import arena.settings.{name}"), PROCESSES) == set()


def test_the_referee_loads_no_processes_and_no_sandbox() -> None:
    assert among(loaded("import arena.table.referee"), ("arena.table.process", "arena.sandbox")) == set()
