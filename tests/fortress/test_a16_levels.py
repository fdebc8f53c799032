"""A16: a machine that gives less than one thinks. `doctor` and `run` say what it gives; nothing is lowered silently."""

import ctypes
import os
import platform
import shutil
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.sandbox.bubblewrap import PROGRAM
from tests.commands import arena as here
from tests.fortress import arenas
from tests.processes.sandboxes import HERE

pytestmark = pytest.mark.thorough

SET_SECCOMP, FILTER, NO_NEW_PRIVS = 22, 2, 38
CALLS = {"x86_64": (157, 317), "aarch64": (167, 277)}
"""The numbers of prctl and seccomp."""
LOAD, IF_EQUAL, RETURN, REFUSE, ALLOW = 0x20, 0x15, 0x06, 0x00050000 | 22, 0x7FFF0000
NUMBER, FIRST = 0, 16
"""Where a filter finds the number of a call, and the lower half of its first argument."""


def without_bubblewrap(folder: Path) -> dict[str, str]:
    """A PATH with all programs of the system but bwrap."""
    programs = folder / "programs"
    programs.mkdir()
    for source in ("/usr/bin", "/bin"):
        for path in Path(source).iterdir():
            if path.name != PROGRAM and not os.path.lexists(programs / path.name):  # it may lead nowhere
                (programs / path.name).symlink_to(path)
    return {"PATH": str(programs)}


def forbid_namespaces() -> None:
    """Enter a user namespace in which no more can be made."""
    libc, user, group = ctypes.CDLL(None, use_errno=True), os.geteuid(), os.getegid()
    assert libc.unshare(0x10000000) == 0, os.strerror(ctypes.get_errno())
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"0 {user} 1")
    Path("/proc/self/gid_map").write_text(f"0 {group} 1")
    Path("/proc/sys/user/max_user_namespaces").write_text("0")


def forbid_seccomp() -> None:
    """Have the kernel refuse more filters of system calls, as one that was built without them does."""
    prctl, seccomp = CALLS[platform.machine()]
    lines = [
        (LOAD, 0, 0, NUMBER),
        (IF_EQUAL, 3, 0, seccomp),
        (IF_EQUAL, 0, 3, prctl),
        (LOAD, 0, 0, FIRST),
        (IF_EQUAL, 0, 1, SET_SECCOMP),
        (RETURN, 0, 0, REFUSE),
        (RETURN, 0, 0, ALLOW),
    ]
    code = b"".join(struct.pack("HBBI", *line) for line in lines)
    rules = ctypes.create_string_buffer(code, len(code))
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0) == 0
    program = struct.pack("HxxxxxxP", len(lines), ctypes.addressof(rules))
    assert libc.prctl(SET_SECCOMP, FILTER, program, 0, 0) == 0


MACHINES: dict[str, tuple[Callable[[], None] | None, str, set[str]]] = {
    "no bubblewrap": (None, "bubblewrap is not installed (apt install bubblewrap)", {"strict", "standard"}),
    "no user namespaces": (forbid_namespaces, "user.max_user_namespaces = 0", {"strict", "standard"}),
    "no seccomp": (forbid_seccomp, "seccomp", {"strict", "standard", "basic"}),
}
"""How a machine is made poorer, what is said of it, and the levels that it does not give."""


@pytest.mark.parametrize("machine", MACHINES)
def test_a16_what_a_machine_does_not_give_is_said_and_nothing_is_lowered_silently(
    ladder: Path, tmp_path: Path, machine: str
) -> None:
    """A run is refused, too, at a level that is not here."""
    prepare, says, without = MACHINES[machine]
    environment = without_bubblewrap(tmp_path) if machine == "no bubblewrap" else {}
    assert (shutil.which(PROGRAM, path=environment.get("PATH")) is None) == (machine == "no bubblewrap")
    doctor = arenas.command("doctor", prepare=prepare, **environment)
    told, errors = doctor.communicate(timeout=arenas.PATIENCE)
    lines = {line.partition(":")[0]: line for line in told.splitlines() if ": " in line}

    assert "Traceback" not in errors
    for level in without:
        assert lines[level].startswith(f"{level}: not here: ")
        assert says in lines[level].lower().replace("pr_set_seccomp", "seccomp"), lines[level]
    level = min(without)
    run = arenas.command("run", str(ladder), "--sandbox", level, prepare=prepare, **environment)
    refused = arenas.end(run, os.EX_CONFIG)
    assert f"the sandbox level {level} does not work on this machine: " in refused
    assert "--trust-bots runs them without a sandbox" in refused
    assert list(ladder.parent.glob("ladder.db*")) == []


def test_a16_results_of_a_better_level_are_not_gone_on_with_at_a_lesser(ladder: Path, tmp_path: Path) -> None:
    ladder.write_text(ladder.read_text().replace(f"sets = {arenas.SETS}", "sets = 1"))
    here("run", str(ladder), "--sandbox", HERE[0])
    ladder.write_text(ladder.read_text().replace("sets = 1", "sets = 2"))
    run = arenas.command("run", str(ladder), "--sandbox", "auto", prepare=None, **without_bubblewrap(tmp_path))
    says = arenas.end(run, os.EX_CONFIG)

    assert f"played at sandbox level {HERE[0]}; here only " in says or "no sandbox works here" in says
    assert arenas.count(ladder) == 2 * 3
