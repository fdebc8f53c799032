"""Evidence that is valid no matter when you stop: e-values from bets on the scores of deals.

A gambler bets a share of the wealth, deal after deal, that the score will be above mu0. If the expected score is not
above mu0, the gambler cannot expect to gain, so the wealth ever exceeds 1/alpha with a probability of at most alpha
(J. Ville, 1939). This assumes only that scores are bounded, and that no deal has an expected score above mu0, whatever
came before it. I. Waudby-Smith and A. Ramdas explain the method in Journal of the Royal Statistical Society B 86
(2024). Here the wealth is divided evenly between several sizes of bets, because the best size depends on the unknown
true score.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections import Counter

import numpy as np

from arena.ratings.arrays import Floats
from arena.ratings.rare import usual_deviation
from arena.ratings.scale import MOST_ELO, UNKNOWN, Interval, elo_of, score_of
from arena.ratings.sequential import (
    FIRST_MARGINS,
    MOST_DEVIATIONS,
    SequentialTest,
    check_errors,
    check_margins,
    check_order,
    check_scores,
)

BETS = np.array([0.05, 0.1, 0.2, 0.4, 0.8])
"""The sizes of bets, as shares of the wealth: at duplicate whist, the best ones for leads of 3 to 50 Elo."""


PARTS = np.array([1.0, 0.5])
"""A test that knows how large the lead may be divides its wealth between the best bet for that lead and half of it."""
MOST_BET = 0.95
"""Such a bet is at most this share of the wealth."""
LEAST_MEAN = 1e-3
"""A hypothesis about a mean from 0 to 1 stays this far from both ends, where no bet could be lost or won."""
DIGITS = 4
"""A deviation is computed anew when one of so many leading binary digits of the number of deals changes."""


def log_wealth(values: Floats, mean: float) -> Floats:
    """Return the log of what each size of bet on "more than this mean" pays for each value from 0 to 1."""
    logs: Floats = np.log1p(np.multiply.outer(values / mean - 1.0, BETS))
    return logs


def log_average(logs: Floats) -> Floats:
    """Return the logarithm of the mean of the exponentials along the last axis."""
    most = logs.max(axis=-1, keepdims=True)
    average: Floats = (most + np.log(np.exp(logs - most).mean(axis=-1, keepdims=True)))[..., 0]
    return average


class BettingTest(SequentialTest):
    """Two bets on values scaled to [0, 1]: one on a mean above mean0, one on a mean below mean1.

    The evidence is the log e-value of the bet that is nearer to its goal: log E+ for the first bet, -log E- for the
    second, and 0 while neither bet has gained.
    """

    def __init__(self, *, means: tuple[float, float], alpha: float, beta: float, even: float) -> None:
        check_errors(alpha, beta)
        super().__init__(alpha=alpha, beta=beta, bounds=(math.log(beta), -math.log(alpha)), even=even)
        self._means = means
        self._wealth = np.zeros((2, 1))
        self._counts: Counter[float] = Counter()

    @property
    def e_plus(self) -> float:
        """The e-value against H0: if H0 is true, it exceeds 1/alpha with a chance of at most alpha."""
        return math.exp(float(log_average(self._wealth[0])))

    @property
    def e_minus(self) -> float:
        """The e-value against H1: if H1 is true, it exceeds 1/beta with a chance of at most beta."""
        return math.exp(float(log_average(self._wealth[1])))

    def interval(self) -> Interval:
        """Return the mean so far, in Elo or points, and a 95 % interval that is valid no matter when you stop.

        The interval consists of the means that no bet has refuted: neither the bet on more nor the bet on less has
        multiplied its stake by 40.
        """
        if not self._counts:
            return UNKNOWN
        values = np.array(list(self._counts))
        counts = np.array(list(self._counts.values()), dtype=np.float64)
        shares = counts @ values / self.pairs, _lowest(values, counts), 1.0 - _lowest(1.0 - values, counts)
        return Interval(*(self._natural(float(share)) for share in shares))

    def _unit(self, values: Floats) -> Floats:
        """Return the values scaled to [0, 1]."""
        return values

    def _evidence(self, block: Floats) -> Floats:
        up, down = (np.maximum(0.0, log_average(path)) for path in self._paths(block))
        return np.where(up / self.upper >= down / -self.lower, up, -down)

    def _keep(self, block: Floats) -> None:
        self._wealth = self._paths(block)[:, -1]
        self._counts.update(self._unit(block).tolist())

    def _paths(self, block: Floats) -> Floats:
        """Return the log wealth in both directions after each value of the block, by size of bet."""
        paths: Floats = self._wealth[:, None] + np.cumsum(self._gains(self._unit(block)), axis=1)
        return paths

    def _gains(self, values: Floats) -> Floats:
        """Return the log of what each bet pays: in both directions, for each value from 0 to 1, by size of bet."""
        low, high = self._means
        return np.stack((log_wealth(values, low), log_wealth(1.0 - values, 1.0 - high)))

    @abstractmethod
    def _natural(self, share: float) -> float | None:
        """Convert a mean from 0 to 1 to the scale of the hypotheses: Elo or points."""


def _lowest(values: Floats, counts: Floats) -> float:
    """Return the lowest mean at which a bet on more has not multiplied its stake by 40: a 97.5 % lower bound."""
    low, high = 0.0, 1.0
    for _ in range(50):
        mean = 0.5 * (low + high)
        refuted = float(log_average(counts @ log_wealth(values, mean))) >= math.log(40.0)
        low, high = (mean, high) if refuted else (low, mean)
    return low


class EValue(BettingTest):
    """A test on deal scores that you may stop at any time: E+ against elo <= elo0, E- against elo >= elo1.

    It needs about one and a half times as many deals as `Sprt`. In return its error rates are exact for every
    distribution, and they hold however often you look and whenever you stop or go on.

    >>> test = EValue(elo0=0, elo1=30)
    >>> test.extend([0.5, 1, 1] * 20)
    <Verdict.H1: 'H1'>
    >>> test.pairs, round(test.e_plus, 1), round(test.e_minus, 2)
    (12, 26.6, 0.26)

    Args:
        elo0: H0: the first bot is at most this much stronger, in Elo.
        elo1: H1: it is at least this much stronger; above elo0.
        alpha: the allowed chance of accepting H1 if H0 is true.
        beta: the allowed chance of accepting H0 if H1 is true.

    Raises:
        ValueError: the hypotheses are out of order or beyond 2000 Elo, or alpha and beta are not valid error rates.
    """

    def __init__(self, elo0: float, elo1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        check_order("elo", elo0, elo1, MOST_ELO)
        super().__init__(means=(score_of(elo0), score_of(elo1)), alpha=alpha, beta=beta, even=0.5)
        self.elo0 = elo0
        self.elo1 = elo1

    def _check(self, values: Floats) -> None:
        check_scores(values)

    def _natural(self, share: float) -> float | None:
        return elo_of(share)


class NormalizedEValue(BettingTest):
    """A test on margins like `MarginSprt`, but its error rates hold even if one deal in a hundred is a disaster.

    It knows that a deal can be lost by `limit` points, and does not believe that this never happens before it has seen
    enough deals: if the limit is far beyond the usual margins, it takes more deals. The best bet on a lead of (t1 - t0)
    deviations is that lead divided by the variance, as far as a bet may go; half of the wealth goes to half that bet,
    which is the better one where disasters happen.

    The hypotheses count standard deviations of a deal, as estimated from the deals before it, without rare disasters
    (`arena.ratings.rare`). So for t0 = 0 the chance of accepting H1 falsely is at most alpha for every distribution of
    margins within the limit; for other hypotheses that is true up to the error of the estimated deviation. Until the
    eighth deal, that deviation is unknown. Then t0 counts as 0 if it is below 0, and there is no bet if it is above 0;
    t1 in the same way, with the signs reversed.

    >>> test = NormalizedEValue(t0=0, t1=0.3, limit=4)
    >>> test.extend([2, -1, 3, 0.5, 1, 2, 2, 1.5, 0, 1, 2, 0.5, 1, 2, 1, 3, 1, -0.5, 1, 2, 1.5, 2, 0.5, 1])
    <Verdict.H1: 'H1'>
    >>> test.pairs
    20

    Args:
        t0: H0: the first bot is at most this many standard deviations of a deal's mean margin ahead.
        t1: H1: it is at least this many standard deviations ahead; above t0.
        limit: the most points that a deal can be won or lost by; larger margins count as this.
        alpha: the allowed chance of accepting H1 if H0 is true.
        beta: the allowed chance of accepting H0 if H1 is true.

    Raises:
        ValueError: the hypotheses are out of order or beyond 2, the limit is not above 0, or alpha and beta are not
            valid error rates.
    """

    def __init__(self, t0: float, t1: float, limit: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        check_order("t", t0, t1, MOST_DEVIATIONS)
        if not 0.0 < limit < math.inf:
            raise ValueError(f"the limit must be above 0, not {limit:g}")
        super().__init__(means=(0.5, 0.5), alpha=alpha, beta=beta, even=0.0)
        self.limit = limit
        self.t0 = t0
        self.t1 = t1
        self._seen = np.empty(0)
        self._deviations: dict[int, float] = {}
        """The usual deviation of so many first values."""

    def _check(self, values: Floats) -> None:
        check_margins(values)

    def _unit(self, values: Floats) -> Floats:
        return 0.5 + 0.5 * np.clip(values / self.limit, -1.0, 1.0)

    def _natural(self, share: float) -> float:
        return (2.0 * share - 1.0) * self.limit

    def _gains(self, values: Floats) -> Floats:
        deals = self._seen.size + np.arange(values.size)
        seen = np.concatenate((self._seen, values))
        deviation = np.array([self._deviation(seen[:number]) for number in deals.tolist()])
        early = deals < FIRST_MARGINS
        gap = (self.t1 - self.t0) / np.where(early, 0.5, np.maximum(deviation, LEAST_MEAN))
        low, high = (np.clip(0.5 + t * deviation, LEAST_MEAN, 1.0 - LEAST_MEAN) for t in (self.t0, self.t1))
        found = []
        for value, mean, off in ((values, low, self.t0 > 0.0), (1.0 - values, 1.0 - high, self.t1 < 0.0)):
            bet = np.where(early & off, 0.0, np.minimum(gap * mean, MOST_BET))
            found.append(np.log1p((bet * (value / mean - 1.0))[:, None] * PARTS))
        return np.stack(found)

    def _deviation(self, seen: Floats) -> float:
        """Return the usual deviation of the values seen, or of all but the last few: it is not computed every time."""
        if seen.size < FIRST_MARGINS:
            return 0.0
        digits = max(0, seen.size.bit_length() - DIGITS)
        counted = seen.size >> digits << digits
        if counted not in self._deviations:
            self._deviations[counted] = usual_deviation(seen[:counted])
        return self._deviations[counted]

    def _keep(self, block: Floats) -> None:
        super()._keep(block)
        self._seen = np.concatenate((self._seen, self._unit(block)))
