"""Two bots on duplicate deals."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy import stats

from arena.ratings import Comparison, Interval, Pairs, compare, summary
from arena.ratings.arrays import Floats
from arena.ratings.pairs import mean_interval
from arena.ratings.superiority import FEWEST
from tests.ratings.deals import PENTA, deals, fishtest

NOTHING = Interval(None, None, None)

tables = st.tuples(*[st.integers(0, 12)] * 5).filter(any)
matches = st.tuples(st.integers(1, 8), st.integers(1, 5)).flatmap(
    lambda shape: st.builds(
        Pairs,
        arrays.arrays(np.float64, shape, elements=st.sampled_from([0.0, 0.5, 1.0]) | st.floats(0, 1)),
        st.none() | arrays.arrays(np.float64, shape, elements=st.integers(-13, 13).map(float) | st.floats(-1e6, 1e6)),
    )
)


def of(*counts: int) -> Comparison:
    return compare(deals(counts))


def test_deals_are_the_unit_of_all_figures() -> None:
    found = of(5, 10, 140, 20, 25)
    scores = np.repeat(PENTA, [5, 10, 140, 20, 25])
    error = stats.sem(scores)
    assert (found.deals, found.rooms, found.games) == (200, 2, 400)
    assert (found.wins, found.draws, found.losses) == (140 + 20 + 50, 30, 140 + 10 + 10)
    assert found.histogram == {0.0: 5, 0.25: 10, 0.5: 140, 0.75: 20, 1.0: 25}
    assert found.counts == (5, 10, 140, 20, 25)
    assert found.score == pytest.approx(scores.mean())
    assert found.deviation == pytest.approx(scores.std(ddof=1))
    elo = -400 * math.log10(1 / scores.mean() - 1)
    assert found.los == pytest.approx(stats.t.cdf((scores.mean() - 0.5) / error, 199))
    assert found.los == pytest.approx(1 - stats.ttest_1samp(scores, 0.5, alternative="greater").pvalue)
    margin = stats.t.ppf(0.975, 199) * error / (scores.mean() * (1 - scores.mean())) * 400 / math.log(10)
    assert found.elo == pytest.approx((elo, elo - margin, elo + margin))
    assert not found.identical
    assert found.margin is None


@pytest.mark.parametrize(
    ("counts", "elo", "error", "normalized"),
    [
        (fishtest(34, 54, 31, 32, 64, 75), 55.58, 27.65, 57.94),
        (fishtest(332, 433, 457, 41, 333, 334), -8.64, 10.33, -9.17),
        (fishtest(7895, 8757, 5485, 200, 568, 9999), -21.04, 2.95, -19.01),
    ],
)
def test_elo_and_normalized_elo_are_those_that_fastchess_prints(
    counts: tuple[int, ...], elo: float, error: float, normalized: float
) -> None:
    """The values of fastchess's own tests, which use the normal distribution where we use Student's t."""
    found = of(*counts)
    assert (found.elo.value, found.normalized_elo.value) == pytest.approx((elo, normalized), abs=0.005)
    assert found.elo.low is not None
    assert elo - found.elo.low == pytest.approx(error, rel=0.01)


def test_elo_and_normalized_elo_are_those_of_a_page_of_raw_statistics() -> None:
    """Published by montytest, a fishtest, for its test 69d3c8dc7c5b3724e29d2712."""
    found = of(13, 37, 50, 25, 3)
    assert (found.score, found.games) == (0.4375, 256)
    assert found.elo.value == pytest.approx(-43.6578, abs=5e-5)
    assert found.normalized_elo.value == pytest.approx(-63.97, abs=5e-3)


@given(matches)
def test_the_other_bot_sees_the_mirror_image(pairs: Pairs) -> None:
    ours, theirs = compare(pairs), compare(pairs.swapped())
    assert theirs.score == pytest.approx(1 - ours.score)
    assert (theirs.wins, theirs.draws) == (ours.losses, ours.draws)
    for mine, yours in ((ours.elo, theirs.elo), (ours.margin or NOTHING, theirs.margin or NOTHING)):
        assert [number is None for number in mirrored(yours)] == [number is None for number in mine]
        known = [number for number in mine if number is not None]
        assert [n for n in mirrored(yours) if n is not None] == pytest.approx(known, rel=1e-6, abs=1e-5)
    assert (theirs.los is None) == (ours.los is None)
    assert theirs.los is None or theirs.los == pytest.approx(1 - (ours.los or 0.0), abs=1e-9)
    assert theirs.identical == ours.identical


def mirrored(interval: Interval) -> Interval:
    value, high, low = (None if number is None else -number for number in interval)
    return Interval(value, low, high)


@given(matches)
def test_no_match_gives_anything_but_numbers_in_order(pairs: Pairs) -> None:
    found = compare(pairs)
    for interval in (found.elo, found.normalized_elo, found.margin or NOTHING):
        known = [number for number in (interval.low, interval.value, interval.high) if number is not None]
        assert np.isfinite(known).all()
        assert known == sorted(known)
    for number in (found.los, found.score_gain, found.margin_gain, found.deviation):
        assert number is None or (math.isfinite(number) and number >= 0.0)
    assert sum(found.counts) == found.deals
    assert found.wins + found.draws + found.losses == found.games


@given(tables, tables)
def test_counts_of_two_matches_add_up(first: tuple[int, ...], second: tuple[int, ...]) -> None:
    whole = compare(Pairs(np.concatenate((deals(first).scores, deals(second).scores))))
    assert whole.counts == tuple(a + b for a, b in zip(first, second, strict=True))
    once = of(*whole.counts)
    assert (whole.score, whole.deviation, whole.los) == pytest.approx((once.score, once.deviation, once.los))
    assert (whole.wins, whole.draws, whole.losses) == (once.wins, once.draws, once.losses)


def test_copies_are_identical_on_all_deals() -> None:
    found = of(0, 0, 200, 0, 0)
    assert found.identical
    assert (found.elo.value, found.los, found.score_gain) == (0.0, None, None)
    assert found.normalized_elo == NOTHING
    share = 1 - 0.05 ** (1 / 200)
    assert found.elo.high == pytest.approx(400 * math.log10((1 + share) / (1 - share)))
    assert found.elo.low == pytest.approx(-(found.elo.high or 0.0))


def test_a_difference_in_points_is_a_difference() -> None:
    rooms = [[1, 0]] * 5
    assert compare(Pairs.of(rooms, [[3, -3]] * 5)).identical
    found = compare(Pairs.of(rooms, [[3, -3]] * 4 + [[5, -3]]))
    assert not found.identical
    assert (found.elo.value, found.los) == (0.0, None)
    assert found.margin is not None
    assert found.margin.value == pytest.approx(0.2)


def test_shares_that_no_binary_number_holds_are_even_too() -> None:
    scores = [[0.0, 0.6, 0.7, 0.7]] * 3
    assert np.mean(scores[0]) != 0.5
    assert compare(Pairs.of(scores)).identical


def test_a_perfect_score_is_a_lower_bound() -> None:
    found = of(0, 0, 0, 0, 200)
    least = 0.05 ** (1 / 200)
    assert (found.elo.value, found.elo.high) == (None, None)
    assert found.elo.low == pytest.approx(400 * math.log10(least / (1 - least)))
    assert found.normalized_elo == NOTHING
    assert found.los == pytest.approx(1 - 0.5**200)
    none = of(7, 0, 0, 0, 0).elo
    assert (none.value, none.low) == (None, None)
    assert none.high == pytest.approx(400 * math.log10((1 - 0.05 ** (1 / 7)) / 0.05 ** (1 / 7)))
    assert of(12, 0, 0, 0, 0).los == pytest.approx(0.5**12)


def test_beating_random_by_300_elo_shows_over_200_deals() -> None:
    found = of(0, 0, 20, 0, 180)
    assert found.elo.value == pytest.approx(511.5, abs=0.1)
    assert found.elo.low is not None
    assert found.elo.low > 300


def test_a_single_deal_says_next_to_nothing() -> None:
    found = compare(Pairs.of([[1, 0.5]], [[4, 0]]))
    assert found.elo.value == pytest.approx(400 * math.log10(3))
    assert found.elo.low is not None
    assert found.elo.high is not None
    assert found.elo.low < -500
    assert found.elo.high > 700
    assert (found.los, found.deviation) == (None, None)
    assert found.margin == (2.0, None, None)


def test_there_is_no_superiority_in_a_few_deals() -> None:
    """Three deals of 0.75, 1 and 0.75 have a t of 5: that would be 98 %, and it is right in three cases of four."""
    deals: list[list[float]] = [[1, 0.5], [1, 1], [0.5, 1]]
    few, enough = compare(Pairs.of(deals)), compare(Pairs.of((deals * FEWEST)[:FEWEST]))
    assert few.los is None
    assert few.elo.low is not None
    assert enough.los is not None
    assert "LOS" not in summary(few)
    assert "LOS" in summary(enough)


def test_a_disaster_reaches_further_than_it_did_on_its_own_side() -> None:
    rng = np.random.default_rng(9)
    points = rng.normal(1.0, 4.0, (30, 2))
    points[12] = -80.0
    found = compare(Pairs.of(np.full((30, 2), 0.5), points)).margin
    assert found is not None
    assert found.value is not None and found.low is not None and found.high is not None
    assert found.value - found.low > 2.0 * (found.high - found.value)
    assert found.low < -80.0 * 0.1  # one such deal in ten is not excluded


def test_more_rooms_make_a_finer_histogram() -> None:
    found = compare(Pairs.of([[0, 0, 0], [1, 1, 1], [1, 0, 0]]))
    assert found.counts == (1, 0, 1, 0, 0, 0, 1)
    assert list(found.histogram) == pytest.approx([i / 6 for i in range(7)])


def test_the_margin_has_the_interval_of_the_t_test() -> None:
    points = np.array([[3.0, -1.0], [2.0, 4.0], [0.0, 1.0], [-5.0, 2.0], [7.0, 7.0]])
    found = compare(Pairs.of(np.full((5, 2), 0.5), points))
    low, high = stats.ttest_1samp(points.mean(axis=1), 0.0).confidence_interval(0.95)
    assert found.margin == pytest.approx((2.0, low, high), rel=1e-6)


@pytest.mark.slow
def test_duplicates_gain_what_their_correlation_says() -> None:
    rng = np.random.default_rng(6)
    rooms = rng.multivariate_normal([0.3, 0.3], [[9.0, -0.88 * 9.0], [-0.88 * 9.0, 9.0]], 200_000)
    found = compare(Pairs((rooms > 0).astype(np.float64), rooms))
    assert found.margin_gain == pytest.approx(1 / (1 - 0.88), rel=0.02)
    wins = np.corrcoef(rooms[:, 0] > 0, rooms[:, 1] > 0)[0, 1]
    assert found.score_gain == pytest.approx(1 / (1 + wins), rel=0.01)


def test_an_advantage_of_a_seat_is_not_credited_to_duplicates() -> None:
    rng = np.random.default_rng(7)
    rooms = rng.normal([5.0, -5.0], 1.0, (50_000, 2))
    assert compare(Pairs(np.full((50_000, 2), 0.5), rooms)).margin_gain == pytest.approx(1.0, rel=0.02)


@pytest.mark.slow
@pytest.mark.parametrize("chances", [[0.05, 0.05, 0.7, 0.1, 0.1], [0.02, 0.0, 0.3, 0.0, 0.68]])
def test_intervals_hold_the_truth_in_95_percent_of_matches(chances: list[float]) -> None:
    rng = np.random.default_rng(8)
    mean = float(PENTA @ chances)
    deviation = math.sqrt(float((PENTA - mean) ** 2 @ chances))
    elo = -400 * math.log10(1 / mean - 1)
    normalized = (mean - 0.5) / deviation / math.sqrt(2) * 800 / math.log(10)
    found = [of(*rng.multinomial(200, chances)) for _ in range(1000)]
    assert 0.93 < np.mean([holds(match.elo, elo) for match in found]) < 0.97
    assert np.mean([holds(match.normalized_elo, normalized) for match in found]) > 0.93


def holds(interval: Interval, truth: float) -> bool:
    return interval.low is not None and interval.high is not None and interval.low <= truth <= interval.high


@pytest.mark.parametrize(
    ("scores", "margins", "text"),
    [
        (np.zeros((0, 2)), None, "scores are a table of deals and rooms with one deal or more, not (0, 2)"),
        (np.zeros(3), None, "not (3,)"),
        (np.array([[0.0, 1.0], [0.5, 1.5]]), None, "score outside [0, 1] in deal 1: 1.5"),
        (np.array([[0.0, np.nan]]), None, "score outside [0, 1] in deal 0: nan"),
        (np.zeros((2, 2)), np.zeros((2, 3)), "margins of shape (2, 3) beside scores of shape (2, 2)"),
        (np.zeros((1, 2)), np.array([[0.0, np.inf]]), "a margin is not a finite number"),
    ],
)
def test_what_is_no_match_is_refused(scores: Floats, margins: Floats | None, text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        Pairs(scores, margins)


@pytest.mark.parametrize("deals", [20, pytest.param(50, marks=pytest.mark.thorough)])
def test_margins_of_near_copies_are_held_if_a_limit_is_known(deals: int) -> None:
    """They lose four points in 3 % of the deals, and differ by one in few others: without a limit it is .84 to .87."""
    rng = np.random.default_rng(1)
    held = []
    for _ in range(300):
        small = np.where(rng.random(deals) < 0.1, rng.choice([-1.0, 1.0], deals), 0.0)
        margins = np.where(rng.random(deals) < 0.03, -4.0, small)
        found = compare(Pairs.of(np.full((deals, 1), 0.5), margins[:, None], limit=10.0)).margin
        if margins.any():
            assert found is not None and found.low is not None and found.high is not None
            held.append(found.low <= -0.12 <= found.high)
    assert np.mean(held) > 0.95


@pytest.mark.parametrize("count", [20, 50, 200])
def test_what_looks_rare_among_few_margins_may_be_usual(count: int) -> None:
    """One deal in twelve is won or lost by six points, the others by half a point: .76 to .89 were held."""
    rng = np.random.default_rng(7)
    margins = np.where(rng.random((400, count)) < 0.08, 6.0, 0.5) * rng.choice([-1.0, 1.0], (400, count))
    found = [mean_interval(each) for each in margins]
    assert np.mean([low is not None and high is not None and low <= 0.0 <= high for _, low, high in found]) > 0.93
    for each, (_, low, high) in zip(margins, found, strict=True):
        by_t = stats.ttest_1samp(each, 0.0).confidence_interval(0.95)
        assert low is not None and high is not None
        assert low <= by_t.low + 1e-6 and high >= by_t.high - 1e-6
