"""When the game is over, and who has won."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.games.kernel import Deal, Result, play_game
from arena.games.two_hundred import GAME
from arena.games.two_hundred.end import Standing, placing, result
from arena.games.two_hundred.options import Options
from tests.games.two_hundred.situations import EW, NS, STANDARD, Pair, at_the_end, deal_after, settled, shuffles

HIGHER = Options(both_reach="higher_score")
scores = st.integers(-80, 80).map(lambda fives: 5 * fives)
options = st.builds(
    Options,
    both_reach=st.sampled_from(["bidder", "higher_score"]),
    hole_limit=st.sampled_from(["target", 100, 300]),
    target=st.sampled_from([100, 200, 300]),
    max_deals=st.sampled_from([0, 5]),
)


def outcome(standing: Standing, o: Options = STANDARD) -> tuple[Pair, str] | None:
    """The places and the reason, None while the game goes on."""
    end = result(o, standing)
    if end is None:
        return None
    assert end.scores == standing.scores
    ns, ew = end.places
    return (ns, ew), end.reason


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


@pytest.mark.rule("TH-67", "TH-R24", "TH-X50")
def test_failed_contract_gives_no_precedence_at_the_target() -> None:
    standing = settled((210, 210), NS, 50, (45, 55), bids=[EW], o=HIGHER)
    assert standing.scores == (160, 265)
    assert outcome(standing, HIGHER) == EW_WIN
    assert outcome(Standing(0, (205, 260), 1, made=None)) == EW_WIN


@pytest.mark.rule("TH-65", "TH-67")
def test_hands_thrown_in_after_a_tie_do_not_end_the_game() -> None:
    assert outcome(Standing(0, (210, 210), 7, made=None), HIGHER) is None


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
    o = Options(target=500, hole_limit=300)
    standing = settled((-250, 0), NS, 50, (45, 55), o=o)
    assert standing.scores == (-300, 55)
    assert outcome(standing, o) == ((2, 1), "hole")
    assert outcome(standing, Options(target=500)) is None


@pytest.mark.rule("TH-71")
def test_other_side_at_exactly_zero_wins_by_the_hole() -> None:
    assert outcome(Standing(0, (0, -200))) == ((1, 2), "hole")
    assert outcome(Standing(0, (-5, -200))) is None


@pytest.mark.rule("TH-65", "TH-R27")
def test_target_comes_before_the_hole() -> None:
    assert outcome(Standing(0, (200, -200), 1, made=NS)) == NS_WIN


@pytest.mark.rule("TH-76")
@pytest.mark.parametrize(("reached", "places"), [((50, 20), (1, 2)), ((-50, -20), (2, 1)), ((30, 30), (1, 1))], ids=str)
def test_last_deal_ends_the_game_by_score(reached: Pair, places: Pair) -> None:
    o = Options(max_deals=12)
    assert outcome(Standing(0, reached, 11), o) is None
    assert outcome(Standing(0, reached, 12), o) == (places, "limit")
    assert outcome(Standing(0, reached, 10_000), Options(max_deals=0)) is None


@pytest.mark.rule("TH-65", "TH-76")
def test_target_reached_in_the_last_deal_counts_as_target() -> None:
    assert outcome(Standing(0, (205, 210), 200, made=NS)) == NS_WIN


@pytest.mark.rule("TH-76", "TH-R8")
def test_game_of_passers_ends_at_the_limit_without_scores() -> None:
    position = play_game(GAME, Options(max_deals=3), shuffles(1))
    while position.ask is not None:
        position.play("pass")
    assert position.result == Result((1, 1), (0, 0), "limit")
    dealers = [event.standing.dealer for event in position.log if isinstance(event, Deal)]
    assert dealers == [(dealers[0] + turn) % 4 for turn in range(3)]


@pytest.mark.rule("TH-77")
@pytest.mark.parametrize("seed", range(3))
def test_result_records_places_scores_and_reason(seed: int) -> None:
    end = at_the_end(play_game(GAME, STANDARD, shuffles(seed)), Random(seed)).result
    assert end is not None
    assert end.reason in {"target", "hole", "limit"}
    assert sorted(end.places) == [1, 2]
    assert end.reason != "target" or end.scores[end.places.index(1)] >= 200


@pytest.mark.rule("TH-81")
def test_standing_is_told_at_every_deal() -> None:
    assert Standing(3, (-20, 140), 5, made=EW).words() == ("dealer=3", "scores=-20,140", "finished=5")
    assert deal_after().log[0] == Deal(1, Standing(0, (0, 0)))


@pytest.mark.rule("TH-66", "TH-71", "TH-76", "TH-77")
@given(st.tuples(scores, scores), st.sampled_from([None, NS, EW]), options)
def test_game_goes_on_just_while_no_ending_applies(reached: Pair, made: int | None, o: Options) -> None:
    standing = Standing(0, reached, 5, made)
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
    places = placing(reached, [winner])
    assert places[winner] == 1 and places.count(1) == 1
    for a, b in permutations((side for side in range(len(reached)) if side != winner), 2):
        assert (places[a] < places[b]) == (reached[a] > reached[b])
