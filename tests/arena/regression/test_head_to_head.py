"""Games become sets in the order of the plan, with scores, margins, faults and time of the two."""

import pytest

from arena.games.kernel import Result
from arena.regression.head_to_head import HeadToHead
from arena.regression.series import sets_of
from arena.store import PlayedGame
from arena.table.outcome import Fault
from tests.arena.head_to_head import NEW, OLD, contest, drawn, ended, entrant, games

CRASH = "CRASH"


def head_to_head(results: list[PlayedGame]) -> HeadToHead:
    found = HeadToHead([result.game for result in results], NEW.id, OLD.id)
    for result in results:
        found.take(result)
    while found.count():
        pass
    return found


def seat_of(game: PlayedGame, entrant_id: str) -> int:
    return game.game.sides.index(entrant_id)


def test_a_set_counts_once_all_its_rooms_and_all_sets_before_it_are_there() -> None:
    results = drawn(games(2), lead=0.0)
    found = HeadToHead(games(2), NEW.id, OLD.id)
    counted = []
    for i in (2, 3, 0, 1):
        found.take(results[i])
        counted.append(found.count())
    assert counted == [False, False, False, True]
    assert found.count()
    assert not found.count()
    assert [game.game for games_ in found.sets for game in games_] == games(2)


def test_scores_and_margins_are_those_of_the_first_whichever_side_it_sits_on() -> None:
    one, two = games(1)
    found = head_to_head([ended(one, 7), ended(two, -3)]).pairs

    assert found is not None
    assert found.scores.tolist() == [[1.0, 0.0]]
    assert found.margins is not None
    assert found.margins.tolist() == [[7.0, -3.0]]


def test_a_fault_costs_the_largest_margin_there_is() -> None:
    planned = games(2)
    results = [ended(planned[0], 30), ended(planned[1], -52)]
    seat = results[0].game.sides.index(NEW.id)
    results += [ended(planned[2], None, Fault(seat, CRASH, "exit 1")), ended(planned[3], 5)]
    found = head_to_head(results)

    assert found.pairs is not None
    assert found.pairs.margins is not None
    assert found.pairs.margins.tolist() == [[30.0, -52.0], [-104.0, 5.0]]
    assert found.faults(NEW.id) == {CRASH: 1}
    assert found.faults(OLD.id) == {}


def test_a_margin_counts_up_to_the_limit() -> None:
    one, two = games(1)
    found = head_to_head([ended(one, 300), ended(two, -105)])

    assert found.limit == 104.0
    assert found.pairs is not None
    assert found.pairs.margins is not None
    assert found.pairs.margins.tolist() == [[104.0, -104.0]]


def test_a_game_in_which_both_seats_of_a_bot_fail_is_one_game() -> None:
    """Seats were counted, and called games."""
    one, two = games(1)
    side = one.sides.index(NEW.id)
    both = ended(one, None, Fault(side, CRASH, "exit 1"))
    both = both._replace(faults=(*both.faults, Fault(side + 2, CRASH, "exit 1"), Fault(side + 2, "TIMEOUT", "late")))
    found = head_to_head([both, ended(two, None, Fault(two.sides.index(NEW.id), CRASH, "exit 1"))])

    assert found.faults(NEW.id) == {CRASH: 2, "TIMEOUT": 1}


def test_a_fault_counts_even_if_the_bot_was_ahead() -> None:
    one, two = games(1)
    ahead = ended(one, 20, Fault(one.sides.index(NEW.id), CRASH, "exit 1"))
    last = ahead._replace(result=ahead.result._replace(places=tuple(1 + (side == NEW.id) for side in one.sides)))
    found = head_to_head([last, ended(two, 0)])

    assert found.pairs is not None
    assert found.pairs.margins is not None
    assert found.pairs.margins.tolist() == [[-104.0, 0.0]]


def test_a_side_that_does_not_play_for_itself_is_even() -> None:
    one, two = games(1)
    silent = ended(one, 20)
    silent = silent._replace(result=silent.result._replace(extra=(("silent", str(seat_of(silent, NEW.id))),)))
    found = head_to_head([silent, ended(two, 3)])

    assert found.pairs is not None
    assert found.pairs.scores.tolist() == [[0.5, 1.0]]


def test_time_is_counted_for_all_seats_of_a_bot() -> None:
    used = head_to_head(drawn(games(3), lead=0.0)).used(NEW.id)

    assert used.decisions == 2 * 10 * 6
    assert used.mean_ms == 0.5


@pytest.mark.parametrize("game", ["two-hundred:six-three-teams", "five-hundred"])
def test_games_with_more_sides_compare_the_two(game: str) -> None:
    found = contest(4, game)
    pairing = [NEW, OLD, *(entrant(f"fill{i}") for i in range(found.sides - 2))]
    planned = sets_of(found, pairing, "seed")
    one = HeadToHead(planned, NEW.id, OLD.id)
    for each in planned:
        places = tuple({NEW.id: 1, OLD.id: 2}.get(side, 3) for side in each.sides)
        scores = tuple({NEW.id: 30, OLD.id: 20}.get(side, 0) for side in each.sides)
        one.take(PlayedGame(each, Result(places, scores, "target")))
    while one.count():
        pass

    assert one.pairs is not None
    assert one.pairs.scores.tolist() == [[1.0] * found.sides] * 4
    assert one.pairs.margins is not None
    assert set(one.pairs.margins.ravel().tolist()) == {10.0}
