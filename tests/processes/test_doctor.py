"""`arena doctor`: its attacks hold nothing back, and the sandboxes hold."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import trio

from arena.sandbox import attacker
from arena.sandbox.doctor import FROZEN_TIME, UNSEEN_TIME, AttackResult, _NotKnown, examine, patient, titles, woken
from arena.settings.limits import LEVELS, Level
from tests.commands import ROOT, arena, process
from tests.processes.sandboxes import HERE, at_every_level

pytestmark = [pytest.mark.slow, pytest.mark.needs("bubblewrap")]
HARMLESS = {
    "Use descriptors that the arena left open.",
    UNSEEN_TIME,
    FROZEN_TIME,
}
"""What holds without any sandbox too: Python closes descriptors, and plain processes are measured and stopped."""
ROOTS_OWN = {"Open the kernel's settings for writing."}
"""What only root can do without a sandbox."""


examined = cache(examine)
"""What became of the attacks at a level: made once, and looked at by several tests."""


@at_every_level
def test_every_attack_is_held_off_at_every_level(level: Level) -> None:
    lines = examined(level)

    assert [line.what for line in lines] == titles()
    assert [line for line in lines if not line.held] == []


def test_a_lock_of_another_program_is_not_taken_for_the_attacks_own() -> None:
    code = "import fcntl, sys; file = open('/dev/null'); fcntl.lockf(file, fcntl.LOCK_SH); print(); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        other.stdout.readline()
        got = list(attacker.lock_shared_files({}))
        other.communicate(b"")
    assert not [each for each in got if each.endswith(" /dev/null")]


def test_an_attack_that_cannot_be_tried_is_told_as_not_known() -> None:
    with patient("none") as one, pytest.raises(_NotKnown, match="could not be tried"):
        trio.run(woken, one._replace(program=one.program._replace(command=("head", "-n", "1"))))


@pytest.mark.thorough
def test_every_attack_works_where_there_is_no_sandbox() -> None:
    expected = HARMLESS if os.geteuid() == 0 else HARMLESS | ROOTS_OWN
    held = {line.what for line in examine("none") if line.held}

    assert held == expected


def test_the_doctor_tells_line_by_line_what_held(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.doctor.examine", examined)
    out, _ = arena("doctor", "--sandbox", HERE[0])

    assert f"{HERE[0]}: (" in out
    assert "Read files of the arena and its user." in out
    assert f"Everything held. Bots are run at level {HERE[0]}" in out


def test_the_doctor_tells_programs_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.sandbox.doctor.examine", examined)
    data = json.loads(arena("doctor", "--sandbox", HERE[0], "--json")[0])[HERE[0]]

    assert data["works"] is True
    assert {attack["held"] for attack in data["attacks"]} == {True}


def test_the_doctor_names_the_package_where_bubblewrap_is_missing(tmp_path: Path) -> None:
    """PATH holds what the other commands need, and no bwrap."""
    for name in ("sh", "cat", "env", "python3"):
        (tmp_path / name).symlink_to(str(shutil.which(name, path="/usr/bin:/bin")))
    out, err = process("doctor", "--sandbox", "strict", status=os.EX_CONFIG, PATH=str(tmp_path))

    assert "strict: not here: bubblewrap is not installed (apt install bubblewrap)" in out
    assert "--trust-bots" in err


OPENS = """
import builtins, os, sys
load = builtins.__import__
def opens(name, *rest):
    if name == "ctypes" and name not in sys.modules:
        os.open("/dev/null", os.O_RDONLY)
    return load(name, *rest)
builtins.__import__ = opens
import importlib
find = importlib.import_module
importlib.import_module = lambda name, *rest: opens(name, {}, {}, ["*"]) if name == "ctypes" else find(name, *rest)
sys.path.insert(0, sys.argv[1])
import attacker
print(list(attacker.inherit_descriptors({})))
"""


def test_a_descriptor_that_pythons_own_modules_open_is_not_one_that_the_arena_left(tmp_path: Path) -> None:
    def found(**more: Any) -> str:
        words = [sys.executable, "-c", OPENS, str(Path(attacker.__file__).parent)]
        return str(subprocess.run(words, capture_output=True, text=True, check=True, **more).stdout).strip()

    with (tmp_path / "left").open("w") as left:
        assert found() == "[]"
        assert found(pass_fds=[left.fileno()]) == f"['descriptor {left.fileno()}']"


@pytest.mark.parametrize(
    ("result", "says", "status"),
    [
        (AttackResult("Become root."), "Everything held.", 0),
        (AttackResult("Become root.", unknown="the attack did not end"), "it is not known whether all would hold", 1),
        (AttackResult("Become root.", ("root",)), "Do not run strangers' bots", 1),
    ],
)
def test_what_could_not_be_tried_is_not_known(
    result: AttackResult, says: str, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("arena.sandbox.doctor.examine", lambda _: [result])
    out, _ = arena("doctor", "--sandbox", HERE[0], status=status)

    assert says in " ".join(out.split())
    assert ("not known" in out) == bool(result.unknown)
    assert result.unknown in out


def test_a_line_that_got_nothing_held() -> None:
    assert AttackResult("Read a file.", ()).held
    assert not AttackResult("Read a file.", ("/etc/shadow",)).held


NO_NAMESPACES = """
echo 0 > /proc/sys/user/max_user_namespaces
exec "$@"
"""


def test_without_user_namespaces_the_levels_that_need_them_are_not_claimed() -> None:
    """In a user namespace that allows no more of them, and where nobody but root has an id."""
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    code = (
        "from arena.sandbox.levels import probe_all\n"
        "for probed in probe_all(): print(probed.level, probed.works, probed.problem)"
    )
    command = ["unshare", "--user", "--map-root-user", "sh", "-c", NO_NAMESPACES, "sh", sys.executable, "-c", code]
    out = subprocess.run(command, capture_output=True, text=True, env=env, check=True, cwd=ROOT).stdout
    rows = {line.split()[0]: line.split(maxsplit=2)[1:] for line in out.splitlines()}

    assert set(rows) == {*LEVELS} - {"none"}
    for level in ("strict", "standard"):
        works, problem = rows[level]
        assert works == "False"
        assert "(user.max_user_namespaces = 0 forbids user namespaces)" in problem
