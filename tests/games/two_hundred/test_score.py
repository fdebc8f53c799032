"""What a deal does to the scores."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Position
from arena.games.tricks import Trick
from arena.games.two_hundred.dealing import PACKS
from arena.games.two_hundred.end import Standing, result
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import Played, count, settle
from arena.games.two_hundred.seats import SIDES
from tests.games.two_hundred.situations import (
    EAST,
    EW,
    NORTH,
    NS,
    SOUTH,
    STANDARD,
    WEST,
    Pair,
    at_the_end,
    deal_after,
    notes,
    settled,
)

DISCARD = ("TH", "KC", "QC", "7D")

points_of_a_side = st.integers(0, 20).map(lambda fives: 5 * fives)
scores_before = st.tuples(st.integers(-60, 60), st.integers(-60, 60)).map(lambda pair: (5 * pair[0], 5 * pair[1]))


@pytest.mark.rule("TH-54", "TH-55", "TH-56", "TH-57", "TH-59", "TH-R21", "TH-X4")
@pytest.mark.parametrize(
    ("points", "ns", "ew_bid", "ew_passed", "over"),
    [((85, 15), 205, 115, 100, True), ((75, 25), 195, 125, 100, False), ((70, 30), 45, 130, 100, False)],
)
def test_contract_of_75_from_120_to_100(points: Pair, ns: int, ew_bid: int, ew_passed: int, over: bool) -> None:
    with_bid = settled((120, 100), NS, 75, points, bids=[EW])
    assert with_bid.scores == (ns, ew_bid)
    assert settled((120, 100), NS, 75, points).scores == (ns, ew_passed)
    end = result(STANDARD, with_bid)
    assert (end is not None and (end.places, end.reason) == ((1, 2), "target")) == over


@pytest.mark.rule("TH-55", "TH-57", "TH-X5")
def test_opponents_below_100_score_without_a_bid() -> None:
    assert settled((0, 0), EW, 50, (35, 65)).scores == (35, 65)


@pytest.mark.rule("TH-56", "TH-64", "TH-X6")
def test_failed_contract_costs_the_bid_and_scores_go_below_zero() -> None:
    assert settled((-20, 40), NS, 75, (70, 30)).scores == (-95, 70)


@pytest.mark.rule("TH-59", "TH-X7")
def test_95_is_not_near_a_target_of_200() -> None:
    assert settled((60, 95), NS, 55, (55, 45)).scores == (115, 140)


@pytest.mark.rule("TH-59", "TH-X8", "TH-R20")
@pytest.mark.parametrize(
    ("target", "start", "bids", "after"),
    [
        (300, 195, [], 225),
        (300, 200, [], 200),
        (300, 200, [EW], 230),
        (500, 395, [], 425),
        (500, 400, [], 400),
        (350, 245, [], 275),
        (350, 250, [], 250),
        (100, 0, [], 0),
        (100, -5, [], 25),
    ],
)
def test_score_that_needs_a_bid_moves_with_the_target(target: int, start: int, bids: list[int], after: int) -> None:
    assert settled((0, start), NS, 70, (70, 30), bids=bids, o=Options(target=target)).scores[EW] == after


@pytest.mark.rule("TH-59")
@pytest.mark.parametrize(("start", "after"), [(145, 175), (150, 150)])
def test_margin_may_be_another(start: int, after: int) -> None:
    assert settled((0, start), NS, 70, (70, 30), o=Options(near_target_margin=50)).scores[EW] == after


@pytest.mark.rule("TH-54", "TH-59", "TH-R7", "TH-X15")
@pytest.mark.parametrize(("start", "after"), [((0, 0), (30, 70)), ((0, 100), (30, 100))])
def test_free_contract_is_always_made(start: Pair, after: Pair) -> None:
    standing = settled(start, NS, 0, (30, 70))
    assert (standing.scores, standing.made) == (after, NS)


@pytest.mark.rule("TH-53", "TH-R13")
@pytest.mark.parametrize(("rule", "points", "made"), [("contractor", (0, 100), True), ("opponents", (10, 90), False)])
def test_contract_of_100_may_be_made_with_the_discard_where_it_is_credited(rule: str, points: Pair, made: bool) -> None:
    trick = Trick((EAST, SOUTH, WEST, NORTH), tuple(card for card in PACKS[40] if card not in DISCARD), EAST)
    o = Options(kitty=4, discard_points=rule)
    assert count(o, EW, SIDES, [trick], DISCARD) == points
    assert Played(EW, 100, points, (0, 0), (0, 100)).made == made


@pytest.mark.rule("TH-59", "TH-R1", "TH-X29")
def test_side_shut_out_by_an_opening_100_has_not_bid() -> None:
    assert settled((40, 130), NS, 100, (95, 5)).scores == (-60, 130)
    (scores,) = notes(shut_out(), "scores")
    assert scores[EW] == 130


def shut_out() -> Position[Standing]:
    """North opens at 100 and the deal is played at random."""
    position = deal_after("100", dealer=WEST, start=(40, 130))
    assert notes(position, "contract") == [(0, "100")]
    return at_the_end(position, Random(1))


@pytest.mark.rule("TH-29", "TH-59")
@pytest.mark.parametrize(("calls", "scored"), [("pass 50 pass pass", False), ("50 55 pass pass pass", True)])
def test_opponents_near_the_target_score_in_play_if_one_of_them_bid(calls: str, scored: bool) -> None:
    position = at_the_end(deal_after(calls, start=(0, 100)), Random(1))
    (points,), (scores,) = notes(position, "points"), notes(position, "scores")
    assert points[EW] != 0
    assert scores[EW] == 100 + (int(points[EW]) if scored else 0)


@pytest.mark.rule("TH-55", "TH-56", "TH-57", "TH-64")
@given(scores_before, st.sampled_from([NS, EW]), points_of_a_side, points_of_a_side, st.booleans())
def test_changes_depend_on_the_start_scores_only_near_the_target(
    start: Pair, side: int, level: int, taken: int, bid: bool
) -> None:
    other = 1 - side
    points = (taken, 100 - taken) if side == NS else (100 - taken, taken)
    played = Played(side, level, points, start, (int(bid), int(bid)))
    change = [after - before for after, before in zip(settle(STANDARD, played), start, strict=True)]
    assert change[side] == (taken if taken >= level else -level)
    assert change[other] == (100 - taken if bid or start[other] < 100 else 0)
