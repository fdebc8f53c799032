"""Builds: a bot's own build command, run in a copy of its folder. The result is staged like any untrusted folder."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryFile
from typing import NamedTuple, TypeAlias

from arena import __version__
from arena.bots import trees
from arena.bots.hints import NO_NETWORK
from arena.bots.staging import keep
from arena.bots.trees import TreeError
from arena.errors import UserError
from arena.sandbox import SandboxFailure
from arena.sandbox.build import building_level, run_in_sandbox
from arena.sandbox.tools import rustup
from arena.settings.limits import BuildLimits, StagingLimits

SHOWN_LINES, SHOWN_BYTES = 20, 16_384
"""The most of a failed build's output that is shown, counted from its end."""
REMEMBERED = 7 * 86400.0
"""Seconds for which a failed build is remembered; by then the machine may have other compilers and libraries."""
ROOM = 64 << 20
"""If a disk has fewer bytes free, it may have been full while the build ran."""
SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGKILL, signal.SIGTERM)
"""Signals by which people, and a system without memory, end programs."""
OFFLINE = (
    "builds have no network: put what it needs into the folder, with cargo vendor, go mod vendor, pip download or "
    "node_modules, and build offline"
)
TICK = 0.02
"""Seconds between two checks of a build."""
LOG = "all of its output is in "
RETRY = "--retry-builds tries it again"
"""Parts of hints for those who run the arena."""


class Ran(NamedTuple):
    """How a command ended.

    Args:
        status: its exit status; negative for a signal, as `subprocess` has it.
        output: standard output and standard error together, in order of arrival.
        stopped: why it was stopped, or could not start; empty if it ended by itself.
        ours: whether that was the arena's doing, so that it says nothing about the bot.
        left: a descriptor of the folder as the command left it, for the caller to close; None for the given folder.
    """

    status: int
    output: bytes
    stopped: str = ""
    ours: bool = False
    left: int | None = None

    @property
    def failure(self) -> str:
        """How it failed; empty if it succeeded."""
        if self.stopped or not self.status:
            return self.stopped
        return f"exit {self.status}" if self.status > 0 else f"killed by signal {-self.status}"


Runner: TypeAlias = Callable[[Sequence[str], Path, BuildLimits], Ran]
"""Runs a command in a folder or a copy of it, within limits; when this returns, no process of it is left.

The folder is alone in its parent, where `own_folder` makes another one for temporary files.
"""


def own_folder(folder: Path) -> Path:
    """Make an empty folder beside that of a build, as its home and for its temporary files."""
    home = folder.with_name("home")
    home.mkdir()
    return home


def run_build(command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
    """Run a build as the arena's own user, in a new session (this is a `Runner`)."""
    home = str(own_folder(folder))
    environment = {"PATH": os.environ.get("PATH", os.defpath), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8"}
    most = limits.output_mb << 20
    with TemporaryFile() as output:
        try:
            process = subprocess.Popen(  # noqa: S603 - the bot's own build
                command,
                cwd=folder,
                env=environment | rustup(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            ours = error.errno not in {errno.ENOENT, errno.EACCES, errno.ENOEXEC, errno.ENOTDIR}
            return Ran(127, b"", f"cannot be started: {error.strerror}: {command[0]}", ours)
        stopped, deadline = "", time.monotonic() + limits.seconds
        with process:
            try:
                while process.poll() is None and not stopped:
                    if os.fstat(output.fileno()).st_size > most:
                        stopped = f"more than {limits.output_mb} MiB of output"
                    elif time.monotonic() > deadline:
                        stopped = f"not done after {limits.seconds} s"
                    else:
                        time.sleep(TICK)
            finally:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)  # what it has left running, too
        output.seek(0)
        return Ran(process.returncode, output.read(most), stopped)


@dataclass(frozen=True)
class Sandboxed:
    """Runs builds of untrusted bots in a sandbox without network (this is a `Runner`).

    Args:
        asked: the sandbox level that the user asked for, or `auto`; the first build finds out whether it works.
        read: folders of the machine that builds may read besides those of the system.
    """

    asked: str
    read: tuple[Path, ...] = ()

    def __call__(self, command: Sequence[str], folder: Path, limits: BuildLimits) -> Ran:
        """Run a build."""
        level = building_level(self.asked)
        try:
            ended = run_in_sandbox(
                command,
                folder,
                level=level,
                seconds=limits.seconds,
                output=limits.output_mb << 20,
                read=self.read,
            )
        except SandboxFailure as failure:
            return Ran(1, b"", f"the sandbox could not be made: {failure}", ours=True)
        return Ran(ended.status, ended.output, ended.stopped, left=ended.left)


def built(
    source: Path,
    digest: str,
    command: Sequence[str],
    area: Path,
    limits: StagingLimits,
    run: Runner,
    *,
    retry: bool = False,
) -> tuple[Path, str]:
    """Return the staged result of a build; run the build unless there is a result, or it failed lately.

    Args:
        source: the staged files.
        digest: their digest.
        command: the build command.
        area: the folder of staged copies.
        limits: how much it may use, and its result may hold.
        run: runs the command.
        retry: whether to run it again though it failed lately.

    Returns:
        The folder, and its key: a digest of the digest of the source and the command.

    Raises:
        NotRun: it could not be run; the bot is not to blame.
        BuildFailed: it failed, perhaps at an earlier time, and the message has the end of its output and the path of
            all of it; or its result cannot be staged.
    """
    key = sha256(json.dumps([digest, list(command)]).encode()).hexdigest()
    failures = Failures(area / "builds" / f"{key}.failed", _facts(command, limits, run))
    if not retry:
        failures.raise_again()

    def fill(files: Path, own: Path) -> str:
        work = own / "work"
        work.mkdir()
        with trees.opened(source) as root:
            trees.take(root, trees.survey(root, limits.tree), work, writable=True)
        ran = run(command, work, limits.build)
        with ExitStack() as held:
            if ran.left is not None:
                held.callback(os.close, ran.left)
            log = _keep_output(ran, area / "builds", key)
            if ran.ours:
                raise NotRun(f"its build could not be run: {ran.stopped}")
            if ran.failure:
                error = _failure(command, ran, log, offline=isinstance(run, Sandboxed))
                if not _may_be_ours(ran, area):
                    failures.remember(error)
                raise error
            try:
                root = held.enter_context(trees.opened(work, trusted=own)) if ran.left is None else ran.left
                return trees.take(root, trees.survey(root, limits.tree), files)
            except TreeError as problem:
                left = BuildFailed(f"after its build: {problem.message}", problem.hint)
                failures.remember(left)
                raise left from problem

    return keep(area, key, limits.tree, fill), key


class NotRun(UserError):  # noqa: N818 - named after what happened
    """A build could not be run because of the arena or the machine.

    Args:
        message: the reason.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message, "arena doctor checks this machine", os.EX_UNAVAILABLE)


class BuildFailed(UserError):  # noqa: N818 - named after what happened
    """A build failed, or left files that are not allowed; the bot is to blame.

    Args:
        message: what is wrong; the lines after the first are the end of its output.
        hint: what its author can do.
    """

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message, hint, os.EX_DATAERR)


def hint_for_author(error: UserError) -> str:
    """Return what the author of a bot can do about an error: without what only those who run the arena can look at."""
    if not isinstance(error, BuildFailed):
        return error.hint
    return "; ".join(part for part in error.hint.split("; ") if part != RETRY and not part.startswith(LOG))


class Failures(NamedTuple):
    """What is remembered of a build that failed, so that it does not cost its time at every run.

    Args:
        file: where it is kept.
        facts: what else the outcome may depend on; if they change, the build is tried again.
    """

    file: Path
    facts: list[object]

    def remember(self, error: UserError) -> None:
        """Remember that the build failed just now."""
        when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
        text = {"when": when, "message": error.message, "hint": error.hint, "facts": self.facts}
        self.file.write_text(json.dumps(text))

    def raise_again(self) -> None:
        """Raise the remembered failure, if there is one that is neither old nor of other facts.

        Raises:
            BuildFailed: with the time at which the build failed, and how to try again.
        """
        try:
            age = time.time() - self.file.stat().st_mtime
            found = json.loads(self.file.read_text())
            same = found["facts"] == json.loads(json.dumps(self.facts))
            first, newline, rest = found["message"].partition("\n")
            hint = f"{found['hint']}; {RETRY}"
            error = BuildFailed(f"{first} (on {found['when']}; remembered){newline}{rest}", hint)
        except (
            FileNotFoundError,
            ValueError,
            KeyError,
            TypeError,
            AttributeError,
        ):  # none, or cut short by a full disk
            return
        if same and 0 <= age < REMEMBERED:
            raise error


def _facts(command: Sequence[str], limits: StagingLimits, run: Runner) -> list[object]:
    """Return what the outcome of a build may depend on, besides its source and its command."""
    program = shutil.which(command[0])
    made = os.stat(program).st_mtime_ns if program else 0  # noqa: PTH116 - nothing is opened
    read = [str(folder) for folder in run.read] if isinstance(run, Sandboxed) else None
    return [__version__, *limits.build, *limits.tree, read, program, made]


def _may_be_ours(ran: Ran, area: Path) -> bool:
    """Return whether a build may have failed because the disk was full or because it was ended by a signal."""
    found = os.statvfs(area)
    full = found.f_blocks > 0 and found.f_bavail * found.f_frsize < ROOM
    by_signal = {-number for number in SIGNALS} | {128 + number for number in SIGNALS}  # 128: as a shell reports it
    return full or (not ran.stopped and ran.status in by_signal)


def _keep_output(ran: Ran, folder: Path, key: str) -> Path:
    """Save the output of a build for its author; return the path."""
    folder.mkdir(mode=0o700, exist_ok=True)
    log = folder / f"{key}.txt"
    log.write_bytes(ran.output)
    return log


def _failure(command: Sequence[str], ran: Ran, log: Path, *, offline: bool) -> BuildFailed:
    """Return the error for a build that failed; `offline` says whether it had no network."""
    lines = ran.output[-SHOWN_BYTES:].decode(errors="replace").splitlines()[-SHOWN_LINES:]
    first = f"the build {shlex.join(command)!r} failed: {ran.failure}"
    hint = f"{LOG}{log}" if ran.output else "it wrote nothing"
    if offline and NO_NETWORK.search(ran.output):
        hint = f"{OFFLINE}; {hint}"
    return BuildFailed("\n".join((first, *lines)), hint)
