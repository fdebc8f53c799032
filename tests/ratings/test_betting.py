"""E-values: evidence that is valid no matter when you stop."""

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import EValue, MarginSprt, NormalizedEValue, Verdict, score_of
from arena.ratings.arrays import Floats
from arena.ratings.betting import BETS, BettingTest
from arena.ratings.rare import usual_deviation
from tests.ratings.deals import PENTA

FAR = 1e-200


def expectation(make: type[EValue], chances: Sequence[tuple[float, float]], deals: int, which: str) -> float:
    """The exact expectation of an e-value after some deals; a deal is a list of values with their chances."""
    total = 0.0
    for outcome in itertools.product(chances, repeat=deals):
        test = make(0.0, 50.0, FAR, FAR)
        test.extend([value for value, _ in outcome])
        total += math.prod(chance for _, chance in outcome) * float(getattr(test, which))
    return total


@pytest.mark.parametrize("deals", [1, 2, 5])
@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (0.25, 1.0), (0.0, 0.75), (0.5, 0.5)])
def test_at_the_edge_of_h0_one_cannot_expect_to_win_or_to_lose(low: float, high: float, deals: int) -> None:
    """Two scores with a mean of 1/2: E+ is a martingale."""
    share = (0.5 - low) / (high - low) if high > low else 1.0
    chances = [(high, share), (low, 1.0 - share)]
    assert expectation(EValue, chances, deals, "e_plus") == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("deals", [1, 4])
def test_at_the_edge_of_h1_neither(deals: int) -> None:
    win = score_of(50.0)
    assert expectation(EValue, [(1.0, win), (0.0, 1.0 - win)], deals, "e_minus") == pytest.approx(1.0, abs=1e-12)


def test_inside_h0_one_must_expect_to_lose() -> None:
    assert expectation(EValue, [(1.0, 0.45), (0.0, 0.55)], 4, "e_plus") < 0.99


def test_the_e_value_is_the_mean_over_bets() -> None:
    scores = [1.0, 0.5, 0.0, 0.75, 1.0]
    test = EValue(0.0, 50.0, FAR, FAR)
    test.extend(scores)
    wealth = [math.prod(1 + bet / 0.5 * (score - 0.5) for score in scores) for bet in BETS]
    assert test.e_plus == pytest.approx(np.mean(wealth))
    mean1 = score_of(50.0)
    wealth = [math.prod(1 + bet / (1 - mean1) * (mean1 - score) for score in scores) for bet in BETS]
    assert test.e_minus == pytest.approx(np.mean(wealth))


@given(st.lists(st.floats(0, 1), min_size=1, max_size=40))
def test_e_values_are_positive_and_finite(scores: list[float]) -> None:
    test = EValue(0.0, 50.0, FAR, FAR)
    test.extend(scores)
    assert 0.0 < test.e_plus < math.inf
    assert 0.0 < test.e_minus < math.inf


def test_it_stops_at_twenty_to_one() -> None:
    test = EValue(0, 30)
    assert test.extend([1.0] * 100) is Verdict.H1
    assert test.e_plus >= 20.0 > math.exp(test.path[-2])
    test = EValue(0, 30, beta=0.01)
    assert test.extend([0.0] * 100) is Verdict.H0
    assert test.e_minus >= 100.0 > math.exp(-test.path[-2])


def test_bets_on_a_lead_in_deviations_are_those_of_the_deals_before() -> None:
    margins = np.random.default_rng(3).normal(0.5, 2.0, 40)
    test = NormalizedEValue(-0.1, 0.5, 10.0, FAR, FAR)
    test.extend(margins)
    whole, half = 1.0, 1.0
    for number, margin in enumerate(margins.tolist()):
        last = number if number < 16 else number - number % 2 if number < 32 else number - number % 4
        deviation = usual_deviation(margins[:last]) / 10.0 if number >= 8 else 1.0
        mean1 = 0.5 * deviation if number >= 8 else 0.0
        bet = min(0.6 * (1.0 - mean1) / deviation, 0.95)
        gain = (mean1 - margin / 10.0) / (1.0 - mean1)
        whole, half = whole * (1.0 + bet * gain), half * (1.0 + 0.5 * bet * gain)
    assert test.e_minus == pytest.approx(0.5 * (whole + half))


@pytest.mark.parametrize("deals", [1, 3, 9])
def test_small_gains_and_a_rare_disaster_with_a_mean_of_0_are_a_fair_game(deals: int) -> None:
    """The exact expectation of E+ over gains of 0.5 and disasters of 10."""
    often = 0.5 / 10.5
    total = 0.0
    for outcome in itertools.product([(0.5, 1.0 - often), (-10.0, often)], repeat=deals):
        test = NormalizedEValue(0.0, 0.4, 10.0, FAR, FAR)
        test.extend([margin for margin, _ in outcome])
        total += math.prod(chance for _, chance in outcome) * test.e_plus
    assert total == pytest.approx(1.0, abs=1e-9)


@pytest.mark.parametrize(("t0", "t1"), [(-0.2, 0.1), (0.1, 0.3), (-0.3, -0.1)])
def test_deviations_are_the_same_deal_by_deal_and_all_at_once(t0: float, t1: float) -> None:
    margins = np.random.default_rng(4).normal(0.0, 3.0, 300)
    margins[90] = -50.0
    once, singly = NormalizedEValue(t0, t1, 60.0, FAR, FAR), NormalizedEValue(t0, t1, 60.0, FAR, FAR)
    once.extend(margins)
    for margin in margins.tolist():
        singly.add(margin)
    assert singly.path == pytest.approx(once.path)


def test_a_disaster_does_not_make_a_lead_in_deviations_larger() -> None:
    margins = np.random.default_rng(5).normal(0.0, 1.0, 60)
    usual = usual_deviation(margins)
    margins[3] = -40.0
    assert usual_deviation(margins) == pytest.approx(usual, rel=0.02)


def small_gains(deals: int) -> Floats:
    """Deals of a version that gains 0.4 deviations in each, as long as it does not crash."""
    usual = np.random.default_rng(6).permutation(np.linspace(-1.0, 1.0, deals))
    return np.asarray(0.4 + usual / usual.std(ddof=1))


def test_a_crash_that_did_not_come_yet_is_allowed_for() -> None:
    """A crash that loses ten deviations in 4 % of deals takes all the gain away; fifty deals may well have none."""
    trusting, safe = MarginSprt(0.0, 0.4), NormalizedEValue(0.0, 0.4, limit=10.0)
    assert trusting.extend(small_gains(50)) is Verdict.H1
    assert safe.extend(small_gains(50)) is Verdict.OPEN
    assert safe.extend(small_gains(200)) is Verdict.H1
    assert 0.96**safe.pairs < 0.05


def test_so_few_deals_suffice_where_a_crash_costs_no_more_than_a_bad_deal() -> None:
    safe = NormalizedEValue(0.0, 0.4, limit=3.0)
    assert safe.extend(small_gains(100)) is Verdict.H1
    assert safe.pairs < 80


def ends(test: BettingTest) -> tuple[float, float]:
    low, high = test.interval()[1:]
    return -math.inf if low is None else low, math.inf if high is None else high


@pytest.mark.slow
@settings(max_examples=25)
@given(st.lists(st.sampled_from(PENTA.tolist()), min_size=1, max_size=60))
def test_the_interval_holds_the_mean_and_narrows_with_repetition(scores: list[float]) -> None:
    once, often = EValue(0.0, 50.0, FAR, FAR), EValue(0.0, 50.0, FAR, FAR)
    once.extend(scores)
    often.extend(scores * 4)
    value = once.interval().value
    assert value is None or ends(once)[0] <= value <= ends(once)[1]
    assert ends(often)[0] >= ends(once)[0] - 1e-6
    assert ends(often)[1] <= ends(once)[1] + 1e-6


def test_an_end_of_the_interval_is_where_a_bet_against_it_has_won_forty_to_one() -> None:
    scores = [0.5, 1.0, 0.75, 0.5, 0.0, 1.0] * 10
    test = EValue(0.0, 300.0, FAR, FAR)
    test.extend(scores)
    low, high = ends(test)
    at_low, at_high = EValue(low, low + 1, FAR, FAR), EValue(high - 1, high, FAR, FAR)
    at_low.extend(scores)
    at_high.extend(scores)
    assert (at_low.e_plus, at_high.e_minus) == pytest.approx((40.0, 40.0))


def test_nothing_is_known_before_the_first_deal() -> None:
    assert EValue(0, 10).interval() == (None, None, None)
    assert NormalizedEValue(0, 1, 4).interval() == (None, None, None)


def test_the_interval_of_margins_is_in_points() -> None:
    test = NormalizedEValue(0.0, 1.0, 4.0, FAR, FAR)
    test.extend([1.0, 2.0, 0.0, 1.0, 9.0] * 40)
    value, low, high = test.interval()
    assert value == pytest.approx((1 + 2 + 0 + 1 + 4) / 5)
    assert low is not None
    assert high is not None
    assert 0.5 < low < 1.6 < high < 3.0
