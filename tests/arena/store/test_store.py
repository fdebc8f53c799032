import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from arena.errors import UserError
from arena.schedules.plan import PlannedGame
from arena.store import Counts, PlayedGame, Store, StoredEntrant, TryAgain
from arena.store import store as module
from arena.store.schema import VERSION
from tests.arena.store.examples import ANN, BOB, FORFEIT, GAMES, ONE, PLAYED, THREE, TWO, again, begun, query


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "toy.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    """A store with a planned tournament and a run that has begun."""
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
        store.plan([ANN, BOB], GAMES)
        yield store


def attempts(path: Path) -> list[tuple[object, ...]]:
    return query(path, "SELECT id, run, state FROM attempts JOIN games ON number = game ORDER BY attempt")


def refused(path: Path, status: int, writing: bool = True) -> UserError:
    with pytest.raises(UserError) as caught:
        Store.open(path, writing)
    assert caught.value.exit_status == status
    return caught.value


def test_a_result_comes_back_as_it_went_in(store: Store) -> None:
    store.begin(ONE.id)
    assert store.finish(PLAYED)
    assert list(store.results()) == [PlayedGame(ONE, PLAYED.outcome.result, (), run=1, number=1)]
    assert list(store.uses()) == [(ONE.id, PLAYED.outcome.uses)]
    assert store.record(ONE.id) == PLAYED.outcome.record
    assert store.failures(ONE.id) == ()
    assert store.done() == {ONE.id}


def test_the_conditions_are_those_of_the_last_run(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        assert store.conditions() == {}
        store.start_run("seed", {"move_ms": "1000", "schedule": "{}"})
        store.start_run("seed", {"move_ms": "500"})
        assert store.conditions() == {"move_ms": "500"}


def test_a_forfeited_game_has_no_scores_and_keeps_what_its_author_needs(store: Store) -> None:
    store.begin(TWO.id)
    assert store.finish(FORFEIT)
    [played] = store.results()
    assert (played.result.scores, played.faults) == ((), FORFEIT.outcome.faults)
    assert store.failures(TWO.id) == FORFEIT.failures


def test_results_come_in_the_order_of_the_plan(store: Store) -> None:
    for game in reversed(GAMES):
        store.begin(game.id)
        store.finish(again(PLAYED, game.id))
    assert [played.game for played in store.results()] == GAMES


def test_a_second_result_is_refused_and_changes_nothing(store: Store, path: Path) -> None:
    store.begin(TWO.id)
    assert store.finish(FORFEIT)
    store.begin(TWO.id)
    assert not store.finish(again(PLAYED, TWO.id))
    [played] = store.results()
    assert (played.result.places, played.result.reason) == ((2, 1), "forfeit")
    assert store.record(TWO.id) == FORFEIT.outcome.record
    assert store.failures(TWO.id) == FORFEIT.failures
    assert attempts(path) == [(TWO.id, 1, "done"), (TWO.id, 1, "abandoned")]


def test_a_game_without_a_result_may_get_other_packs(store: Store) -> None:
    store.begin(TWO.id)
    store.finish(again(PLAYED, TWO.id))
    store.plan([ANN, BOB], [game._replace(chance="other packs") for game in GAMES])
    for game in GAMES:
        store.begin(game.id)
        store.finish(again(PLAYED, game.id))
    packs = {played.game.id: played.game.chance for played in store.results()}
    assert packs == {game.id: TWO.chance if game == TWO else "other packs" for game in GAMES}


def test_only_planned_games_are_begun_and_finished(store: Store) -> None:
    with pytest.raises(sqlite3.IntegrityError):
        store.begin("G9999999999")
    with pytest.raises(sqlite3.IntegrityError):
        store.finish(again(PLAYED, "G9999999999"))
    assert store.counts() == Counts(planned=3, done=0, open=0, abandoned=0)


def test_open_attempts_of_a_dead_run_are_abandoned_by_the_next(path: Path) -> None:
    with Store.open(path, writing=True) as dead:
        assert dead.start_run("seed", {}) == 1
        dead.plan([ANN, BOB], GAMES)
        dead.begin(ONE.id)
        dead.finish(PLAYED)
        dead.begin(TWO.id)
        assert dead.counts() == Counts(planned=3, done=1, open=1, abandoned=0)
    with Store.open(path, writing=True) as store:
        assert store.start_run("seed", {}) == 2
        assert store.counts() == Counts(planned=3, done=1, open=0, abandoned=1)
        assert store.done() == {ONE.id}
        store.begin(TWO.id)
        assert store.finish(FORFEIT)
    assert attempts(path) == [(ONE.id, 1, "done"), (TWO.id, 1, "abandoned"), (TWO.id, 2, "done")]
    assert query(path, "PRAGMA integrity_check") == [("ok",)]


def test_an_attempt_that_failed_in_the_arena_is_abandoned_by_the_next_at_its_game(store: Store, path: Path) -> None:
    store.begin(ONE.id)
    store.begin(ONE.id)
    assert store.finish(PLAYED)
    assert attempts(path) == [(ONE.id, 1, "abandoned"), (ONE.id, 1, "done")]


def test_games_that_are_no_longer_planned_are_forgotten_and_what_is_left_is_that_of_the_last_season(
    path: Path,
) -> None:
    """Games of dropped bots, games and sets were "not played yet" for ever (D39)."""
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {}, secret=True)
        store.plan([ANN, BOB], GAMES)
        for game in (ONE, TWO):
            store.begin(game.id)
        store.finish(PLAYED)
        store.end_run()  # the attempt at TWO is abandoned
        store.start_run("seed", {}, secret=True)
        store.forget_unplayed()
        assert store.counts() == Counts(planned=1, done=1, open=0, abandoned=0)
        store.plan((), [ONE, TWO])
        assert store.counts() == Counts(planned=2, done=1, open=0, abandoned=0)
        store.begin(TWO.id)
        store.void(TWO.id, "void", "no CPU", ANN.id)
        store.forget_unplayed()
        assert store.voids() == {ANN.id: (1, 0)}, "what was void counts"
        store.end_run()
        store.close_season("seed", secret=True)
    with Store.open(path, writing=True) as store:
        assert store.counts()[:2] == (0, 0)
        assert store.played() == 1
    assert query(path, "PRAGMA integrity_check") == [("ok",)]


def test_planning_again_adds_what_is_new_and_changes_nothing(store: Store) -> None:
    store.begin(ONE.id)
    store.finish(PLAYED)
    more = PlannedGame("G33dddddddd", "other:standard", 1, (ANN.id,), 0, (ANN.id,), "other:standard set 1")
    store.plan([ANN, BOB], [more._replace(id=ONE.id), more])
    assert store.counts() == Counts(planned=4, done=1, open=0, abandoned=0)
    assert store.game(ONE.id) == ONE
    assert store.game(more.id) == more


def test_a_changed_bot_is_another_entrant_and_its_old_results_stay(store: Store) -> None:
    changed = replace(ANN, digest="c" * 64, version="1.1")
    store.begin(ONE.id)
    store.finish(PLAYED)
    store.plan([changed, BOB], [])
    assert store.entrants() == {
        "ann@aaaaaaaa": StoredEntrant("ann@aaaaaaaa", "ann", "1.0", "It passes."),
        "bob@bbbbbbbb": StoredEntrant("bob@bbbbbbbb", "bob", "2.0", ""),
        "ann@cccccccc": StoredEntrant("ann@cccccccc", "ann", "1.1", "It passes."),
    }
    assert [played.game.sides[0] for played in store.results()] == ["ann@aaaaaaaa"]


def test_a_game_is_found_by_a_prefix_that_only_it_has(store: Store) -> None:
    assert store.game("G0") == THREE
    assert store.game(TWO.id) == TWO


def test_a_prefix_of_several_games_lists_them(store: Store) -> None:
    with pytest.raises(UserError, match="several games begin with 'G10'") as caught:
        store.game("G10")
    assert caught.value.hint.splitlines() == [
        "one of:",
        "  G10aaaaaaaa: toy:standard target=300, set 1, ann@aaaaaaaa, bob@bbbbbbbb",
        "  G10bbbbbbbb: toy:standard target=300, set 1, bob@bbbbbbbb, ann@aaaaaaaa",
    ]


def test_a_long_list_of_candidates_is_cut(store: Store) -> None:
    store.plan([], [ONE._replace(id=f"G7{i:09}") for i in range(20)])
    with pytest.raises(UserError) as caught:
        store.game("G7")
    lines = caught.value.hint.splitlines()
    assert (len(lines), lines[-1]) == (12, "  ...")


@pytest.mark.parametrize("prefix", ["G2", "%", "G*", "G10aaaaaaaaa"])
def test_a_prefix_of_no_game_is_an_error_of_the_user(store: Store, prefix: str) -> None:
    with pytest.raises(UserError, match="there is no game"):
        store.game(prefix)


def test_a_game_that_was_not_played_has_no_record(store: Store) -> None:
    with pytest.raises(UserError, match="game G10aaaaaaaa was not played yet"):
        store.record(ONE.id)


def test_a_seed_is_drawn_once_and_committed_to(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
        seed = store.season().key
        assert len(seed) == 32
        assert store.season().digest == sha256(seed.encode()).hexdigest()
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
        assert store.season().key == seed


def test_another_seed_than_the_first_is_refused(store: Store, path: Path) -> None:
    store.begin(ONE.id)
    with pytest.raises(UserError, match="was begun with another seed") as caught:
        store.start_run("other", {})
    assert caught.value.exit_status == os.EX_CONFIG
    assert store.start_run(None, {}) == 2
    assert store.season().key == "seed"


def test_the_settings_of_a_run_are_kept_for_people(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {"move_ms": "1000"})
    assert query(path, "SELECT run, settings FROM runs") == [(1, '{"move_ms":"1000"}')]


def test_readers_look_on_while_an_arena_writes(store: Store, path: Path) -> None:
    with Store.open(path, writing=False) as reader:
        store.begin(ONE.id)
        store.finish(PLAYED)
        assert reader.done() == {ONE.id}
        assert reader.season().key == "seed"
        with pytest.raises(UserError, match="is not writable") as caught:
            reader.plan([ANN], GAMES)
    assert caught.value.exit_status == os.EX_CANTCREAT


def test_readers_need_no_writable_folder(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    with Store.open(path, writing=False) as reader:
        assert reader.season().key == "seed"
        assert sorted(file.name for file in path.parent.iterdir()) == ["toy.db", "toy.db.journal", "toy.db.lock"]


def test_results_that_no_run_was_begun_in_leave_no_file(path: Path) -> None:
    with pytest.raises(UserError, match="no such bot"), Store.open(path, writing=True):
        raise UserError("no such bot")
    assert list(path.parent.iterdir()) == []
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
    with Store.open(path, writing=True):
        pass
    assert {file.name for file in path.parent.iterdir()} >= {"toy.db", "toy.db.journal", "toy.db.lock"}


def test_a_second_arena_is_refused_until_the_first_has_closed(path: Path) -> None:
    with Store.open(path, writing=True):
        error = refused(path, os.EX_TEMPFAIL)
        assert str(error).startswith(f"{path}: another arena is writing to it (process {os.getpid()} on ")
    Store.open(path, writing=True).close()


def test_a_link_to_the_database_is_under_the_same_lock(path: Path) -> None:
    (path.parent / "link.db").symlink_to(path)
    with Store.open(path, writing=True):
        refused(path.parent / "link.db", os.EX_TEMPFAIL)


def test_a_refused_database_is_not_left_locked(path: Path) -> None:
    query(path, "CREATE TABLE theirs (x)")
    refused(path, os.EX_DATAERR)
    path.unlink()
    Store.open(path, writing=True).close()


def changed(statement: str) -> Callable[[Path], object]:
    """Return a function that makes a database of the arena, and changes it."""

    def change(path: Path) -> None:
        with Store.open(path, writing=True) as store:
            store.start_run("seed", {})
        query(path, statement)

    return change


REFUSED: Mapping[str, tuple[Callable[[Path], object], str]] = {
    "text": (lambda path: path.write_bytes(b"text " * 1000), "is not a database of the arena"),
    "a byte": (lambda path: path.write_bytes(b"x"), "is not a database of the arena"),
    "another program's": (lambda path: query(path, "CREATE TABLE theirs (x)"), "is not a database of the arena"),
    "a damaged header": (
        lambda path: path.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 40),
        "is damaged",
    ),
    "another version": (
        changed("PRAGMA user_version = 99"),
        f"another version of the arena (tables 99, this one knows {VERSION})",
    ),
    "no table": (changed("DROP TABLE outputs"), "is damaged: its TABLE outputs is missing or was changed"),
    "no column": (changed("ALTER TABLE results DROP COLUMN extra"), "its TABLE results is missing or was changed"),
    "no index": (changed("DROP INDEX voids"), "its INDEX voids ON attempts is missing or was changed"),
}
"""How to make a file that is refused, and what is said of it."""


@pytest.mark.parametrize("writing", [True, False])
@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_not_what_the_arena_makes_is_left_as_it_is(path: Path, what: str, writing: bool) -> None:
    make, says = REFUSED[what]
    make(path)
    before = path.read_bytes()
    assert says in str(refused(path, os.EX_DATAERR, writing))
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", ["toy.db", "empty.db"])
def test_a_reader_of_results_that_are_not_there_is_told_so_and_makes_nothing(path: Path, name: str) -> None:
    (path.parent / "empty.db").touch()
    assert "there are no results yet" in str(refused(path.parent / name, os.EX_NOINPUT, writing=False))
    assert [file.name for file in path.parent.iterdir()] == ["empty.db"]


def test_a_reader_of_a_tournament_that_has_not_begun_is_told_so(path: Path) -> None:
    with (
        Store.open(path, writing=True),
        Store.open(path, writing=False) as reader,
        pytest.raises(UserError, match="there are no results yet"),
    ):
        reader.season()


@pytest.mark.parametrize("writing", [True, False])
def test_a_missing_folder_is_named(path: Path, writing: bool) -> None:
    error = refused(path.parent / "gone" / "toy.db", os.EX_CANTCREAT, writing)
    assert str(error) == f"{path.parent / 'gone'}: there is no such folder"


def test_a_folder_is_no_database(path: Path) -> None:
    path.mkdir()
    assert str(refused(path, os.EX_CANTCREAT)) == f"{path} is a folder"


def test_a_lock_that_cannot_be_made_is_an_error_of_the_user(path: Path) -> None:
    path.with_name("toy.db.lock").mkdir()
    assert "Is a directory" in str(refused(path, os.EX_CANTCREAT))


def test_a_damaged_database_is_an_error_of_the_user(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {})
        store.plan([ANN, BOB], [ONE._replace(id=f"G{i:010}") for i in range(500)])
    content = path.read_bytes()
    path.write_bytes(content[:8192] + bytes(len(content) - 8192))
    with Store.open(path, writing=False) as reader, pytest.raises(UserError, match="is damaged") as caught:
        reader.game("G0000000400")
    assert caught.value.exit_status == os.EX_DATAERR


def test_an_error_that_comes_after_results_were_closed_is_not_told_as_damage(path: Path) -> None:
    def bug() -> None:
        with Store.open(path, writing=True) as store:
            store.start_run("seed", {})
            store.close()
            raise ExceptionGroup("a bug", [IndexError()])

    with pytest.raises(ExceptionGroup):
        bug()


def test_a_full_disk_stores_nothing_and_the_result_can_be_stored_again(store: Store, path: Path) -> None:
    store.begin(TWO.id)
    big = again(FORFEIT, TWO.id, record=os.urandom(100_000).hex())
    [pages] = store._database.connection.execute("PRAGMA page_count").fetchone()
    store._database.connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(TryAgain, match="the disk is full") as caught:
        store.finish(big)
    assert caught.value.exit_status == os.EX_IOERR
    assert (store.done(), store.counts().open) == (set(), 1)
    store._database.connection.execute(f"PRAGMA max_page_count = {pages + 1000}")
    assert store.finish(big)
    assert store.record(TWO.id) == big.outcome.record
    assert query(path, "PRAGMA integrity_check") == [("ok",)]


def test_a_database_that_another_program_holds_may_be_tried_again(
    store: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "HURRY", 0.01)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(TryAgain, match="another program holds the database"):
        store.begin(ONE.id)
    other.execute("ROLLBACK")
    other.close()
    store.begin(ONE.id)


def test_an_error_in_the_middle_of_a_call_leaves_nothing_of_it(store: Store) -> None:
    store.begin(ONE.id)
    with pytest.raises(TypeError):
        store.finish(PLAYED._replace(failures=(FORFEIT.failures[0]._replace(stderr=None),)))  # type: ignore[arg-type] # on purpose
    assert store.counts() == Counts(planned=3, done=0, open=1, abandoned=0)
    assert store.finish(PLAYED)


def test_the_store_may_be_used_from_another_thread(store: Store) -> None:
    worker = threading.Thread(target=store.begin, args=(ONE.id,))
    worker.start()
    worker.join()
    assert store.counts().open == 1


def test_what_is_committed_is_in_a_copy_of_the_files_of_a_running_arena(store: Store, path: Path) -> None:
    store.begin(ONE.id)
    store.finish(PLAYED)
    copy = path.parent / "copy"
    copy.mkdir()
    for name in ("toy.db", "toy.db-wal"):
        (copy / name).write_bytes((path.parent / name).read_bytes())
    assert query(copy / "toy.db", "PRAGMA integrity_check") == [("ok",)]
    with Store.open(copy / "toy.db", writing=False) as reader:
        assert reader.done() == {ONE.id}


def test_the_database_is_durable_strict_and_checked(store: Store, path: Path) -> None:
    assert query(path, "PRAGMA journal_mode") == [("wal",)]
    store.begin(ONE.id)
    store.finish(PLAYED)
    pragmas = ("synchronous", "foreign_keys", "busy_timeout")
    assert [store._database.connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas] == [2, 1, 2_000]
    tables = query(path, "SELECT name, strict FROM pragma_table_list WHERE schema = 'main' AND name NOT LIKE 'sqlite%'")
    assert len(tables) == 12
    assert {strict for _, strict in tables} == {1}


def test_rows_keep_their_numbers_when_the_database_is_vacuumed(tmp_path: Path) -> None:
    path = begun(tmp_path / "toy.db", PLAYED._replace(game_id=TWO.id), PLAYED)
    query(path, "DELETE FROM games WHERE number = 3")
    query(path, "VACUUM")
    assert query(path, "SELECT number, game FROM results ORDER BY 1") == [(1, 2), (2, 1)]
    with Store.open(path, writing=False) as store:
        assert [row.game for row in store.results()] == [ONE, TWO]
        assert isinstance(next(store.results()), PlayedGame)
