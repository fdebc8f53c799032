"""Archives of strangers: nothing leaves the folder, no link is made, no bomb goes off."""

from __future__ import annotations

import os
import tarfile
from datetime import datetime
from pathlib import Path

import pytest

from arena.bots.trees import TreeError
from arena.bots.unpacking import is_archive, unpack
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


def test_names_in_utf_8_are_read_where_the_zip_does_not_say_so(tmp_path: Path) -> None:
    data = zipped({"山田.py": "x"})
    told = [at for at in range(len(data)) if data[at : at + 2] == b"PK"]
    quiet = bytearray(data)
    quiet[told[0] + 7] &= ~8
    quiet[told[1] + 9] &= ~8
    assert (unpacked(tmp_path, bytes(quiet)) / "山田.py").exists()
