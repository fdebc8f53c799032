"""docs/regression.md and docs/examples/regress.yml are true: their commands, steps and tests do what they say."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bots.samples import find_sample
from tests.commands import ROOT, arena
from tests.pages import code, workflow, written

PAGE = (ROOT / "docs/regression.md").read_text()
WORKFLOW = workflow("regress.yml")
CODE = code("docs/regression.md")
COMMANDS = re.findall(r"<!-- run: (\d) -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
SHORT = ["-o", "max_deals=3"]
"""What the tests add, so that games are short."""


def git(folder: Path, *words: str) -> None:
    command = ["git", "-c", "user.name=t", "-c", "user.email=t@localhost", *words]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


def repository(top: Path, old: str, new: str) -> Path:
    """A repository like those the page speaks of: one sample as bots/mine on main (v1.0), another at HEAD."""
    for sample, branch in ((old, "main"), (new, "better")):
        shutil.rmtree(top / "bots", ignore_errors=True)
        shutil.copytree(find_sample(sample), top / "bots/mine", ignore=shutil.ignore_patterns("__pycache__"))
        if branch == "main":
            git(top, "init")
        git(top, "checkout", "-b", branch)
        git(top, "add", ".")
        git(top, "commit", "-m", sample)
    git(top, "tag", "v1.0", "main")
    git(top, "update-ref", "refs/remotes/origin/main", "main")
    return top


@pytest.fixture(scope="module")
def better(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("better"), "sample:random", "sample:python/sensible")


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("status", "text"), [COMMANDS[1], *(pytest.param(*COMMANDS[i], marks=pytest.mark.thorough) for i in (0, 2))]
)
def test_the_commands_of_the_page_do_what_it_says(status: str, text: str, better: Path) -> None:
    program, *words = shlex.split(text, comments=True)
    out, _ = arena(*words, *SHORT, status=int(status), cwd=better)

    assert program == "arena"
    assert out.startswith("better: ")
    assert "corrected for stopping" in out


def test_the_page_has_commands_to_run() -> None:
    assert len(COMMANDS) == 3


@pytest.mark.slow
@pytest.mark.thorough
def test_the_tests_of_the_page_pass(better: Path) -> None:
    short = re.sub(r'"(kaiser|two-hundred:kitty)"', r'"\1 max_deals=3"', CODE["test_strategy.py"])
    (better / "test_strategy.py").write_text(short)
    command = [sys.executable, "-m", "pytest", "-p", "arena.pytest_plugin", "-q", "-p", "no:cacheprovider", "."]
    env = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=better, env=env, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


# The workflow, as far as a machine without GitHub can: what `uses` others' actions is not run.


def run_steps(top: Path, tools: Path) -> tuple[int, str]:
    """Run the shell commands of the workflow as GitHub does; return the status of the last, and what they say."""
    shell = {"bash": ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]}[WORKFLOW["defaults"]["run"]["shell"]]
    tools.mkdir()
    for name, line in (
        ("arena", f'exec {shlex.quote(sys.executable)} -m arena.cli "$@"'),
        ("pip", 'test "$*" = "install $ARENA"'),  # nothing to download from here
    ):
        (tools / name).write_text(f"#!/bin/sh\n{line}\n")
        (tools / name).chmod(0o755)
    env = os.environ | WORKFLOW["env"] | {"GAME": "two-hundred:kitty", "WORSE": "-200", "GITHUB_BASE_REF": "main"}
    env |= {
        "GITHUB_STEP_SUMMARY": str(top / "summary"),
        "PYTHONPATH": str(ROOT),
        "PATH": f"{tools}:{os.environ['PATH']}",
    }
    said = ""
    for step in WORKFLOW["jobs"]["regress"]["steps"]:
        if "run" in step:
            command = [*shell, step["run"]]
            done = subprocess.run(command, cwd=top, env=env, capture_output=True, text=True, check=False)
            said += done.stdout + done.stderr
            if done.returncode:
                return done.returncode, said
    return 0, said


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.parametrize(
    ("old", "new", "status", "headline"),
    [
        pytest.param(
            *("sample:random", "sample:python/sensible", 0, "not worse: sensible against random"),
            marks=pytest.mark.thorough,
        ),
        ("sample:python/sensible", "sample:random", 1, "worse: random against sensible"),
    ],
)
def test_the_workflow_passes_a_better_bot_and_stops_a_worse_one(
    old: str, new: str, status: int, headline: str, tmp_path: Path
) -> None:
    top = tmp_path / "work"
    top.mkdir()
    found, said = run_steps(repository(top, old, new), tmp_path / "tools")
    saved = [step for step in WORKFLOW["jobs"]["regress"]["steps"] if "upload" in step.get("uses", "")]

    assert found == status, said
    assert (top / "summary").read_text().startswith(headline)
    for name in saved[0]["with"]["path"].split():
        assert (top / name).is_file()


def test_the_workflow_has_the_history_that_it_needs() -> None:
    checkout = WORKFLOW["jobs"]["regress"]["steps"][0]

    assert checkout["uses"].startswith("actions/checkout@")
    assert checkout["with"]["fetch-depth"] == "0"


@pytest.mark.slow
def test_the_script_of_the_page_shows_a_ladder_and_a_game(tmp_path: Path) -> None:
    written("docs/regression.md", tmp_path, "try_it.py")
    done = subprocess.run([sys.executable, "try_it.py"], cwd=tmp_path, check=True, capture_output=True, text=True)

    table, game = done.stdout.split("\n\n")
    assert re.findall(r"\| (highest_bid|sensible) \|", table) == ["sensible", "highest_bid"]
    assert game.startswith("game ")
    assert done.stderr == ""
