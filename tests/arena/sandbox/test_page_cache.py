"""Which files are read into memory, and when."""

import os
from pathlib import Path

import pytest

from arena.sandbox import page_cache as module
from arena.sandbox.page_cache import PageCache, available, in_memory, pages_dropped, read_all

KB = 1024


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two files, and things that are not to be read: a link, a pipe."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "one").write_bytes(b"1" * 5000)
    (tmp_path / "sub" / "two").write_bytes(b"2" * 70 * KB)
    (tmp_path / "link").symlink_to("one")
    os.mkfifo(tmp_path / "pipe")
    return tmp_path


@pytest.fixture(autouse=True)
def note(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The note for other processes; each test has its own."""
    path = tmp_path_factory.mktemp("run") / "note"
    monkeypatch.setattr(module, "note_of", lambda _: path)
    return path


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The sizes of the files that are read; the kernel says that nothing is in memory."""
    sizes: list[int] = []
    monkeypatch.setattr(module, "in_memory", lambda _: 0)
    monkeypatch.setattr(module, "_read", lambda _file, size, _buffer: sizes.append(size))
    return sizes


def test_files_are_read_that_are_not_in_memory(folder: Path, read: list[int]) -> None:
    assert read_all([str(folder), str(folder / "one"), str(folder / "gone")])
    assert sorted(read) == [5000, 5000, 70 * KB]


def test_files_in_memory_are_left_alone(folder: Path, read: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "in_memory", lambda file: os.fstat(file).st_size)

    assert read_all([str(folder)])
    assert read == []


def test_no_more_is_read_than_half_of_the_memory_that_is_available(
    folder: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "available", lambda: 16 * KB)
    kept = PageCache([str(folder)])
    kept.keep()

    assert read == [5000]
    assert kept.too_large


def test_what_the_kernel_has_dropped_is_read_again_and_the_bots_own_files_are_looked_at_each_time(
    folder: Path, read: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    dropped = iter((7, 7, 8, 9))
    monkeypatch.setattr(module, "pages_dropped", lambda: next(dropped))
    monkeypatch.setattr(module, "REST", 0)
    kept = PageCache([str(folder / "one")])
    sizes = []
    for own in ((), (folder / "sub",), (), ()):
        kept.keep(own)
        sizes.append(list(read))
        read.clear()

    assert sizes == [[5000], [70 * KB], [5000], [5000]]


def test_a_look_of_another_process_counts_for_a_while(
    folder: Path, read: list[int], note: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def reads() -> bool:
        read.clear()
        PageCache([str(folder / "one")]).keep()
        return bool(read)

    monkeypatch.setattr(module, "pages_dropped", lambda: 7)
    assert [reads(), reads()] == [True, False]

    old = note.stat().st_mtime - module.FRESH - 1
    os.utime(note, (old, old))
    assert [reads(), reads()] == [True, False]

    monkeypatch.setattr(module, "pages_dropped", lambda: 8)
    assert [reads(), reads()] == [True, False]

    monkeypatch.setattr(module, "available", lambda: 0)
    monkeypatch.setattr(module, "pages_dropped", lambda: 9)
    PageCache([str(folder)]).keep()
    assert note.read_text() == "8\n", "what did not fit into memory is not there for others either"


def test_after_a_look_the_files_are_in_memory(folder: Path) -> None:
    read_all([str(folder)])
    with (folder / "one").open("rb") as file:
        assert in_memory(file.fileno()) in (0, 8 * KB), "all, or the kernel is older than 6.5 and does not tell"


def test_figures_that_the_kernel_does_not_give_are_zero(tmp_path: Path) -> None:
    counters = tmp_path / "vmstat"
    counters.write_text("nr_free_pages 5\npgsteal_kswapd 3\npgsteal_direct 4\ndrop_pagecache 1\n")

    assert pages_dropped(counters) == 8
    assert pages_dropped(tmp_path / "none") == available(tmp_path / "none") == 0
