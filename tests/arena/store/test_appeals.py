"""Appeals: results that people make void leave everything that is counted, and can still be verified and rebuilt."""

from pathlib import Path

import pytest

from arena.errors import UserError
from arena.settings.probation import ProbationSettings
from arena.store import Store, rebuild
from arena.store import journal as module
from arena.tournament.probation import as_words, probation_of
from tests.arena.store.examples import ANN, BOB, FORFEIT, GAMES, ONE, PLAYED, THREE, TWO, begun, query

THIRD = PLAYED._replace(game_id=THREE.id)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a database in which the last of three results was made void."""
    path = begun(tmp_path / "toy.db", PLAYED, THIRD, FORFEIT)
    with Store.open(path, writing=True) as store:
        store.appeal("void", "the machine swapped", "prof", games=[TWO.id])
    return path


def play_again(path: Path) -> int | None:
    with Store.open(path, writing=True) as store:
        store.start_run(None, {})
        store.plan([ANN, BOB], GAMES)
        store.begin(TWO.id)
        number = store.finish(FORFEIT)
        store.end_run()
    return number


def whole(path: Path) -> tuple[list[str], list[object]]:
    """Return what is wrong with results, and all that is counted of them."""
    with Store.open(path, writing=False) as store:
        found = store.compare()
        wrong = [*store.notes, *store.problems(), *found.lost, *found.unread]
        return wrong, [store.done(), [*store.results()], store.appeals(), store.numbers(), [*store.uses()]]


def test_a_void_result_is_counted_nowhere_and_the_log_says_why(path: Path) -> None:
    with Store.open(path, writing=False) as store:
        assert store.done() == {ONE.id, THREE.id}
        assert store.played() == len(store.columns()) == sum(run.results for run in store.runs()) == 2
        assert store.last_and_faulty(0) == (2, False)
        [appeal] = store.appeals()
        with pytest.raises(UserError) as caught:
            store.game(TWO.id)
        assert caught.value.hint == "it was made void: the machine swapped"
    assert (appeal.who, appeal.what, appeal.why, appeal.games) == ("prof", "void", "the machine swapped", (TWO.id,))
    assert set(appeal.bots) == {ANN.id, BOB.id}
    assert whole(path)[0] == []


def test_its_game_is_played_again_under_a_new_number(path: Path) -> None:
    assert play_again(path) == 4
    wrong, [done, *_] = whole(path)
    assert (wrong, done) == ([], {ONE.id, TWO.id, THREE.id})
    with Store.open(path, writing=True) as store:
        store.appeal("rerun", "once more", "prof", games=[TWO.id, ONE.id])
    wrong, [done, *_] = whole(path)
    assert (wrong, done) == ([], {THREE.id})
    assert play_again(path) == 5
    assert [row[0] for row in query(path, "SELECT number FROM voided ORDER BY number")] == [1, 3, 4]


@pytest.mark.parametrize("again", [False, True], ids=["void", "played again"])
def test_what_is_rebuilt_from_the_journal_has_the_same_results_void(path: Path, again: bool) -> None:
    if again:
        play_again(path)
    before = whole(path)
    path.unlink()
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    assert rebuild(path) is not None
    assert whole(path) == before
    path.with_name(path.name + ".journal").unlink()
    assert rebuild(path) is not None
    assert whole(path) == before


@pytest.mark.parametrize("table", ["voided", "appeals"])
def test_an_appeal_that_the_database_lost_is_noticed(path: Path, table: str) -> None:
    query(path, "PRAGMA foreign_keys = off")
    query(path, f"DELETE FROM {table}")
    with pytest.raises(UserError, match="has lost"):
        Store.open(path, writing=True)


def test_a_result_that_was_made_void_is_still_compared_with_its_line(path: Path) -> None:
    query(path, "UPDATE voided SET entry = replace(entry, 'forfeit', 'fair'), summed = x'00'")
    wrong, _ = whole(path)
    assert any(TWO.id in each for each in wrong)
    assert module.end(path) is not None


def test_faults_of_void_games_bench_nobody_and_a_pardon_in_the_log_counts(tmp_path: Path) -> None:
    words = as_words(ProbationSettings(first=0, in_a_row=1))
    for name in ("toy.db", "other.db"):
        query(begun(tmp_path / name, PLAYED, FORFEIT), "UPDATE games SET contest = 'kaiser:standard'")
    with Store.open(tmp_path / "toy.db", writing=True) as store:
        [benched] = probation_of(store, words).benched
        store.appeal("pardon", "ours", "prof", bots=[benched])
        assert not probation_of(store, words).benched
    with Store.open(tmp_path / "other.db", writing=True) as store:
        assert probation_of(store, words).benched
        store.appeal("void", "ours", "prof", games=[TWO.id])
        assert not probation_of(store, words).benched
