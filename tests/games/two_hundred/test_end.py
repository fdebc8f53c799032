"""When the game is over, who has won, and what the result records."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Deal, Note, Result
from arena.games.kernel.position import play_game
from arena.games.two_hundred import GAME
from arena.games.two_hundred.end import placing, result
from arena.games.two_hundred.options import PRESETS, Options
from arena.games.two_hundred.seats import Standing
from tests.games.situations import asked, ended, legal, shuffles
from tests.games.two_hundred.situations import EW, NS, STANDARD, Pair, deal_after, deals_of, entered, opening, settled

HIGHER, BY_BID = PRESETS["higher-score-wins"], PRESETS["win-by-bid"]
PAIRS, CALLED, CUTTHROAT = (PRESETS[name] for name in ("six-three-teams", "five-called-card", "cutthroat"))
BLOUTTE, ROUGH = PRESETS["la-bloutte"], PRESETS["le-rough"]
scores = st.integers(-80, 80).map(lambda fives: 5 * fives)
options = st.builds(
    Options,
    both_reach=st.sampled_from(["bidder", "higher_score"]),
    hole_limit=st.sampled_from(["target", 100, 300]),
    target=st.sampled_from([100, 200, 300]),
    max_deals=st.sampled_from([0, 5]),
)


def outcome(standing: Standing, o: Options = STANDARD) -> tuple[tuple[int, ...], str] | None:
    """The places and the reason, None while the game goes on."""
    end = result(o, standing)
    if end is None:
        return None
    assert end.scores == standing.scores
    return end.places, end.reason


def winners(standing: Standing, o: Options) -> tuple[list[int], str] | None:
    """The sides that won and the reason, None while the game goes on."""
    end = outcome(standing, o)
    return end and ([side for side, place in enumerate(end[0]) if place == 1], end[1])


def recorded(standing: Standing, o: Options) -> dict[str, str]:
    """What else the result records."""
    end = result(o, standing)
    assert end is not None
    return dict(end.extra)


NS_WIN, EW_WIN = ((1, 2), "target"), ((2, 1), "target")


@pytest.mark.rule("TH-66", "TH-67", "TH-X42")
@pytest.mark.parametrize(
    ("start", "points", "bidder", "higher"),
    [
        ((150, 160), (55, 45), NS_WIN, None),
        ((140, 170), (60, 40), NS_WIN, EW_WIN),
        ((150, 170), (60, 40), NS_WIN, None),
    ],
)
def test_both_sides_reach_the_target(start: Pair, points: Pair, bidder: object, higher: object) -> None:
    standing = settled(start, NS, 50, points, bids=[EW])
    assert min(standing.scores) >= 200
    assert outcome(standing) == bidder
    assert outcome(standing, HIGHER) == higher


@pytest.mark.rule("TH-66")
def test_side_alone_at_the_target_wins_whoever_played_the_contract() -> None:
    assert outcome(settled((195, 0), EW, 50, (50, 50), bids=[NS])) == NS_WIN
    assert outcome(settled((195, 195), EW, 60, (50, 50), bids=[NS])) == NS_WIN
    assert outcome(settled((195, 100), NS, 50, (45, 55), bids=[EW])) is None


@pytest.mark.rule("TH-66", "TH-R7")
def test_free_contract_counts_as_made_at_the_target() -> None:
    assert outcome(settled((195, 195), NS, "free", (10, 90), bids=[EW])) == NS_WIN


@pytest.mark.rule("TH-67", "TH-R24", "TH-X50")
def test_failed_contract_gives_no_precedence_at_the_target() -> None:
    standing = settled((210, 210), NS, 50, (45, 55), bids=[EW], o=HIGHER)
    assert standing.scores == (160, 265)
    assert outcome(standing, HIGHER) == EW_WIN
    assert outcome(settled((270, 200), NS, 50, (45, 55), bids=[EW])) == EW_WIN


@pytest.mark.rule("TH-65", "TH-67")
def test_hands_thrown_in_after_a_tie_do_not_end_the_game() -> None:
    tied = opening(HIGHER, scores=(210, 210))
    assert outcome(tied, HIGHER) is None
    position = deal_after("pass pass pass pass", o=HIGHER, standing=tied)
    assert position.result is not None
    assert outcome(position.result, HIGHER) is None


@pytest.mark.rule("TH-68", "TH-R39", "TH-X43")
@pytest.mark.parametrize(
    ("start", "side", "bid", "points", "after", "end"),
    [
        ((150, 180), NS, 50, (65, 35), (215, 215), NS_WIN),
        ((100, 180), NS, 60, (60, 40), (160, 220), None),
        ((160, 220), EW, 70, (35, 65), (195, 150), None),
        ((160, 220), EW, 50, (45, 55), (205, 275), EW_WIN),
        ((160, 220), EW, "free", (90, 10), (250, 230), EW_WIN),
    ],
)
def test_game_may_have_to_be_won_by_a_contract(
    start: Pair, side: int, bid: int | str, points: Pair, after: Pair, end: object
) -> None:
    standing = settled(start, side, bid, points, bids=[1 - side], o=BY_BID)
    assert standing.scores == after
    assert outcome(standing, BY_BID) == end


@pytest.mark.rule("TH-68", "TH-R23")
def test_hole_ends_games_that_must_be_won_by_a_contract() -> None:
    assert outcome(settled((-170, 220), NS, 50, (45, 55), bids=[EW], o=BY_BID), BY_BID) == ((2, 1), "hole")


@pytest.mark.rule("TH-66", "TH-R22")
@pytest.mark.parametrize(
    ("reached", "made", "winner"),
    [
        ((205, 230, 230, 0, 0), (0, 3), 0),
        ((205, 230, 210, 0, 0), (0, 2), 2),
        ((210, 230, 210, 0, 0), (0, 2), 0),
        ((210, 230, 210, 0, 0), (2, 0), 2),
        ((205, 230, 210, 0, 0), (), 1),
        ((150, 230, 230, 0, 0), (0, 3), None),
    ],
)
def test_contract_side_goes_first_among_many_at_the_target(
    reached: tuple[int, ...], made: tuple[int, ...], winner: int | None
) -> None:
    standing = opening(CALLED, scores=reached, made=made)
    assert winners(standing, CALLED) == (None if winner is None else ([winner], "target"))


@pytest.mark.rule("TH-66", "TH-R22")
def test_only_the_contractor_has_precedence_with_a_silent_partner() -> None:
    o = PRESETS["five-silent-rotating"]
    before = opening(o, 0, scores=(190, 150, 190, 0, 210), moved=frozenset({0}))
    told = entered(o, before, "1:50", (10, 50, 20, 10, 10), calls="0:50 2:50")
    assert told.after.scores == (230, 210, 230, 40, 210)
    assert winners(told.after, o) == ([1], "target")


@pytest.mark.rule("TH-71", "TH-72", "TH-R26", "TH-X44")
@pytest.mark.parametrize(
    ("start", "side", "level", "points", "after", "over"),
    [
        ((-170, 0), NS, 50, (45, 55), (-220, 55), True),
        ((-170, -80), NS, 50, (45, 55), (-220, -25), False),
        ((-220, -25), EW, 50, (40, 60), (-180, 35), False),
        ((-220, -25), EW, 60, (10, 90), (-210, 65), True),
        ((-150, 0), NS, 50, (45, 55), (-200, 55), True),
    ],
    ids="abcde",
)
def test_side_in_the_hole_loses_unless_the_other_is_below_zero(
    start: Pair, side: int, level: int, points: Pair, after: Pair, over: bool
) -> None:
    standing = settled(start, side, level, points)
    assert standing.scores == after
    assert outcome(standing) == (((2, 1), "hole") if over else None)


@pytest.mark.rule("TH-71", "TH-X44")
def test_hole_may_be_another_than_the_target() -> None:
    o = PRESETS["target-500-hole-300"]
    standing = settled((-250, 0), NS, 50, (45, 55), o=o)
    assert standing.scores == (-300, 55)
    assert outcome(standing, o) == ((2, 1), "hole")
    assert outcome(standing, PRESETS["target-500"]) is None


@pytest.mark.rule("TH-71")
def test_other_side_at_exactly_zero_wins_by_the_hole() -> None:
    assert outcome(Standing(0, (0, -200))) == ((1, 2), "hole")
    assert outcome(Standing(0, (-5, -200))) is None


@pytest.mark.rule("TH-65", "TH-R27")
def test_target_comes_before_the_hole() -> None:
    assert outcome(Standing(0, (200, -200), 1, made=(NS,))) == NS_WIN


@pytest.mark.rule("TH-71", "TH-73", "TH-X47")
def test_pair_in_the_hole_drops_out_and_the_others_play_on() -> None:
    before = opening(PAIRS, 2, scores=(-150, 40, -30))
    told = entered(PAIRS, before, "0:60", (20, 50, 30, 0, 0, 0))
    assert told.after.scores == (-210, 90, 0)
    assert told.after.out == (0,)
    assert told.told[-1] == Note("out", (0,))
    assert outcome(told.after, PAIRS) is None
    position = deal_after(o=PAIRS, standing=told.after)
    assert told.after.dealer == 4
    assert asked(position) == (5, "bid")
    hands = {seat: len(position.told(seat)[1].cards) for seat in (1, 2, 4, 5)}  # type: ignore[union-attr]
    assert hands == {1: 9, 2: 9, 4: 9, 5: 9}


@pytest.mark.rule("TH-71", "TH-73", "TH-X47")
def test_nobody_drops_out_while_the_others_are_below_zero() -> None:
    told = entered(PAIRS, opening(PAIRS, 2, scores=(-150, -60, -50)), "0:60", (20, 50, 30, 0, 0, 0))
    assert told.after.scores == (-210, -10, -20)
    assert told.after.out == ()


@pytest.mark.rule("TH-73")
def test_third_pair_wins_if_two_drop_out_together() -> None:
    told = entered(PAIRS, opening(PAIRS, 2, scores=(-150, -300, 10)), "0:60", (20, 50, 30, 0, 0, 0))
    assert winners(told.after, PAIRS) == ([2], "hole")
    assert told.after.out == ()


@pytest.mark.rule("TH-72", "TH-73")
def test_with_two_pairs_left_the_hole_ends_the_game() -> None:
    before = opening(PAIRS, 1, scores=(-210, -160, 20), out=(0,))
    told = entered(PAIRS, before, "1:60", (0, 50, 50, 0, 0, 0))
    assert told.after.scores == (-210, -220, 70)
    assert outcome(told.after, PAIRS) == ((3, 2, 1), "hole")


@pytest.mark.rule("TH-73")
def test_pair_that_is_out_cannot_win() -> None:
    o = replace(PAIRS, max_deals=5)
    assert winners(opening(o, 1, scores=(500, 20, 40), out=(0,), finished=5), o) == ([2], "limit")
    assert outcome(opening(o, 1, scores=(500, 20, 240), out=(0,)), o) == ((3, 2, 1), "target")


@pytest.mark.rule("TH-73", "TH-R27")
def test_nobody_drops_out_of_a_game_that_is_over() -> None:
    told = entered(PAIRS, opening(PAIRS, 2, scores=(-150, 180, 0)), "0:60", (20, 50, 30, 0, 0, 0), calls="1:50")
    assert winners(told.after, PAIRS) == ([1], "target")
    assert told.after.out == ()


@pytest.mark.rule("TH-74", "TH-R25")
@pytest.mark.parametrize(
    ("reached", "winner"),
    [((-200, 40, 60, 0), 2), ((-200, 60, 60, 0), None), ((-200, -5, -5, -10), None), ((-195, 40, 60, 0), None)],
)
def test_hole_ends_an_individual_game_for_the_highest_score(reached: tuple[int, ...], winner: int | None) -> None:
    standing = opening(CUTTHROAT, scores=reached)
    assert winners(standing, CUTTHROAT) == (None if winner is None else ([winner], "hole"))


@pytest.mark.rule("TH-48", "TH-71", "TH-74")
def test_silent_partner_of_the_game_is_no_side_that_wins_or_keeps_a_game_alive() -> None:
    o = PRESETS["five-silent-fixed"]
    assert winners(opening(o, scores=(-205, -5, -10, -15, 0)), o) is None
    assert outcome(opening(o, scores=(-205, 5, -10, -15, 0)), o) == ((4, 1, 2, 3, 5), "hole")


@pytest.mark.rule("TH-48", "TH-77")
def test_the_page_names_all_that_a_result_records() -> None:
    clause = GAME.rules().partition("**TH-77**")[2].partition("\n\n")[0]
    silent, pot = (recorded(opening(o, finished=200), o) for o in (PRESETS["five-silent-fixed"], PRESETS["pot"]))
    keys = {*silent, *pot}
    assert keys == {"games", "silent", "money"}
    assert [key for key in keys if f"`{key}=`" not in clause] == []


@pytest.mark.rule("TH-70", "TH-71", "TH-R15", "TH-X45")
@pytest.mark.parametrize(
    ("empty", "label"),
    [([], "bloutte"), ([1], "chienne"), ([1, 3], "double_chienne"), ([1, 3, 1], "bloutte")],
)
def test_contract_side_with_all_points_wins_the_game(empty: list[int], label: str) -> None:
    told = entered(BLOUTTE, opening(BLOUTTE, scores=(-150, 90)), "0:50", (60, 0, 40, 0), empty=[*empty, 0])
    assert told.after.scores == (-50, 90)
    assert outcome(told.after, BLOUTTE) == ((1, 2), "hundred")
    assert recorded(told.after, BLOUTTE) == {"games": "1", "label": label}


@pytest.mark.rule("TH-70", "TH-71", "TH-R14", "TH-X45")
def test_opponents_with_all_points_get_only_the_points() -> None:
    told = entered(BLOUTTE, opening(BLOUTTE, scores=(-150, 90)), "0:50", (0, 100, 0, 0))
    assert told.after.scores == (-200, 190)
    assert outcome(told.after, BLOUTTE) == ((2, 1), "hole")
    assert recorded(told.after, BLOUTTE) == {"games": "1"}


@pytest.mark.rule("TH-70")
def test_all_points_have_no_such_effect_elsewhere() -> None:
    assert outcome(settled((-150, 90), NS, 50, (100, 0))) is None


@pytest.mark.rule("TH-70", "TH-R7", "TH-R13")
def test_free_contract_and_credited_discard_may_take_all_points() -> None:
    o = Options(kitty=4, discard_points="contractor", hundred_wins=True, all_others_pass="dealer_free")
    told = entered(o, opening(o), "0:free", (90, 0, 0, 0), discard="TH KC QC 7D")
    assert outcome(told.after, o) == ((1, 2), "hundred")


@pytest.mark.rule("TH-70", "TH-R22")
def test_contractor_alone_wins_by_all_points_with_a_partner_who_is_no_side_mate() -> None:
    for name, partner in (("five-called-card", 3), ("five-silent-rotating", None), ("five-silent-fixed", None)):
        o = replace(PRESETS[name], hundred_wins=True)
        silent = {"five-silent-rotating": 3, "five-silent-fixed": 4}.get(name, 3)
        points = tuple(60 if seat == 1 else 40 if seat == silent else 0 for seat in range(5))
        told = entered(o, opening(o, 4 if partner is None and silent == 3 else 0), "1:50", points, partner=partner)
        assert winners(told.after, o) == ([1], "hundred")
        assert recorded(told.after, o)["label"] == "bloutte"


@pytest.mark.rule("TH-31", "TH-69", "TH-R19", "TH-X46")
@pytest.mark.parametrize(("points", "places"), [((95, 5, 0, 0), (2, 1)), ((100, 0, 0, 0), (1, 2))])
def test_announced_100_decides_the_game_without_scores(points: Sequence[int], places: Pair) -> None:
    told = entered(ROUGH, opening(ROUGH, scores=(0, -40)), "0:70", points, announced=True)
    assert told.after.scores == (0, -40)
    assert outcome(told.after, ROUGH) == (places, "announced_100")
    assert recorded(told.after, ROUGH) == {"games": "1"}


@pytest.mark.rule("TH-69", "TH-R13")
def test_announced_100_count_the_discard_credited_to_the_contractor() -> None:
    told = entered(ROUGH, opening(ROUGH), "0:70", (80, 0, 0, 0), discard="TH TS KC QC", announced=True)
    assert outcome(told.after, ROUGH) == ((1, 2), "announced_100")


@pytest.mark.rule("TH-69", "TH-70")
def test_announced_100_have_no_label() -> None:
    o = replace(ROUGH, hundred_wins=True)
    told = entered(o, opening(o), "0:70", (100, 0, 0, 0), announced=True)
    assert outcome(told.after, o) == ((1, 2), "announced_100")
    assert recorded(told.after, o) == {"games": "1"}


@pytest.mark.rule("TH-31", "TH-30", "TH-R19", "TH-X46")
def test_contractor_below_zero_may_not_announce_100() -> None:
    assert asked(deal_after("70 pass pass pass", o=ROUGH, start=(0, -5))) == (1, "discard")
    position = deal_after("70 pass pass pass", o=ROUGH, start=(-5, 0))
    assert (asked(position), legal(position)) == ((1, "all100"), "all100 take")
    assert asked(deal_after("50 pass pass pass")) == (1, "trump")


@pytest.mark.rule("TH-69", "TH-R19")
@pytest.mark.parametrize("seed", range(3))
def test_announced_game_is_over_after_the_deal(seed: int) -> None:
    position = deal_after("70 pass pass pass all100", o=ROUGH, chance=shuffles(seed), start=(40, 0))
    after = ended(position, Random(seed))
    assert after.scores == (40, 0)
    end = outcome(after, ROUGH)
    assert end is not None and end[1] == "announced_100"


@pytest.mark.rule("TH-75", "TH-X48")
@pytest.mark.parametrize(("reached", "games"), [((205, -10), "2"), ((205, 0), "1"), ((-10, 205), "2")])
def test_skunk_by_the_hole(reached: Pair, games: str) -> None:
    assert recorded(Standing(0, reached, 9), PRESETS["skunk-hole"]) == {"games": games}
    assert recorded(Standing(0, reached, 9), STANDARD) == {"games": "1"}


@pytest.mark.rule("TH-75", "TH-X48", "TH-R28")
def test_skunk_by_a_shutout() -> None:
    o = PRESETS["skunk-shutout"]
    standing = entered(o, opening(o), "0:50", (100, 0, 0, 0)).after
    assert recorded(entered(o, standing, "0:50", (100, 0, 0, 0)).after, o) == {"games": "2"}
    standing = entered(o, opening(o), "0:50", (50, 50, 0, 0)).after
    standing = entered(o, standing, "1:50", (100, 0, 0, 0)).after
    assert standing.scores == (150, 0)
    assert recorded(entered(o, standing, "0:50", (100, 0, 0, 0)).after, o) == {"games": "1"}


@pytest.mark.rule("TH-75", "TH-R28")
def test_points_that_were_not_scored_do_not_spoil_a_shutout() -> None:
    o = replace(PRESETS["skunk-shutout"], target=100)
    assert recorded(entered(o, opening(o, scores=(80, 0)), "0:50", (60, 40, 0, 0)).after, o) == {"games": "2"}


@pytest.mark.rule("TH-75")
def test_skunk_counts_for_every_ending_but_the_limit() -> None:
    hole = PRESETS["skunk-hole"]
    rough = replace(ROUGH, skunk="hole")
    told = entered(rough, opening(rough, scores=(0, -40)), "0:70", (100, 0, 0, 0), announced=True)
    assert recorded(told.after, rough)["games"] == "2"
    assert recorded(Standing(0, (50, -10), 200), hole)["games"] == "1"
    out = replace(PAIRS, skunk="hole")
    assert recorded(opening(out, scores=(-210, -5, 205), out=(0,)), out)["games"] == "2"
    assert recorded(opening(out, scores=(-210, 5, 205), out=(0,)), out)["games"] == "1"


@pytest.mark.rule("TH-76")
@pytest.mark.parametrize(("reached", "places"), [((50, 20), (1, 2)), ((-50, -20), (2, 1)), ((30, 30), (1, 1))], ids=str)
def test_last_deal_ends_the_game_by_score(reached: Pair, places: Pair) -> None:
    o = Options(max_deals=12)
    assert outcome(Standing(0, reached, 11), o) is None
    assert outcome(Standing(0, reached, 12), o) == (places, "limit")
    assert outcome(Standing(0, reached, 10_000), Options(max_deals=0)) is None


@pytest.mark.rule("TH-65", "TH-76")
def test_target_reached_in_the_last_deal_counts_as_target() -> None:
    assert outcome(Standing(0, (205, 210), 200, made=(NS,))) == NS_WIN


@pytest.mark.rule("TH-76", "TH-R8")
def test_game_of_passers_ends_at_the_limit_without_scores() -> None:
    position = play_game(GAME, Options(max_deals=3), shuffles(1))
    while position.ask is not None:
        position.play("pass")
    assert position.result == Result((1, 1), (0, 0), "limit", (("games", "1"),))
    dealers = [standing.dealer for standing in deals_of(position)]
    assert dealers == [(dealers[0] + turn) % 4 for turn in range(3)]


@pytest.mark.rule("TH-77")
@pytest.mark.parametrize("preset", ["standard", "cutthroat", "six-three-teams", "le-rough"])
@pytest.mark.parametrize("seed", range(3))
def test_result_records_places_scores_reason_and_games(preset: str, seed: int) -> None:
    o = PRESETS[preset]
    end = ended(play_game(GAME, o, shuffles(seed)), Random(seed))
    assert end.reason in {"target", "hole", "announced_100", "limit"}
    assert min(end.places) == 1
    assert end.reason != "target" or end.scores[end.places.index(1)] >= o.target
    assert dict(end.extra) == {"games": "1"}


@pytest.mark.rule("TH-64", "TH-81")
def test_standing_is_told_at_every_deal() -> None:
    assert Standing(3, (-20, 140), 5, made=(EW,)).words() == ("dealer=3", "scores=-20,140", "finished=5")
    assert deal_after().log[0] == Deal(1, Standing(0, (0, 0)))
    out = Standing(4, (-210, 90, 0), 6, out=(0,))
    assert out.words() == ("dealer=4", "scores=-210,90,0", "finished=6", "out=0")
    assert opening(PRESETS["five-silent-fixed"]).words()[-1] == "silent=4"


@pytest.mark.rule("TH-66", "TH-71", "TH-76", "TH-77")
@given(st.tuples(scores, scores), st.sampled_from([None, NS, EW]), options)
def test_game_goes_on_just_while_no_ending_applies(reached: Pair, made: int | None, o: Options) -> None:
    standing = Standing(0, reached, 5, () if made is None else (made,))
    best, worst = max(reached), min(reached)
    tied = best == worst and not (o.both_reach == "bidder" and made is not None)
    target = best >= o.target and not tied
    hole = worst <= -o.hole and best >= 0
    end = result(o, standing)
    assert (end is not None) == (target or hole or o.max_deals == 5)
    if end is not None:
        assert end.reason == ("target" if target else "hole" if hole else "limit")
        assert min(end.places) == 1


@given(st.lists(scores, min_size=2, max_size=5), st.data())
def test_winners_come_first_and_the_others_by_score(reached: list[int], data: st.DataObject) -> None:
    winner = data.draw(st.integers(0, len(reached) - 1))
    places = placing(Standing(0, tuple(reached)), [winner])
    assert places[winner] == 1 and places.count(1) == 1
    for a, b in permutations((side for side in range(len(reached)) if side != winner), 2):
        assert (places[a] < places[b]) == (reached[a] > reached[b])
