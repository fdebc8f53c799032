"""A07, A08: a full disk. Games wait, nothing is lost, and what cannot be kept is said."""

from __future__ import annotations

import os
import resource
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from tests.fortress import arenas

pytestmark = pytest.mark.thorough


class Disk(Protocol):
    folder: Path

    def fill(self, arena: subprocess.Popen[str]) -> None: ...

    def free(self, arena: subprocess.Popen[str]) -> None: ...


class Limited:
    """Files that may not grow: as good as a full disk for a process, and any user may have it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, arena: subprocess.Popen[str]) -> None:
        resource.prlimit(arena.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))

    def free(self, arena: subprocess.Popen[str]) -> None:
        resource.prlimit(arena.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class Small:
    """A file system of 40 MB."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def fill(self, arena: subprocess.Popen[str]) -> None:
        fill(self.folder)

    def free(self, arena: subprocess.Popen[str]) -> None:
        (self.folder / "filler").unlink()


def fill(folder: Path, left: int = 0) -> None:
    """Fill a file system, but for so many bytes."""
    with (folder / "filler").open("wb", buffering=0) as file:
        while True:
            room = os.statvfs(folder)
            size = min(1 << 20, room.f_bavail * room.f_frsize - left)
            try:
                if size <= 0 or not file.write(bytes(size)):
                    return
            except OSError:
                return


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Small | None]:
    """A small file system, where this user may mount one."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "none", folder], check=False).returncode == 0
    yield Small(folder) if mounted else None
    if mounted:
        subprocess.run(["umount", "--lazy", folder], check=True)


@pytest.fixture
def disk(small: Small | None, tmp_path: Path) -> Disk:
    """A disk that can be filled and freed: a real one, where this user may mount it."""
    return small or Limited(tmp_path)


def test_a07_games_wait_for_room_and_go_on(disk: Disk, reference: list[tuple[object, ...]]) -> None:
    ladder = arenas.short(arenas.ladder(disk.folder))
    arena = arenas.start(ladder)
    arenas.wait_for_results(ladder, 3, arena)
    disk.fill(arena)
    says = arenas.said(arena, "the disk is full")
    stored = arenas.count(ladder), arenas.query(ladder, "SELECT count(*) FROM attempts")
    time.sleep(1)

    assert "ladder.db: the disk is full" in says
    assert arena.poll() is None
    assert (arenas.count(ladder), arenas.query(ladder, "SELECT count(*) FROM attempts")) == stored
    assert arenas.query(ladder, "PRAGMA integrity_check") == [("ok",)]
    disk.free(arena)
    assert "results are stored again; going on" in arenas.end(arena, 0)
    assert arenas.all_few_as_ever(ladder, reference)
    assert arenas.states(ladder) == {"done": arenas.FEW_GAMES}
    assert "all records are true" in arenas.here("verify", str(ladder)).output


def test_a07_a_disk_that_stays_full_ends_the_run_and_the_next_goes_on(
    disk: Disk, tmp_path: Path, reference: list[tuple[object, ...]]
) -> None:
    ladder, told = arenas.short(arenas.ladder(disk.folder)), tmp_path / "told"
    arena = arenas.start(ladder, "patience=0.5", f"tell={told}")
    arenas.wait_for_results(ladder, 3, arena)
    disk.fill(arena)
    says = arenas.end(arena, os.EX_IOERR)
    before = set(told.read_text().split())

    assert "arena: " in says
    assert "the disk is full" in says
    assert "make room; what is stored is safe, and the next run goes on from there" in says
    assert before <= {str(row[0]) for row in arenas.table(ladder)}
    if isinstance(disk, Small):
        disk.free(arena)
    assert arenas.here("run", str(ladder)).exit_code == 0
    assert arenas.all_few_as_ever(ladder, reference)


def test_a07_a_stop_while_the_disk_is_full_says_what_is_not_stored(ladder: Path) -> None:
    disk = Limited(ladder.parent)
    arena = arenas.start(ladder, rooms=1)
    arenas.wait_for_results(ladder, 5, arena)
    disk.fill(arena)
    arenas.said(arena, "the disk is full")
    begun = time.monotonic()
    arena.terminate()
    says = arenas.end(arena, os.EX_IOERR)

    assert time.monotonic() - begun < 30
    assert "the disk is full" in says


def test_a07_an_arena_does_not_begin_on_a_disk_that_is_nearly_full(small: Small | None, ladder: Path) -> None:
    if small:
        ladder = arenas.ladder(small.folder)
        fill(small.folder, left=1 << 20)
        says = arenas.end(arenas.start(ladder), os.EX_IOERR)
        assert {file.name for file in small.folder.iterdir()} == {"ladder.toml", "filler"}
    else:
        limit = (0, resource.RLIM_INFINITY)
        says = arenas.end(arenas.start(ladder, prepare=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)), 74)
    assert "ladder.db: the disk is full" in says


def test_a08_a_bot_that_cannot_be_staged_is_said_and_nothing_is_left(ladder: Path, tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    place = tmp_path / "staging"
    ladder.write_text('sets = 1\ngames = ["kaiser"]\nbots = ["sample:random", "sample:python/sensible"]\n')

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, resource.RLIM_INFINITY))

    arena = arenas.start(ladder, prepare=limit, ARENA_STAGING=str(place))
    says = arenas.end(arena, os.EX_IOERR)

    assert f"staged copies cannot be kept in {place}: File too large" in says
    assert "fix that, or name another folder in ARENA_STAGING" in says
    assert [left.name for left in place.iterdir() if left.name != "lock"] == []
    assert not ladder.with_suffix(".db").exists()
