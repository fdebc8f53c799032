"""Ladders of every kind of schedule with real bots: stopped or not, in one room or in several, they play the same."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands import ROOT, arena

FAKEBOT = Path(__file__).with_name("fakebot.py")
pytestmark = pytest.mark.slow

SWITCHES = ("none 0", "exit 9", "exit 6", "illegal 7", "none 0")
BOTS = "".join(
    f"[[bots]]\nbot = '{sys.executable} {FAKEBOT} {switch}'\nname = \"bot{i}\"\n" for i, switch in enumerate(SWITCHES)
)
LADDER = """
seed = "schedules"
reproducible = true
sets = 1
games = [{{ game = "scotch-whist:two", options = {{ target = 11 }} }}]
schedule = {schedule}
probation = false
"""
SCHEDULES = {
    "gauntlet": '{ kind = "gauntlet", new = ["bot1"] }',
    "swiss": '{ kind = "swiss", rounds = 3 }',
    "knock-out": '{ kind = "knock-out", seeds = ["bot3"], third_place = true }',
    "adaptive": '{ kind = "adaptive", total = 12 }',
}
ONCE = {"swiss"}
"""A schedule whose rounds follow from earlier results, and which breaks off in the middle of one."""
ROOMS = {"adaptive": "3"}
"""In how many rooms a run goes on: in more than before, or else in one."""


def ladder(folder: Path, schedule: str) -> Path:
    path = folder / "ladder.toml"
    path.write_text(LADDER.format(schedule=schedule) + BOTS)
    return path


def start(*words: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "arena.cli", *words, "--trust-bots"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)


def results(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path.with_suffix(".db"))) as db, db:
        return list(db.execute("SELECT id, places FROM results JOIN games ON games.number = game ORDER BY id"))


def count(path: Path) -> int:
    try:
        return len(results(path))
    except sqlite3.OperationalError:  # not there yet, or its tables are being made
        return 0


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=() if kind in ONCE else pytest.mark.thorough) for kind in SCHEDULES]
)
def test_a_run_that_is_killed_and_goes_on_in_other_rooms_plays_the_same_games(kind: str, tmp_path: Path) -> None:
    (tmp_path / "whole").mkdir()
    (tmp_path / "broken").mkdir()
    whole, broken = (ladder(tmp_path / name, SCHEDULES[kind]) for name in ("whole", "broken"))
    arena("run", str(whole), "-j", "1")
    expected = results(whole)

    running = start("run", str(broken), "-j", "2")
    while count(broken) < 3 and running.poll() is None:
        time.sleep(0.005)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    stopped_at = count(broken)
    out, err = arena("run", str(broken), "-j", ROOMS.get(kind, "1"))

    assert 0 < stopped_at < len(expected)
    assert results(broken) == expected
    assert "games are there already" in err
    assert arena("run", str(broken))[1].startswith(f"{len(expected)} of {len(expected)} games are there already")
    assert ("scotch-whist:two target=11: " + kind in out) == (kind in {"swiss", "knock-out"})


@pytest.mark.thorough
def test_rounds_are_shown_again_in_every_format(tmp_path: Path) -> None:
    path = ladder(tmp_path, SCHEDULES["knock-out"])
    out, _ = arena("run", str(path))
    db = str(path.with_suffix(".db"))
    data = json.loads(arena("ladder", str(path), "--format", "json")[0])
    [rounds] = data["rounds"]

    assert "├" in out and "├" in arena("ladder", db)[0]
    assert "| round | match | points | sets | winner |" in arena("ladder", db, "--format", "markdown")[0]
    assert rounds["schedule"] == "knock-out"
    assert rounds["seeds"] == ["bot3", "bot0", "bot1", "bot2", "bot4"]
    assert [each["title"] for each in rounds["rounds"]] == ["quarter-finals", "semi-finals", "third place", "final"]
    assert arena("ladder", db, "--format", "csv")[0].count("\n") == 6


@pytest.mark.thorough
def test_another_schedule_goes_on_with_what_is_there(tmp_path: Path) -> None:
    path = ladder(tmp_path, SCHEDULES["swiss"])
    arena("run", str(path))
    before = results(path)
    out, err = arena("run", str(ladder(tmp_path, '"round-robin"')))

    assert set(before) < set(results(path))
    assert "of 20 games are there already" in err
    assert "swiss" not in out


def test_bots_that_are_not_there_are_named(tmp_path: Path) -> None:
    path = ladder(tmp_path, '{ kind = "knock-out", seeds = ["bot3", "bott4", "nobody"] }')
    _, err = arena("run", str(path), status=78)

    assert f"{path}: schedule.seeds[1]: there is no bot 'bott4'; did you mean 'bot4'?" in err
    assert f"{path}: schedule.seeds[2]: there is no bot 'nobody'" in err
    assert not path.with_suffix(".db").exists()


def test_a_swiss_that_is_stopped_shows_how_far_it_is(tmp_path: Path) -> None:
    path = ladder(tmp_path, SCHEDULES["swiss"])
    running = start("run", str(path), "-j", "1")
    while count(path) < 2 and running.poll() is None:
        time.sleep(0.005)
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)

    assert running.returncode == 128 + signal.SIGINT
    assert "Go on with: arena run" in err
    assert "scotch-whist:two target=11: swiss" in out
    assert "round 1" in out and "round 3" not in out
