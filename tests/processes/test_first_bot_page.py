"""docs/first-bot.md is true: its commands are run and its files written, in their order."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from arena.games.catalogue import GAMES
from arena.kit.check import Case, Topic
from arena.kit.folders import languages
from arena.kit.moments import moments
from arena.kit.report import explained
from arena.kit.traffic import finding
from arena.kit.trials import USUAL
from arena.protocol import LINE, BotFault, write_line
from arena.table.choice import messages

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/first-bot.md").read_text()
BLOCK = re.compile(
    r"(?:<!-- (?P<what>file|into|wrong): (?P<name>.+?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)```\n", re.DOTALL
)
SHORT = {"arena match kaiser . sample:random": " -o max_deals=3"}
"""What is added where two weak bots play: they need a hundred deals for a game."""
pytestmark = pytest.mark.slow


class Reader:
    """Somebody who does what the page says.

    Args:
        folder: the current folder; `cd` changes it.
        programs: a folder with the program `arena`.
    """

    def __init__(self, folder: Path, programs: Path) -> None:
        self.folder = folder
        self._env = os.environ | {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT),
            "XDG_CACHE_HOME": str(programs / "cache"),
        }
        self.said: list[str] = []

    def run(self, command: str, status: int = 0) -> str:
        if command.startswith("cd "):
            self.folder /= command.removeprefix("cd ")
            return ""
        done = subprocess.run(
            command, shell=True, cwd=self.folder, env=self._env, capture_output=True, text=True, check=False
        )
        assert done.returncode == status, f"{command}\n{done.stdout}{done.stderr}"
        self.said.append(done.stdout)
        return done.stdout

    def insert(self, name: str, text: str) -> None:
        """Put a test above the last two lines of a file."""
        *before, condition, last = (self.folder / name).read_text().splitlines()
        assert condition.startswith("if __name__")
        lines = (*"\n".join(before).rstrip().splitlines(), "", *text.splitlines(), "", "", condition, last, "")
        (self.folder / name).write_text("\n".join(lines))


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "arena").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m arena.cli "$@"\n')
    (programs / "arena").chmod(0o755)
    return Reader(tmp_path, programs)


@pytest.mark.thorough
def test_every_command_and_every_file_of_the_page(reader: Reader) -> None:
    for block in BLOCK.finditer(PAGE):
        what, name, kind, text = block.group("what", "name", "kind", "text")
        if kind == "sh":
            for command in text.splitlines():
                reader.run(command + SHORT.get(command, ""))
        elif what == "file":
            (reader.folder / name).write_text(text)
        elif what == "into":
            reader.insert(name, text)
        elif what == "wrong":
            (reader.folder / "choose.py").write_text(f"def choose(t):\n    {name}\n")
            assert text in reader.run("arena check .", status=65)

    said = "".join(reader.said)
    assert said.count("none failed") == 2
    assert said.count("games with a fault 0") == 3
    [before, after, sensible] = re.findall(r"^ +(\d) +\S+ +owl .*?(\d+)-(\d+)-(\d+)", said, re.MULTILINE)
    assert int(before[1]) > 20
    assert int(after[1]) >= 0.9 * 40
    assert sensible[0] == "2"


def test_the_explained_fault_of_the_page_is_what_a_check_prints() -> None:
    """Without a process, since the test above is not part of every run."""
    asked = ((study, study.position.ask) for study in moments(GAMES["kaiser"], ["standard"]))
    [(study, ask)] = ((study, ask) for study, ask in asked if ask is not None and ask.kind == "bid")
    fault = BotFault("ILLEGAL", f"PASS is not one of: {' '.join(ask.legal)}")
    sent = "arena 1 line msgpack\n" + "".join(map(write_line, messages(study, USUAL)))
    found = finding(fault).with_traffic(LINE, sent.encode(), b"PASS\n", b"")
    [shown] = (block["text"] for block in BLOCK.finditer(PAGE) if block["what"] == "wrong")

    assert f"{explained(Case(Topic('bid', game='kaiser'), finding=found))}\n" == shown


def test_the_lines_of_the_page_are_those_of_the_test_that_every_language_has() -> None:
    shown = re.search(r"```\nshow hand 2 .*?```", PAGE, re.DOTALL)
    assert shown is not None
    [text] = (file.read_text() for file in languages()["perl"].files() if file.name == "test_choose.pl")
    for line in shown[0].splitlines()[1:-2]:
        assert line in text
