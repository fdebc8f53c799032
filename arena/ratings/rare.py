"""Intervals of means where a few values are far from all others, such as the deals of a program that crashes at times.

With a chance of 2 % of a disaster, two samples of twenty in three have none. Their mean is then too good, and their
variance says nothing of it, so an interval by Student's t holds the true mean in two samples out of three. What one
sample lacks, other samples may show: several entrants of a ladder are looked at together.

A value is rare if it differs from the median of its sample by more than `BEYOND` times the usual deviation (the median
absolute deviation of all samples, scaled to that of a normal distribution). The others have an interval by Student's t.
How often rare values below the median occur has an interval of its own (that of a Poisson count), and so has how often
those above it occur. Times the size of such a value, each is an interval for what they add to the mean. The distances
from the estimates to the ends are added as squares, each end by itself (G. Y. Zou and A. Donner, Statistics in Medicine
27, 2008), so that the interval reaches further towards the side of the disasters.

If a sample has no rare value but others have some, it is counted as if `HALF` of one were expected in as many further
values as have shown none: its disasters may be as frequent as those of all samples together.
Without rare values in any sample, the interval is that of Student's t. Nothing can be known then about disasters to
come.
"""

from __future__ import annotations

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, sums
from arena.ratings.distributions import NORMAL_975, critical_95

BEYOND = 5.0
"""From how many usual deviations a value is rare. Normal values do not get there; smaller disasters are covered by
Student's t."""
HALF = 0.5
"""A sample without rare values is as if so many of them were expected in further values that show none."""
NORMAL = 1.4826
"""The standard deviation of a normal distribution, in median absolute deviations."""


def reaches(values: Floats, sample: Ints, size: int) -> tuple[Floats, Floats]:
    """Return how far the 95 % interval of each sample's mean reaches below and above the mean.

    >>> usual = np.array([-1.0, 0.5, 0.0, 1.5, -0.5] * 4)
    >>> [reach.round(2).tolist() for reach in reaches(usual, np.zeros(20, np.int64), 1)]
    [[0.41], [0.41]]
    >>> usual[3] = -30.0
    >>> [reach.round(2).tolist() for reach in reaches(usual, np.zeros(20, np.int64), 1)]
    [[6.86], [1.53]]

    Args:
        values: the values of all samples.
        sample: the sample of each value, from 0.
        size: the number of samples.

    Returns:
        Two arrays with a number for each sample, in the unit of the values; NaN if it has fewer than two values.
    """
    count = np.bincount(sample, minlength=size)
    away = values - _medians(values, sample, size)[sample]
    rare = _rare(away)
    rare &= (np.bincount(sample[~rare], minlength=size) > 1)[sample]
    below = _usual(away[~rare], sample[~rare], count)
    above = below
    low, high = rare & (away < 0.0), rare & (away > 0.0)
    if low.any():
        further, nearer = _of_rare(away[low], sample[low], count)
        below, above = below + further**2, above + nearer**2
    if high.any():
        further, nearer = _of_rare(away[high], sample[high], count)
        below, above = below + nearer**2, above + further**2
    return np.sqrt(below), np.sqrt(above)


def usual_deviation(values: Floats) -> float:
    """Return the standard deviation of the values that are not rare.

    Args:
        values: the values, at least two.
    """
    return float(values[~_rare(values - np.median(values))].std(ddof=1))


def _medians(values: Floats, sample: Ints, size: int) -> Floats:
    """Return the median of each sample; 0 if it is empty."""
    count = np.bincount(sample, minlength=size)
    if not values.size:
        return np.zeros(size)
    order = np.argsort(values)
    narrow = sample.astype(np.uint16) if size <= 1 << 16 else sample  # numpy sorts 16 bits ten times as fast
    ordered = values[order[np.argsort(narrow[order], kind="stable")]]
    start = np.cumsum(count) - count
    last = values.size - 1
    low, high = (ordered[np.minimum(start + at, last)] for at in ((count - 1) // 2 * (count > 0), count // 2))
    return np.where(count > 0, 0.5 * (low + high), 0.0)


def _rare(away: Floats) -> Bools:
    """Return which values are rare, given their differences from the median of their sample.

    Differences of 0 do not count for the usual deviation: two bots that play alike have the same points in most deals.
    """
    size = np.abs(away)
    moved = size[size > 0.0]
    usual = NORMAL * float(np.median(moved)) if moved.size else 0.0
    return np.asarray(size > BEYOND * usual)


def _usual(away: Floats, sample: Ints, count: Ints) -> Floats:
    """Return the squared reach of what the usual values add to each mean; NaN for samples with fewer than two."""
    some = np.bincount(sample, minlength=count.size)
    mean = np.divide(sums(sample, away, count.size), some, out=np.zeros(count.size), where=some > 0)
    squares = sums(sample, (away - mean[sample]) ** 2, count.size)
    students = np.array([critical_95(number - 1) if number > 1 else np.nan for number in some.tolist()])
    return np.asarray(students**2 * squares * some / np.maximum(some - 1, 1) / np.maximum(count, 1) ** 2)


def _of_rare(away: Floats, sample: Ints, count: Ints) -> tuple[Floats, Floats]:
    """Return by how much rare values of one side may add more to each mean than they did, and by how much less."""
    seen = np.bincount(sample, minlength=count.size)
    squares = sums(sample, away**2, count.size)
    cost = np.sqrt(np.divide(squares, seen, out=np.full(count.size, (away**2).mean()), where=seen > 0))
    fewest, most = _counts(seen)
    pooled = HALF * count.sum() / away.size
    further = (most - seen) / np.maximum(count + pooled * (seen == 0), 1.0)
    nearer = (seen - fewest) / np.maximum(count, 1)
    return cost * further, cost * nearer


def _counts(seen: Ints) -> tuple[Floats, Floats]:
    """Return the ends of the 95 % interval of the mean of a Poisson count (F. Garwood, Biometrika 28, 1936).

    Its gamma quantiles are those of E. B. Wilson and M. M. Hilferty (PNAS 17, 1931): two digits of the ends are right.
    """
    ends = []
    for shape, z in ((np.maximum(seen, 1), -NORMAL_975), (seen + 1, NORMAL_975)):
        ends.append(shape * (1.0 - 1.0 / (9.0 * shape) + z / (3.0 * np.sqrt(shape))) ** 3)
    return np.where(seen > 0, np.maximum(ends[0], 0.0), 0.0), ends[1]
