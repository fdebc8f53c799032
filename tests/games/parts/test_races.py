"""Games end at a target, in the order of the points, or after their deals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Result
from arena.games.parts.races import added, after_deals, at_target, first_there, ranked

points = st.tuples(*[st.integers(0, 15)] * 3)
scores = st.tuples(*[st.integers(-20, 60)] * 3)


def test_scores_are_added_side_by_side() -> None:
    assert added((1, 2), (3, -4), (0, 5)) == (4, 3)


@given(scores, st.sets(st.integers(0, 2), min_size=1))
def test_winners_come_first_whatever_their_scores(before: tuple[int, ...], winners: set[int]) -> None:
    found = ranked(winners, before)
    for side, place in enumerate(found):
        assert (place == 1) == (side in winners)
        ahead = [other for other in range(3) if other in winners or before[other] > before[side]]
        assert side in winners or place == 1 + len(ahead)


@pytest.mark.parametrize(
    ("now", "joint", "places"),
    [
        ((40, 39, 3), True, None),
        ((41, 40, 3), True, (1, 2, 3)),
        ((44, 41, 47), True, (2, 3, 1)),
        ((44, 44, 3), True, (1, 1, 3)),
        ((44, 44, 3), False, None),
        ((44, 43, 43), False, (1, 2, 2)),
    ],
)
def test_the_highest_score_at_the_target_wins(
    now: tuple[int, ...], joint: bool, places: tuple[int, ...] | None
) -> None:
    assert at_target(now, 41, joint=joint) == (places and Result(places, now, "target"))


@pytest.mark.rule("BS-34")
def test_a_rubber_is_a_race_to_two_games() -> None:
    assert at_target((1, 1), 2) is None
    assert at_target((2, 1), 2) == Result((1, 2), (2, 1), "target")


STEPS = ("ten", "tricks", "ace", "king", "queen", "jack")


def counted(**points: dict[int, int]) -> list[tuple[int, ...]]:
    """The six steps of Scotch Whist for four seats."""
    return [tuple(points.get(name, {}).get(seat, 0) for seat in range(4)) for name in STEPS]


@pytest.mark.rule("SW-14", "SW-15", "SW-16", "SW-X7", "SW-X8", "SW-X9", "SW-X10", "SW-X11", "SW-X12")
@pytest.mark.parametrize(
    ("before", "steps", "winners"),
    [
        ((35, 20, 10, 12), counted(tricks={0: 7}), (0,)),
        ((32, 38, 0, 0), counted(ten={0: 10}, tricks={0: 3}, ace={1: 4}, jack={0: 11}), (0,)),
        ((0, 0, 37, 36), counted(ace={2: 4}, jack={3: 11}), (2,)),
        ((35, 33, 0, 0), counted(tricks={0: 7, 1: 11}), (1,)),
        ((34, 0, 38, 0), counted(tricks={0: 7, 2: 3}, king={2: 3}, jack={0: 11}), (2,)),
        ((31, 40, 0, 0), counted(ten={0: 10}, tricks={1: 11}), (0,)),
        ((34, 0, 38, 0), counted(tricks={0: 7, 2: 3}, king={1: 3}, jack={3: 11}), (0, 2)),
        ((30, 0, 38, 0), counted(tricks={0: 7}), ()),
    ],
)
def test_who_is_first_there_wins(
    before: tuple[int, ...], steps: list[tuple[int, ...]], winners: tuple[int, ...]
) -> None:
    assert first_there(before, steps, 41) == winners


@given(st.tuples(*[st.integers(0, 40)] * 3), st.lists(points, max_size=5))
def test_the_first_step_at_the_target_holds_the_winner(before: tuple[int, ...], steps: list[tuple[int, ...]]) -> None:
    winners = first_there(before, steps, 41)
    sums = [added(before, *steps[: i + 1]) for i in range(len(steps))]
    reached = [totals for totals in sums if max(totals) >= 41]
    assert bool(winners) == bool(reached)
    if reached:
        assert {reached[0][side] for side in winners} == {max(reached[0])}
        assert all(len({totals[side] for side in winners}) == 1 for totals in reached)
        others = [side for side in range(3) if side not in winners and reached[0][side] == max(reached[0])]
        assert all(any(totals[side] < totals[winners[0]] for totals in reached) for side in others)


@pytest.mark.rule("BG-39", "TB-18", "HA-21", "HA-X19")
@pytest.mark.parametrize(
    ("now", "finished", "extra", "times", "places"),
    [
        ((2, 2, 1), 11, 0, 0, None),
        ((2, 2, 1), 12, 0, 0, (1, 1, 3)),
        ((2, 1, 1), 12, 3, 3, (1, 2, 2)),
        ((2, 2, 1), 12, 3, 3, None),
        ((2, 1, 1), 13, 3, 3, None),
        ((2, 1, 1), 14, 3, 3, None),
        ((2, 1, 1), 15, 3, 3, (1, 2, 2)),
        ((2, 2, 1), 18, 3, 3, None),
        ((2, 2, 1), 21, 3, 3, (1, 1, 3)),
        ((2, 2, 1), 12, 1, 1, None),
        ((2, 3, 1), 13, 1, 1, (2, 1, 3)),
    ],
)
def test_the_highest_score_wins_after_the_last_deal(
    now: tuple[int, ...], finished: int, extra: int, times: int, places: tuple[int, ...] | None
) -> None:
    result = after_deals(now, finished, 12, reason="deals", extra=extra, times=times)
    assert result == (places and Result(places, now, "deals"))
