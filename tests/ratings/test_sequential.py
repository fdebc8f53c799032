"""Sequential probability ratio tests, on scores and on margins."""

import itertools
import math
import re
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import optimize

from arena.ratings import (
    EValue,
    LikelihoodTest,
    MarginSprt,
    NormalizedEValue,
    SequentialTest,
    Sprt,
    Verdict,
    score_of,
)
from arena.ratings.sequential import wald_bounds
from tests.ratings.deals import PENTA

FAR = 1e-200
"""Error rates so small that a test goes on for a long time."""

penta_scores = st.lists(st.sampled_from(PENTA.tolist()), max_size=40)
any_scores = penta_scores | st.lists(st.floats(0, 1), max_size=20)
any_margins = st.lists(st.integers(-13, 13).map(float) | st.floats(-1e6, 1e6), max_size=30)

ON_SCORES: dict[str, Callable[[float, float], SequentialTest]] = {
    "exact": lambda low, high: Sprt(low, high, FAR, FAR),
    "normalized": lambda low, high: Sprt(low, high, FAR, FAR, model="normalized"),
    "e-value": lambda low, high: EValue(low, high, FAR, FAR),
}
ON_MARGINS: dict[str, Callable[[float, float], SequentialTest]] = {
    "t": lambda low, high: MarginSprt(low / 100, high / 100, FAR, FAR),
    "normalized e-value": lambda low, high: NormalizedEValue(low / 100, high / 100, 1e6, FAR, FAR),
}


def test_the_llr_is_that_of_a_page_of_raw_statistics() -> None:
    """Published by montytest, a fishtest, for its test 69d3c8dc7c5b3724e29d2712; its logistic bound is rounded."""
    scores = np.repeat(PENTA, (13, 37, 50, 25, 3))
    for test, published, rounding in (
        (Sprt(0.0, 4.0, model="normalized"), -0.54912, 1e-5),
        (Sprt(0.0, 2.716), -0.53772, 1e-4),
    ):
        test.extend(np.random.default_rng(0).permutation(scores))
        assert test.pairs == 128
        assert test.llr == pytest.approx(published, abs=rounding)


def test_the_bounds_are_those_of_wald() -> None:
    assert wald_bounds(0.05, 0.05) == pytest.approx((-2.9444, 2.9444), abs=5e-5)
    assert wald_bounds(0.01, 0.2) == pytest.approx((math.log(0.2 / 0.99), math.log(80.0)))


def test_the_margin_form_is_the_formula() -> None:
    margins = np.array([1.0, -2.0, 0.5, 3.0, 1.5, 0.0, 2.0, -1.0, 1.0])
    test = MarginSprt(0.05, 0.4)
    test.extend(margins)
    t = margins.mean() / margins.std(ddof=1)
    assert test.llr == pytest.approx(4.5 * math.log((1 + (t - 0.05) ** 2) / (1 + (t - 0.4) ** 2)))
    assert test.path[:7] == [0.0] * 7
    assert test.path[7] != 0.0


def test_small_leads_in_the_margin_are_those_of_exact_scores() -> None:
    """For small leads both forms are the same likelihood ratio, up to the third power of the lead."""
    rng = np.random.default_rng(4)
    scores = rng.choice(PENTA, size=4000, p=[0.05, 0.1, 0.68, 0.11, 0.06])
    exact, form = Sprt(0.0, 5.0, FAR, FAR, model="normalized"), MarginSprt(0.0, 5.0 * math.sqrt(2) / 347.4356, FAR, FAR)
    exact.extend(scores)
    form.extend(scores - 0.5)
    assert exact.llr == pytest.approx(form.llr, abs=0.02)
    assert abs(exact.llr) > 0.3


@pytest.mark.slow
@pytest.mark.parametrize("kind", ON_SCORES)
@settings(max_examples=10)
@given(scores=any_scores)
def test_only_the_scores_count_and_not_their_order_or_portions(kind: str, scores: list[float]) -> None:
    one_by_one, at_once, shuffled = (ON_SCORES[kind](0.0, 30.0) for _ in range(3))
    for score in scores:
        one_by_one.add(score)
    at_once.extend(scores)
    shuffled.extend(np.random.default_rng(len(scores)).permutation(scores))
    assert at_once.path == pytest.approx(one_by_one.path, abs=1e-6)
    assert shuffled.evidence == pytest.approx(at_once.evidence, abs=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ON_SCORES)
@settings(max_examples=25)
@given(scores=any_scores)
def test_the_other_bot_sees_the_opposite_of_scores(kind: str, scores: list[float]) -> None:
    ours, theirs = ON_SCORES[kind](-5.0, 20.0), ON_SCORES[kind](-20.0, 5.0)
    ours.extend(scores)
    theirs.extend(1.0 - score for score in scores)
    assert theirs.path == pytest.approx([-evidence for evidence in ours.path], abs=1e-5)


@pytest.mark.parametrize("kind", ON_MARGINS)
@given(margins=any_margins)
def test_the_other_bot_sees_the_opposite_of_margins(kind: str, margins: list[float]) -> None:
    ours, theirs = ON_MARGINS[kind](-5.0, 20.0), ON_MARGINS[kind](-20.0, 5.0)
    ours.extend(margins)
    theirs.extend(-margin for margin in margins)
    assert theirs.path == pytest.approx([-evidence for evidence in ours.path], abs=1e-6)


@pytest.mark.parametrize("kind", ["exact", "e-value"])
@settings(max_examples=25)
@given(scores=st.lists(st.floats(0, 1), min_size=1, max_size=15), data=st.data())
def test_a_higher_score_never_speaks_against_a_bot(kind: str, scores: list[float], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(scores) - 1))
    better = list(scores)
    better[place] = data.draw(st.floats(scores[place], 1.0))
    less, more = ON_SCORES[kind](0.0, 30.0), ON_SCORES[kind](0.0, 30.0)
    less.extend(scores)
    more.extend(better)
    assert more.evidence >= less.evidence - 1e-9


@given(st.floats(0.1, 50), st.floats(0, 1000))
def test_more_points_never_speak_against_a_bot(spread: float, more: float) -> None:
    """Even for t beyond 1, where the bare formula would fall again."""
    margins = np.array([1.0, -1.0, 0.5, 0.0, -0.5, 2.0, -2.0, 0.0, 1.0]) * spread
    less, ahead = MarginSprt(0.0, 0.3, FAR, FAR), MarginSprt(0.0, 0.3, FAR, FAR)
    less.extend(margins)
    ahead.extend(margins + more)
    assert ahead.llr >= less.llr - 1e-9


@pytest.mark.parametrize("kind", ON_SCORES)
@settings(max_examples=25)
@given(scores=any_scores, elo0=st.floats(-60, 59), gap=st.floats(1e-3, 20))
def test_scores_never_give_anything_but_numbers(kind: str, scores: list[float], elo0: float, gap: float) -> None:
    test = ON_SCORES[kind](elo0, min(elo0 + gap, 70.0))
    test.extend(scores)
    assert np.isfinite(test.path).all()


@pytest.mark.parametrize("kind", ON_MARGINS)
@given(margins=any_margins)
def test_margins_never_give_anything_but_numbers(kind: str, margins: list[float]) -> None:
    test = ON_MARGINS[kind](0.0, 20.0)
    test.extend(margins)
    assert np.isfinite(test.path).all()


@settings(max_examples=25)
@given(st.lists(st.sampled_from([0.0, 0.5, 1.0]), min_size=1, max_size=30))
def test_no_deal_moves_the_exact_llr_further_than_a_deal_won_or_lost(scores: list[float]) -> None:
    """Outcomes that have not occurred do not make the LLR explode, as they do in a normal approximation."""
    test = Sprt(0.0, 33.3, FAR, FAR)
    test.extend(scores)
    win, loss = (math.log(2 * score_of(elo)) for elo in (33.3, -33.3))
    assert len(scores) * loss - 1e-9 <= test.llr <= len(scores) * win + 1e-9


def test_even_deals_with_no_variance_at_all_move_it_a_little() -> None:
    test = Sprt(0.0, 33.3)
    test.extend([0.5] * 8)
    assert test.llr == pytest.approx(8 * math.log(2 - 2 * score_of(33.3)))
    assert test.verdict is Verdict.OPEN


@pytest.mark.parametrize("test", [Sprt(0, 10), Sprt(0, 10, model="normalized"), EValue(0, 10)])
def test_copies_end_with_h0_and_are_called_identical(test: SequentialTest) -> None:
    assert not test.identical
    assert test.extend([0.5] * 10_000) is Verdict.H0
    assert test.identical


def test_copies_are_not_worse_either() -> None:
    test = Sprt(-10, 0)
    assert test.extend([0.5] * 10_000) is Verdict.H1
    assert test.identical


def test_copies_have_no_margin_either() -> None:
    test = MarginSprt(0, 0.1)
    assert test.extend([0.0] * 10_000) is Verdict.H0
    assert test.identical


def test_one_deal_of_difference_is_a_difference() -> None:
    test = Sprt(0, 10)
    test.extend([0.5, 0.5, 0.75])
    assert not test.identical


def test_margins_that_are_all_alike_are_evidence() -> None:
    for margin, verdict in ((3.0, Verdict.H1), (-3.0, Verdict.H0)):
        test = MarginSprt(0.0, 0.3)
        assert test.extend([margin] * 100) is verdict
        assert test.pairs < 40


def test_it_stops_at_the_bound_and_takes_no_more() -> None:
    test = Sprt(0, 200)
    assert test.extend(itertools.repeat(1.0, 1000)) is Verdict.H1
    assert test.path[-1] >= test.upper > test.path[-2]
    assert len(test.values) == test.pairs < 1000
    assert test.extend([0.0] * 5) is Verdict.H1
    with pytest.raises(ValueError, match=f"the test ended with H1 after {test.pairs} deals: it takes no more"):
        test.add(1.0)


def test_nothing_yet_is_no_evidence() -> None:
    test: LikelihoodTest = Sprt(0, 10)
    assert (test.llr, test.pairs, test.verdict, test.identical) == (0.0, 0, Verdict.OPEN, False)


def test_hypotheses_are_told_as_means_of_a_deal() -> None:
    assert Sprt(0, 100).hypotheses(0.2) == (0.5, score_of(100))
    normalized = Sprt(0, 10, model="normalized", rooms=4)
    assert normalized.hypotheses(0.2)[1] == pytest.approx(0.5 + 0.2 * 10 / 347.4356 * 2, rel=1e-6)
    assert MarginSprt(0, 0.3).hypotheses(2.0) == (0.0, 0.6)


def test_the_llr_of_two_scores_is_that_of_a_coin() -> None:
    """Wald's own example: with no unknown parameters there is nothing to maximize."""
    test = Sprt(0, 100, FAR, FAR)
    test.extend([1.0] * 7 + [0.0] * 4)
    p = score_of(100)
    assert test.llr == pytest.approx(7 * math.log(p / 0.5) + 4 * math.log((1 - p) / 0.5))


def test_the_llr_is_the_difference_of_two_optima() -> None:
    """Three scores and a free draw rate: one parameter, found by scipy."""
    lost, even, won = 3, 20, 8
    test = Sprt(0, 50, FAR, FAR)
    test.extend([0.0] * lost + [0.5] * even + [1.0] * won)

    def best(mean: float) -> float:
        most = 2 * min(mean, 1 - mean)

        def likelihood(draw: float) -> float:
            return lost * math.log(1 - mean - draw / 2) + even * math.log(draw) + won * math.log(mean - draw / 2)

        found = optimize.minimize_scalar(
            lambda draw: -likelihood(draw), bounds=(0, most), method="bounded", options={"xatol": 1e-12}
        )
        return -float(found.fun)

    assert test.llr == pytest.approx(best(score_of(50)) - best(0.5), abs=1e-8)


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: Sprt(10, 0), "elo0 must be below elo1, both within -2000 and 2000, not 10 and 0"),
        (lambda: Sprt(0, 3000), "elo0 must be below elo1"),
        (lambda: Sprt(0, math.nan), "elo0 must be below elo1"),
        (lambda: Sprt(0, 100, model="normalized"), "both within -73.7 and 73.7, not 0 and 100"),
        (lambda: Sprt(0, 10, alpha=0.0), "alpha and beta must be above 0 and their sum below 1, not 0 and 0.05"),
        (lambda: Sprt(0, 10, alpha=0.6, beta=0.5), "alpha and beta must be above 0"),
        (lambda: Sprt(0, 10, model="bayesian"), "the model is logistic or normalized, not bayesian"),  # type: ignore[arg-type]  # what a user may write
        (lambda: Sprt(0, 10).add(1.5), "the score of a deal is between 0 and 1, not 1.5"),
        (lambda: Sprt(0, 10).add(math.nan), "the score of a deal is between 0 and 1, not nan"),
        (lambda: MarginSprt(0.3, 0.3), "t0 must be below t1, both within -2 and 2, not 0.3 and 0.3"),
        (lambda: MarginSprt(0, 0.3).add(math.inf), "the margin of a deal is a finite number"),
        (lambda: EValue(0, 0), "elo0 must be below elo1"),
        (lambda: EValue(0, 10, beta=2), "alpha and beta must be above 0"),
        (lambda: EValue(0, 10).add(-1), "the score of a deal is between 0 and 1, not -1"),
        (lambda: NormalizedEValue(0.3, 0.2, 4), "t0 must be below t1, both within -2 and 2, not 0.3 and 0.2"),
        (lambda: NormalizedEValue(0, 0.3, 0), "the limit must be above 0, not 0"),
        (lambda: NormalizedEValue(0, 1, 4).add(math.nan), "the margin of a deal is a finite number"),
    ],
)
def test_what_makes_no_sense_is_refused(make: Callable[[], object], text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text)):
        make()
