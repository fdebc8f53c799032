"""Where results may lie."""

import fcntl
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import IO

import pytest

from arena.errors import UserError
from arena.store import Store, TryAgain, disk
from arena.store.disk import check_local, check_room, file_system, lock
from tests.arena.store.examples import PLAYED, begun

MOUNTS = """\
22 1 0:99999 / / rw,relatime - ext4 /dev/vda rw
23 22 {device} / /home rw,nosuid shared:1 master:2 - {kind} server:/home rw,vers=4.2
24 22 0:5 / /proc rw - proc proc rw
"""


@pytest.fixture
def mounted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """A table of mounts that says what kind of file system the tests' folder is on."""

    def mount(kind: str) -> None:
        device = tmp_path.stat().st_dev
        table = tmp_path / "mountinfo"
        table.write_text(MOUNTS.format(device=f"{os.major(device)}:{os.minor(device)}", kind=kind))
        monkeypatch.setattr(disk, "MOUNTS", table)

    return mount


@pytest.mark.parametrize("kind", ["nfs4", "cifs", "fuse.sshfs"])
def test_a_network_file_system_is_refused_by_name(tmp_path: Path, mounted: Callable[[str], None], kind: str) -> None:
    mounted(kind)
    with pytest.raises(UserError, match=f"cannot lie on a network file system \\({kind}\\)") as caught:
        check_local(tmp_path / "toy.db")
    assert caught.value.exit_status == os.EX_CANTCREAT
    assert "results = ..." in caught.value.hint


@pytest.mark.parametrize("kind", ["btrfs", "tmpfs", "overlay"])
def test_disks_of_this_machine_are_taken(tmp_path: Path, mounted: Callable[[str], None], kind: str) -> None:
    mounted(kind)
    check_local(tmp_path / "toy.db")
    assert file_system(tmp_path) == kind


def test_where_no_table_of_mounts_tells_everything_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "MOUNTS", tmp_path / "none")
    check_local(tmp_path / "toy.db")
    assert file_system(tmp_path) is None


@pytest.mark.parametrize(("blocks", "free", "enough"), [(100, 99, True), (100, 3, False), (0, 0, True)])
def test_a_disk_needs_some_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blocks: int, free: int, enough: bool
) -> None:
    found = SimpleNamespace(f_blocks=blocks, f_bavail=free, f_frsize=4_194_304)
    monkeypatch.setattr(os, "statvfs", lambda _: found)
    if enough:
        check_room(tmp_path / "toy.db")
    else:
        with pytest.raises(TryAgain, match="the disk is full"):
            check_room(tmp_path / "toy.db")


def test_the_lock_names_its_holder_while_it_is_held(tmp_path: Path) -> None:
    path = tmp_path / "toy.db"
    with lock(path):
        assert path.with_name("toy.db.lock").read_text().startswith(f"process {os.getpid()} on ")
        with pytest.raises(UserError, match=f"another arena is writing to it \\(process {os.getpid()} on "):
            lock(path).__enter__()
    assert path.with_name("toy.db.lock").read_text() == ""


@pytest.mark.slow
def test_a22_a_lock_that_a_dead_process_left_is_taken_over(tmp_path: Path) -> None:
    path = tmp_path / "toy.db"
    code = f"""
import os
from pathlib import Path
from arena.store.disk import lock
with lock(Path({str(path)!r})):
    os.kill(os.getpid(), 9)
"""
    subprocess.run([sys.executable, "-c", code], check=False)
    left = path.with_name("toy.db.lock").read_text()
    assert left.startswith("process ")
    with lock(path):
        assert path.with_name("toy.db.lock").read_text() != left


def test_a_lock_that_its_owner_has_removed_meanwhile_is_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, file = tmp_path / "toy.db", tmp_path / "toy.db.lock"
    real, removed = fcntl.flock, False

    def flock(opened: IO[str], operation: int) -> None:
        nonlocal removed
        if not removed:
            file.unlink()
            removed = True
        real(opened, operation)

    monkeypatch.setattr(fcntl, "flock", flock)
    with lock(path):
        assert removed
        assert file.read_text().startswith(f"process {os.getpid()} on ")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    return begun(tmp_path / "toy.db", PLAYED)


def test_a_database_with_a_second_name_is_refused(played: Path) -> None:
    other = played.with_name("other.db")
    os.link(played, other)
    for path in (played, other):
        with pytest.raises(UserError, match="has another name"):
            Store.open(path, writing=True)
    with Store.open(played, writing=False) as store:
        assert store.done()
    other.unlink()
    Store.open(played, writing=True).close()


@pytest.mark.parametrize("new", [False, True])
def test_no_other_path_of_a_database_evades_its_lock(tmp_path: Path, played: Path, new: bool) -> None:
    path = tmp_path / "new.db" if new else played
    other = tmp_path / "other.db"
    with Store.open(path, writing=True):
        os.link(path, other)
        with pytest.raises(UserError, match=r"another arena is writing to it \(by another path"):
            Store.open(other, writing=True)
        other.unlink()
        path.rename(other)
        with pytest.raises(UserError, match="another arena is writing to it"):
            Store.open(other, writing=True)
        other.rename(path)
        other.symlink_to(path)
        with pytest.raises(UserError, match="another arena is writing to it"):
            Store.open(other, writing=True)


def test_a_copy_is_a_database_of_its_own(played: Path) -> None:
    with Store.open(played, writing=True):
        copy = played.with_name("copy.db")
        copy.write_bytes(played.read_bytes())
        Store.open(copy, writing=True).close()


def test_the_lock_of_the_database_does_not_end_those_of_sqlite(tmp_path: Path) -> None:
    """Another program waits while a transaction of ours is open, though two kinds of locks are on one file."""
    path = tmp_path / "new.db"
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
        with store.together(durable=False):
            code = f"import sqlite3; sqlite3.connect({str(path)!r}, timeout=0).execute('BEGIN IMMEDIATE')"
            done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert "database is locked" in done.stderr
