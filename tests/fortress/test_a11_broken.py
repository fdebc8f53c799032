"""A11, A12: results that are broken, foreign, or may not be written: a clear word, nothing overwritten, a way back."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.store import Store, disk
from arena.store.schema import VERSION
from tests.fortress import arenas
from tests.fortress.arenas import here as arena

NOBODY = 65534


@pytest.fixture
def played(unbroken: Path, tmp_path: Path) -> Path:
    """A ladder that was played, to be broken."""
    for suffix in (".toml", ".db", ".db.journal"):
        shutil.copy(unbroken.with_suffix(suffix), tmp_path)
    return tmp_path / unbroken.name


def contents(folder: Path) -> dict[str, bytes]:
    """All files but locks, and what SQLite makes to read."""
    found = {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith((".lock", "-shm"))}
    return {name: content for name, content in found.items() if content or not name.endswith("-wal")}


def cut(path: Path, size: int) -> None:
    """Cut a file, or fill it up with zeros."""
    os.truncate(path, size)


def flip(path: Path, at: int) -> None:
    """Turn over a bit."""
    content = bytearray(path.read_bytes())
    content[at] ^= 0x40
    path.write_bytes(content)


def page_of(path: Path, name: str) -> int:
    """Where the first page of a table begins."""
    with closing(sqlite3.connect(path)) as db:
        [root] = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (name,)).fetchone()
        [size] = db.execute("PRAGMA page_size").fetchone()
    return int((root - 1) * size)


def drop(path: Path, table: str) -> None:
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"DROP TABLE {table}")


BREAKS: dict[str, Callable[[Path], None]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: cut(path, 0),
    "half": lambda path: cut(path, path.stat().st_size // 2),
    "one page": lambda path: cut(path, 4096),
    "other": lambda path: (path.write_text("a text of somebody's\n"), None)[1],
    "header": lambda path: flip(path, 3),
    "application": lambda path: flip(path, 69),
    "schema": lambda path: flip(path, 100),
    "page of results": lambda path: flip(path, page_of(path, "results")),
    "page of games": lambda path: flip(path, page_of(path, "games") + 5),
    "table": lambda path: drop(path, "failures"),
}


@pytest.mark.parametrize("how", BREAKS)
def test_a11_a_broken_database_is_named_left_alone_and_made_anew(
    played: Path, how: str, reference: list[tuple[object, ...]]
) -> None:
    path = played.with_suffix(".db")
    BREAKS[how](path)
    before = contents(path.parent)
    for command, statuses in (("run", {os.EX_DATAERR, os.EX_NOINPUT}), ("verify", {1, os.EX_DATAERR, os.EX_NOINPUT})):
        found = arena(command, str(played))
        assert found.exit_code in statuses, found.output
        assert f"arena verify {path} --rebuild" in found.output.replace(str(played), str(path))
    assert contents(path.parent) == before
    assert arena("ladder", str(played)).exit_code in {0, os.EX_DATAERR, os.EX_NOINPUT}

    found = arena("verify", str(played), "--rebuild")
    assert found.exit_code == 0, found.output
    assert f"the database was made anew with {arenas.GAMES} results" in found.output
    assert arenas.table(played) == reference
    assert how == "gone" or contents(path.parent)["ladder.db.broken-1"] == before["ladder.db"]
    assert f"{arenas.GAMES} of {arenas.GAMES} games are there already" in arena("run", str(played)).output


def test_a11_a_bit_that_turned_over_in_a_result_is_found_and_put_right(
    played: Path, reference: list[tuple[object, ...]]
) -> None:
    path = played.with_suffix(".db")
    at = path.read_bytes().index(b"forfeit{}")
    flip(path, at)
    found = arena("verify", str(played))

    assert found.exit_code == 1
    assert "reason is '&orfeit' in the database, 'forfeit' in the journal" in found.output
    assert f"arena verify {played} --rebuild" in found.output
    assert arena("verify", str(played), "--rebuild").exit_code == 0
    assert arenas.table(played) == reference


def test_a11_a_bit_that_turned_over_in_a_record_is_found_and_put_right(
    played: Path, reference: list[tuple[object, ...]]
) -> None:
    path = played.with_suffix(".db")
    [(record,)] = arenas.query(played, "SELECT record FROM records LIMIT 1")
    assert isinstance(record, bytes)
    flip(path, path.read_bytes().index(record[:60]) + 40)
    found = arena("verify", str(played))

    assert found.exit_code == 1
    assert "record differs" in found.output
    assert arena("verify", str(played), "--rebuild").exit_code == 0
    assert arenas.table(played) == reference


@pytest.mark.parametrize("left", [0.3, *(pytest.param(left, marks=pytest.mark.thorough) for left in (0, 0.9))])
def test_a11_a_log_that_was_cut_is_noticed(ladder: Path, left: float) -> None:
    died = arenas.start(arenas.short(ladder), rooms=1)
    arenas.wait_for_results(ladder, 0, died)
    with arenas.reading(ladder):  # what came since stays in the log, even if the arena gets to its end before it dies
        arenas.wait_for_results(ladder, 8, died)
        arenas.kill(died)
    log = ladder.with_suffix(".db-wal")
    cut(log, int(log.stat().st_size * left))
    before = contents(ladder.parent)
    found = arena("run", str(ladder))

    assert found.exit_code == os.EX_DATAERR
    assert "has lost" in found.output
    assert "--rebuild" in found.output
    assert contents(ladder.parent) == before
    assert arena("verify", str(ladder), "--rebuild").exit_code == 0
    assert arena("run", str(ladder)).exit_code == 0
    assert arenas.count(ladder) == arenas.FEW_GAMES


def test_a11_another_version_is_refused(played: Path) -> None:
    arenas.query(played, "PRAGMA user_version = 99")
    before = contents(played.parent)
    for command in ("run", "ladder", "verify"):
        found = arena(command, str(played))
        assert found.exit_code == os.EX_DATAERR
        assert f"written by another version of the arena (tables 99, this one knows {VERSION})" in found.output
    assert contents(played.parent) == before


@pytest.mark.parametrize("results", ["folder/ladder.db", "ladder.toml", "."])
def test_a11_results_where_they_cannot_be_are_refused(played: Path, results: str) -> None:
    played.write_text(f'results = "{results}"\n' + arenas.LADDER)
    before = contents(played.parent)
    found = arena("run", str(played))

    assert found.exit_code in {os.EX_CANTCREAT, os.EX_DATAERR}
    assert results.partition("/")[0] in found.output
    assert contents(played.parent) == before


def test_a11_results_on_a_network_are_refused(played: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(disk, "file_system", lambda _: "nfs4")
    found = arena("run", str(played))

    assert found.exit_code == os.EX_CANTCREAT
    assert "results cannot lie on a network file system (nfs4)" in found.output
    assert arena("ladder", str(played)).exit_code == 0


@contextmanager
def somebody_else() -> Iterator[None]:
    """Be a user without rights: root may write everywhere."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.mark.parametrize(
    ("folder", "journal", "says"),
    [
        (0o555, 0o444, "ladder.db.lock: Permission denied"),
        (0o777, 0o444, "ladder.db.journal: Permission denied"),
        (0o777, 0o666, "ladder.db: is not writable"),
    ],
)
def test_a11_results_that_may_not_be_written_are_refused_and_can_be_read(
    played: Path, folder: int, journal: int, says: str
) -> None:
    path = played.with_suffix(".db")
    path.chmod(0o444)
    played.with_suffix(".db.journal").chmod(journal)
    played.parent.chmod(folder)
    before = contents(played.parent)
    rights = arena("ladder", str(path)).output  # imported here: another user may not read this interpreter's files
    with somebody_else():
        with pytest.raises(UserError) as caught, Store.open(path, writing=True) as store:
            store.start_run(None, {})
        table = arena("ladder", str(path))
    played.parent.chmod(0o777)

    assert caught.value.exit_status == os.EX_CANTCREAT
    assert says in str(caught.value)
    assert table.exit_code == 0, table.output
    assert table.output == rights
    assert contents(played.parent) == before


def test_a12_a_torn_last_line_of_the_journal_is_mended_with_a_note(
    played: Path, reference: list[tuple[object, ...]]
) -> None:
    journal = played.with_suffix(".db.journal")
    whole = journal.read_bytes()
    cut(journal, len(whole) - 100)
    found = arena("verify", str(played))

    assert found.exit_code == 0, found.output
    assert "of the journal, its last, is cut short: it was never completed" in found.output
    assert "a line of the journal was cut short" in arena("run", str(played)).output
    assert journal.read_bytes()[: len(whole)] == whole
    played.with_suffix(".db").unlink()
    arena("verify", str(played), "--rebuild")
    assert arenas.table(played) == reference


def test_a12_a_torn_last_line_is_left_out_when_all_is_made_anew(played: Path) -> None:
    journal = played.with_suffix(".db.journal")
    cut(journal, journal.stat().st_size - 100)
    played.with_suffix(".db").unlink()
    found = arena("verify", str(played), "--rebuild")

    assert "is cut short: it was never completed" in found.output
    assert arenas.count(played) == arenas.GAMES - 1
    assert arena("run", str(played)).exit_code == 0
    assert arenas.count(played) == arenas.GAMES


def test_the_way_to_read_the_journal_by_hand_is_as_the_page_says(unbroken: Path) -> None:
    page = (arenas.ROOT / "docs/results.md").read_text()
    [way] = re.findall(r"```sh\n(tail .*?)```", page, re.DOTALL)
    way = way.replace("mine.db", str(unbroken.with_suffix(".db"))).replace("python3", sys.executable)
    shown = subprocess.run(["sh", "-c", way], capture_output=True, text=True, check=True).stdout
    [(last,)] = arenas.query(
        unbroken, "SELECT id FROM results JOIN games ON games.number = game ORDER BY results.number DESC LIMIT 1"
    )

    assert shown.startswith(f"game {last} scotch-whist ")


def test_a_match_saved_under_any_name_is_found_again(tmp_path: Path) -> None:
    saved = tmp_path / "friday"
    bot = f"'{sys.executable}' '{arenas.FAKEBOT}'"
    match = ("match", "scotch-whist:two", bot, f"{bot} x 1", "-n", "1", "-o", "target=11", "--save", str(saved))
    assert arena(*match).exit_code == 0
    for command in ("ladder", "record", "verify"):
        assert arena(command, str(saved)).exit_code == 0
    cut(saved, 0)
    assert f"arena verify {saved} --rebuild" in arena("ladder", str(saved)).output
    assert arena("verify", str(saved), "--rebuild").exit_code == 0
    assert arena("ladder", str(saved)).exit_code == 0


def test_a_second_match_does_not_take_the_last_one_from_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    bot = f"'{sys.executable}' '{arenas.FAKEBOT}'"
    match = ("match", "scotch-whist:two", bot, f"{bot} x 1", "-n", "1", "-o", "target=11")
    assert arena(*match).exit_code == 0
    last = tmp_path / "trickarena/last-match.db"
    before = last.read_bytes()
    with disk.lock(last):
        found = arena(*match)
    assert found.exit_code == os.EX_TEMPFAIL
    assert "another arena is writing to it" in found.output
    assert last.read_bytes() == before
    assert arena(*match).exit_code == 0
    assert "2 games of 1 deal" in arena("ladder", "last").output
