"""The folder of a site: replaced as a whole or not at all, and only if it is one."""

import json
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.web import folder
from arena.web.folder import Folder, Memory, written

STATE = json.dumps({"format": 1, "results": 3})


def fill(new: Folder, **files: str) -> None:
    new.write(folder.SIGN, STATE)
    for name, text in files.items():
        new.write(name, text)


def names(out: Path) -> set[str]:
    return {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}


def test_a_site_takes_the_place_of_the_last_one(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    with written(out) as new:
        fill(new, a="1", b="2")
    with written(out) as new:
        fill(new, a="1", c="3")

    assert names(out) == {"a", "c", folder.SIGN}
    assert (new.files, new.kept) == (3, 2)
    assert [path.name for path in out.parent.iterdir()] == ["site"], "nothing is left beside it"
    assert folder.state(out)["results"] == 3


def test_a_file_that_did_not_change_is_the_same_file(tmp_path: Path) -> None:
    out = tmp_path / "site"
    with written(out) as new:
        fill(new, a="1", b="2")
    before = (out / "a").stat(), (out / "b").stat()
    with written(out) as new:
        fill(new, a="1", b="3")

    assert (out / "a").stat().st_ino == before[0].st_ino
    assert (out / "a").stat().st_mtime_ns == before[0].st_mtime_ns
    assert (out / "b").stat().st_ino != before[1].st_ino
    assert (out / "b").read_text() == "3"


def test_where_files_cannot_be_linked_they_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(*_: object) -> None:
        raise OSError

    out = tmp_path / "site"
    with written(out) as new:
        fill(new, a="1")
    monkeypatch.setattr(Path, "hardlink_to", no_links)
    with written(out) as new:
        fill(new, a="1")

    assert (out / "a").read_text() == "1"
    assert new.kept == 2


def test_an_error_leaves_the_old_site_and_nothing_else(tmp_path: Path) -> None:
    out = tmp_path / "site"
    with written(out) as new:
        fill(new, a="1")
    with pytest.raises(ZeroDivisionError), written(out) as new:  # noqa: PT012 - the error comes from inside
        fill(new, a="2")
        raise ZeroDivisionError

    assert (out / "a").read_text() == "1"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


@pytest.mark.parametrize("kind", ["other files", "a file", "a link"])
def test_what_is_no_site_is_left_alone(tmp_path: Path, kind: str) -> None:
    out = tmp_path / "mine"
    if kind == "a file":
        out.write_text("mine")
    elif kind == "a link":
        out.symlink_to(tmp_path)
    else:
        out.mkdir()
        (out / "thesis.txt").write_text("mine")
    with pytest.raises(UserError, match=r"no site|no folder"), written(out):
        pass

    assert len([*tmp_path.iterdir()]) == 1


def test_an_empty_folder_may_become_a_site(tmp_path: Path) -> None:
    with written(tmp_path / "site") as new:
        fill(new)
    assert names(tmp_path / "site") == {folder.SIGN}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="file"), written(tmp_path / "file" / "site"):
        pass


def test_a_site_in_memory_makes_only_what_is_made_of_something_else() -> None:
    before = Memory()
    before.make("a", "of this", lambda: "1")
    after = Memory(before)
    after.make("a", "of this", lambda: "2")
    after.make("b", "of this", lambda: "3")
    assert after.files == {"a": b"1", "b": b"3"}
    last = Memory(after)
    last.make("a", "of that", lambda: "4")
    last.make("b", "of this", lambda: "5")
    assert last.files == {"a": b"4", "b": b"3"}
