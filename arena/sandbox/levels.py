"""Which levels work on this machine: found out by starting a program at a level and checking how it is locked in."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import trio

from arena.errors import UserError
from arena.escapes import last_words
from arena.sandbox import bubblewrap, seccomp
from arena.sandbox.bot_files import Program
from arena.sandbox.cgroups import NoCgroupError
from arena.sandbox.reading import hear
from arena.sandbox.run import Sandbox
from arena.sandbox.running_program import RunningProgram
from arena.sandbox.spawn import SandboxFailure
from arena.settings.limits import LEVELS, Level

AUTO: Final = "auto"
NAMESPACES = ("user", "pid", "net", "ipc", "mnt", "uts", "cgroup")
PROBE = """
read -r secret
if cat "$secret"; then exit 8; fi
if echo > /escaped; then exit 9; fi
echo ready
read -r end
"""
READY = b"ready\n"
ESCAPES = {8: "the bot can read the arena's files", 9: "the bot can write outside of its folders"}
"""Exit code of the probe -> what it means."""
PATIENCE = 5.0
"""Seconds that the probe may take."""
FORBIDDING = {
    "user.max_user_namespaces": "0",
    "kernel.unprivileged_userns_clone": "0",
    "kernel.apparmor_restrict_unprivileged_userns": "1",
}
"""Settings (sysctl) that can forbid user namespaces, each with the value that does."""
INSTALL = f"apt install {bubblewrap.PACKAGE}"


class Probed(NamedTuple):
    """The result of trying a level.

    Args:
        level: the level.
        problem: why it does not work on this machine; empty if it does.
        about: the level and the means it uses, as stored with results.
    """

    level: Level
    problem: str
    about: str = ""

    @property
    def works(self) -> bool:
        """Whether it works on this machine."""
        return not self.problem


def probe(level: Level) -> Probed:
    """Start a program in a sandbox of this level, and check how it is locked in."""
    if sys.platform != "linux":
        return Probed(level, "sandboxes are made of what only Linux has")
    if (machine := os.uname().machine) not in seccomp.MACHINES:
        return Probed(level, f"no filter of system calls is known for processors of the kind {machine}")
    if level != "basic" and (problem := _no_bubblewrap()):
        return Probed(level, problem)
    try:
        with Sandbox(level, guarded=False) as sandbox, tempfile.NamedTemporaryFile() as secret:
            Path(secret.name).chmod(0o644)  # so that only the sandbox can hide it
            problem = trio.run(_look, sandbox, secret.name)
            if not problem:
                return Probed(level, "", sandbox.about())
    except (NoCgroupError, SandboxFailure, OSError) as error:
        problem = str(error)
    return Probed(level, problem + (_forbidden() if level != "basic" else ""))


def probe_all() -> list[Probed]:
    """Try every level, the best first."""
    return [probe(level) for level in reversed(LEVELS) if level != "none"]


def choose(asked: str, before: Iterable[Level], tried: Callable[[Level], Probed] = probe) -> Probed:
    """Return the level for a run.

    Args:
        asked: a level, or `auto` for the best one that works on this machine.
        before: the levels of earlier runs with the same results; `auto` never goes below them.
        tried: finds out whether a level works.

    Raises:
        UserError: the level asked for, or one as good as before, does not work; the message says why and what to do.
    """
    if asked != AUTO:
        found = next(tried(level) for level in LEVELS if level == asked)
        if not found.works:
            text = f"the sandbox level {asked} does not work on this machine: {found.problem}"
            raise UserError(text, way_out(), os.EX_CONFIG)
        return found
    problems = []
    for level in reversed(LEVELS[1:]):
        found = tried(level)
        if found.works:
            break
        problems.append(f"  {level}: {found.problem}")
    else:
        text = "\n".join(("no sandbox works here, and bots only run in one:", *problems))
        raise UserError(text, way_out(), os.EX_CONFIG)
    lowest = max((LEVELS.index(level) for level in before), default=0)
    if LEVELS.index(found.level) < lowest:
        text = f"these results were played at sandbox level {LEVELS[lowest]}; here only {found.level} works:"
        hint = f"to continue at {found.level} anyway, say --sandbox {found.level}"
        raise UserError("\n".join((text, *problems)), hint, os.EX_CONFIG)
    return found


def way_out() -> str:
    """Return the hint for a user who does not get the sandbox asked for."""
    return "arena doctor says more; if you trust every bot like yourself, --trust-bots runs them without a sandbox"


def _no_bubblewrap() -> str:
    """Return why bubblewrap cannot be used; empty if it can."""
    found = bubblewrap.version()
    if found is None:
        return f"bubblewrap is not installed ({INSTALL})"
    if found < bubblewrap.OLDEST:
        said, needed = (".".join(map(str, version)) for version in (found, bubblewrap.OLDEST))
        return f"bubblewrap {said} is too old: {needed} is needed"
    return ""


async def _look(sandbox: Sandbox, secret: str) -> str:
    """Return what is wrong with a sandbox; empty if nothing is."""
    running = await sandbox.start(Program("probe", ("sh", "-c", PROBE), Path("/"), whole=False))
    try:
        assert running.process.stdin is not None
        running.process.stdin.write(f"{secret}\n".encode())
        if await hear(running, READY, seconds=PATIENCE) != READY:
            return ESCAPES.get(running.poll() or 0) or f"a shell does not run in it: {_last_words(running)}"
        pids = running.pids()
        problems = [problem for pid in pids for problem in _problems(pid, inside_namespaces=sandbox.level != "basic")]
        return problems[0] if problems else "" if pids else "its processes cannot be found"
    finally:
        await running.finish()
        running.close_pipes()


def _last_words(running: RunningProgram) -> str:
    """Return what a program wrote to standard error last."""
    assert running.process.stderr is not None
    os.set_blocking(running.process.stderr.fileno(), False)
    return last_words(running.process.stderr.read() or b"")


def _forbidden() -> str:
    """Return which setting of the machine forbids user namespaces; empty if none does."""
    for name, forbidding in FORBIDDING.items():
        path = Path("/proc/sys", name.replace(".", "/"))
        if path.exists() and path.read_text().strip() == forbidding:
            return f" ({name} = {forbidding} forbids user namespaces)"
    return ""


def _problems(pid: int, *, inside_namespaces: bool) -> Iterator[str]:
    """Yield what is wrong with how a process is locked in."""
    lines = (line.partition(":") for line in Path(f"/proc/{pid}/status").read_text().splitlines())
    status = {name: value.split() for name, _, value in lines}
    if status["Uid"][1] == "0":
        yield "the bot is root"
    if status["Seccomp"] != ["2"]:
        yield "the kernel filters no system calls"
    if status["NoNewPrivs"] != ["1"] or int(status["CapEff"][0], 16):
        yield "the bot has privileges"
    for name in NAMESPACES if inside_namespaces else ():
        if Path(f"/proc/{pid}/ns/{name}").samefile(f"/proc/self/ns/{name}"):
            yield f"the bot is in the arena's {name} namespace"
