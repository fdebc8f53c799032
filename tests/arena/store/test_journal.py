"""The journal has everything that was committed, is repaired if cut short, and shows what a database has lost."""

import errno
import json
import os
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import UserError
from arena.store import Store, TryAgain, rebuild
from arena.store import journal as module
from arena.store.journal import decoded, encoded, end, read
from arena.store.rows import Conditions
from arena.store.uses import packed
from arena.table.outcome import Use
from tests.arena.store.examples import ANN, BOB, FORFEIT, GAMES, ONE, PLAYED, THREE, TWO, again, begun, query


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a database in which two of three games are played."""
    return begun(tmp_path / "toy.db", PLAYED, FORFEIT)


def journal(path: Path) -> Path:
    return path.with_name(path.name + ".journal")


def kinds(path: Path) -> list[str]:
    return [next(iter(entry)) if entry else "?" for _, entry in read(path)]


def reopen(path: Path) -> list[str]:
    """Open for writing, and return the notes."""
    with Store.open(path, writing=True) as store:
        return store.notes


def refused(path: Path, status: int = os.EX_DATAERR) -> UserError:
    with pytest.raises(UserError) as caught:
        Store.open(path, writing=True)
    assert caught.value.exit_status == status
    return caught.value


def test_everything_that_was_committed_has_a_line_in_order(path: Path) -> None:
    assert kinds(path) == ["journal", "season", "run", "entrant", "entrant", "result", "result"]
    *_, (_, last) = read(path)
    assert last is not None
    assert (last["at"], last["result"]["game_id"]) == ([1, 2, 2, 1, 0], TWO.id)
    assert numbers(path) == (1, 2, 2)


def test_a_line_can_be_read_with_the_simplest_tools(path: Path) -> None:
    for line in journal(path).read_text().splitlines():
        check, _, text = line.partition(" ")
        assert int(check, 16) == zlib.crc32(text.encode())
        assert isinstance(json.loads(text), dict)


@settings(max_examples=40)
@given(st.text() | st.binary().map(repr), st.integers(0, 7), st.data())
def test_a_line_comes_back_as_it_was_written_and_no_changed_bit_passes(
    text: str, bit: int, data: st.DataObject
) -> None:
    line = encoded({"result": {"reason": text}})[:-1]
    at = data.draw(st.integers(0, len(line) - 1))
    changed = bytearray(line)
    changed[at] ^= 1 << bit
    assert b"\n" not in line
    assert decoded(line) == {"result": {"reason": text}}
    assert decoded(bytes(changed)) is None


def test_a_result_is_in_the_journal_when_finish_returns(tmp_path: Path) -> None:
    with Store.open(tmp_path / "toy.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan([ANN, BOB], GAMES)
        store.begin(ONE.id)
        store.finish(PLAYED)
        assert kinds(tmp_path / "toy.db")[-1] == "result"


def test_a_second_run_adds_what_is_new(path: Path) -> None:
    before = journal(path).read_bytes()
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
        store.plan([ANN, BOB], GAMES)
        store.begin(THREE.id)
        store.finish(PLAYED._replace(game_id=THREE.id))
    assert journal(path).read_bytes().startswith(before)
    assert kinds(path)[7:] == ["run", "result"]


@pytest.mark.parametrize("lost", [1, 2, 3, 5])
def test_lines_that_are_missing_at_the_end_are_added_again(path: Path, lost: int) -> None:
    whole = journal(path).read_bytes()
    journal(path).write_bytes(b"".join(whole.splitlines(keepends=True)[:-lost]))
    assert reopen(path) == []
    assert journal(path).read_bytes() == whole


@pytest.mark.parametrize("cut", [1, 2, 100])
def test_a_torn_last_line_is_mended_with_a_note(path: Path, cut: int) -> None:
    whole = journal(path).read_bytes()
    journal(path).write_bytes(whole[:-cut])
    [note] = reopen(path)
    assert note.startswith("a line of the journal was cut short (")
    assert journal(path).read_bytes() == whole
    assert reopen(path) == []


def test_blocks_that_never_reached_the_disk_are_mended_too(path: Path) -> None:
    whole = journal(path).read_bytes()
    journal(path).write_bytes(whole[:-300] + bytes(299) + b"\n")
    assert len(reopen(path)) == 1
    assert journal(path).read_bytes() == whole


def numbers(path: Path) -> tuple[int, ...]:
    """Return the numbers of the last run, entrant and result in a journal."""
    progress = end(path)
    assert progress is not None
    return progress[:3]


def test_the_last_line_is_found_however_long_it_is(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "END", 512)
    whole = journal(path).read_bytes()
    assert numbers(path) == (1, 2, 2)
    journal(path).write_bytes(whole[:-1])
    assert numbers(path) == (1, 2, 1)
    reopen(path)
    assert journal(path).read_bytes() == whole


def test_a_journal_that_is_gone_is_written_again_from_the_database(path: Path) -> None:
    whole = journal(path).read_bytes()
    journal(path).unlink()
    assert reopen(path) == []
    assert journal(path).read_bytes() == whole


def test_a_long_journal_is_written_in_parts(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = journal(path).read_bytes()
    journal(path).unlink()
    monkeypatch.setattr(module, "CHUNK", 100)
    reopen(path)
    assert journal(path).read_bytes() == whole


@pytest.mark.parametrize("content", [b"text\n", b"text", b"\n", b"00000000 {}\n"])
def test_a_file_that_is_no_journal_is_left_as_it_is(path: Path, content: bytes) -> None:
    journal(path).write_bytes(content)
    error = refused(path)
    assert "toy.db.journal: cannot be read" in str(error)
    assert "move it away" in error.hint
    assert journal(path).read_bytes() == content


def test_the_journal_of_other_results_is_left_as_it_is(path: Path, tmp_path: Path) -> None:
    other = begun(tmp_path / "other.db", PLAYED)
    content = journal(other).read_bytes()
    journal(path).write_bytes(content)
    assert "belongs to other results" in str(refused(path))
    assert journal(path).read_bytes() == content


def test_results_that_the_database_lost_are_noticed(path: Path) -> None:
    for table in ("failures", "records", "results"):
        query(path, f"DELETE FROM {table} WHERE game = 2")
    error = refused(path)
    assert str(error) == f"{path}: has lost 1 results that its journal has"
    assert f"arena verify {path} --rebuild" in error.hint
    with Store.open(path, writing=False) as store:
        assert store.notes == [f"{error}: {error.hint}"]


def test_runs_that_the_database_lost_are_noticed(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
    query(path, "DELETE FROM runs WHERE run = 2")
    assert "has lost seasons, runs, bots or appeals" in str(refused(path))


def test_a_database_that_is_gone_is_not_begun_again_beside_its_journal(path: Path) -> None:
    path.unlink()
    error = refused(path, os.EX_NOINPUT)
    assert str(error) == f"{path}: the database is missing, but its journal is there"
    assert "--rebuild" in error.hint
    assert error.hint.endswith("to start over, remove toy.db.journal too")
    with pytest.raises(UserError, match="the database is missing"):
        Store.open(path, writing=False)
    assert not path.exists()


@pytest.mark.parametrize("left", [b"", None])
def test_an_empty_database_is_not_begun_again_beside_its_journal(
    path: Path, tmp_path: Path, left: bytes | None
) -> None:
    path.unlink()
    if left is None:
        with Store.open(tmp_path / "other.db", writing=True) as store:
            store.start_run(None, {})
        (tmp_path / "other.db").rename(path)
        assert "has lost 2 results that its journal has" in str(refused(path))
    else:
        path.write_bytes(left)
        assert "its journal is there" in str(refused(path, os.EX_NOINPUT))


def full(*_: object) -> int:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_without_room_for_a_line_keeps_no_part_of_it_and_finish_can_be_called_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.write
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
        store.begin(THREE.id)
        before = journal(path).read_bytes()
        writes = iter([lambda fd, data: write(fd, data[:10]), full])

        def some(descriptor: int, data: bytes) -> int:
            return next(writes)(descriptor, data)

        monkeypatch.setattr(os, "write", some)
        with pytest.raises(TryAgain, match="the disk is full"):
            store.finish(PLAYED._replace(game_id=THREE.id))
        assert journal(path).read_bytes() == before
        monkeypatch.setattr(os, "write", write)
        assert not store.finish(PLAYED._replace(game_id=THREE.id))
        assert store.counts().done == 3
    assert kinds(path)[-1] == "result"


def test_a_journal_that_cannot_be_written_is_an_error_of_the_user(path: Path) -> None:
    journal(path).unlink()
    journal(path).mkdir()
    with pytest.raises(UserError, match="is not a file but a named pipe, a device or a folder"):
        Store.open(path, writing=True)


def test_uses_and_conditions_of_any_kind_are_kept(tmp_path: Path) -> None:
    uses = {0: Use(3, 1.0, 0.5, cpu_ms=0.25, memory=4096), 1: Use(2, 1.0, 0.5, strikes=0)}
    path = begun(tmp_path / "toy.db", again(PLAYED, ONE.id, uses=uses, lag_ms=0.5))
    conditions: Conditions = {"sandbox": "strict", "lag_p99_ms": 0.5}
    with Store.open(path, writing=False) as store:
        assert dict(store.uses()) == {ONE.id: uses}
        assert dict(store.conditions_of_games()) == {ONE.id: {"lag_p99_ms": 0.5}}
    query(path, f"UPDATE results SET conditions = '{json.dumps(conditions)}'")
    with Store.open(path, writing=False) as store:
        assert dict(store.conditions_of_games()) == {ONE.id: conditions}


def test_results_as_columns_are_those_of_the_rows(tmp_path: Path) -> None:
    uses = {0: Use(3, 1.0, 0.5, cpu_ms=0.25, strikes=1), 2: Use(2, 1.5, 0.75)}
    path = begun(tmp_path / "toy.db", FORFEIT, again(PLAYED, ONE.id, uses=uses))
    with Store.open(path, writing=False) as store:
        columns, rows = store.columns(), list(store.results())

    assert columns.ids == [row.game.id for row in rows] == [ONE.id, TWO.id]
    assert list(columns.sides) == [row.game.sides for row in rows]
    assert list(columns.scores) == [row.result.scores or None for row in rows]
    assert list(columns.faults) == [row.faults for row in rows]
    assert [column.tolist()[:2] for column in columns.seats[:4]] == [[0, 0], [0, 2], [3, 2], [1.0, 1.5]]
    assert columns.seats.strikes.tolist() == [1, 0]
    assert columns.games_of_run == {1: 2}
    assert columns.take(columns.faults.where(bool)).ids == [TWO.id]


def test_uses_that_cannot_be_read_are_damage(path: Path) -> None:
    query(path, "UPDATE results SET uses = '[[0,', times = x'00'")
    with Store.open(path, writing=False) as store:
        with pytest.raises(UserError, match="is damaged"):
            store.columns()
        with pytest.raises(UserError, match="is damaged"):
            list(store.uses())


def test_times_that_are_not_those_of_the_uses_are_damage(path: Path) -> None:
    with Store.open(path, writing=False) as store:
        assert store.problems() == []
    query(path, f"UPDATE results SET times = x'{packed([[0, 1, 1.0, 1.0]]).hex()}' WHERE game = 1")
    with Store.open(path, writing=False) as store:
        assert store.problems() == [f"{ONE.id}: its column times does not match its column uses"]
    assert rebuild(path) is not None
    with Store.open(path, writing=False) as store:
        assert store.problems() == []


def found_by_readers(path: Path) -> list[str]:
    with Store.open(path, writing=False) as store:
        return store.notes


def found_by_writers(path: Path) -> list[str]:
    with Store.open(path, writing=True) as store:
        return store.notes


@pytest.mark.parametrize("found", [found_by_readers, found_by_writers])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE results SET scores = '500,-20' WHERE number = 1",
        "UPDATE results SET scores = NULL WHERE number = 1",
        "UPDATE results SET places = '2,1' WHERE number = 1",
        "UPDATE results SET reason = 'forfeit' WHERE number = 1",
        "UPDATE results SET uses = '[]' WHERE number = 1",
        "UPDATE games SET sides = 'bob@bbbbbbbb,ann@aaaaaaaa' WHERE number = 1",
    ],
)
def test_an_edited_result_is_noticed_at_opening(path: Path, change: str, found: Callable[[Path], list[str]]) -> None:
    assert found(path) == []
    query(path, change)
    [note] = found(path)
    assert note == f"results were changed after they were played: {ONE.id}; arena verify {path} says how"


def test_a_result_that_was_deleted_is_noticed_at_opening(path: Path) -> None:
    for table in ("failures", "records", "results"):
        query(path, f"DELETE FROM {table} WHERE game = 1")
    assert any(ONE.id in note for note in found_by_readers(path))


def test_a_journal_of_another_version_is_refused_and_left_as_it_is(path: Path) -> None:
    changed = b""
    for line in journal(path).read_bytes().splitlines():
        entry = decoded(line)
        assert entry is not None
        if "journal" in entry:
            entry["journal"]["format"] = 7
        changed += encoded(entry)
    journal(path).write_bytes(changed)
    says = "toy.db.journal: written by another version of the arena (format 7, this one knows 2)"
    assert str(refused(path)).endswith(says)
    path.unlink()
    with pytest.raises(UserError) as caught:
        rebuild(path)
    assert str(caught.value).endswith(says)
    assert journal(path).read_bytes() == changed
    assert not path.exists()
