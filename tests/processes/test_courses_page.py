"""docs/courses.md is true: the recipe for a class, from the first night to the final, with its scripts and units."""

from __future__ import annotations

import configparser
import csv
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest

from arena.games.catalogue import GAMES
from arena.settings.ladder import read_ladder
from arena.settings.sections import MarkSection
from arena.store import Store
from arena.web.class_table import COLUMNS
from tests import classroom
from tests.commands import ROOT, arena
from tests.pages import workflow, written

PAGE = (ROOT / "docs/courses.md").read_text()
EXAMPLES = ROOT / "docs/examples/course"
SOME = ("cyd", "gus", "kim")
"""Who of the twelve is in the class of the quick test: a build, a bot that does not start, one that crashes."""

NAMESAKES = ("ann", "bob")
"""Who calls her bot as the other one does, and has no pseudonym."""
FOUR, TWO = 'game = "kaiser"', 'game = "five-hundred:two-player-short"'
ONE_OPPONENT = 'schedule = {kind = "gauntlet", new = ["house"]}'


def small(folder: Path) -> Path:
    """Write a course with short nights: games for two, as a game starts every bot in it, against the house only."""
    course = folder / "course"
    classroom.course(course, sets=1, final=1)
    for name in ("class.toml", "final.toml", "staff.toml"):
        text = (course / name).read_text()
        assert FOUR in text
        meet = f"{ONE_OPPONENT}\n" if name == "class.toml" else ""
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

    the_final(course)
    assert states(course, "final")["gus"] == "plays"
    assert [*(course / "final/me").glob("*/G*.html")], "the season is closed, so lost games have replays"


def the_final(course: Path) -> None:
    """Say the first commands of the section about the final."""
    [commands] = re.findall(r"## The final.*?```sh\n(.*?)```", PAGE, re.DOTALL)
    for line in commands.splitlines():
        name, *rest = shlex.split(line, comments=True)
        assert name == "arena"
        arena(*rest, cwd=course, trust=False)


class Term:
    """A term of nineteen, from raw submissions: what a teacher does with the commands of the page."""

    def __init__(self, folder: Path) -> None:
        self.course, self.env = small(folder), program(folder)
        self.raw = self.course / "raw"
        (self.course / "submissions").rename(self.raw)
        ladder = self.course / "class.toml"
        ladder.write_text(f'roster = "roster.toml"\n{ladder.read_text()}\n[probation]\nfirst = 2\n')
        people = "".join(
            f'[people.{name}]\nid = "{100 + at}"\n' + ("" if name in NAMESAKES else f'pseudonym = "bird-{at}"\n')
            for at, name in enumerate(sorted(path.name for path in self.raw.iterdir()))
        )
        late = people.replace("[people.eve]\n", "[people.eve]\ndue = 2020-01-01\n")
        (self.course / "roster.toml").write_text(f"due = 2099-01-01\n{late}")

    def collect(self) -> dict[str, str]:
        """Take in what was handed in; return what is said of each."""
        (self.course / "download.zip").write_bytes(classroom.download(self.raw))
        out, _ = arena("collect", "download.zip", "--into", "submissions", cwd=self.course, status=os.EX_DATAERR)
        return {line.partition(":")[0].partition(" (")[0]: line.partition(": ")[2] for line in out.splitlines()}

    def night(self) -> dict[str, dict[str, Any]]:
        """Play a night; return what the staff know of each submission, by its folder."""
        run("nightly.sh", self.course, self.env)
        return lines(self.course)

    def reboot(self) -> int:
        """Begin a night that ends with the machine; return how many games were stored."""
        process = subprocess.Popen(
            ["arena", "run", "class.toml"], cwd=self.course, env=self.env, start_new_session=True
        )
        before = games_of(self.course / "class.db")
        while games_of(self.course / "class.db") < before + 3:
            assert process.poll() is None
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return games_of(self.course / "class.db")

    def page(self, given: str) -> str:
        """Return the page of somebody."""
        words: dict[str, str] = tomllib.loads((self.course / "words.toml").read_text())["tokens"]
        word = next(word for word, place in words.items() if place == f"submissions/{given}")
        return (self.course / "report/me" / word / "index.html").read_text()


def games_of(results: Path) -> int:
    with Store.open(results, writing=False) as store:
        return store.played()


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_a_term_of_nineteen_needs_no_script_of_the_teacher_s(tmp_path: Path) -> None:
    term = Term(tmp_path)
    course = term.course
    first = term.collect()
    assert len(first) == 19
    assert {who for who, said in first.items() if said.startswith("refused")} == {"mia", "Quin", "Rex", "Sam"}
    one = term.night()
    assert one["ann"]["state"] == "plays"
    assert one["gus"]["state"] == "refused"
    assert [one[name]["name"].partition("-")[0] for name in NAMESAKES] == ["owl", "owl"]
    assert one["ann"]["name"] != one["bob"]["name"]
    page = (course / "report/index.html").read_text()
    assert not any(name in page for name in ("Ned", "山田", "Олег", "submissions"))

    classroom.hand_in_again(term.raw)  # good ones, a late one, and a bad one
    (term.raw / "kim/bot.py").write_text("import nothing_of_that_name\n")
    again = term.collect()
    assert {who for who, said in again.items() if said.startswith("another version")} == {"ann", "eve", "gus", "kim"}
    assert again["bob"].startswith("unchanged")
    two = term.night()
    assert two["gus"]["state"] == "plays"
    assert (two["eve"]["late"] > 0, two["ann"]["late"]) == (True, 0)
    assert [two[name]["name"] for name in NAMESAKES] == [one[name]["name"] for name in NAMESAKES]
    assert two["kim"]["state"] == "refused"
    assert [two["kim"][head] for head in ("id", "marks")] == [one["kim"][head] for head in ("id", "marks")]
    assert two["kim"]["ladder"]["games"] >= one["kim"]["ladder"]["games"] > 0

    arena("rerun", "class.toml", two["cyd"]["name"], "--why", "the disk was full", cwd=course)
    assert two["jon"]["benched"]
    arena("pardon", "class.toml", two["jon"]["name"], "--why", "the clock was wrong", cwd=course)
    (course / "class.toml").write_text((course / "class.toml").read_text().replace("sets = 1", "sets = 2"))
    stored = term.reboot()
    three = term.night()
    assert games_of(course / "class.db") > stored
    assert {bot["ladder"]["games"] for name, bot in three.items() if name in {"ann", "bob", "cyd", "eve", "gus"}} == {4}
    assert "the disk was full" in term.page("cyd")
    assert "the disk was full" not in term.page("ann")
    assert {line.split(",")[2] for line in (course / "report/class-moodle.csv").read_text().splitlines()[1:]} == {
        *people_of(course)
    }

    (course / "final.toml").write_text('roster = "roster.toml"\n' + (course / "final.toml").read_text())
    the_final(course)
    page = (course / "final/index.html").read_text()
    assert " has won the knock-out." in page
    assert page.index("semi-finals") < page.index(">final<")
    assert "third place" in page
    assert "house" not in page
    assert not any(name in page for name in ("Ned", "山田", "Олег", "submissions"))
    seeds = json.loads(arena("ladder", "final.toml", "--format", "json", cwd=course)[0])["rounds"][0]["seeds"]
    ranks = {bot["name"]: bot["ladder"]["rank"] for bot in three.values() if bot["ladder"] and bot["ladder"]["rank"]}
    on_ladder = [ranks[name] for name in seeds if name in ranks]
    assert on_ladder == sorted(on_ladder)
    assert {three[name]["name"] for name in (*NAMESAKES, "gus", "eve", "kim")} <= {*seeds}


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

    def points() -> dict[str, float]:
        told = run("grade-all.sh", course, env)
        with (course / "grades.csv").open() as file:
            found = {line["submission"]: float(line["points"]) for line in csv.DictReader(file)}
        assert found.keys() == {f"submissions/{path.name}" for path in (course / "submissions").iterdir()}, told
        return found

    assert 40 <= points()["submissions/cyd"] < 100, "it plays legally, and is no match for the field"
    shutil.rmtree(course / "submissions/cyd")
    (course / "submissions/kim/bot.py").write_text("")
    assert points() == {"submissions/kim": 10}, "what was handed in again is graded anew, and who is gone has no line"


@pytest.mark.thorough
@pytest.mark.needs("bubblewrap")
def test_the_twelve_get_what_they_deserve(tmp_path: Path) -> None:
    course, env = small(tmp_path), program(tmp_path)
    told = run("nightly.sh", course, env)
    found = states(course, "report")

    for name in ("ann", "bob"):
        assert re.search(rf"  sample:python/counter and submissions/{name} \(since \S+\): 100 % of the shorter", told)
    assert "submissions/ann" not in (course / "report/index.html").read_text()
    assert {name for name, state in found.items() if state == "refused"} == {"dan", "eve", "gus", "mia"}
    assert {"owl-ann", "owl-bob", "built", "chatty", "messy"} <= {
        name for name, state in found.items() if state == "plays"
    }


def test_the_ladder_of_the_page_is_accepted(tmp_path: Path) -> None:
    folder = written("docs/courses.md", tmp_path)
    found, final = (read_ladder(folder / name, GAMES) for name in ("class.toml", "final.toml"))

    assert final.schedule.seeded_from == "class.toml"
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
    assert units["service"]["Service"]["KillMode"] == "mixed", "as for a league, below"
    assert units["timer"]["Timer"]["OnCalendar"].startswith("*-*-* ")
    assert units["timer"]["Install"]["WantedBy"] == "timers.target"


def test_a_league_that_is_stopped_is_asked_alone_so_that_no_bot_pays_for_it() -> None:
    """Systemd sent Ctrl-C to the bots, too: running games were void, and trusted bots had a CRASH for it."""
    unit = configparser.RawConfigParser()
    unit.read(EXAMPLES / "arena-league.service")

    assert (unit["Service"]["KillSignal"], unit["Service"]["KillMode"]) == ("SIGINT", "mixed")


@pytest.mark.slow
@pytest.mark.needs("bubblewrap")
def test_the_steps_of_the_workflow_play_and_report(tmp_path: Path) -> None:
    steps = workflow("course.yml")["jobs"]["course"]["steps"]
    runs = [step["run"] for step in steps if "run" in step]
    commands = [shlex.split(text) for text in runs if text.startswith("arena ")]
    (tmp_path / "submissions").mkdir()
    (tmp_path / "submissions/zoe.sh").write_text(classroom.SHELL)
    (tmp_path / "class.toml").write_text(classroom.CLASS.format(sets=1))
    for _, *words in commands:
        arena(*words, *(["-j", "1"] if words[0] == "run" else []), cwd=tmp_path)

    assert [words[1] for words in commands] == ["run", "season", "report"]
    assert [*(tmp_path / "report/author").rglob("G*.html")]
