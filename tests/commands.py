"""The `arena` command for tests: in this process, which saves half a second of imports, or in one of its own."""

import os
import subprocess
import sys
from contextlib import chdir
from pathlib import Path

from click.testing import CliRunner

from arena.cli.group import command_line

ROOT = Path(__file__).parent.parent
PLAYS = {"match", "regress", "run"}


def arena(*words: str, status: int | None = 0, cwd: Path = ROOT, trust: bool = True) -> tuple[str, str]:
    """Run a command in this process, in one room unless something else is said.

    Args:
        words: the words of the command.
        status: the exit status that it must end with; None for any.
        cwd: the current folder.
        trust: whether bots play without a sandbox, where no level is asked for.

    Returns:
        What it writes to standard output and to standard error.
    """
    rooms = ["-j", "1"] if words[0] in PLAYS and "-j" not in words else []
    with chdir(cwd):
        done = CliRunner().invoke(command_line, [*words, *trusted(words, trust=trust), *rooms], prog_name="arena")
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert status in {done.exit_code, None}, done.stdout + done.stderr
    return done.stdout, done.stderr


def process(
    *words: str, status: int | None = 0, cwd: Path = ROOT, trust: bool = True, **environment: str
) -> tuple[str, str]:
    """Run a command in a process of its own, as a person does.

    Args:
        words: the words of the command.
        status: the exit status that it must end with; None for any.
        cwd: the current folder.
        trust: whether bots play without a sandbox, where no level is asked for.
        environment: more variables.

    Returns:
        What it writes to standard output and to standard error.
    """
    env = os.environ | {"PYTHONPATH": str(ROOT)} | environment
    command = [sys.executable, "-m", "arena.cli", *words, *trusted(words, trust=trust)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=cwd, env=env, check=False)
    assert status in {done.returncode, None}, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


def trusted(words: tuple[str, ...], *, trust: bool) -> list[str]:
    """What is added so that bots play without a sandbox."""
    return ["--trust-bots"] if trust and words[0] in PLAYS and "--sandbox" not in words else []
