"""What the arena mounts in a sandbox: mistakes are told by path, and nothing of this process changes."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import mounts
from arena.sandbox.mounts import Mount
from tests.processes.sandboxes import descriptors

pytestmark = pytest.mark.skipif(not mounts.possible(), reason="only root may mount, and not in a chroot")


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[int]:
    """The id of a process that has mounts of its own."""
    waits = ["unshare", "--mount", "sh", "-c", "echo; read x"]
    with subprocess.Popen(waits, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tmp_path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
        process.communicate(b"\n")


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    source, target = tmp_path / "source", tmp_path / "target"
    source.mkdir()
    (source / "file").write_text("shown")
    target.mkdir()
    return source, target


def test_a_folder_is_shown_there_only_and_read_only(apart: int, folders: tuple[Path, Path]) -> None:
    source, target = folders
    mounts.show(apart, [Mount(str(source), str(target))])
    there = Path(f"/proc/{apart}/root/{target}/file")

    assert there.read_text() == "shown"
    with pytest.raises(OSError, match="Read-only"):
        there.write_text("changed")
    assert [*target.iterdir()] == []


@pytest.mark.parametrize("missing", [0, 1])
def test_a_missing_path_is_named_and_no_descriptor_stays_open(
    apart: int, folders: tuple[Path, Path], missing: int
) -> None:
    folders[missing].rename(folders[missing].with_name("elsewhere"))
    before = descriptors()
    with pytest.raises(FileNotFoundError) as caught:
        mounts.show(apart, [Mount(*map(str, folders))])

    assert caught.value.filename == str(folders[missing])
    assert descriptors() == before


def test_a_process_that_is_gone_is_an_error(folders: tuple[Path, Path]) -> None:
    with subprocess.Popen(["true"]) as gone:
        pass
    with pytest.raises(FileNotFoundError):
        mounts.show(gone.pid, [Mount(*map(str, folders))])
