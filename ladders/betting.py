"""Evidence that holds whenever one stops: e-values by betting on the scores of deals.

Who bets a share of the wealth on each next deal that its score is above mu0 cannot expect to gain if it is not. So the
wealth exceeds 1/alpha with probability alpha at most, ever (J. Ville, 1939); nothing is assumed but that scores are
bounded and that no deal is expected to score more than mu0, whatever came before. Betting is explained by I.
Waudby-Smith and A. Ramdas, Journal of the Royal Statistical Society B 86 (2024). The wealth here is spread evenly over
several sizes of bets, because the best one depends on what is not known.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections import Counter

import numpy as np

from ladders.arrays import Floats
from ladders.scale import MOST_ELO, UNKNOWN, Interval, elo_of, score_of
from ladders.sequential import SequentialTest, check_errors, check_margins, check_order, check_scores

BETS = np.array([0.05, 0.1, 0.2, 0.4, 0.8])
"""What is at stake in a deal, as shares of the wealth: at duplicate whist the best for leads of 3 to 50 Elo."""


def log_wealth(values: Floats, mean: float) -> Floats:
    """Return the logarithm of what each bet pays on each value from 0 to 1 if it bets on more than this mean."""
    logs: Floats = np.log1p(np.multiply.outer(values / mean - 1.0, BETS))
    return logs


def log_average(logs: Floats) -> Floats:
    """Return the logarithm of the mean of the exponentials along the last axis."""
    most = logs.max(axis=-1, keepdims=True)
    average: Floats = (most + np.log(np.exp(logs - most).mean(axis=-1, keepdims=True)))[..., 0]
    return average


class BettingTest(SequentialTest):
    """Two bets, on more than mean0 and on less than mean1, of values that are scaled to [0, 1].

    The evidence is the log e-value of the bet that is nearer to its goal: log E+ positive, log E- negative; 0 while
    neither has gained.
    """

    def __init__(self, *, means: tuple[float, float], alpha: float, beta: float, even: float) -> None:
        check_errors(alpha, beta)
        super().__init__(alpha=alpha, beta=beta, bounds=(math.log(beta), -math.log(alpha)), even=even)
        self._means = means
        self._wealth = np.zeros((2, BETS.size))
        self._counts: Counter[float] = Counter()

    @property
    def e_plus(self) -> float:
        """The e-value against H0: it exceeds 1/alpha with a chance of alpha at most if H0 is true."""
        return math.exp(float(log_average(self._wealth[0])))

    @property
    def e_minus(self) -> float:
        """The e-value against H1: it exceeds 1/beta with a chance of beta at most if H1 is true."""
        return math.exp(float(log_average(self._wealth[1])))

    def interval(self) -> Interval:
        """Return the mean so far, in Elo or points, and an interval that holds the true one with 95 % at any stop.

        It is made of the means that no bet has refuted: neither that on more nor that on less has brought 40 times the
        stake.
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
        """Return the log wealth of either direction after each value of the block, by bet."""
        values = self._unit(block)
        gains = np.stack((log_wealth(values, self._means[0]), log_wealth(1.0 - values, 1.0 - self._means[1])))
        paths: Floats = self._wealth[:, None] + np.cumsum(gains, axis=1)
        return paths

    @abstractmethod
    def _natural(self, share: float) -> float | None:
        """Return a mean from 0 to 1 on the scale of the hypotheses."""


def _lowest(values: Floats, counts: Floats) -> float:
    """Return the lowest mean at which betting on more has not brought 40 times the stake: a lower bound of 97.5 %."""
    low, high = 0.0, 1.0
    for _ in range(50):
        mean = 0.5 * (low + high)
        refuted = float(log_average(counts @ log_wealth(values, mean))) >= math.log(40.0)
        low, high = (mean, high) if refuted else (low, mean)
    return low


class EValue(BettingTest):
    """The test on deal scores that one may stop at will: E+ against elo <= elo0, E- against elo >= elo1.

    It needs about half as many deals again as `Sprt`, and in return its error rates hold without approximation,
    whatever the distribution, and for who stops, goes on or looks as often as he likes.

    >>> test = EValue(elo0=0, elo1=30)
    >>> test.extend([0.5, 1, 1] * 20)
    <Verdict.H1: 'H1'>
    >>> test.pairs, round(test.e_plus, 1), round(test.e_minus, 2)
    (12, 26.6, 0.26)

    Args:
        elo0: H0: the first bot is at most this much stronger, in Elo.
        elo1: H1: it is at least this much stronger; above elo0.
        alpha: the chance of accepting H1 that is allowed if H0 is true.
        beta: the chance of accepting H0 that is allowed if H1 is true.

    Raises:
        ValueError: the hypotheses are out of order or beyond 2000 Elo, or alpha and beta are not chances of error.
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


class MarginEValue(BettingTest):
    """The same on margins, which are clipped to [-limit, limit] because bets need a bound.

    The hypotheses are about the clipped margin. A limit of some two or three standard deviations wastes least.

    >>> test = MarginEValue(points0=0, points1=0.5, limit=4)
    >>> test.extend([2, -1, 3, 0.5, 1, 2, 2, 1.5, 0, 1, 2, 0.5, 1, 2, 1, 3, 1, -0.5, 1, 2, 1.5, 2, 0.5, 1])
    <Verdict.H1: 'H1'>
    >>> test.pairs
    21

    Args:
        points0: H0: the first bot is at most this many points ahead per deal.
        points1: H1: it is at least this many points ahead; above points0.
        limit: where margins are clipped; above both.
        alpha: the chance of accepting H1 that is allowed if H0 is true.
        beta: the chance of accepting H0 that is allowed if H1 is true.

    Raises:
        ValueError: the hypotheses are out of order or not within the limit, or alpha and beta are not chances of error.
    """

    def __init__(self, points0: float, points1: float, limit: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        if not (-limit < points0 < points1 < limit < math.inf):
            raise ValueError(
                f"points0 must be below points1, both inside the limit, not {points0:g}, {points1:g} and {limit:g}"
            )
        self.points0 = points0
        self.points1 = points1
        self.limit = limit
        low, high = (0.5 + 0.5 * points / limit for points in (points0, points1))
        super().__init__(means=(low, high), alpha=alpha, beta=beta, even=0.0)

    def _check(self, values: Floats) -> None:
        check_margins(values)

    def _unit(self, values: Floats) -> Floats:
        return 0.5 + 0.5 * np.clip(values / self.limit, -1.0, 1.0)

    def _natural(self, share: float) -> float:
        return (2.0 * share - 1.0) * self.limit
