"""How often sequential tests decide wrongly, and how long they take, over many matches of two of our strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from arena.ratings import EValue, MarginSprt, NormalizedEValue, Pairs, SequentialTest, Sprt, Verdict, compare
from tests.calibration.deals import Floats, Population

LONGEST = 4000
"""The most deals of a match; a test that is still open then counts as not accepting H1."""


class Rates(NamedTuple):
    """How often a test accepted H1, and how long it took.

    Args:
        test: the name of the test.
        power: the share of matches in which it accepted H1 when H1 was true.
        false: the share of matches in which it accepted H1 when the two were equal.
        deals: the mean number of deals when H1 was true.
        deals_equal: the mean number of deals when the two were equal.
    """

    test: str
    power: float
    false: float
    deals: float
    deals_equal: float


def of_population(population: Population) -> Pairs:
    """Return the deals between two strategies as pairs; the better strategy is the first."""
    places, scores = population.places[:, 0], population.scores[:, 0]
    won = (places[..., 0] < places[..., 1]) + 0.5 * (places[..., 0] == places[..., 1])
    pairs = Pairs(won.astype(np.float64), scores[..., 0] - scores[..., 1])
    return pairs if pairs.scores.mean() >= 0.5 else pairs.swapped()


def rates(pairs: Pairs, matches: int, seed: int, limit: float) -> list[Rates]:
    """Return the rates of all tests. H1 is the true lead in these deals; alpha and beta are 5 %.

    For equal opponents the same deals are used, each with the names of the two exchanged with a chance of one half.

    Args:
        pairs: the deals to draw from.
        matches: how many matches are played for each test.
        seed: of the draws.
        limit: the most points that a deal can be won or lost by.
    """
    elo, scores, margins = compare(pairs).elo.value, pairs.deal_scores, pairs.deal_margins
    assert elo is not None
    assert margins is not None
    effect = float(margins.mean() / margins.std(ddof=1))
    tests: list[tuple[str, Callable[[], SequentialTest], Floats, float]] = [
        (f"SPRT on pair scores, 0 against {elo:.1f} Elo", lambda: Sprt(0.0, elo), scores, 0.5),
        (f"t-SPRT on margins, 0 against {effect:.3f} deviations", lambda: MarginSprt(0.0, effect), margins, 0.0),
        (
            f"e-value on margins up to {limit:g}, 0 against {effect:.3f} deviations",
            lambda: NormalizedEValue(0.0, effect, limit),
            margins,
            0.0,
        ),
        (f"e-value on pair scores, 0 against {elo:.1f} Elo", lambda: EValue(0.0, elo), scores, 0.5),
    ]
    rng = np.random.default_rng(seed)
    return [_rates(name, make, values, even, matches, rng) for name, make, values, even in tests]


def _rates(
    name: str,
    make: Callable[[], SequentialTest],
    values: Floats,
    even: float,
    matches: int,
    rng: np.random.Generator,
) -> Rates:
    unequal = [_match(make(), rng.choice(values, LONGEST)) for _ in range(matches)]
    equal = [
        _match(make(), even + rng.choice((-1.0, 1.0), LONGEST) * (rng.choice(values, LONGEST) - even))
        for _ in range(matches)
    ]
    (power, deals), (false, deals_equal) = (np.mean(found, axis=0).tolist() for found in (unequal, equal))
    return Rates(name, power, false, deals, deals_equal)


def _match(test: SequentialTest, values: Floats) -> tuple[bool, int]:
    """Feed a test until it decides; return whether it accepted H1, and after how many deals."""
    for value in values:
        if test.add(float(value)) is not Verdict.OPEN:
            break
    return test.verdict is Verdict.H1, test.pairs
