"""How often the sequential tests are right, on deals like those of close bots at duplicate whist.

The results are compared with figures from another simulator: bot 3 is 33.3 Elo and 0.37 deviations of a deal ahead of
bot 2, alpha = beta = 5 %, 400 runs. Three standard errors of a rate of 5 % are then 3.3 %.
"""

import math
from collections.abc import Callable

import numpy as np
import pytest

from arena.ratings import (
    EValue,
    Interval,
    MarginSprt,
    NormalizedEValue,
    SequentialTest,
    Sprt,
    Verdict,
    after_stopping,
)
from arena.ratings.arrays import Floats
from tests.ratings.deals import PENTA, whist

RUNS = 400
ELO = 33.3
NORMALIZED = 58.0
"""The same lead at a deviation of 0.21, with two rooms."""
LEAD, DEVIATION = 0.371, 1.6

pytestmark = pytest.mark.slow


def scores(rng: np.random.Generator, elo: float) -> Floats:
    return rng.choice(PENTA, size=3000, p=whist(elo))


def margins(rng: np.random.Generator, ahead: float) -> Floats:
    """Margins in half tricks per room."""
    return np.round(rng.normal(ahead, DEVIATION, 1500) * 2) / 2


def runs(make: Callable[[], SequentialTest], draw: Callable[[], Floats]) -> tuple[float, float]:
    """The share of runs that accept H1, and the mean number of deals."""
    tests = [make() for _ in range(RUNS)]
    for test in tests:
        assert test.extend(draw()) is not Verdict.OPEN
    accepted = np.mean([test.verdict is Verdict.H1 for test in tests])
    return float(accepted), float(np.mean([test.pairs for test in tests]))


@pytest.mark.parametrize(
    ("make", "power", "false", "deals"),
    [
        pytest.param(lambda: Sprt(0, ELO), 0.917, 0.083, (100, 125), marks=pytest.mark.thorough),
        pytest.param(
            lambda: Sprt(0, NORMALIZED, model="normalized"), 0.917, 0.083, (95, 125), marks=pytest.mark.thorough
        ),
        (lambda: EValue(0, ELO), 0.95, 0.05, (145, 185)),
    ],
)
def test_tests_on_scores_keep_their_error_rates(
    make: Callable[[], SequentialTest], power: float, false: float, deals: tuple[int, int]
) -> None:
    rng = np.random.default_rng(31)
    found = runs(make, lambda: scores(rng, ELO))
    assert found[0] >= power
    assert deals[0] < found[1] < deals[1]
    found = runs(make, lambda: scores(rng, 0.0))
    assert found[0] <= false
    assert deals[0] < found[1] < deals[1] + 5


@pytest.mark.parametrize(
    ("make", "power", "false", "deals"),
    [
        (lambda: MarginSprt(0, LEAD), 0.917, 0.083, (38, 52)),
        pytest.param(
            lambda: NormalizedEValue(0, LEAD, limit=4 * DEVIATION), 0.95, 0.05, (52, 80), marks=pytest.mark.thorough
        ),
    ],
)
def test_tests_on_margins_keep_them_with_far_fewer_deals(
    make: Callable[[], SequentialTest], power: float, false: float, deals: tuple[int, int]
) -> None:
    rng = np.random.default_rng(32)
    found = runs(make, lambda: margins(rng, LEAD * DEVIATION))
    assert found[0] >= power
    assert deals[0] < found[1] < deals[1]
    found = runs(make, lambda: margins(rng, 0.0))
    assert found[0] <= false
    assert deals[0] < found[1] < deals[1]


@pytest.mark.parametrize(("often", "cost"), [(0.03, 10.0), (0.01, 30.0)])
def test_gains_that_rare_disasters_take_away_do_not_pass(often: float, cost: float) -> None:
    """The margin has a mean of 0. `MarginSprt` errs several times as often as it says, so it is no default."""
    rng = np.random.default_rng(36)
    tests = [(MarginSprt(0, LEAD), NormalizedEValue(0, LEAD, limit=cost)) for _ in range(100)]
    for trusting, safe in tests:
        deals = rng.normal(often * cost / (1.0 - often), 1.0, 400)
        deals[rng.random(deals.size) < often] = -cost
        trusting.extend(deals)
        safe.extend(deals)
    passed = [np.mean([pair[which].verdict is Verdict.H1 for pair in tests]) for which in (0, 1)]
    assert passed[0] > 0.15
    assert passed[1] <= 0.05


@pytest.mark.parametrize("elo", [*(pytest.param(elo, marks=pytest.mark.thorough) for elo in (0.0, 16.65)), ELO])
def test_after_a_stop_the_corrected_estimate_is_too_high_half_of_the_time(elo: float) -> None:
    rng = np.random.default_rng(33)
    found = []
    for _ in range(RUNS):
        test = Sprt(0, ELO)
        test.extend(scores(rng, elo))
        found.append(after_stopping(test))
    too_high = float(np.mean([(estimate.corrected.value or 0.0) > elo for estimate in found]))
    assert too_high == pytest.approx(0.5, abs=0.075)
    assert np.mean([holds(estimate.corrected, elo) for estimate in found]) > 0.93
    if elo != 16.65:
        naive = float(np.mean([(estimate.naive.value or 0.0) > elo for estimate in found]))
        assert abs(naive - 0.5) > 0.075


@pytest.mark.parametrize("ahead", [0.0, LEAD * DEVIATION])
def test_so_is_that_of_margins(ahead: float) -> None:
    rng = np.random.default_rng(34)
    found = []
    for _ in range(RUNS):
        test = MarginSprt(0, LEAD)
        test.extend(margins(rng, ahead))
        found.append(after_stopping(test).corrected)
    too_high = float(np.mean([(estimate.value or 0.0) > ahead for estimate in found]))
    assert too_high == pytest.approx(0.5, abs=0.085)
    assert np.mean([holds(estimate, ahead) for estimate in found]) > 0.92


@pytest.mark.thorough
def test_the_interval_of_the_e_value_holds_the_truth_at_all_times_at_once() -> None:
    """The interval is checked after every 50 deals, up to 1000."""
    rng = np.random.default_rng(35)
    missed = 0
    for _ in range(60):
        test = EValue(-200.0, 200.0, 1e-200, 1e-200)
        intervals = []
        for part in scores(rng, 20.0)[:1000].reshape(20, 50):
            test.extend(part)
            intervals.append(test.interval())
        missed += not all(holds(interval, 20.0) for interval in intervals)
    assert missed <= 3


def holds(interval: Interval, truth: float) -> bool:
    low = -math.inf if interval.low is None else interval.low
    return low <= truth <= (math.inf if interval.high is None else interval.high)
