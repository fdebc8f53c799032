"""A class of twelve: submissions of mixed quality, for the recipe of docs/courses.md.

`python -m tests.classroom DIR` writes the folder of the course; with `--play`, it does what a teacher does: a night, a
report, what is handed in again, another night, and the final.
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import click

from arena.bots.samples import find_sample
from tests.commands import ROOT

CLASS = """
name = "Card games, autumn"
about = "The bots of section 3."
sets = {sets}
results = "class.db"

[[games]]
game = "kaiser"
options = {{ max_deals = 2 }}

[clock]
move_ms = 300

[[bots]]
folder = "submissions"

[[bots]]
bot = "sample:greedy"
name = "house"
[[bots]]
bot = "sample:random"
name = "random"

[anchors]
random = 0

[marks.random]
not_worse = 20
better = 20
elo = 200
[marks.house]
not_worse = 40
better = 20
elo = 200
"""
FINAL = """
name = "The final"
sets = {sets}
schedule = {{ kind = "knock-out", seeding = "from class.toml", third_place = true }}

[[games]]
game = "kaiser"
options = {{ max_deals = 2 }}

[clock]
move_ms = 300

[[bots]]
folder = "submissions"
"""
STAFF = """
name = "Project 2"
seed = "what only the staff of this course know"
sets = 2
total = 100

[[games]]
game = "kaiser"
options = { max_deals = 2 }

[clock]
move_ms = 300

[test]
elo = 400
max_sets = 12

[[bots]]
bot = "sample:greedy"
name = "easy"
not_worse = 40
better = 20
"""
PYTHON = """
import sys
print("bot {name} 1", flush=True)
asked = 0
for line in sys.stdin:
    words = line.split()
    if words[0] == "ask":
        asked += 1
        {act}
        print(words[{word}], flush=True)
    elif words[0] == "bye":
        break
"""
SHELL = """#!/bin/sh
echo "bot shell 1"
while read -r verb seat kind words; do
  if [ "$verb" = ask ]; then echo "${words##* }"; fi
done
"""
ACTS = {
    "hal": ("slow", "import time; time.sleep(1.0 if asked % 40 == 0 else 0.0)"),
    "ida": ("chatty", 'sys.stderr.write("\\x1b[31mI hold\\x1b[0m <b>" + line + "</b>" * 20 + "\\n")'),
    "jon": ("silent", "import time; time.sleep(3600)"),
    "kim": ("fragile", "assert asked % 50, 'I did not think of this: <script>alert(1)</script>'"),
    "leo": ("messy", "open(f'/tmp/{asked}', 'w').write('x' * 1000); __import__('os').system('sleep 600 &')"),
}
"""Who writes plain Python: what their bots are called, and what they do at every question."""
HUGE = 70 * 1024 * 1024


def hand_in(folder: Path) -> None:
    """Write the twelve submissions.

    Args:
        folder: the folder of submissions; it is made.
    """
    for name in ("ann", "bob"):  # the same name twice, and the second is a copy of the first
        shutil.copytree(find_sample("sample:counter"), folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        _manifest(folder / name, 'command = ["python3", "bot.py"]\nlibrary = true\nname = "owl"\nversion = "1"', name)
    _write(folder / "cyd/part1", SHELL.partition("while")[0])  # needs a build
    _write(folder / "cyd/part2", "while" + SHELL.partition("while")[2])
    build = '["sh", "-c", "cat part1 part2 > bot.sh"]'
    _manifest(folder / "cyd", f'command = ["sh", "bot.sh"]\nbuild = {build}\nname = "built"', "cyd")
    _write(folder / "dan/bot.py", "import pandas\n" + PYTHON.format(name="array", act="pass", word=-1))  # not there
    _manifest(folder / "dan", 'command = ["python3", "bot.py"]\nname = "array"', "dan")
    _write(folder / "eve/bot.py", PYTHON.format(name="eve", act="pass", word=-1))  # no manifest
    _write(folder / "gus/bot.py", PYTHON.format(name="gus", act="if", word=-1))  # broken
    _manifest(folder / "gus", 'command = ["python3", "bot.py"]\nversion = "1"', "gus")
    for name, (called, act) in ACTS.items():
        _write(folder / name / "bot.py", PYTHON.format(name=called, act=act, word=-1))
        _manifest(folder / name, f'command = ["python3", "bot.py"]\nname = "{called}"', name)
    _write(folder / "mia/bot.sh", SHELL)  # huge
    with (folder / "mia/model.bin").open("wb") as file:
        file.truncate(HUGE)
    _manifest(folder / "mia", 'command = ["sh", "bot.sh"]', "mia")


def download(folder: Path) -> bytes:
    """Return nineteen submissions as Moodle gives them: the twelve, and seven as students really pack them.

    Args:
        folder: the twelve, each of which is handed in as a zip.
    """
    found: dict[str, bytes] = {}
    for number, path in enumerate(sorted(folder.iterdir()), start=100):
        files = {f"{path.name}/{one.relative_to(path)}": one for one in path.rglob("*") if one.is_file()}
        small = {name: one.read_bytes() if one.stat().st_size < HUGE else b"x" * HUGE for name, one in files.items()}
        found[f"{path.name}_{number}_assignsubmission_file_/bot.zip"] = _zip(small)
    bot = PYTHON.format(name="raw", act="pass", word=-1).encode()
    code = {"cell_type": "code", "source": ["%matplotlib inline\n", bot.decode()]}
    raw = {
        "Ned Novak_201": ("bot.py", bot),
        "山田 太郎_202": ("bot.ipynb", json.dumps({"cells": [code]}).encode()),
        "Олег_203": ("Oleg.zip", _zip({"a/b/bot.py": bot, "__MACOSX/a/._b": b"", "a/b/.DS_Store": b""})),
        "Pia_204": ("Pia.zip", _zip({"pia\\bot.toml": b'command = ["python3", "bot.py"]', "pia\\bot.py": bot})),
        "Quin_205": ("bomb.zip", _zip({"bot.py": b"\0" * (2 * HUGE)})),
        "Rex_206": ("up.zip", _zip({"../../rex.py": bot})),
        "Sam_207": ("sam.7z", b"7z\xbc\xaf\x27\x1c"),
    }
    found |= {f"{who}_assignsubmission_file_/{name}": data for who, (name, data) in raw.items()}
    return _zip(found)


def _zip(files: Mapping[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def hand_in_again(folder: Path) -> None:
    """Mend what was refused, and hand in a second version of what was not: of those that are there."""
    again = {
        "ann": ('library = true\nname = "owl"\nversion = "2"', None),
        "eve": ('name = "late"', None),
        "gus": ('version = "2"', PYTHON.format(name="gus", act="pass", word="min(4, len(words) - 1)")),
        "mia": ('version = "2"', PYTHON.format(name="mia", act="pass", word=-1)),
    }
    for name, (lines, text) in again.items():
        if (folder / name).is_dir():
            (folder / name / "model.bin").unlink(missing_ok=True)
            _manifest(folder / name, f'command = ["python3", "bot.py"]\n{lines}', name)
            if text:
                _write(folder / name / "bot.py", text)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _manifest(folder: Path, lines: str, author: str) -> None:
    """Write a bot.toml, with an author."""
    _write(folder / "bot.toml", f'{lines}\nauthor = "{author.capitalize()} <{author}@example.org>"\n')


def course(folder: Path, sets: int, final: int) -> None:
    """Write the folder of a course.

    Args:
        folder: where; it is made.
        sets: the sets of a night.
        final: the sets of the final.
    """
    hand_in(folder / "submissions")
    (folder / "class.toml").write_text(CLASS.format(sets=sets))
    (folder / "final.toml").write_text(FINAL.format(sets=final))
    (folder / "staff.toml").write_text(STAFF)


def play(folder: Path) -> None:
    """Do what the teacher of docs/courses.md does, and show what is printed."""

    def do(*words: str) -> None:
        click.echo(f"$ arena {' '.join(words)}")
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run([sys.executable, "-m", "arena.cli", *words], cwd=folder, env=env, check=False)
        click.echo(f"exit status {done.returncode}\n")

    do("run", "class.toml")
    do("report", "class.toml", "--out", "first")
    hand_in_again(folder / "submissions")
    do("run", "class.toml")
    do("season", "close", "class.toml")
    do("report", "class.toml", "--out", "report", "--private", "words.toml")
    do("report", "class.toml", "--out", "all", "--superseded")
    for name in sorted(path.name for path in (folder / "submissions").iterdir()):
        do("grade", f"submissions/{name}", "--against", "staff.toml", "--format", "csv", "--out", f"grade-{name}.csv")
    do("run", "final.toml")
    do("season", "close", "final.toml")
    do("report", "final.toml", "--out", "final")


if __name__ == "__main__":
    place, *more = sys.argv[1:]
    course(Path(place), sets=6, final=10)
    if "--play" in more:
        play(Path(place))
