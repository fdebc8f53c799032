"""A class's ladder, as its teacher meets it."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.commands import ROOT, arena, process

pytestmark = pytest.mark.slow

CLASS = """
sets = 1
seed = "class"
reproducible = true
bots = ["submissions/*", "sample:random"]

[[games]]
game = "kaiser"
options = { max_deals = 2 }
"""
BOT = """#!/bin/sh
echo "bot shell 1"
while read -r verb seat kind word others; do
  if [ "$verb" = ask ]; then echo "$word"; fi
done
"""


@pytest.fixture
def course(tmp_path: Path) -> Path:
    submissions = tmp_path / "submissions"
    for child in ("ann", "ben"):
        (submissions / child).mkdir(parents=True)
        (submissions / child / "bot.toml").write_text('name = "same"\ncommand = ["sh", "bot.sh"]\nauthor = "A. B."\n')
        (submissions / child / "bot.sh").write_text(f"# {child}\n{BOT}")
    (submissions / "zoe.sh").write_text(BOT)
    (tmp_path / "class.toml").write_text(CLASS)
    return tmp_path


def spoil(course: Path) -> None:
    """Add submissions that cannot be used."""
    os.mkfifo(course / "submissions" / "pipe")
    broken = course / "submissions" / "\x1bbroken"
    broken.mkdir()
    (broken / "bot.toml").write_text('command = ["./bot"]\nbuild = ["sh", "-c", "echo bot.c:1: no; exit 1"]\n')
    dumb = course / "submissions" / "dumb"
    dumb.mkdir()
    (dumb / "bot.toml").write_text('command = ["sh", "-c", "echo no luck >&2; exit 3"]\n')


def lines(text: str) -> dict[str, list[str]]:
    """The table by the first word of its lines, without the columns' spaces."""
    return {words[0]: words[1:] for line in text.splitlines() if (words := line.split())}


@pytest.mark.needs("bubblewrap")
def test_the_teacher_sees_who_is_accepted_and_why_others_are_not(course: Path) -> None:
    spoil(course)
    out, _ = arena("bots", "class.toml", cwd=course, status=os.EX_DATAERR)
    table = lines(out)

    assert table["submissions/ann"] == ["same-ann", "A.", "B.", "accepted", "greets", "as", "shell", "1"]
    assert table["submissions/zoe.sh"] == ["zoe", "accepted", "greets", "as", "shell", "1"]
    assert " ".join(table["submissions/dumb"]).startswith("refused does not start: exit 3: no luck: ")
    assert " ".join(table["submissions/pipe"]) == "refused is a pipe, neither a file nor a folder: remove it"
    assert " ".join(table[r"submissions/\x1bbroken"]).startswith("refused the build")
    assert "\n  bot.c:1: no\n" in out
    assert out.endswith("4 accepted, 3 refused\n")


def test_a_folder_can_be_looked_at_without_a_ladder(course: Path) -> None:
    out, _ = arena("bots", "submissions", cwd=course)

    assert out.endswith("3 accepted\n")


def test_a_ladder_is_played_without_those_who_were_refused(course: Path) -> None:
    spoil(course)
    out, err = arena("run", "class.toml", cwd=course)

    assert "4 accepted, 3 refused" in err
    assert "Left out, without a game in this run: submissions/\\x1bbroken, submissions/dumb, submissions/pipe" in out
    assert "12 games of 6 deals" in out, "nobody meets a deal twice"
    assert all(f" {name} " in out for name in ("same-ann", "same-ben", "zoe", "random"))


@pytest.mark.thorough
def test_what_is_changed_or_removed_while_it_plays_changes_nothing(course: Path) -> None:
    """A21: the copy plays, and its digest is on record."""
    words = [sys.executable, "-m", "arena.cli", "run", "class.toml"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    (course / "class.toml").write_text(CLASS.replace("sets = 1", "sets = 2"))
    with subprocess.Popen(words, cwd=course, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()  # the title of the ladder: the bots are taken in
        shutil.rmtree(course / "submissions" / "ann")
        (course / "submissions" / "zoe.sh").write_text("#!/bin/sh\nexit 1\n")
        assert process.poll() is None
        process.communicate()
    assert process.returncode == 0
    with closing(sqlite3.connect(course / "class.db")) as db, db:
        digests = dict(db.execute("SELECT name, digest FROM entrants"))
        assert list(db.execute("SELECT count(*) FROM results WHERE faults = '[]'")) == [(24,)]
    db.close()
    assert digests.keys() == {"same-ann", "same-ben", "zoe", "random"}
    assert all(Path(os.environ["ARENA_STAGING"], digest, "files").is_dir() for digest in digests.values())


def test_a_place_for_copies_that_cannot_be_used_is_a_message(course: Path) -> None:
    _, err = process("run", "class.toml", status=os.EX_IOERR, cwd=course, ARENA_STAGING=str(course / "class.toml"))

    assert "ARENA_STAGING" in err
