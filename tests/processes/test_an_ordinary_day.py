"""What an ordinary user does in a day, without root, from a copy of the arena that she can only read."""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest

from tests.commands import ROOT

pytestmark = [pytest.mark.thorough, pytest.mark.needs("bubblewrap", "python3")]
SOMEBODY = 61190
LADDER = """
name = "day"
sets = 1
games = ["kaiser"]

[[bots]]
bot = "owl"

[[bots]]
bot = "sample:random"
"""
DAY = (
    ("new owl --language python", "owl"),
    ("check owl --game kaiser", "none failed"),
    ("match kaiser owl sample:random -n 2 --sandbox standard", "sandbox standard"),
    ("match kaiser owl sample:random -n 2 --sandbox basic", "sandbox basic"),
    ("run day.toml", "owl"),
    ("ladder day.toml", "owl"),
    ("record day.toml 1.1", "owl"),
    ("verify day.toml", "games"),
    ("site day.toml --out pages", "pages"),
    ("doctor --sandbox standard", "Everything held"),
)
"""Commands, each with something that it prints."""
PAGES = ("serve day.toml", "play kaiser")
"""Commands that print an address, with a page, until somebody ends them."""


class Somebody:
    """A user who is not root, with a home of her own."""

    def __init__(self, packages: Path, home: Path) -> None:
        self.home = home
        as_somebody = ["setpriv", f"--reuid={SOMEBODY}", f"--regid={SOMEBODY}", "--clear-groups", "/usr/bin/python3"]
        self._arena = [*(as_somebody if os.geteuid() == 0 else [sys.executable]), "-B", "-m", "arena.cli"]
        self._env = {"PYTHONPATH": str(packages), "PATH": "/usr/bin:/bin", "HOME": str(home), "LC_ALL": "C"}

    def starts(self, words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*self._arena, *words.split()],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.home,
            env=self._env,
        )


@pytest.fixture
def somebody() -> Iterator[Somebody]:
    with tempfile.TemporaryDirectory(dir="/var/tmp") as name:
        folder = Path(name)
        packages, home = folder / "packages", folder / "Ärger und Glück"
        folder.chmod(0o755)
        home.mkdir()
        for pin in re.findall(r"^\S+(?===)", (ROOT / "constraints.txt").read_text(), re.MULTILINE):
            found = distribution(pin)
            for file in found.files or ():
                if ".." not in file.parts and file.suffix != ".pyc":
                    to = packages / file
                    to.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(str(found.locate_file(file)), to)
        shutil.copytree(ROOT / "arena", packages / "arena", ignore=shutil.ignore_patterns("__pycache__"))
        for data in ("docs", "ladders", "protocol", "sample_bots"):
            shutil.copytree(ROOT / data, packages / "arena/data" / data, ignore=shutil.ignore_patterns("__pycache__"))
        (home / "day.toml").write_text(LADDER)
        if os.geteuid() == 0:
            os.chown(home, SOMEBODY, SOMEBODY)
        yield Somebody(packages, home)


def test_an_ordinary_users_day(somebody: Somebody) -> None:
    for words, said in DAY:
        done = somebody.starts(words)
        text, _ = done.communicate()
        assert done.returncode == 0, f"{words}: {text}"
        assert said in text, f"{words}: {text}"
        assert "Traceback" not in text
    assert "owl" in (somebody.home / "pages/index.html").read_text()
    for words in PAGES:
        server = somebody.starts(words)
        assert server.stdout is not None
        line = next(line for line in server.stdout if "http://" in line)
        address = re.search(r"http://\S+", line)
        assert address is not None
        with urllib.request.urlopen(address[0]) as page:
            assert b"<title>" in page.read()
        server.send_signal(signal.SIGINT)
        text, _ = server.communicate()
        assert "Traceback" not in text
