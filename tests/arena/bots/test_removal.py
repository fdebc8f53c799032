import os
import resource
from pathlib import Path

from arena.bots.removal import remove


def test_a_folder_goes_with_all_that_is_in_it_and_nothing_beyond_its_links(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("kept")
    folder = tmp_path / "gone"
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "file").touch()
    (folder / "a" / "link").symlink_to(tmp_path / "kept")
    (folder / "all").symlink_to(tmp_path)
    os.mkfifo(folder / "a" / "pipe")
    remove(folder)

    assert [path.name for path in tmp_path.iterdir()] == ["kept"]


def test_locked_folders_are_no_obstacle(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    (folder / "a" / "b").mkdir(parents=True)
    (folder / "a" / "b" / "file").touch()
    for locked in (folder / "a" / "b", folder / "a", folder):
        locked.chmod(0)
    remove(folder)

    assert not folder.exists()


def test_a_tree_deeper_than_any_path_goes_with_few_descriptors(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(60):
        os.mkdir("d" * 200, dir_fd=here)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(os.open("file", os.O_CREAT, dir_fd=inner))
        os.close(here)
        here = inner
    os.close(here)
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    used = max(int(entry.name) for entry in Path("/dev/fd").iterdir())
    resource.setrlimit(resource.RLIMIT_NOFILE, (used + 10, before[1]))
    try:
        remove(folder)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

    assert not folder.exists()


def test_a_file_or_a_link_goes_alone_and_nothing_is_no_error(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "link").symlink_to("kept")
    remove(tmp_path / "link")
    remove(tmp_path / "none")

    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
