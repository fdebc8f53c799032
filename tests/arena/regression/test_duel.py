"""Sets in the order of the plan, and tests that see nothing of the order in which games ended."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.kernel import Result
from arena.regression.duel import ALIKE_SETS, SAME_FILES_SETS, Duel, Finding, Gate, Kind, Question
from arena.regression.series import sets_of
from arena.store import PlayedGame
from arena.table.outcome import Fault
from tests.arena.duels import NEW, OLD, contest, drawn, ended, entrant, games

CRASH = "CRASH"


def gate(sets: int, question: Question, *, same_files: bool = False) -> Gate:
    return Gate(Duel(games(sets), NEW.id, OLD.id), question, 2, same_files=same_files)


def duel(results: list[PlayedGame]) -> Duel:
    found = Duel([result.game for result in results], NEW.id, OLD.id)
    for result in results:
        found.take(result)
    while found.count():
        pass
    return found


def seat_of(game: PlayedGame, entrant_id: str) -> int:
    return game.game.sides.index(entrant_id)


@pytest.mark.parametrize("kind", ["sprt", "margin", "evalue"])
@settings(max_examples=10)
@given(order=st.permutations(range(80)))
def test_the_verdict_does_not_depend_on_the_order_in_which_games_end(kind: Kind, order: list[int]) -> None:
    results = drawn(games(40), lead=4.0)
    in_order, shuffled = gate(40, Question(kind, 0, 100)), gate(40, Question(kind, 0, 100))
    for i in range(80):
        in_order.take(results[i])
    for i in order:
        shuffled.take(results[i])

    assert shuffled.test.path == in_order.test.path
    assert shuffled.finding == in_order.finding


def test_a_set_counts_once_all_its_rooms_and_all_sets_before_it_are_there() -> None:
    results = drawn(games(2), lead=0.0)
    found = Duel(games(2), NEW.id, OLD.id)
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
    found = duel([ended(one, 7), ended(two, -3)]).pairs

    assert found is not None
    assert found.scores.tolist() == [[1.0, 0.0]]
    assert found.margins is not None
    assert found.margins.tolist() == [[7.0, -3.0]]


def test_a_fault_costs_the_largest_margin_so_far() -> None:
    planned = games(2)
    results = [ended(planned[0], 30), ended(planned[1], -52)]
    seat = results[0].game.sides.index(NEW.id)
    results += [ended(planned[2], None, Fault(seat, CRASH, "exit 1")), ended(planned[3], 5)]
    found = duel(results)

    assert found.pairs is not None
    assert found.pairs.margins is not None
    assert found.pairs.margins.tolist() == [[30.0, -52.0], [-52.0, 5.0]]
    assert found.faults(NEW.id) == {CRASH: 1}
    assert found.faults(OLD.id) == {}


def test_a_fault_counts_even_if_the_bot_was_ahead() -> None:
    one, two = games(1)
    ahead = ended(one, 20, Fault(one.sides.index(NEW.id), CRASH, "exit 1"))
    last = ahead._replace(result=ahead.result._replace(places=tuple(1 + (side == NEW.id) for side in one.sides)))
    found = duel([last, ended(two, 0)])

    assert found.pairs is not None
    assert found.pairs.margins is not None
    assert found.pairs.margins.tolist() == [[-1.0, 0.0]]


def test_a_side_that_does_not_play_for_itself_is_even() -> None:
    one, two = games(1)
    silent = ended(one, 20)
    silent = silent._replace(result=silent.result._replace(extra=(("silent", str(seat_of(silent, NEW.id))),)))
    found = duel([silent, ended(two, 3)])

    assert found.pairs is not None
    assert found.pairs.scores.tolist() == [[0.5, 1.0]]


def test_games_without_points_have_no_margins_and_no_test_of_them() -> None:
    one, two = (ended(game, 3) for game in games(1))
    bare = one._replace(result=one.result._replace(scores=()))
    scores, margins = gate(1, Question("sprt")), gate(1, Question("margin"))
    for result in (bare, two):
        scores.take(result)
        margins.take(result)

    assert scores.duel.pairs is not None
    assert scores.duel.pairs.margins is None
    assert scores.test.pairs == 1
    assert margins.pointless
    assert margins.decided()


def test_time_is_counted_for_all_seats_of_a_bot() -> None:
    used = duel(drawn(games(3), lead=0.0)).used(NEW.id)

    assert used.decisions == 2 * 10 * 6
    assert used.mean_ms == 0.5


def test_what_comes_after_the_verdict_is_not_counted() -> None:
    found = gate(100, Question("sprt", 0, 300))
    for result in drawn(games(100), lead=20.0):
        found.take(result)

    assert found.finding is Finding.BETTER
    assert found.test.pairs == len(found.duel.sets) < 30


@pytest.mark.parametrize(
    ("elo0", "lead", "finding", "status"),
    [
        (0, 20.0, Finding.BETTER, 0),
        (0, -20.0, Finding.NOT_BETTER, 1),
        (-300, 20.0, Finding.NOT_WORSE, 0),
        (-300, -20.0, Finding.WORSE, 1),
    ],
)
@pytest.mark.parametrize("kind", ["sprt", "margin", "evalue"])
def test_the_verdict_says_what_was_asked(kind: Kind, elo0: float, lead: float, finding: Finding, status: int) -> None:
    found = gate(200, Question(kind, elo0, elo0 + 300))
    for result in drawn(games(200), lead):
        found.take(result)

    assert (found.finding, found.finding.status) == (finding, status)


def test_sets_that_do_not_tell_are_undecided() -> None:
    found = gate(5, Question())
    for result in drawn(games(5), lead=1.0):
        found.take(result)

    assert not found.decided()
    assert (found.finding, found.finding.status) == (Finding.UNDECIDED, 2)


def mirrored(sets: int) -> list[PlayedGame]:
    """Two bots that do the same with the same cards: what one wins in a room, the other wins in the next."""
    return [ended(game, 9 if game.room else -9) for game in games(sets)]


@pytest.mark.parametrize("same_files", [False, True])
@pytest.mark.parametrize("kind", ["sprt", "margin", "evalue"])
def test_bots_that_do_the_same_are_identical_and_it_ends_early(kind: Kind, same_files: bool) -> None:
    found = gate(1000, Question(kind), same_files=same_files)
    for result in mirrored(1000):
        found.take(result)

    assert (found.finding, found.finding.status) == (Finding.IDENTICAL, 0)
    assert found.test.pairs == (SAME_FILES_SETS if same_files else ALIKE_SETS)


def test_a_difference_in_points_alone_is_a_difference() -> None:
    results = mirrored(300)
    results[0] = ended(results[0].game, -8)
    found = gate(300, Question())
    for result in results:
        found.take(result)

    assert found.finding is Finding.NOT_BETTER


def test_few_sets_without_a_difference_do_not_make_bots_identical() -> None:
    found = gate(SAME_FILES_SETS - 1, Question())
    for result in mirrored(SAME_FILES_SETS - 1):
        found.take(result)

    assert found.finding is Finding.UNDECIDED


@pytest.mark.parametrize(
    "question",
    [Question(elo0=10, elo1=0), Question("margin", 10, 0), Question("evalue", 0, 0), Question("margin", 0, 9999)],
)
def test_hypotheses_in_the_wrong_order_or_out_of_reach_are_refused(question: Question) -> None:
    with pytest.raises(ValueError, match="elo0 must be below elo1"):
        question.test(2)


def test_an_unknown_kind_of_test_is_refused() -> None:
    with pytest.raises(ValueError, match="sprt, margin, evalue"):
        Question("t-test").test(2)  # type: ignore[arg-type]  # what a caller without types may say


@pytest.mark.parametrize("game", ["two-hundred:six-three-teams", "five-hundred"])
def test_games_with_more_sides_compare_the_two(game: str) -> None:
    found = contest(4, game)
    pairing = [NEW, OLD, *(entrant(f"fill{i}") for i in range(found.sides - 2))]
    planned = sets_of(found, pairing, "seed")
    one = Duel(planned, NEW.id, OLD.id)
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
