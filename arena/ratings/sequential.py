"""Sequential probability ratio tests (SPRT): after each deal they accept H0, accept H1 or go on.

A. Wald, Annals of Mathematical Statistics 16 (1945): go on while the log-likelihood ratio (LLR) of H1 against H0 is
between log(beta / (1 - alpha)) and log((1 - beta) / alpha). Parameters that the hypotheses do not fix are set to their
maximum likelihood values under each hypothesis (the generalized test; X. Li, J. Liu and Z. Ying, Sequential Analysis
33, 2014).

Every test here takes one value per deal, the mean over its rooms, because the games of a deal are not independent. The
tests of `arena.ratings.betting` have the same interface.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

import numpy as np

from arena.ratings.arrays import Floats
from arena.ratings.likelihood import MOST_T, mean_deficit, t_deficit
from arena.ratings.scale import ALIKE, MOST_ELO, NORMALIZED_ELO, score_of

BLOCK = 128
"""The number of deals that are computed at once."""
FIRST_MARGINS = 8
"""With fewer margins, their standard deviation is too uncertain for a verdict."""
MOST_DEVIATIONS = 2.0
"""The largest lead that a test on margins may ask about, in standard deviations of a deal."""


class Verdict(StrEnum):
    """What a sequential test has found."""

    OPEN = "open"
    """Not enough deals yet."""
    H0 = "H0"
    """The lower hypothesis is accepted."""
    H1 = "H1"
    """The higher hypothesis is accepted."""


class SequentialTest(ABC):
    """A test that takes deal after deal until it has a verdict.

    The order of the deals must not depend on their results. The order of the schedule is right; the order in which
    games finish is wrong, because short games finish first.

    Args:
        alpha: the allowed chance of accepting H1 if H0 is true, between 0 and 1.
        beta: the allowed chance of accepting H0 if H1 is true, between 0 and 1.
        bounds: the evidence at which H0 and H1 are accepted: a negative and a positive number.
        even: the value of an even deal.

    Attributes:
        lower: the evidence at which H0 is accepted.
        upper: the evidence at which H1 is accepted.
        verdict: the verdict; once it is not `OPEN`, it stays the same.
        path: the evidence after each deal.

    Raises:
        ValueError: alpha and beta are not valid error rates: above 0, with a sum below 1.
    """

    def __init__(self, *, alpha: float, beta: float, bounds: tuple[float, float], even: float) -> None:
        self.alpha = alpha
        self.beta = beta
        self.lower: float
        self.upper: float
        self.lower, self.upper = bounds
        self.verdict: Verdict = Verdict.OPEN
        self.path: list[float] = []
        self._even = even
        self._differs = False

    @property
    def pairs(self) -> int:
        """The number of deals that have been counted."""
        return len(self.path)

    @property
    def evidence(self) -> float:
        """The evidence for H1 (positive) or H0 (negative); at a bound the test has a verdict."""
        return self.path[-1] if self.path else 0.0

    @property
    def identical(self) -> bool:
        """Whether there have been deals and every one was even, as between two copies of one program.

        Such a test may end with H0 or H1 like any other, but `identical` describes the result better.
        """
        return bool(self.path) and not self._differs

    def add(self, value: float) -> Verdict:
        """Count one more deal.

        Args:
            value: the mean over its rooms: of the score, from 0 to 1, or of the margin in points.

        Returns:
            The verdict after this deal.

        Raises:
            ValueError: the value is impossible, or the test has ended.
        """
        if self.verdict is not Verdict.OPEN:
            raise ValueError(f"the test ended with {self.verdict} after {self.pairs} deals: it takes no more")
        return self.extend([value])

    def extend(self, values: Iterable[float]) -> Verdict:
        """Count deals in order until there is a verdict; further deals are ignored.

        Args:
            values: one value for each deal, as for `add`.

        Returns:
            The verdict after these deals.

        Raises:
            ValueError: a value is impossible.
        """
        waiting = np.fromiter(values, dtype=np.float64)
        self._check(waiting)
        while waiting.size and self.verdict is Verdict.OPEN:
            block, waiting = waiting[:BLOCK], waiting[BLOCK:]
            evidence = self._evidence(block)
            over = (evidence <= self.lower) | (evidence >= self.upper)
            if over.any():
                used = int(over.argmax()) + 1
                block, evidence = block[:used], evidence[:used]
                self.verdict = Verdict.H1 if evidence[-1] > 0.0 else Verdict.H0
            self.path.extend(evidence.tolist())
            self._differs = self._differs or bool((np.abs(block - self._even) > ALIKE).any())
            self._keep(block)
        return self.verdict

    @abstractmethod
    def _check(self, values: Floats) -> None:
        """Raise ValueError if a value is impossible."""

    @abstractmethod
    def _evidence(self, block: Floats) -> Floats:
        """Return the evidence after each value of a block, without counting the block."""

    @abstractmethod
    def _keep(self, block: Floats) -> None:
        """Count a block of values."""


def check_scores(values: Floats) -> None:
    """Check that values are scores of deals.

    Raises:
        ValueError: a value is not in [0, 1].
    """
    wrong = ~((values >= 0.0) & (values <= 1.0))
    if wrong.any():
        raise ValueError(f"the score of a deal is between 0 and 1, not {values[wrong][0]:g}")


def check_margins(values: Floats) -> None:
    """Check that values are margins.

    Raises:
        ValueError: a value is not finite.
    """
    if not np.isfinite(values).all():
        raise ValueError("the margin of a deal is a finite number")


def check_errors(alpha: float, beta: float) -> None:
    """Check that alpha and beta are valid error rates.

    Raises:
        ValueError: one is not above 0, or their sum is not below 1.
    """
    if not (alpha > 0.0 and beta > 0.0 and alpha + beta < 1.0):
        raise ValueError(f"alpha and beta must be above 0 and their sum below 1, not {alpha:g} and {beta:g}")


def check_order(name: str, first: float, second: float, most: float) -> None:
    """Check that two hypotheses are in the right order and within reach.

    Raises:
        ValueError: `first` is not below `second`, or one of them is outside -`most` to `most`.
    """
    if not (-most <= first < second <= most):
        raise ValueError(
            f"{name}0 must be below {name}1, both within -{most:.4g} and {most:.4g}, not {first:g} and {second:g}"
        )


def wald_bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Return the log-likelihood ratios at which H0 and H1 are accepted.

    >>> [round(bound, 2) for bound in wald_bounds(0.05, 0.05)]
    [-2.94, 2.94]

    Raises:
        ValueError: alpha and beta are not valid error rates: above 0, with a sum below 1.
    """
    check_errors(alpha, beta)
    return math.log(beta / (1.0 - alpha)), math.log((1.0 - beta) / alpha)


class LikelihoodTest(SequentialTest):
    """A sequential probability ratio test: its evidence is the LLR.

    Attributes:
        values: the values that have been counted, one per deal.
    """

    def __init__(self, *, alpha: float, beta: float, even: float) -> None:
        super().__init__(alpha=alpha, beta=beta, bounds=wald_bounds(alpha, beta), even=even)
        self.values: list[float] = []

    @property
    def llr(self) -> float:
        """The log-likelihood ratio of H1 against H0."""
        return self.evidence

    def _keep(self, block: Floats) -> None:
        self.values.extend(block.tolist())

    @abstractmethod
    def hypotheses(self, deviation: float) -> tuple[float, float]:
        """Return the expected value of a deal under H0 and under H1, given the standard deviation of a deal."""


class Sprt(LikelihoodTest):
    """The exact multinomial test on deal scores: is the first bot elo0 or elo1 better than the second?

    The hypotheses fix only the mean of the scores (logistic Elo), or their lead in standard deviations (normalized
    Elo); otherwise their distribution is free. Scores may be any numbers from 0 to 1: five values for two rooms with
    draws, more values for more rooms. The test does not use a normal approximation, so the LLR is right from the first
    deal, even if some outcomes never occur.

    >>> test = Sprt(elo0=0, elo1=30)
    >>> for score in [0.5, 1, 0.5, 0.75, 0]:
    ...     verdict = test.add(score)
    >>> verdict, round(test.llr, 3)
    (<Verdict.OPEN: 'open'>, 0.054)
    >>> test.extend([0.5, 1, 1] * 20)
    <Verdict.H1: 'H1'>
    >>> test.pairs
    40

    Args:
        elo0: the lead of the first bot under H0, in Elo.
        elo1: the lead of the first bot under H1, in Elo; above elo0.
        alpha: the allowed chance of accepting H1 if H0 is true.
        beta: the allowed chance of accepting H0 if H1 is true.
        model: the kind of Elo of elo0 and elo1.
        rooms: the number of games in a deal, which matters only for normalized Elo.

    Raises:
        ValueError: the hypotheses are out of order or out of reach: beyond 2000 Elo, or beyond 0.3 standard deviations
            of a deal (73 normalized Elo for two rooms); or alpha and beta are not valid error rates.
    """

    def __init__(
        self,
        elo0: float,
        elo1: float,
        alpha: float = 0.05,
        beta: float = 0.05,
        *,
        model: Literal["logistic", "normalized"] = "logistic",
        rooms: int = 2,
    ) -> None:
        super().__init__(alpha=alpha, beta=beta, even=0.5)
        if model not in {"logistic", "normalized"}:
            raise ValueError(f"the model is logistic or normalized, not {model}")
        unit = NORMALIZED_ELO / math.sqrt(rooms)
        check_order("elo", elo0, elo1, MOST_ELO if model == "logistic" else MOST_T * unit)
        self.elo0 = elo0
        self.elo1 = elo1
        self.model = model
        self._leads = (elo0 / unit, elo1 / unit) if model == "normalized" else None
        self._cells = np.empty(0)
        self._counts = np.empty(0)

    def hypotheses(self, deviation: float) -> tuple[float, float]:
        """Return the expected score of a deal under H0 and under H1, given the standard deviation of a deal."""
        if self._leads is None:
            return score_of(self.elo0), score_of(self.elo1)
        return 0.5 + self._leads[0] * deviation, 0.5 + self._leads[1] * deviation

    def _check(self, values: Floats) -> None:
        check_scores(values)

    def _evidence(self, block: Floats) -> Floats:
        cells, counts = self._with(block)
        if self._leads is None:
            low, high = (mean_deficit(cells, counts, score_of(elo)) for elo in (self.elo0, self.elo1))
        else:
            low, high = (t_deficit(cells, counts, t) for t in self._leads)
        return low - high

    def _keep(self, block: Floats) -> None:
        super()._keep(block)
        self._cells, counts = self._with(block)
        self._counts = counts[-1]

    def _with(self, block: Floats) -> tuple[Floats, Floats]:
        """Return the distinct scores so far, and how often each has occurred after each value of the block."""
        cells = np.union1d(self._cells, block)
        before = np.zeros(cells.size)
        before[np.searchsorted(cells, self._cells)] = self._counts
        return cells, before + np.cumsum(block[:, None] == cells, axis=0)


class MarginSprt(LikelihoodTest):
    """A sequential t-test on margins: is the first bot ahead by t0 or t1 standard deviations of a deal?

    LLR = n/2 log((1 + (t - t0)^2) / (1 + (t - t1)^2)), where t is the mean margin divided by the standard deviation
    (M. Van den Bergh, Normalized Elo in practice, 4.2). Beyond |t| of about 1 the LLR of this formula would fall again.
    Here it keeps its highest and lowest value instead, so that more points never give less evidence. Before the eighth
    deal the evidence is 0.

    The formula takes margins as normal. Before the first disaster, such as a crash that loses ten times the usual
    margin, it knows nothing of disasters, and often it has accepted H1 by then. With a mean of 0 that consists of small
    gains and a disaster in 3 % of deals, H1 is accepted in a quarter of all tests instead of 5 %, with one in 1 % of
    deals in up to two thirds. `NormalizedEValue` keeps 5 %. Use this test only for programs that cannot fail.

    >>> test = MarginSprt(t0=0, t1=0.3)
    >>> test.extend([2, -1, 3, 0.5, 1, 2, 2, 1.5, 0, 1, 2, 0.5, 1, 2, 1, 3, 1, -0.5, 1, 2, 1.5, 2, 0.5, 1])
    <Verdict.H1: 'H1'>
    >>> test.pairs, round(test.llr, 2)
    (20, 2.99)

    Args:
        t0: the lead under H0, in standard deviations of a deal's mean margin.
        t1: the lead under H1, in the same unit; above t0.
        alpha: the allowed chance of accepting H1 if H0 is true.
        beta: the allowed chance of accepting H0 if H1 is true.

    Raises:
        ValueError: the hypotheses are out of order or beyond 2, or alpha and beta are not valid error rates.
    """

    def __init__(self, t0: float, t1: float, alpha: float = 0.05, beta: float = 0.05) -> None:
        super().__init__(alpha=alpha, beta=beta, even=0.0)
        check_order("t", t0, t1, MOST_DEVIATIONS)
        self.t0 = t0
        self.t1 = t1
        self._origin = 0.0
        self._sums = (0.0, 0.0)

    def hypotheses(self, deviation: float) -> tuple[float, float]:
        """Return the expected margin of a deal under H0 and under H1, given the standard deviation of a deal."""
        return self.t0 * deviation, self.t1 * deviation

    def _check(self, values: Floats) -> None:
        check_margins(values)

    def _evidence(self, block: Floats) -> Floats:
        deals = len(self.values) + np.arange(1.0, block.size + 1.0)
        away = block - self._start(block)
        total, squares = (
            before + np.cumsum(more) for before, more in zip(self._sums, (away, away * away), strict=True)
        )
        mean = self._start(block) + total / deals
        variance = np.maximum(0.0, squares - total * total / deals) / np.maximum(1.0, deals - 1.0)
        middle = 0.5 * (self.t0 + self.t1)
        reach = math.hypot(1.0, 0.5 * (self.t1 - self.t0))
        # If all margins are alike, t is infinite: use a value beyond the limits, with the sign of the mean.
        most = np.sign(mean) * 2.0 * (abs(middle) + reach)
        t = np.divide(mean, np.sqrt(variance), out=most, where=variance > 0.0)
        t = np.clip(t, middle - reach, middle + reach)
        llr = 0.5 * deals * np.log((1.0 + (t - self.t0) ** 2) / (1.0 + (t - self.t1) ** 2))
        return np.where(deals < FIRST_MARGINS, 0.0, llr)

    def _keep(self, block: Floats) -> None:
        self._origin = self._start(block)
        super()._keep(block)
        away = block - self._origin
        self._sums = self._sums[0] + float(away.sum()), self._sums[1] + float((away * away).sum())

    def _start(self, block: Floats) -> float:
        """Return the origin from which margins are measured, to keep their squares small: the first margin."""
        return self._origin if self.values else float(block[0])
