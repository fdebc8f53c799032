"""The `arena` command as a process, for tests that meet it as a person does."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def arena(*words: str, status: int | None = 0, cwd: Path = ROOT) -> tuple[str, str]:
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    trusted = ["--trust-bots"] if words[0] in {"match", "regress", "run"} and "--sandbox" not in words else []
    command = [sys.executable, "-m", "arena.cli", *words, *trusted]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)
    assert status in {done.returncode, None}, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr
