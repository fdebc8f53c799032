"""What a system other than Linux does: bots play with `--trust-bots`, and what cannot be done is told in a sentence."""

import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import main
from tests.commands import ROOT
from tests.processes import like_a_mac

NO_SANDBOX = "sandboxes are made of what only Linux has"


@pytest.mark.slow
def test_bots_are_made_checked_and_play_without_what_only_linux_has(tmp_path: Path) -> None:
    owl, match = f"{tmp_path}/owl", f"match ecarte {tmp_path}/owl sample:random -n 1 --save {tmp_path}/match.db"
    commands = (
        f"new {owl} --language python",
        f"check {owl} --game ecarte --trust-bots",
        f"{match} --trust-bots",
        match,
        f"{match} --trust-bots --pin",
        "doctor",
    )
    words = [sys.executable, "-m", like_a_mac.__name__, *commands]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    _, _, checked, played, refused, pinned, told = said.split("$ ")

    assert "none failed" in checked
    assert "2 games of 1 deal; draws 0.0 %; games with a fault 0" in " ".join(played.split())
    assert NO_SANDBOX in refused
    assert "--trust-bots runs them without a sandbox" in refused
    assert "this system cannot keep a process on one core" in pinned
    assert f"strict: not here: {NO_SANDBOX}" in told


def test_windows_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    with pytest.raises(SystemExit, match="WSL2"):
        main()
