"""The folder of a build is measured while the build may do anything with it."""

import errno
import os
from pathlib import Path

import pytest

from arena.bots.removal import remove
from arena.sandbox import build
from arena.sandbox.build import too_much


def nested(folder: Path, depth: int) -> None:
    """Make folders in folders, deeper than any path if asked to."""
    here = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "much"), [(100, ""), (1200, "more than 128 folders deep in its folder")])
def test_depth_is_no_trouble(tmp_path: Path, depth: int, much: str) -> None:
    (tmp_path / "work").mkdir()
    nested(tmp_path / "work", depth)
    before = len(list(Path("/proc/self/fd").iterdir()))
    try:
        assert too_much(tmp_path / "work", 1) == much
    finally:
        remove(tmp_path / "work")  # pytest could not
    assert len(list(Path("/proc/self/fd").iterdir())) == before


def test_only_what_lies_in_the_folder_counts(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(bytes(3 << 20))
    work = tmp_path / "work"
    work.mkdir()
    (work / "link").symlink_to("../big")
    (work / "up").symlink_to("..")
    os.mkfifo(work / "pipe")
    with (work / "sparse").open("wb") as file:
        file.truncate(1 << 40)
    (work / os.fsdecode(b"\xff\n")).touch()
    assert too_much(work, 2) == ""
    (work / "copy").write_bytes(bytes(3 << 20))
    assert too_much(work, 2) == "more than 2 MiB in its folder"


def test_files_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "FILES", 3)
    for name in "abcd":
        (tmp_path / name).touch()
    assert too_much(tmp_path, 1) == "more than 3 files in its folder"


def test_a_folder_that_hides_its_contents_is_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "hidden").mkdir(mode=0)
    scan = os.scandir

    def as_user(path: str | Path | int) -> object:  # root may list every folder
        listed = os.fstat(path) if isinstance(path, int) else Path(path).stat()
        if not listed.st_mode & 0o400:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return scan(path)

    monkeypatch.setattr(os, "scandir", as_user)
    assert too_much(tmp_path, 1) == "a folder inside its folder that nobody may list"
