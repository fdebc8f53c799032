from fractions import Fraction
from pathlib import Path

from arena.games.kernel import Result
from arena.schedules.agenda import Agenda
from arena.schedules.rounds import Duel, Match, PlayedMatch
from arena.store import Store
from arena.table.outcome import Outcome
from arena.table.reports import GameEnded
from arena.tournament.scoreboard import Scoreboard
from tests.arena.schedules.simulated import event


def match(*rooms: tuple[Duel, ...], sets: int = 1) -> PlayedMatch:
    return PlayedMatch(Match(("a", "b", "c"), range(1, 1 + sets)), (rooms,))


def test_a_set_is_worth_one_point_to_who_wins_all_its_games() -> None:
    found = match((Duel("a", "b", 1.0),), (Duel("b", "a", 0.0),))
    assert [float(found.points(one)) for one in "ab"] == [1.0, 0.0]


def test_at_a_table_a_set_is_the_mean_over_rooms_and_opponents() -> None:
    first = (Duel("a", "b", 1.0), Duel("a", "c", 0.5), Duel("b", "c", 0.0))
    second = (Duel("b", "c", 1.0), Duel("b", "a", 1.0), Duel("c", "a", 1.0))
    found = match(first, second)

    assert (found.points("a"), found.points("b"), found.points("c")) == (Fraction(3, 8), Fraction(1, 2), Fraction(5, 8))
    assert found.points("a", {"c"}) == Fraction(1, 4)


def test_games_in_which_an_entrant_does_not_play_for_itself_do_not_count() -> None:
    found = match((Duel("a", "b", 1.0),), (Duel("b", "c", 1.0),), (Duel("c", "a", 0.0),))
    assert [float(found.points(one)) for one in "abc"] == [1.0, 0.5, 0.0]
    assert match((Duel("a", "b", 1.0),)).points("c") == 0


def test_a_match_is_over_with_its_last_set() -> None:
    assert match((), ()).over
    assert not match((), (), sets=2).over


def test_stored_results_are_read_without_who_was_silent(tmp_path: Path) -> None:
    of = event(3, sides=3, sets=1)
    games = Agenda([of], "shared").missing({})
    extras: tuple[tuple[tuple[str, str], ...], ...] = ((("silent", "1"),), (), ())
    agenda = Agenda([of], "shared")
    with Store.open(tmp_path / "x.db", writing=True) as store:
        store.start_run("seed", {})
        store.plan((), games)
        assert Scoreboard(store).scores() == {}
        for game, extra in zip(games, extras, strict=True):
            store.begin(game.id)
            store.finish(GameEnded(game.id, Outcome(Result((1, 2, 2), (), "x", extra), (), {}, "record\n")))
        scores = Scoreboard(store).scores()

    assert scores[games[0].id] == ((0, 2, 1.0),)
    assert scores[games[1].id] == ((0, 1, 1.0), (0, 2, 1.0), (1, 2, 0.5))
    assert agenda.missing(scores) == []
    [[found]] = [each.matches for each in agenda.parts[0].rounds(scores)]
    assert found.points(games[0].sides[0]) == Fraction(2, 5)
