"""What a killed process leaves is removed by the next one, and nothing else is."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.bots.removal import temporary
from arena.sandbox import Sandbox, run
from arena.sandbox.guardian import IN_USE
from tests.commands import ROOT

PREFIX = "arena-trial-"
HOLDS = """
import sys
from pathlib import Path
from arena.bots.removal import temporary
from arena.sandbox import Sandbox, run
run.SHARED = Path(sys.argv[1])
with temporary("arena-trial-", run.SHARED) as folder, Sandbox("basic", guarded=False) as sandbox:
    (folder / "file").write_text("x")
    print(folder, sandbox._folder, flush=True)
    sys.stdin.read()
"""


def holder(within: Path) -> tuple[subprocess.Popen[str], list[Path]]:
    """A process that holds a temporary folder and that of a sandbox, and these folders."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(within)], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, [Path(word) for word in process.stdout.readline().split()]


@pytest.mark.slow
def test_folders_of_killed_processes_are_removed_and_those_of_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "SHARED", tmp_path)
    dead, left = holder(tmp_path)
    alive, kept = holder(tmp_path)
    (tmp_path / f"{PREFIX}of-somebody").mkdir()
    dead.send_signal(signal.SIGKILL)
    dead.communicate()
    assert all(folder.exists() for folder in left)

    with temporary(PREFIX, tmp_path) as own, Sandbox("basic", guarded=False):
        assert own.exists()
        assert not any(folder.exists() for folder in left)
        assert all(folder.exists() for folder in kept)
    alive.communicate()

    assert [path.name for path in tmp_path.iterdir()] == [f"{PREFIX}of-somebody"]


def test_what_is_no_mark_of_ours_is_left_alone(tmp_path: Path) -> None:
    for name in ("link", "pipe", "folder"):
        (tmp_path / f"{PREFIX}{name}").mkdir()
    (tmp_path / f"{PREFIX}link{IN_USE}").symlink_to(tmp_path / f"{PREFIX}folder")
    (tmp_path / f"{PREFIX}folder{IN_USE}").mkdir()
    before = {path.name for path in tmp_path.iterdir()}
    with temporary(PREFIX, tmp_path):
        pass

    assert {path.name for path in tmp_path.iterdir()} == before
