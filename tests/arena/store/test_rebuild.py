"""The journal is compared with the database, and each can be rebuilt from the other."""

import os
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.store import Rebuilt, Store, rebuild
from arena.store.schema import TABLES
from tests.arena.store.examples import ANN, BOB, FORFEIT, GAMES, ONE, PLAYED, THREE, TWO, again, begun, query

FINISHED = (PLAYED, FORFEIT, again(PLAYED, THREE.id, result=PLAYED.outcome.result._replace(places=(2, 1))))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return begun(tmp_path / "toy.db", *FINISHED)


def journal(path: Path) -> Path:
    return path.with_name(path.name + ".journal")


def lines(path: Path) -> list[bytes]:
    return journal(path).read_bytes().splitlines(keepends=True)


def spoil(path: Path, *numbers: int) -> None:
    """Change a byte in some lines of the journal; 0 is the first."""
    changed = lines(path)
    for number in numbers:
        changed[number] = changed[number].replace(b'"', b"'", 1)
    journal(path).write_bytes(b"".join(changed))


def everything(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows, except failed attempts and the times of runs."""
    found = {name: query(path, f"SELECT * FROM {name} ORDER BY 1") for name in TABLES if name != "runs"}
    return found | {"runs": query(path, "SELECT run, started, arena, settings FROM runs")}


def made(path: Path) -> Rebuilt:
    found = rebuild(path)
    assert found is not None
    return found


def compared(path: Path) -> tuple[list[str], list[str], list[str]]:
    with Store.open(path, writing=False) as store:
        found = store.compare()
    return found.lost, found.unread, found.notes


def test_a_database_and_its_journal_agree(path: Path) -> None:
    assert compared(path) == ([], [], [])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE results SET places = '2,1'", "places is '2,1' in the database, '1,2' in the journal"),
        ("UPDATE results SET uses = '[]'", "uses is '[]' in the database"),
        ("UPDATE records SET record = x'00'", "record differs"),
        ("UPDATE failures SET stderr = x'00'", "failures differs"),
        ("UPDATE failures SET marks = x'00'", "failures differs"),
        ("UPDATE outputs SET marks = x'00'", "outputs differs"),
        ("DELETE FROM failures", "failures differs"),
        ("UPDATE games SET chance = 'x'", "chance is 'x' in the database"),
        ("UPDATE entrants SET name = 'x'", "ann@aaaaaaaa: name is 'x' in the database, 'ann' in the journal"),
        ("UPDATE runs SET settings = '{}'", "run 1: settings is '{}' in the database"),
        ("UPDATE seasons SET seed = 'x'", "season 1: seed is 'x' in the database, 'seed' in the journal"),
        ("UPDATE seasons SET digest = 'x'", "season 1: digest is 'x' in the database"),
        ("UPDATE seasons SET secret = 'x'", "season 1: secret differs"),
        ("DELETE FROM records", f"{ONE.id}: record differs"),
    ],
)
def test_every_difference_is_named(path: Path, change: str, says: str) -> None:
    query(path, change)
    lost, unread, _ = compared(path)
    assert any(says in problem for problem in lost)
    assert unread == []


def test_what_the_journal_lacks_at_its_end_is_no_harm_while_a_run_plays_or_was_killed(path: Path) -> None:
    journal(path).write_bytes(b"".join(lines(path)[:-2]))
    killed(path)
    assert compared(path) == (
        [],
        [],
        ["rows (result) that are not in the journal yet: 2; the arena that plays adds them"],
    )


def killed(path: Path) -> None:
    """Let the last run be one whose end was never stored."""
    query(path, "UPDATE runs SET ended = ''")


def test_an_end_of_the_journal_that_is_gone_is_named_and_written_again(path: Path) -> None:
    whole = journal(path).read_bytes()
    journal(path).write_bytes(b"".join(lines(path)[:-2]))
    assert compared(path) == (
        [],
        ["rows (result) after the last one of the journal that are not in it: 2; its end is gone"],
        [],
    )
    assert made(path).what == "journal"
    assert journal(path).read_bytes() == whole
    assert compared(path) == ([], [], [])


def test_an_end_that_is_gone_is_named_though_the_last_line_that_is_left_is_torn(path: Path) -> None:
    journal(path).write_bytes(b"".join(lines(path)[:-1])[:-9])
    _, unread, _ = compared(path)
    assert unread == ["rows (result) after the last one of the journal that are not in it: 1; its end is gone"]


def test_lines_that_are_there_twice_are_named_for_what_they_are_and_do_not_stay(path: Path) -> None:
    whole = lines(path)
    doubled = [*whole[:6], *whole[4:6], *whole[6:], whole[1]]
    journal(path).write_bytes(b"".join(doubled))
    lost, unread, _ = compared(path)
    assert lost == []
    assert len(unread) == 3
    assert all(text.endswith(": has a second line in the journal, or one that is misplaced") for text in unread)
    assert made(path).what == "journal"
    assert lines(path) == whole
    path.unlink()
    journal(path).write_bytes(b"".join(doubled))
    assert made(path).what == "database"
    assert compared(path) == ([], [], [])
    assert len(lines(path)) == len(whole)
    assert rebuild(path) is None


def test_nobody_waits_for_a_journal_that_is_a_pipe_and_it_is_put_aside(path: Path) -> None:
    journal(path).unlink()
    os.mkfifo(journal(path))
    with pytest.raises(UserError, match="is not a file but a named pipe"):
        Store.open(path, writing=True)
    assert compared(path) == ([], ["there is no journal file beside it: the second copy of the results is gone"], [])
    found = made(path)
    assert (found.what, found.results) == ("journal", 3)
    assert found.kept is not None
    assert found.kept.is_fifo()
    assert compared(path) == ([], [], [])


def test_what_the_journal_lacks_in_the_middle_is_named(path: Path) -> None:
    kept = lines(path)
    journal(path).write_bytes(b"".join([*kept[:6], *kept[7:]]))
    assert compared(path) == ([], [f"{TWO.id}: is not in the journal"], [])


def test_a_line_that_cannot_be_read_is_named(path: Path) -> None:
    spoil(path, 6)
    assert compared(path) == ([], ["line 7 of the journal cannot be read", f"{TWO.id}: is not in the journal"], [])


def test_a_torn_last_line_is_ignored_with_a_note(path: Path) -> None:
    journal(path).write_bytes(journal(path).read_bytes()[:-9])
    lost, unread, notes = compared(path)
    assert (lost, unread) == ([], [])
    assert notes[0] == "line 8 of the journal, its last, is cut short: it was never completed"


def test_a_journal_that_is_gone_is_named_and_written_again(path: Path) -> None:
    whole = journal(path).read_bytes()
    journal(path).unlink()
    assert compared(path) == ([], ["there is no journal file beside it: the second copy of the results is gone"], [])
    assert made(path) == Rebuilt(
        "journal", 3, None, ["there is no journal file beside it: the second copy of the results is gone"]
    )
    assert journal(path).read_bytes() == whole


@pytest.mark.parametrize("broken", [None, b"", b"no database", b"SQLite format 3\0" + bytes(5000)])
def test_a_database_is_made_anew_from_its_journal_alone(path: Path, broken: bytes | None) -> None:
    before = everything(path)
    path.unlink()
    if broken is not None:
        path.write_bytes(broken)
    found = made(path)
    assert found == Rebuilt("database", 3, None if broken is None else path.with_name("toy.db.broken-1"), [])
    assert everything(path) == before
    assert found.kept is None or found.kept.read_bytes() == broken
    assert compared(path) == ([], [], [])
    assert query(path, "PRAGMA integrity_check") == [("ok",)]


def test_the_times_of_answers_are_in_the_journal_too(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", again(PLAYED, ONE.id, answer_times=b"\x00\x01\xff"), FORFEIT)
    path.unlink()
    assert rebuild(path) is not None
    with Store.open(path, writing=False) as store:
        assert (store.answer_times(ONE.id), store.answer_times(TWO.id)) == (b"\x00\x01\xff", b"")


def test_an_arena_goes_on_with_what_was_made_anew(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", *FINISHED[:2])
    path.unlink()
    made(path)
    with Store.open(path, writing=True) as store:
        assert store.start_run("seed", {}) == 2
        store.plan([ANN, BOB], GAMES)
        assert store.done() == {ONE.id, TWO.id}
        store.begin(THREE.id)
        assert store.finish(FINISHED[2])
        assert store.notes == []
    assert compared(path) == ([], [], [])


def test_a_sound_database_is_left_alone(path: Path) -> None:
    before = path.read_bytes(), journal(path).read_bytes()
    assert rebuild(path) is None
    assert (path.read_bytes(), journal(path).read_bytes()) == before


def test_a_changed_result_is_put_right_and_the_changed_database_kept_with_its_log(path: Path) -> None:
    before = everything(path)
    query(path, "UPDATE results SET places = '2,1'")
    path.with_name("toy.db-wal").write_bytes(b"log")
    found = made(path)
    assert everything(path) == before
    assert found.kept == path.with_name("toy.db.broken-1")
    assert path.with_name("toy.db.broken-1-wal").exists()
    assert not path.with_name("toy.db-wal").exists()


def test_no_name_is_used_twice(path: Path) -> None:
    for i in (1, 2):
        query(path, "UPDATE results SET reason = 'x'")
        assert made(path).kept == path.with_name(f"toy.db.broken-{i}")
    assert len(list(path.parent.glob("toy.db.broken-?"))) == 2


def test_a_damaged_journal_is_made_anew_from_a_sound_database(path: Path) -> None:
    whole = journal(path).read_bytes()
    spoil(path, 6)
    spoilt = journal(path).read_bytes()
    found = made(path)
    assert (found.what, found.results) == ("journal", 3)
    assert found.kept is not None
    assert found.kept.read_bytes() == spoilt
    assert journal(path).read_bytes() == whole


@pytest.mark.parametrize("lost", [(1,), (2,), (3,), (6,), (0, 7), (3, 4), (1, 2, 3, 4, 5, 6, 7)])
def test_where_both_are_damaged_the_rest_is_saved_and_can_be_played_on(path: Path, lost: tuple[int, ...]) -> None:
    path.unlink()
    spoil(path, *lost)
    found = made(path)
    left = len([number for number in (5, 6, 7) if number not in lost])
    assert (found.what, found.results, len(found.notes)) == ("database", left, len(lost))
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
        assert len(list(store.results())) == left
        played = {side for row in store.results() for side in row.game.sides}
        assert played <= set(store.entrants())
        assert {store.entrants()[side].name for side in played} <= {"ann", "bob"}
    assert compared(path) == ([], [], [])
    assert rebuild(path) is None


def test_a_journal_that_does_not_say_whose_it_is_changes_nothing(path: Path) -> None:
    path.write_bytes(b"broken")
    spoil(path, 0, 2)
    files = {file: file.read_bytes() for file in path.parent.iterdir() if file.name != "toy.db.lock"}
    with pytest.raises(UserError, match="neither the first line of its journal nor any run can be read"):
        rebuild(path)
    assert {file: file.read_bytes() for file in path.parent.iterdir() if file.name != "toy.db.lock"} == files


def test_without_a_journal_nothing_is_made(path: Path) -> None:
    journal(path).unlink()
    path.write_bytes(b"broken")
    with pytest.raises(UserError, match="has no journal to rebuild it from") as caught:
        rebuild(path)
    assert caught.value.exit_status == os.EX_NOINPUT


def test_nothing_is_made_anew_while_an_arena_plays(path: Path) -> None:
    with Store.open(path, writing=True), pytest.raises(UserError, match="another arena is writing"):
        rebuild(path)


def test_a_run_that_is_interrupted_between_its_two_renames_is_made_anew_again(path: Path) -> None:
    before = everything(path)
    path.rename(path.with_name("toy.db.broken-1"))
    path.with_name("toy.db.new").write_bytes(b"half")
    assert made(path).kept is None
    assert everything(path) == before
