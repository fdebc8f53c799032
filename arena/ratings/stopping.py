"""What the result of a sequential test says once it has stopped.

A test that stops when the result looks good makes the plain mean too good. To correct this, all possible ends of a test
are put in order: from the earliest acceptance of H0 to the latest, then from the latest acceptance of H1 to the
earliest. The estimate is the mean at which an end at least as high as the observed one has a chance of one half. It is
median-unbiased, and the ends of its interval are found in the same way (D. Siegmund, Estimation following sequential
tests, Biometrika 65, 1978). A test without a verdict comes in between, ordered by its evidence.

The evidence is approximated by a Brownian motion that has the variance of the sample and stops exactly at a bound. Its
probabilities of passing between two bounds are sums over the mirror images of the start (W. Feller, An Introduction to
Probability Theory, volume II, chapter X). A step beyond a bound is cut off, as if the same mean had met the bound
exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from arena.ratings.distributions import log_normal_cdf
from arena.ratings.pairs import alike, elo_interval, mean_interval
from arena.ratings.scale import Interval, elo_of
from arena.ratings.sequential import LikelihoodTest, Sprt, Verdict


class Stopped(NamedTuple):
    """The lead that a sequential test has found: in Elo, or in points for margins.

    Args:
        naive: the estimate as if the number of deals had been fixed; after a verdict it is exaggerated.
        corrected: the median-unbiased estimate, with an interval that contains the true value with a chance of 95 %.
    """

    naive: Interval
    corrected: Interval


class Motion(NamedTuple):
    """A Brownian motion that starts at 0 between two bounds. The unit of time is the unit of its variance.

    Args:
        drift: the drift per unit of time.
        lower: the lower bound, below 0.
        upper: the upper bound, above 0.
    """

    drift: float
    lower: float
    upper: float

    def mirrored(self) -> Motion:
        """Return the motion with the signs of the drift and the bounds reversed."""
        return Motion(-self.drift, -self.upper, -self.lower)

    def falls(self, time: float) -> float:
        """Return the chance that it meets the lower bound first and does so by that time."""
        width = self.upper - self.lower
        chance = 0.0
        for k in range(self._images(time)):
            chance += self._fall(2 * k * width, time) - self._fall(2 * (k + 1) * width + 2.0 * self.lower, time)
        return chance

    def below(self, height: float, time: float) -> float:
        """Return the chance that it meets neither bound by that time and is then below a height between them."""
        chance = 0.0
        for k in range(-self._images(time), self._images(time) + 1):
            start = 2 * k * (self.upper - self.lower)
            chance += self._stand(start, height, time) - self._stand(start + 2.0 * self.upper, height, time)
        return chance

    def _stand(self, start: float, height: float, time: float) -> float:
        """Return the weight of an image with another start that is then between the lower bound and a height."""
        low, high = ((end - start - self.drift * time) / math.sqrt(time) for end in (self.lower, height))
        if low > 0.0:  # use the upper tails: the difference of the lower ones would be lost in rounding
            low, high = -high, -low
        weight = self.drift * start
        return math.exp(weight + log_normal_cdf(high)) - math.exp(weight + log_normal_cdf(low))

    def _images(self, time: float) -> int:
        """Return the number of images on each side that are close enough to matter: eight standard deviations."""
        return 2 + math.ceil(4.0 * math.sqrt(time) / (self.upper - self.lower))

    def _fall(self, further: float, time: float) -> float:
        """Return the weight of a twice reflected image, this much further from the lower bound than the start."""
        distance = further - self.lower
        spread = math.sqrt(time)
        down = self.drift * further + log_normal_cdf((-distance - self.drift * time) / spread)
        up = self.drift * (further - 2.0 * distance) + log_normal_cdf((-distance + self.drift * time) / spread)
        return math.exp(down) + math.exp(up)


def after_stopping(test: LikelihoodTest) -> Stopped:
    """Return the lead that a test has found, with and without the correction for stopping.

    >>> from arena.ratings import Sprt
    >>> test = Sprt(0, 30)
    >>> test.extend([0.5, 1, 0.5, 0.5, 0, 0.5, 1] * 40)
    <Verdict.H1: 'H1'>
    >>> naive, corrected = after_stopping(test)
    >>> test.pairs, [round(x) for x in naive], [round(x) for x in corrected]
    (142, [52, 14, 90], [47, 7, 87])

    Args:
        test: a test with a verdict, or one that is still open.

    Returns:
        The lead in Elo for scores, in points for margins. If all deals are alike there is nothing to correct: the
        bounds of the naive interval are then valid no matter when the test stops.

    Raises:
        ValueError: the test has not counted any deal.
    """
    if not test.values:
        raise ValueError("nothing can be said before the first deal")
    values = np.array(test.values)
    scores = isinstance(test, Sprt)
    naive = elo_interval(values) if scores else mean_interval(values)
    if alike(values):
        return Stopped(naive, naive)
    means = _corrected(test, float(values.mean()), float(values.std(ddof=1)))
    return Stopped(naive, Interval(*(elo_of(mean) if scores else mean for mean in means)))


def _corrected(test: LikelihoodTest, mean: float, deviation: float) -> tuple[float, float, float]:
    """Return the median-unbiased mean of a deal and the ends of its interval."""
    mean0, mean1 = test.hypotheses(deviation)
    middle, gap = 0.5 * (mean0 + mean1), mean1 - mean0
    drift = (mean - middle) / gap
    time = test.pairs * (gap / deviation) ** 2
    height = min(max(drift * time, test.lower), test.upper)
    if test.verdict is not Verdict.OPEN:
        height = test.upper if test.verdict is Verdict.H1 else test.lower
        time = height / drift if height * drift > 0.0 else time

    def at_most(drift: float) -> float:
        """Return the chance of an end that is at most as high as the observed one."""
        motion = Motion(drift, test.lower, test.upper)
        if height >= test.upper:
            return 1.0 - motion.mirrored().falls(time)
        return motion.falls(time) + (motion.below(height, time) if height > test.lower else 0.0)

    median, low, high = (middle + gap * _root(at_most, chance) for chance in (0.5, 0.975, 0.025))
    return median, low, high


STEPS, SAME = 100, 1e-12
"""The most steps in search of a root, and the step at which it is found; ten or so are needed."""


def _root(falling: Callable[[float], float], value: float) -> float:
    """Return the argument at which a function that falls from 1 to 0 takes a value in between."""
    low, high = -1.0, 1.0
    while (above := falling(low) - value) < 0.0:
        low *= 2.0
    while (below := falling(high) - value) > 0.0:
        high *= 2.0
    # False position; an end that stays counts for half of what it did (Illinois), so that both move.
    here, moved = low, 0
    for _ in range(STEPS):
        there = (low * below - high * above) / (below - above) if below < above else 0.5 * (low + high)
        if abs(there - here) < SAME:
            return there
        here = there
        found = falling(here) - value
        if found > 0.0:
            low, above, below, moved = here, found, below / (2.0 if moved > 0 else 1.0), 1
        else:
            high, below, above, moved = here, found, above / (2.0 if moved < 0 else 1.0), -1
    return here
