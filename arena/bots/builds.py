"""Builds: a bot's own command, run in a copy of its folder; what it leaves is staged like any folder nobody trusts."""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeAlias

from arena.bots import trees
from arena.bots.staging import keep
from arena.bots.trees import CHUNK, TreeError
from arena.errors import UserError
from arena.sandbox import SandboxFailure
from arena.sandbox.build import building_level, run_in_sandbox
from arena.settings.limits import BuildLimits, StagingLimits

SHOWN_LINES, SHOWN_BYTES = 20, 16_384
"""How much of a failed build's output is shown at most: its end."""
TICK = 0.02
"""Seconds between two looks at a build that writes nothing."""


class Ran(NamedTuple):
    """How a command ended.

    Args:
        status: its exit status; negative for a signal, as `subprocess` has it.
        output: standard output and standard error, in the order of their arrival.
        stopped: why it was stopped, or not begun; empty where it ended by itself.
    """

    status: int
    output: bytes
    stopped: str = ""

    @property
    def failure(self) -> str:
        """How it failed; empty where it did not."""
        if self.stopped or not self.status:
            return self.stopped
        return f"exit {self.status}" if self.status > 0 else f"killed by signal {-self.status}"


Runner: TypeAlias = Callable[[Sequence[str], Path, BuildLimits], Ran]
"""Runs a command in a folder that it may write to, within limits; nothing of it is left when this returns.

The folder stands in one of its own, where `own_folder` makes room for the command's temporary files.
"""


def own_folder(folder: Path) -> Path:
    """Return a new empty folder beside that of a build, for its temporary files and as its home."""
    home = folder.with_name("home")
    home.mkdir()
    return home


def run_build(command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
    """Run a build as the arena's own user, in a session of its own (a `Runner`)."""
    home = str(own_folder(folder))
    try:
        process = subprocess.Popen(  # noqa: S603 - the bot's own build
            command,
            cwd=folder,
            env={"PATH": os.environ.get("PATH", os.defpath), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            bufsize=0,
        )
    except OSError as error:
        return Ran(127, b"", f"cannot be started: {error.strerror}: {command[0]}")
    with process:
        try:
            output, stopped = _watch(process, limits)
        finally:
            _kill(process)
    return Ran(process.returncode, output, stopped)


def sandboxed(asked: str) -> Runner:
    """Return a `Runner` for the builds of bots that nobody trusts.

    Args:
        asked: the sandbox level that was asked for, or `auto`; whether there is one is found out at the first build.
    """

    def run(command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
        level = building_level(asked)
        try:
            ended = run_in_sandbox(command, folder, level=level, seconds=limits.seconds, output=limits.output_mb << 20)
        except SandboxFailure as failure:
            return Ran(1, b"", f"the sandbox could not be made: {failure}")
        return Ran(*ended)

    return run


def _watch(process: subprocess.Popen[bytes], limits: BuildLimits) -> tuple[bytes, str]:
    """Return what a build writes until it ends, or too much has come of it, and why it is to be stopped."""
    assert process.stdout is not None
    output = bytearray()
    deadline = time.monotonic() + limits.seconds
    with selectors.DefaultSelector() as waiting:
        os.set_blocking(process.stdout.fileno(), False)
        waiting.register(process.stdout, selectors.EVENT_READ)
        while True:
            if ended := process.poll() is not None:
                _kill(process)  # whatever it left behind holds the pipe no longer
            if waiting.select(0 if ended else TICK):
                chunk = os.read(process.stdout.fileno(), CHUNK)
                output += chunk
                if not chunk:
                    waiting.unregister(process.stdout)
                if len(output) > limits.output_mb << 20:
                    return bytes(output[: limits.output_mb << 20]), f"more than {limits.output_mb} MiB of output"
            elif ended:
                return bytes(output), ""
            if time.monotonic() > deadline:
                return bytes(output), f"not done after {limits.seconds} s"


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a process and its whole group."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def built(
    source: Path, digest: str, command: Sequence[str], area: Path, limits: StagingLimits, run: Runner
) -> tuple[Path, str]:
    """Return the staged result of a build, made now if it is not there.

    Args:
        source: the staged files.
        digest: their digest.
        command: the build.
        area: the place of staged copies.
        limits: how much it may take and leave.
        run: runs the command.

    Returns:
        The folder, and what identifies it: a digest of the source's and of the command.

    Raises:
        UserError: the build failed; the end of its output is shown, and where the whole is.
        TreeError: what it left cannot be staged.
    """
    key = sha256(json.dumps([digest, list(command)]).encode()).hexdigest()

    def fill(files: Path, own: Path) -> str:
        work = own / "work"
        work.mkdir()
        with trees.opened(source) as root:
            trees.take(root, trees.survey(root, limits.tree), work, writable=True)
        ran = run(command, work, limits.build)
        log = _keep_output(ran, area / "builds", key)
        if ran.failure:
            raise _failure(command, ran, log)
        try:
            with trees.opened(work, trusted=own) as root:
                return trees.take(root, trees.survey(root, limits.tree), files)
        except TreeError as error:
            raise TreeError("", f"after its build: {error.message}", error.hint) from error

    return keep(area, key, limits.tree, fill), key


def _keep_output(ran: Ran, folder: Path, key: str) -> Path:
    """Write down what a build wrote, for its author."""
    folder.mkdir(mode=0o700, exist_ok=True)
    log = folder / f"{key}.txt"
    log.write_bytes(ran.output)
    return log


def _failure(command: Sequence[str], ran: Ran, log: Path) -> UserError:
    lines = ran.output[-SHOWN_BYTES:].decode(errors="replace").splitlines()[-SHOWN_LINES:]
    first = f"the build {shlex.join(command)!r} failed: {ran.failure}"
    hint = f"all of its output is in {log}" if ran.output else "it wrote nothing"
    return UserError("\n".join((first, *lines)), hint, os.EX_DATAERR)
