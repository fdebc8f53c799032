"""Which records are kept, and that nothing else misses those that are not."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner

from arena.cli.group import command_line
from arena.errors import UserError
from arena.results.verify import check
from arena.schedules.plan import PlannedGame
from arena.settings.limits import Records
from arena.store import NoRecord, Store, rebuild
from tests.arena.store.examples import ANN, BOB, CRASH, FORFEIT, GAMES, ONE, PLAYED, TWO, again, query

EVE = "eve@cccccccc"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "toy.db"


def plan(*digits: int, sides: Sequence[str] = (ANN.id, BOB.id)) -> list[PlannedGame]:
    """Return games of one pairing whose ids have these digits."""
    pairing = tuple(sorted(sides))
    return [
        PlannedGame(f"G{digit}{pairing[0][0]}{pairing[1][0]}", "toy:standard", n, pairing, n % 2, tuple(sides), "x")
        for n, digit in enumerate(digits)
    ]


def kept(path: Path) -> set[str]:
    return {str(id_) for (id_,) in query(path, "SELECT id FROM games JOIN records ON game = number")}


def play(
    path: Path, records: Records, planned: Sequence[PlannedGame], faulty: Sequence[str] = (), stop: int = 99
) -> set[str]:
    """Plan games and play up to `stop` of those that have no result; return of which the record is kept."""
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {}, records=records)
        store.plan([ANN, BOB], planned)
        for game in [game for game in planned if game.id not in store.done()][:stop]:
            store.begin(game.id)
            store.finish(again(PLAYED, game.id, faults=(CRASH,) if game.id in faulty else ()))
        store.end_run()
    return kept(path)


@pytest.mark.parametrize(
    ("records", "found"), [("all", {"G7ab", "G4ab", "G1ab", "G8ab"}), ("faults", {"G7ab"}), (1, {"G7ab", "G1ab"})]
)
def test_the_records_that_the_ladder_file_wants_are_kept(path: Path, records: Records, found: set[str]) -> None:
    assert play(path, records, plan(7, 4, 1, 8), faulty=["G7ab"]) == found


def test_a_number_is_one_for_each_pairing_on_any_sides(path: Path) -> None:
    mine, swapped = plan(7, 4, 8), plan(2, 9, sides=(BOB.id, ANN.id))
    others = plan(7, 4, 1, 8, sides=(ANN.id, EVE))
    assert play(path, 2, [*mine, *swapped, *others]) == {"G2ab", "G4ab", "G1ae", "G4ae"}


@pytest.mark.parametrize("stops", [(1, 1, 1, 1, 99), (3, 99), (99,)])
def test_the_choice_is_the_same_however_often_a_run_is_interrupted(path: Path, stops: Sequence[int]) -> None:
    planned = plan(7, 4, 1, 8, 3, 9)
    for stop in stops:
        found = play(path, 2, [game for game in planned if stop == stops[0] or game.id not in done(path)], stop=stop)
    assert found == {"G1ab", "G3ab"}


def done(path: Path) -> set[str]:
    with Store.open(path, writing=False) as store:
        return store.done()


def test_games_that_are_planned_later_may_be_chosen_too(path: Path) -> None:
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {}, records=1)
        for batch in (plan(7, 4), plan(8, 2)):
            store.plan([ANN, BOB], batch)
            for game in batch:
                store.begin(game.id)
                store.finish(again(PLAYED, game.id))
    assert kept(path) == {"G4ab", "G2ab"}


@pytest.fixture
def bare(path: Path) -> Path:
    """A ladder of two games, one of them with a fault, that keeps records of faults only."""
    with Store.open(path, writing=True) as store:
        store.start_run("seed", {}, records="faults")
        store.plan([ANN, BOB], GAMES)
        for ended in (PLAYED, FORFEIT):
            store.begin(ended.game_id)
            store.finish(ended)
        store.end_run()
    return path


def test_a_game_without_a_record_says_so(bare: Path) -> None:
    with Store.open(bare, writing=False) as store:
        with pytest.raises(NoRecord) as error:
            store.record(ONE.id)
        assert str(error.value) == f'{bare}: no record was kept of game G10aaaaaaaa (records = "faults")'
        assert (store.record(TWO.id), store.answer_times(ONE.id)) == (FORFEIT.outcome.record, b"")
        assert store.recorded() == {2}
        assert [game.id for game in store.set_of(ONE)] == [TWO.id]


def test_a_lost_record_is_no_record_that_was_not_kept(bare: Path, tmp_path: Path) -> None:
    query(bare, "DELETE FROM records")
    with Store.open(bare, writing=False) as store, pytest.raises(UserError, match=f"has lost the record of {TWO.id}"):
        store.record(TWO.id)
    play(tmp_path / "all.db", "all", plan(1))
    query(tmp_path / "all.db", "DELETE FROM records")
    with Store.open(tmp_path / "all.db", writing=False) as store:
        assert "has lost the record of G1ab" in "".join(check(store))


def test_the_journal_has_what_the_database_has(bare: Path) -> None:
    with Store.open(bare, writing=False) as store:
        assert store.compare().lost == store.compare().unread == []
    before = query(bare, "SELECT * FROM results"), query(bare, "SELECT * FROM records")
    bare.unlink()
    assert rebuild(bare) is not None
    assert before == (query(bare, "SELECT * FROM results"), query(bare, "SELECT * FROM records"))


def test_a_record_that_is_lost_or_slipped_in_differs_from_the_journal(bare: Path) -> None:
    query(bare, "DELETE FROM records")
    query(bare, "INSERT INTO records SELECT game, x'00', x'' FROM results WHERE number = 1")
    with Store.open(bare, writing=False) as store:
        assert store.compare().lost == [
            f"{ONE.id}: has a record in the database, but none was kept when it was played",
            f"{TWO.id}: record differs",
            f"{TWO.id}: answer_times differs",
        ]


def test_commands_go_on_without_it(bare: Path) -> None:
    def said(*words: str) -> str:
        return CliRunner().invoke(command_line, [words[0], str(bare), *words[1:]]).output

    for more in ([], ["--lines"], ["--html"], ["--seat", "0"], ["--position", "end"]):
        assert f'no record was kept of game {ONE.id} (records = "faults")' in said("record", ONE.id, *more)
    assert "decisions" in said("record", ONE.id, "--used")
    assert "no record was kept of 1 of the 2 games of this ladder" in said("record")
    assert f"Try: arena record {bare} {TWO.id} --seat 1 --stderr" in said("record")
