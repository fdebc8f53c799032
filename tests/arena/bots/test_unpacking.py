"""Archives of strangers: nothing leaves the folder, no link is made, no bomb goes off."""

from __future__ import annotations

import os
import tarfile
from contextlib import suppress
from datetime import datetime
from io import BytesIO
from pathlib import Path

import pytest

from arena.bots.trees import TreeError
from arena.bots.unpacking import _tarred, is_archive, unpack
from arena.settings.limits import TreeLimits
from tests.arena.bots.archives import HOSTILE, WHEN, member, tarred, zipped

LIMITS = TreeLimits(megabytes=1, files=9, depth=5)


def unpacked(folder: Path, data: bytes) -> Path:
    (folder / "archive").write_bytes(data)
    (folder / "into").mkdir()
    unpack(folder / "archive", folder / "into", LIMITS)
    return folder / "into"


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_hostile_is_refused_and_leaves_nothing_outside(tmp_path: Path, what: str) -> None:
    data, said = HOSTILE[what]
    with pytest.raises(TreeError) as caught:
        unpacked(tmp_path, data)
    assert said in f"{caught.value.message}: {caught.value.hint}"
    assert {path.name for path in tmp_path.iterdir()} == {"archive", "into"}
    assert not any(path.is_symlink() for path in tmp_path.rglob("*"))


def test_files_keep_content_time_and_the_right_to_be_run_and_junk_is_dropped(tmp_path: Path) -> None:
    data = zipped({"a/bot.sh": "x", "a\\b.py": "y", "__MACOSX/a/._b": "", "a/.DS_Store": "", "Thumbs.db": ""}, 0o755)
    into = unpacked(tmp_path, data)

    files = {str(path.relative_to(into)): path for path in into.rglob("*") if path.is_file()}
    assert {name: path.read_text() for name, path in files.items()} == {"a/bot.sh": "x", "a/b.py": "y"}
    assert os.access(files["a/bot.sh"], os.X_OK)
    assert datetime.fromtimestamp(files["a/bot.sh"].stat().st_mtime).timetuple()[:6] == WHEN  # noqa: DTZ006 - local


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:bz2", "w:xz"])
def test_a_tar_is_unpacked_however_it_is_packed(tmp_path: Path, mode: str) -> None:
    data = tarred(member("a", tarfile.DIRTYPE), member("a/Иван.py"), content=b"x", mode=mode)
    assert (unpacked(tmp_path, data) / "a/Иван.py").read_bytes() == b"x"
    assert is_archive(tmp_path / "archive")


NAMES = ("a/b.py", f"{'n' * 120}/{'m' * 60}.py", f"{'n' * 200}.py", "Иван/" + "ж" * 60 + ".py", "\udcff.txt")


@pytest.mark.parametrize("how", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_tar_of_any_kind_is_read_as_python_reads_it(tmp_path: Path, how: int) -> None:
    with tarfile.open(tmp_path / "archive", "w", format=how, pax_headers={"comment": "of all"}) as archive:
        for at, name in enumerate(NAMES):
            with suppress(ValueError):  # a name that is too long for the oldest kind
                archive.addfile(
                    member(name, mtime=1e9 + at / 4, mode=0o755 * (at % 2), size=700), BytesIO(bytes([at]) * 700)
                )
        archive.addfile(member("last", tarfile.DIRTYPE))
    with tarfile.open(tmp_path / "archive") as archive:
        expected = [(info.name, info.isdir(), info.mode == 0o755, float(info.mtime)) for info in archive]
        contents = [archive.extractfile(info).read() for info in archive if info.isreg()]  # type: ignore[union-attr]
    with (tmp_path / "archive").open("rb") as file:
        entries = [(entry, content and content.read()) for entry, content in _tarred(file, b"", LIMITS)]

    found = [(entry.path.rstrip("/"), entry.kind == "folder", entry.program, entry.when) for entry, _ in entries]
    assert [each[:2] for each in found] == [each[:2] for each in expected]
    assert [each[2:] for each in found[:-1]] == [each[2:] for each in expected[:-1]]
    assert [content for _, content in entries if content is not None] == contents
    assert len(contents) > 2


@pytest.mark.parametrize("what", [what for what in HOSTILE if " tar " in what])
def test_whatever_it_is_it_can_be_asked_whether_it_is_an_archive(tmp_path: Path, what: str) -> None:
    (tmp_path / "archive").write_bytes(HOSTILE[what][0])

    assert is_archive(tmp_path / "archive") in {True, False}


def test_a_program_and_a_text_are_no_archives(tmp_path: Path) -> None:
    for content in (b"", b"#!/usr/bin/env python3\n", b"x" * 600, "山田".encode() * 200):
        (tmp_path / "file").write_bytes(content)
        assert not is_archive(tmp_path / "file")


def test_where_memory_does_not_suffice_for_a_dictionary_the_archive_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise MemoryError

    data = zipped({"bot.py": "x"})
    monkeypatch.setattr("zipfile.ZipFile.open", fail)
    with pytest.raises(TreeError, match="damaged"):
        unpacked(tmp_path, data)


def test_names_in_utf_8_are_read_where_the_zip_does_not_say_so(tmp_path: Path) -> None:
    data = zipped({"山田.py": "x"})
    told = [at for at in range(len(data)) if data[at : at + 2] == b"PK"]
    quiet = bytearray(data)
    quiet[told[0] + 7] &= ~8
    quiet[told[1] + 9] &= ~8
    assert (unpacked(tmp_path, bytes(quiet)) / "山田.py").exists()
