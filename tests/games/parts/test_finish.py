"""Slams, scores held below the target, and who has won."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Result
from arena.games.parts.finish import Standing, capped, ended, leaders, with_slam, won_by_contract

numbers = st.integers(-600, 600)


@pytest.mark.rule("FH-68", "AF-40")
@pytest.mark.parametrize(("value", "worth"), [(40, 250), (240, 250), (250, 250), (260, 260), (520, 520)])
def test_all_tricks_are_worth_250_at_least(value: int, worth: int) -> None:
    assert with_slam(value, all_tricks=True) == worth
    assert with_slam(value, all_tricks=False) == value


@pytest.mark.rule("FH-R17", "FH-X45", "AF-43", "AF-X18")
@pytest.mark.parametrize(
    ("score", "points", "after"), [(480, 30, 490), (490, 40, 490), (470, 40, 490), (400, 50, 450), (530, 30, 530)]
)
def test_points_in_defence_end_below_the_target(score: int, points: int, after: int) -> None:
    assert capped(score, points, 500) == after


@given(numbers, st.integers(0, 300), st.integers(1, 100).map(lambda tens: 10 * tens))
def test_a_cap_never_takes_points_away_nor_lets_anybody_win(score: int, points: int, target: int) -> None:
    after = capped(score, points, target)
    assert score <= after <= max(score, target - 10)


@pytest.mark.rule("FH-82", "FH-83", "FH-R13", "FH-R14", "AF-43", "AF-R20")
@pytest.mark.parametrize(
    ("scores", "made", "winners"),
    [
        ((500, 520), (0,), (0,)),
        ((490, 520), (0,), ()),
        ((500, 520), (), ()),
        ((490, 510, 530, 520), (0, 3), (3,)),
        ((510, 510, 530, 510), (0, 3, 1), (0,)),
        ((500, 510, 530, 510), (0, 3, 1), (3, 1)),
    ],
)
def test_a_contract_that_reaches_the_target_wins(
    scores: tuple[int, ...], made: tuple[int, ...], winners: tuple[int, ...]
) -> None:
    assert won_by_contract(scores, made, 500) == winners


def test_leaders_have_the_highest_score_of_those_named() -> None:
    assert leaders((30, 50, 50), (2, 1, 0)) == (2, 1)
    assert leaders((30, 50, 50), (0,)) == (0,)
    assert leaders((30, 50, 50), ()) == ()


@pytest.mark.rule("FH-81", "FH-84", "FH-R10", "FH-R13", "AF-44", "AF-45", "AF-R20", "AF-R22")
@pytest.mark.parametrize(
    ("scores", "winners", "finished", "end"),
    [
        ((520, 530), (0,), 3, ((1, 2), "target")),
        ((490, -500), (), 3, ((1, 2), "floor")),
        ((-500, -20, -20), (), 3, ((3, 1, 1), "floor")),
        ((510, -520), (0,), 3, ((1, 2), "target")),
        ((490, -490), (), 3, None),
        ((490, -490), (), 9, ((1, 2), "limit")),
        ((10, 10), (), 9, ((1, 1), "limit")),
    ],
)
def test_a_game_ends_at_the_target_the_floor_or_the_limit(
    scores: tuple[int, ...], winners: tuple[int, ...], finished: int, end: tuple[tuple[int, ...], str] | None
) -> None:
    result = ended(Standing(0, scores, finished, winners), floor=-500, max_deals=9)
    assert result == (end and Result(end[0], scores, end[1]))


def test_there_may_be_no_floor() -> None:
    assert ended(Standing(0, (0, -900), 3), floor=None, max_deals=9) is None
