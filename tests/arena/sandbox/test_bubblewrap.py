"""What bubblewrap is told to show of the machine."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.sandbox import bubblewrap
from arena.sandbox.constant_proc import ConstantProc
from arena.settings.limits import Limits

TICK = 0.02
"""Seconds after which the system surely gives a folder another time."""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A machine with one interpreter, and a link to its folder."""
    (tmp_path / "usr/lib/python3.11").mkdir(parents=True)
    (tmp_path / "lib").symlink_to("usr/lib")
    monkeypatch.setattr(bubblewrap, "PARTS", f"{tmp_path}/usr/lib/python3* {tmp_path}/usr/lib/pypy*")
    monkeypatch.setattr(bubblewrap, "SYSTEM", (f"{tmp_path}/lib", f"{tmp_path}/lib64"))
    monkeypatch.setattr(bubblewrap, "CONFIGURATION", (f"{tmp_path}/etc/alternatives",))
    monkeypatch.setattr(bubblewrap, "ALL_IN_LIB", f"{tmp_path}/usr/lib/libc.so*")
    bubblewrap._looked_into.cache_clear()
    bubblewrap._shown.cache_clear()
    yield tmp_path
    bubblewrap._looked_into.cache_clear()


def options() -> bytes:
    return bubblewrap.arguments(Limits(), Path("/"), descriptors={})


def test_links_are_shown_as_links_and_folders_as_folders(machine: Path) -> None:
    python, lib = f"{machine}/usr/lib/python3.11", f"{machine}/lib"

    assert bubblewrap.system_folders() == [python, lib]
    assert f"--ro-bind\0{python}\0{python}\0--symlink\0usr/lib\0{lib}\0".encode() in options()


def test_folders_may_be_left_for_the_arena_to_mount(machine: Path, tmp_path: Path) -> None:
    python = f"{machine}/usr/lib/python3.11"
    covers = ConstantProc(tmp_path / "shown")
    covers.make()
    words = bubblewrap.arguments(Limits(), Path("/"), descriptors={}, stand_ins=covers, later=True).split(b"\0")
    left = bubblewrap.mounts_for_later(Limits(), room=0, stand_ins=covers)

    assert words[words.index(python.encode()) - 1] == b"--dir"
    assert not any(word.startswith(b"/proc/") for word in words)
    assert left[:2] == [(python, python), (f"{covers.folder}/empty", "/proc/1")]


def test_what_is_installed_or_removed_meanwhile_counts_at_the_next_start(machine: Path) -> None:
    first = options()
    time.sleep(TICK)
    (machine / "usr/lib/pypy3.10").mkdir()
    second = options()
    time.sleep(TICK)
    (machine / "usr/lib/python3.11").rmdir()

    assert b"pypy" not in first
    assert b"pypy" in second
    assert b"python" not in options()


def test_a_folder_that_did_not_exist_is_looked_into_once_it_does(machine: Path) -> None:
    assert b"alternatives" not in options()
    (machine / "etc/alternatives").mkdir(parents=True)

    assert b"alternatives" in options()
    assert b"alternatives" in bubblewrap.arguments(Limits(), Path("/"), descriptors={}, room=1)
