"""docs/courses.md is true: the recipe for a class, from the first night to the final, with its scripts and units."""

from __future__ import annotations

import configparser
import csv
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arena.games.catalogue import GAMES
from arena.settings.ladder import read_ladder
from arena.settings.sections import MarkSection
from arena.web.class_table import COLUMNS
from tests import classroom
from tests.commands import ROOT, arena
from tests.pages import workflow, written

PAGE = (ROOT / "docs/courses.md").read_text()
EXAMPLES = ROOT / "docs/examples/course"
SOME = ("cyd", "gus", "kim")
"""Who of the twelve is in the class of the quick test: a build, a bot that does not start, one that crashes."""

FOUR, TWO = 'game = "kaiser"', 'game = "five-hundred:two-player-short"'
ONE_OPPONENT = 'schedule = {kind = "gauntlet", new = ["house"]}'


def small(folder: Path) -> Path:
    """Write a course with short nights: games for two, as a game starts every bot in it, against the house only."""
    course = folder / "course"
    classroom.course(course, sets=1, final=1)
    for name in ("class.toml", "final.toml", "staff.toml"):
        text = (course / name).read_text()
        assert FOUR in text
        meet = "" if name == "staff.toml" else f"{ONE_OPPONENT}\n"
        (course / name).write_text(meet + text.replace(FOUR, TWO))
    return course


def program(folder: Path) -> dict[str, str]:
    """Make an `arena` for scripts; return the environment in which they find it."""
    (folder / "bin").mkdir()
    (folder / "bin/arena").write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m arena.cli "$@"\n')
    (folder / "bin/arena").chmod(0o755)
    return os.environ | {"PATH": f"{folder}/bin:{os.environ['PATH']}"}


def run(script: str, course: Path, env: dict[str, str]) -> str:
    shutil.copy(EXAMPLES / script, course)
    done = subprocess.run([course / script], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def states(course: Path, report: str) -> dict[str, str]:
    with (course / report / "class.csv").open() as file:
        return {line["name"]: line["state"] for line in csv.DictReader(file)}


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_two_nights_and_a_final(tmp_path: Path) -> None:
    course, env = small(tmp_path), program(tmp_path)
    for path in (course / "submissions").iterdir():
        if path.name not in SOME:
            shutil.rmtree(path)

    run("nightly.sh", course, env)
    assert states(course, "report") == {"house": "plays", "random": "plays", "built": "plays", "fragile": "plays"} | {
        "gus": "refused"
    }
    words = tomllib.loads((course / "words.toml").read_text())["tokens"]
    page = course / "report/me" / next(word for word, given in words.items() if given == "submissions/gus")
    assert "SyntaxError: invalid syntax" in (page / "index.html").read_text()

    classroom.hand_in_again(course / "submissions")
    run("nightly.sh", course, env)
    assert states(course, "report")["gus"] == "plays"
    text = (page / "index.html").read_text()
    assert "refused: does not start" in text, "her first try is in the list of versions"
    assert "SyntaxError: invalid syntax</pre>" not in text

    [commands] = re.findall(r"## The final.*?```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in commands.splitlines():
        name, *rest = shlex.split(line, comments=True)
        assert name == "arena"
        arena(*rest, cwd=course, trust=False)
    assert states(course, "final")["gus"] == "plays"
    assert [*(course / "final/me").glob("*/G*.html")], "the season is closed, so lost games have replays"


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_a_term_of_nineteen_needs_no_script_of_the_teacher_s(tmp_path: Path) -> None:
    course, env = small(tmp_path), program(tmp_path)
    raw = course / "raw"
    (course / "submissions").rename(raw)
    ladder = course / "class.toml"
    ladder.write_text('roster = "roster.toml"\n' + ladder.read_text())
    people = "".join(
        f'[people.{name}]\nid = "{100 + at}"\npseudonym = "bird-{at}"\n'
        for at, name in enumerate(sorted(path.name for path in raw.iterdir()))
    )
    (course / "roster.toml").write_text(f"due = 2020-01-01\n{people}")

    def collected() -> dict[str, str]:
        (course / "download.zip").write_bytes(classroom.download(raw))
        out, _ = arena("collect", "download.zip", "--into", "submissions", cwd=course, status=os.EX_DATAERR)
        return {line.partition(":")[0].partition(" (")[0]: line.partition(": ")[2] for line in out.splitlines()}

    first = collected()
    assert len(first) == 19
    assert {who for who, said in first.items() if said.startswith("refused")} == {"mia", "Quin", "Rex", "Sam"}
    run("nightly.sh", course, env)
    before = lines(course)
    assert before["ann"]["state"] == "plays"
    assert before["ann"]["late"] > 0
    assert before["gus"]["state"] == "refused"
    page = (course / "report/index.html").read_text()
    assert not any(name in page for name in ("Ned", "山田", "Олег", "submissions"))

    classroom.hand_in_again(raw)
    (raw / "kim/bot.py").write_text("import nothing_of_that_name\n")
    again = collected()
    assert {who for who, said in again.items() if said.startswith("another version")} == {"ann", "eve", "gus", "kim"}
    assert again["bob"].startswith("unchanged")
    run("nightly.sh", course, env)
    after = lines(course)
    assert after["gus"]["state"] == "plays"
    assert after["kim"]["state"] == "refused"
    assert [after["kim"][head] for head in ("id", "marks")] == [before["kim"][head] for head in ("id", "marks")]
    assert after["kim"]["ladder"]["games"] >= before["kim"]["ladder"]["games"] > 0
    assert {line.split(",")[2] for line in (course / "report/class-moodle.csv").read_text().splitlines()[1:]} == {
        *people_of(course)
    }


def lines(course: Path) -> dict[str, dict[str, Any]]:
    """What the staff know of each submission, by its folder."""
    bots = json.loads((course / "report/class.json").read_text())["bots"]
    return {Path(bot["given"]).name: bot for bot in bots}


def people_of(course: Path) -> list[str]:
    return [*tomllib.loads((course / "roster.toml").read_text())["people"]]


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_the_script_writes_the_marks_of_all_submissions(tmp_path: Path) -> None:
    course, env = small(tmp_path), program(tmp_path)
    graded = ("cyd", "kim")
    for path in (course / "submissions").iterdir():
        if path.name not in graded:
            shutil.rmtree(path)
    told = run("grade-all.sh", course, env)
    with (course / "grades.csv").open() as file:
        points = {line["submission"]: float(line["points"]) for line in csv.DictReader(file)}
    assert points.keys() == {f"submissions/{name}" for name in graded}, told
    assert 40 <= points["submissions/cyd"] < 100, "it plays legally, and is no match for the field"


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_the_twelve_get_what_they_deserve(tmp_path: Path) -> None:
    course, env = small(tmp_path), program(tmp_path)
    told = run("nightly.sh", course, env)
    found = states(course, "report")

    copies = r"submissions/ann \(since \S+\), submissions/bob \(since \S+\): .*, as in sample:python/counter"
    assert re.search(copies, told)
    assert "submissions/ann" not in (course / "report/index.html").read_text()
    assert {name for name, state in found.items() if state == "refused"} == {"dan", "eve", "gus", "mia"}
    assert {"owl-ann", "owl-bob", "built", "chatty", "messy"} <= {
        name for name, state in found.items() if state == "plays"
    }


def test_the_ladder_of_the_page_is_accepted(tmp_path: Path) -> None:
    found = read_ladder(written("docs/courses.md", tmp_path) / "class.toml", GAMES)

    assert found.marks["house"] == MarkSection(not_worse=40, better=20, elo=100)
    assert f"minus `elo` ({found.marks['random'].elo:g} if" in PAGE


def test_the_page_tells_of_every_column() -> None:
    listed = re.search(r"`(rank, ranks,.*?)`", PAGE, re.DOTALL)
    assert listed is not None
    assert listed[1].replace("\n", " ").split(", ") == [*COLUMNS]


def test_the_units_run_the_script_every_night() -> None:
    units = {}
    for name in ("service", "timer"):
        units[name] = configparser.RawConfigParser()
        units[name].read(EXAMPLES / f"arena-class.{name}")

    assert Path(units["service"]["Service"]["ExecStart"]).name == "nightly.sh"
    assert units["timer"]["Timer"]["OnCalendar"].startswith("*-*-* ")
    assert units["timer"]["Install"]["WantedBy"] == "timers.target"


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_the_steps_of_the_workflow_play_and_report(tmp_path: Path) -> None:
    steps = workflow("course.yml")["jobs"]["course"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    commands = [shlex.split(text) for text in runs if text.startswith("arena ")]
    (tmp_path / "submissions").mkdir()
    (tmp_path / "submissions/zoe.sh").write_text(classroom.SHELL)
    (tmp_path / "class.toml").write_text(classroom.CLASS.format(name="class", sets=1))
    for _, *words in commands:
        arena(*words, *(["-j", "1"] if words[0] == "run" else []), cwd=tmp_path)

    assert [words[1] for words in commands] == ["run", "season", "report"]
    assert [*(tmp_path / "report/author").rglob("G*.html")]
