"""What a deal does to the scores."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Note
from arena.games.kernel.position import Position
from arena.games.two_hundred.end import result
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.score import Played, credited, settle
from arena.games.two_hundred.seats import Standing
from tests.games.situations import at_the_end, notes
from tests.games.two_hundred.situations import EW, NS, STANDARD, WEST, Pair, deal_after, entered, opening, settled

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


@pytest.mark.rule("TH-59", "TH-X8", "TH-R18", "TH-R20")
@pytest.mark.parametrize(
    ("preset", "start", "bids", "after"),
    [
        ("target-300", 195, [], 225),
        ("target-300", 200, [], 200),
        ("target-300", 200, [EW], 230),
        ("target-500", 395, [], 425),
        ("target-500", 400, [], 400),
        ("le-rough", 245, [], 275),
        ("le-rough", 250, [], 250),
        ("bloutte-100", 0, [], 0),
        ("bloutte-100", -5, [], 25),
    ],
)
def test_score_that_needs_a_bid_moves_with_the_target(preset: str, start: int, bids: list[int], after: int) -> None:
    assert settled((0, start), NS, 70, (70, 30), bids=bids, o=PRESETS[preset]).scores[EW] == after


@pytest.mark.rule("TH-59")
@pytest.mark.parametrize(("start", "after"), [(145, 175), (150, 150)])
def test_margin_may_be_another(start: int, after: int) -> None:
    assert settled((0, start), NS, 70, (70, 30), o=Options(near_target_margin=50)).scores[EW] == after


@pytest.mark.rule("TH-60", "TH-X9")
@pytest.mark.parametrize(
    ("calls", "contract", "points", "after"),
    [
        ("1:55 2:pass 3:pass", "0:60", (60, 40), (60, 110)),
        ("1:60 2:pass 3:pass", "0:65", (65, 35), (65, 145)),
    ],
)
def test_a_bid_of_55_may_not_qualify(calls: str, contract: str, points: Pair, after: Pair) -> None:
    before = opening(STANDARD, scores=(0, 110))
    told = entered(PRESETS["must-bid-60"], before, contract, (*points, 0, 0), calls=calls)
    assert told.after.scores == after
    assert entered(STANDARD, before, contract, (*points, 0, 0), calls=calls).after.scores[EW] == 110 + points[EW]


@pytest.mark.rule("TH-29", "TH-60", "TH-R5", "TH-X30")
def test_keeping_qualifies_at_the_level_kept() -> None:
    o = Options(keep="dealer", qualifying_bid=60)
    position = deal_after("60 pass pass keep 65 pass", o=o, dealer=WEST, start=(0, 120))
    assert notes(position, "contract") == [(0, "65")]
    calls = "0:60 1:pass 2:pass 3:keep"
    before = opening(o, WEST, scores=(0, 120))
    assert entered(o, before, "0:65", (70, 30, 0, 0), calls=calls).after.scores == (70, 150)


@pytest.mark.rule("TH-61", "TH-R21", "TH-X10")
@pytest.mark.parametrize(
    ("start", "points", "bids", "after"),
    [
        ((20, 150), (65, 35), [EW], (85, 150)),
        ((20, 150), (60, 40), [EW], (-45, 190)),
        ((20, 145), (65, 35), [], (85, 180)),
    ],
)
def test_opponents_within_50_score_only_by_setting_the_contract(
    start: Pair, points: Pair, bids: list[int], after: Pair
) -> None:
    assert settled(start, NS, 65, points, bids=bids, o=PRESETS["within-50"]).scores == after


@pytest.mark.rule("TH-61", "TH-R7", "TH-R39")
def test_contract_side_within_50_scores_as_usual_and_a_free_contract_sets_nobody() -> None:
    o = PRESETS["within-50"]
    assert settled((150, 0), NS, 60, (65, 35), o=o).scores == (215, 35)
    assert settled((0, 150), NS, "free", (10, 90), o=o).scores == (10, 150)


@pytest.mark.rule("TH-25", "TH-54", "TH-55", "TH-56", "TH-X11")
@pytest.mark.parametrize(
    ("start", "points", "after", "won"),
    [((0, 0), (100, 0), (200, 0), True), ((-10, 0), (100, 0), (190, 0), False), ((30, 40), (95, 5), (-70, 45), False)],
)
def test_100_for_200(start: Pair, points: Pair, after: Pair, won: bool) -> None:
    o = PRESETS["cent-pour-deux-cents"]
    standing = settled(start, NS, "100for200", points, o=o)
    assert standing.scores == after
    end = result(o, standing)
    assert (end is not None and end.places == (1, 2)) == won


@pytest.mark.rule("TH-58", "TH-X12")
@pytest.mark.parametrize(
    ("rule", "points", "after"),
    [
        ("double", (65, 35), (130, 70)),
        ("double", (55, 45), (-120, 90)),
        ("plain", (65, 35), (65, 35)),
        ("plain", (55, 45), (-60, 45)),
    ],
)
def test_no_trump_may_double_every_change(rule: str, points: Pair, after: Pair) -> None:
    o = Options(no_trump=rule)
    assert settled((0, 0), NS, 60, points, o=o, no_trump=True).scores == after
    assert settled((0, 0), NS, 60, (65, 35), o=o).scores == (65, 35)


@pytest.mark.rule("TH-58", "TH-R16")
def test_100_for_200_without_trumps_is_worth_400_or_costs_200() -> None:
    o = Options(no_trump="double", bid_100_for_200=True)
    assert settled((0, 0), NS, "100for200", (100, 0), o=o, no_trump=True).scores == (400, 0)
    assert settled((0, 0), NS, "100for200", (90, 10), o=o, no_trump=True).scores == (-200, 20)


@pytest.mark.rule("TH-R17")
def test_le_rough_without_trumps_is_not_doubled() -> None:
    assert settled((0, 0), NS, 70, (70, 30), o=PRESETS["le-rough"], no_trump=True).scores == (70, 30)


@pytest.mark.rule("TH-54", "TH-59", "TH-R7", "TH-X15")
@pytest.mark.parametrize(("start", "after"), [((0, 0), (30, 70)), ((0, 100), (30, 100))])
def test_free_contract_is_always_made(start: Pair, after: Pair) -> None:
    o = PRESETS["single-round-free"]
    assert notes(deal_after("pass pass pass", o=o), "contract") == [(0, "free")]
    standing = settled(start, NS, "free", (30, 70), o=o)
    assert (standing.scores, standing.made) == (after, (NS,))


@pytest.mark.rule("TH-53", "TH-R12")
@pytest.mark.parametrize(
    ("rule", "sides"),
    [("opponents", (0, 2)), ("contractor", (1,)), ("first_trick", (2,)), ("last_trick", (0,))],
)
def test_who_counts_the_discard(rule: str, sides: tuple[int, ...]) -> None:
    o = Options(format="three_pairs", kitty=4, discard_points=rule)
    assert credited(o, (1,), (0, 1, 2), (2, 1, 1, 0)) == sides


@pytest.mark.rule("TH-53", "TH-R12", "TH-X14")
@pytest.mark.parametrize(("rule", "scores"), [("opponents", (55, 35, 20)), ("last_trick", (65, 25, 10))])
def test_several_opposing_sides_count_the_discard_in_full(rule: str, scores: tuple[int, ...]) -> None:
    o = Options(format="three_pairs", kitty=4, discard_points=rule)
    told = entered(o, opening(o), "0:50", (30, 25, 10, 25, 0, 0), discard="5S 5H", empty=[3])
    assert told.after.scores == scores
    assert Note("points", scores) in told.told


@pytest.mark.rule("TH-53", "TH-73", "TH-R12")
def test_pair_that_is_out_counts_nothing() -> None:
    o = PRESETS["six-three-teams-kitty"]
    told = entered(o, opening(o, 1, out=(0,)), "1:50", (0, 55, 35, 0, 0, 0), discard="TH KC QC 7D")
    assert told.after.scores == (0, 55, 45)


@pytest.mark.rule("TH-53", "TH-R13")
@pytest.mark.parametrize(
    ("rule", "points", "scores"),
    [("contractor", (0, 100), (0, 100)), ("opponents", (10, 90), (10, -100))],
)
def test_contract_of_100_may_be_made_with_the_discard_where_it_is_credited(
    rule: str, points: Pair, scores: Pair
) -> None:
    o = Options(kitty=4, discard_points=rule)
    told = entered(o, opening(o), "1:100", (0, 90, 0, 0), discard="TH KC QC 7D")
    assert Note("points", points) in told.told
    assert told.after.scores == scores


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


@pytest.mark.rule("TH-63", "TH-X16")
@pytest.mark.parametrize(
    ("points", "scores"), [((20, 15, 45, 20), (20, 15, -50, 20)), ((20, 10, 50, 20), (20, 10, 50, 20))]
)
def test_cutthroat(points: tuple[int, ...], scores: tuple[int, ...]) -> None:
    o = PRESETS["cutthroat"]
    assert entered(o, opening(o), "2:50", points).after.scores == scores


@pytest.mark.rule("TH-63", "TH-R12")
def test_defenders_of_cutthroat_may_count_as_a_team_and_the_discard_once() -> None:
    o = Options(format="cutthroat", kitty=4, defender_scoring="team_total")
    told = entered(o, opening(o), "2:50", (20, 5, 50, 15), discard="TH KC QC 7D")
    assert told.after.scores == (50, 50, 50, 50)
    own = entered(PRESETS["cutthroat-kitty"], opening(o), "2:50", (20, 5, 50, 15), discard="TH KC QC 7D")
    assert own.after.scores == (30, 15, 50, 25)


@pytest.mark.rule("TH-48", "TH-63", "TH-R30", "TH-X17")
@pytest.mark.parametrize(("rule", "scores"), [("auto", (40, 60, 40, 40, 0)), ("own_tricks", (10, 60, 20, 10, 0))])
def test_silent_partner_helps_and_scores_nothing(rule: str, scores: tuple[int, ...]) -> None:
    o = Options(format="silent_fixed", defender_scoring=rule)
    told = entered(o, opening(o, 0), "1:55", (10, 40, 20, 10, 20))
    assert told.after.scores == scores
    assert told.after.made == (1,)


@pytest.mark.rule("TH-49", "TH-63", "TH-R30")
def test_rotating_silent_partner_keeps_his_score_for_that_deal() -> None:
    o = PRESETS["five-silent-rotating"]
    before = opening(o, 0, scores=(10, 20, 30, 40, 50))
    assert entered(o, before, "1:55", (10, 40, 20, 10, 20)).after.scores == (50, 80, 70, 80, 50)
    assert entered(o, before, "1:65", (10, 40, 20, 10, 20)).after.scores == (50, -45, 70, 80, 50)


@pytest.mark.rule("TH-62", "TH-63", "TH-X18")
def test_called_partner_shares_the_loss_and_defenders_qualify_each_for_himself() -> None:
    o = PRESETS["five-called-card"]
    before = opening(o, 4, scores=(10, 105, 120, 100, 95))
    told = entered(o, before, "0:60", (40, 15, 15, 20, 10), calls="3:55", partner=2)
    assert told.after.scores == (-50, 105, 60, 145, 140)
    assert told.after.made == ()


@pytest.mark.rule("TH-42", "TH-63", "TH-62")
def test_called_partner_scores_what_the_contractor_scores() -> None:
    o = PRESETS["five-called-card"]
    before = opening(o, 4, scores=(0, 0, 180, 0, 0))
    told = entered(o, before, "0:50", (40, 15, 15, 20, 10), partner=2)
    assert told.after.scores == (55, 45, 235, 45, 45)
    assert told.after.made == (0, 2)


@pytest.mark.rule("TH-52")
def test_points_are_told_before_the_scores() -> None:
    told = entered(STANDARD, opening(STANDARD), "1:50", (10, 60, 25, 5)).told
    assert told == [Note("points", (35, 65)), Note("scores", (35, 65))]


def played(start: Pair, side: int, bid: int, taken: int, bids: Sequence[int]) -> Played:
    points = (taken, 100 - taken) if side == NS else (100 - taken, taken)
    return Played((side,), str(bid), points, start, tuple(bids))


@pytest.mark.rule("TH-55", "TH-56", "TH-57", "TH-64")
@given(scores_before, st.sampled_from([NS, EW]), points_of_a_side.filter(bool), points_of_a_side, st.booleans())
def test_changes_depend_on_the_start_scores_only_near_the_target(
    start: Pair, side: int, level: int, taken: int, bid: bool
) -> None:
    other = 1 - side
    after = settle(STANDARD, played(start, side, level, taken, (int(bid), int(bid))))
    change = [now - before for now, before in zip(after, start, strict=True)]
    assert change[side] == (taken if taken >= level else -level)
    assert change[other] == (100 - taken if bid or start[other] < 100 else 0)


@pytest.mark.rule("TH-58")
@given(scores_before, st.sampled_from([NS, EW]), points_of_a_side.filter(bool), points_of_a_side)
def test_doubling_doubles_every_change(start: Pair, side: int, level: int, taken: int) -> None:
    deal = played(start, side, level, taken, (0, 0))
    once = settle(Options(no_trump="plain"), deal._replace(no_trump=True))
    twice = settle(Options(no_trump="double"), deal._replace(no_trump=True))
    assert [b - a for a, b in zip(start, twice, strict=True)] == [2 * (b - a) for a, b in zip(start, once, strict=True)]
