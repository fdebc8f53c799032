"""docs/grading.md and its template for Gradescope are true: their files are accepted, and their scripts grade."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games.catalogue import GAMES
from arena.grading.export import FORMS
from arena.settings.grade_file import read_grade_file
from tests import grades
from tests.pages import ROOT, code

PAGE = (ROOT / "docs/grading.md").read_text()
TEMPLATE = ROOT / "docs/examples/gradescope"
EXAMPLES = code("docs/grading.md")
QUICK = """
seed = "nobody knows this text"
sets = 1
total = 60

[[games]]
game = "scotch-whist:two"
options = { target = 11 }

[test]
elo = 900
max_sets = 1

[[bots]]
bot = "sample:random"
name = "easy"
not_worse = 20
"""
BOT = """#!/bin/sh
echo "bot shell 1"
while read -r verb seat kind words; do
  if [ "$verb" = ask ]; then echo "${words%% *}"; fi
done
"""
RUNNER = dict.fromkeys(("CLASSROOM", "ASSIGNMENT", "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL"), "x")


def test_the_grade_files_of_the_page_are_accepted_and_add_up(tmp_path: Path) -> None:
    (tmp_path / "staff.toml").write_text(EXAMPLES["staff.toml"])
    found = read_grade_file(tmp_path / "staff.toml", GAMES), read_grade_file(TEMPLATE / "staff.toml", GAMES)

    assert [file.bots[1].visibility for file in found] == ["after_published", "after_published"]
    assert found[1].clock.measure == "cpu"


def test_the_page_tells_of_every_form() -> None:
    assert all(f"| `{form}` |" in PAGE for form in (*FORMS, "classroom50"))


@pytest.fixture
def autograder(tmp_path: Path) -> Path:
    """The folders of Gradescope, with an `arena` that is installed."""
    shutil.copytree(TEMPLATE, tmp_path / "source")
    for name in ("results", "submission", "arena/bin"):
        (tmp_path / name).mkdir(parents=True)
    program = tmp_path / "arena/bin/arena"
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m arena.cli "$@"\n')
    program.chmod(0o755)
    (tmp_path / "source/staff.toml").write_text(QUICK)
    (tmp_path / "submission/bot.toml").write_text('command = ["sh", "bot.sh"]\n')
    (tmp_path / "submission/bot.sh").write_text(BOT)
    return tmp_path


def run(autograder: Path) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"AUTOGRADER": str(autograder)}
    script = autograder / "source/run_autograder"
    return subprocess.run([script], env=env, cwd=autograder, capture_output=True, text=True, check=False)


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_the_template_grades_a_submission(autograder: Path) -> None:
    done = run(autograder)
    assert done.returncode == 0, done.stdout
    text = (autograder / "results/results.json").read_text()

    assert grades.gradescope(text) == []
    assert [test["status"] for test in json.loads(text)["tests"][:3]] == ["passed"] * 3


@pytest.mark.thorough
def test_the_template_gives_no_score_if_something_is_wrong_with_the_grader(autograder: Path) -> None:
    (autograder / "results/results.json").write_text("of another submission")
    (autograder / "source/staff.toml").write_text(QUICK.replace("total = 60", "total = 100"))
    done = run(autograder)

    assert done.returncode == os.EX_CONFIG
    assert "the points add up to 60" in done.stdout, "which the staff see"
    assert not (autograder / "results/results.json").exists()


def test_the_setup_installs_the_sandbox_and_the_wheel(tmp_path: Path) -> None:
    (tmp_path / "source").mkdir()
    (tmp_path / "source/trickarena-0.1.0-py3-none-any.whl").write_text("")
    log = tmp_path / "log"
    for name, more in (
        ("apt-get", ""),
        ("python3", f'mkdir -p "$3/bin"; cp {tmp_path}/tools/apt-get "$3/bin/pip"\n'),
    ):
        (tmp_path / "tools").mkdir(exist_ok=True)
        (tmp_path / "tools" / name).write_text(f'#!/bin/sh\necho "$(basename "$0") $*" >> {log}\n{more}')
        (tmp_path / "tools" / name).chmod(0o755)
    env = os.environ | {"AUTOGRADER": str(tmp_path), "PATH": f"{tmp_path}/tools:{os.environ['PATH']}"}
    subprocess.run(["bash", TEMPLATE / "setup.sh"], env=env, check=True)

    *_, packages, environment, wheel = log.read_text().splitlines()
    assert "bubblewrap" in packages
    assert environment == f"python3 -m venv {tmp_path}/arena"
    assert wheel == f"pip install {tmp_path}/source/trickarena-0.1.0-py3-none-any.whl"


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_the_autograder_of_classroom_50_writes_its_result(autograder: Path) -> None:
    (autograder / "source/autograder.py").write_text(EXAMPLES["autograder.py"])
    env = os.environ | RUNNER | {"PATH": f"{autograder}/arena/bin:{os.environ['PATH']}"}
    words = [sys.executable, str(autograder / "source/autograder.py")]
    subprocess.run(words, env=env, cwd=autograder / "submission", check=True, capture_output=True)

    assert grades.classroom50((autograder / "submission/result.json").read_text()) == []
