"""The verdict of a test does not depend on the order in which games end, and is the one that was asked for."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.regression.gate import ALIKE_SETS, SAME_FILES_SETS, Finding, Gate, Kind, Question
from arena.regression.head_to_head import HeadToHead
from arena.store import PlayedGame
from arena.table.outcome import Fault
from tests.arena.head_to_head import NEW, OLD, drawn, ended, games

CRASH = "CRASH"
KINDS = ["sprt", "boards", "margin", "evalue", "margin-sprt"]


def gate(sets: int, question: Question, *, same_files: bool = False) -> Gate:
    return Gate(HeadToHead(games(sets), NEW.id, OLD.id), question, 2, same_files=same_files)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
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


def test_games_without_points_have_no_margins_and_no_test_of_them() -> None:
    one, two = (ended(game, 3) for game in games(1))
    bare = one._replace(result=one.result._replace(scores=()))
    scores, margins = gate(1, Question("sprt")), gate(1, Question("margin"))
    for result in (bare, two):
        scores.take(result)
        margins.take(result)

    assert scores.head_to_head.pairs is not None
    assert scores.head_to_head.pairs.margins is None
    assert scores.test.pairs == 1
    assert margins.pointless
    assert margins.decided()


def test_what_comes_after_the_verdict_is_not_counted() -> None:
    found = gate(100, Question("sprt", 0, 300))
    for result in drawn(games(100), lead=20.0):
        found.take(result)

    assert found.finding is Finding.BETTER
    assert found.test.pairs == len(found.head_to_head.sets) < 30


@pytest.mark.parametrize(
    ("elo0", "lead", "finding", "status"),
    [
        (0, 20.0, Finding.BETTER, 0),
        (0, -20.0, Finding.NOT_BETTER, 1),
        (-300, 20.0, Finding.NOT_WORSE, 0),
        (-300, -20.0, Finding.WORSE, 1),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_the_verdict_says_what_was_asked(kind: Kind, elo0: float, lead: float, finding: Finding, status: int) -> None:
    found = gate(200, Question(kind, elo0, elo0 + 300))
    for result in drawn(games(200), lead):
        found.take(result)

    assert (found.finding, found.finding.status) == (finding, status)


def test_a_version_that_gains_a_little_and_crashes_at_times_is_not_called_better() -> None:
    """It gains 5 points a game, and crashes in one of twenty-four: by the points of Kaiser that is no gain.

    The first crash comes after the thirtieth set. The test that takes margins as normal has decided by then.
    """
    results = drawn(games(400), lead=5.0)
    for number in range(60, 800, 24):
        game = results[number].game
        results[number] = ended(game, None, Fault(game.sides.index(NEW.id), CRASH, "exit 1"))
    found = {kind: gate(400, Question(kind, 0, 200)) for kind in ("margin", "margin-sprt")}
    for one in found.values():
        for result in results:
            one.take(result)

    assert found["margin-sprt"].finding is Finding.BETTER
    assert found["margin"].finding is not Finding.BETTER


def test_sets_that_do_not_tell_are_undecided() -> None:
    found = gate(5, Question())
    for result in drawn(games(5), lead=1.0):
        found.take(result)

    assert not found.decided()
    assert (found.finding, found.finding.status) == (Finding.UNDECIDED, 2)


def mirrored(sets: int) -> list[PlayedGame]:
    """Return the games of two bots that play alike: what one wins in a room, the other wins in the next."""
    return [ended(game, 9 if game.room else -9) for game in games(sets)]


@pytest.mark.parametrize("same_files", [False, True])
@pytest.mark.parametrize("kind", KINDS)
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
    [
        Question(elo0=10, elo1=0),
        Question("margin", 10, 0),
        Question("evalue", 0, 0),
        Question("margin", 0, 9999),
        Question("margin-sprt", 0, 9999),
    ],
)
def test_hypotheses_in_the_wrong_order_or_out_of_reach_are_refused(question: Question) -> None:
    with pytest.raises(ValueError, match="elo0 must be below elo1"):
        question.test(2, 104.0)


def test_an_unknown_kind_of_test_is_refused() -> None:
    with pytest.raises(ValueError, match="sprt, boards, margin, evalue, margin-sprt"):
        Question("t-test").test(2, 104.0)  # type: ignore[arg-type]  # what a caller without types may say
