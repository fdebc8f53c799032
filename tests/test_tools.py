"""`make tools`: what is missing is installed, and then it is here."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import tools
from tests.tree import ROOT


@pytest.fixture
def lacking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the file that the only tool of this machine consists of; it is not here."""
    program = tmp_path / "bwrap"
    monkeypatch.setattr(tools, "TOOLS", {"bubblewrap": (str(program), "bubblewrap")})
    monkeypatch.setattr(tools, "TOOL_OF", {"bubblewrap": "bubblewrap"})
    monkeypatch.setattr(shutil, "which", lambda name, **_: f"/usr/bin/{name}")
    return program


def test_what_was_installed_is_found(lacking: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def installs(words: list[str], **_: Any) -> None:
        if words[-1] == "bubblewrap":
            lacking.touch()

    monkeypatch.setattr(subprocess, "run", installs)
    assert tools.missing(["bubblewrap"]) == ["bubblewrap"]
    assert tools.main() is None
    assert tools.missing(["bubblewrap"]) == []


def test_what_could_not_be_installed_is_named(lacking: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda words, **_: None)
    assert tools.main() == "Installed, and still not here: bubblewrap"

    def refuses(words: list[str], **_: Any) -> None:
        raise subprocess.CalledProcessError(100, words)

    monkeypatch.setattr(subprocess, "run", refuses)
    assert (tools.main() or "").endswith("As root: apt-get install bubblewrap")


def test_tests_hear_ctrl_c_where_a_shell_has_started_them_in_the_background() -> None:
    script = "import signal, tests.conftest; signal.raise_signal(signal.SIGINT)"
    found = subprocess.run(
        ["sh", "-c", 'trap "" INT; exec "$@"', "sh", sys.executable, "-c", script],
        check=False,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert found.stderr.endswith("KeyboardInterrupt\n")
