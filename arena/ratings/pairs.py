"""Two bots on duplicate deals. One observation is a deal with all its rooms, not a single game.

The score of a deal is the mean over its rooms. The Elo interval is the interval of the log odds of the mean score, from
the variance of the deal scores and Student's t. The interval of normalized Elo comes from the first four moments of the
deal scores (the delta method; H. Cramer, Mathematical Methods of Statistics, 27.7). Its variance is taken to be at
least that of a small lead, because with few different scores the moments may give 0.

If all deals ended alike, there is no variance to use. Then at most a share q of all deals would end differently, where
(1 - q)**deals = 5 %, and the interval contains the mean scores that are possible with this q.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from arena.ratings.arrays import Floats, Ints
from arena.ratings.distributions import critical_95, student_cdf
from arena.ratings.likelihood import mean_range
from arena.ratings.plackett_luce import ELO
from arena.ratings.rare import reaches
from arena.ratings.scale import ALIKE, NORMALIZED_ELO, UNKNOWN, Interval, elo_of
from arena.ratings.superiority import FEWEST


@dataclass(frozen=True, eq=False)
class Pairs:
    """The complete deals of a match between two bots in the order of play: one row for each deal, one column per room.

    The rooms of a deal play the same cards with the seats exchanged: two rooms for two sides. The caller has to leave
    out deals in which a room is missing.

    >>> pairs = Pairs.of([[1, 0], [1, 1], [0.5, 1]], margins=[[3, -1], [2, 4], [0, 2]])
    >>> pairs.deal_scores
    array([0.5 , 1.  , 0.75])
    >>> pairs.deal_margins
    array([1., 3., 1.])

    Args:
        scores: the score of the first bot in each game: 1 for a win, 0.5 for a draw, 0 for a loss, or a number between.
        margins: by how many points of the game it was ahead of the second; None if unknown.
        limit: the most points that a deal can be won or lost by; None if that is not known.
        contest: the number of what each deal was played at; None if it is the same for all. Intervals are about the
            lead at these games, so differences between their means are no noise.

    Raises:
        ValueError: there is no deal or no room, the arrays differ in shape, a score is outside [0, 1], or a margin is
            not finite.
    """

    scores: Floats
    margins: Floats | None = None
    limit: float | None = None
    contest: Ints | None = None

    def __post_init__(self) -> None:
        if self.scores.ndim != 2 or not self.scores.size:
            raise ValueError(f"scores are a table of deals and rooms with one deal or more, not {self.scores.shape}")
        wrong = ~((self.scores >= 0.0) & (self.scores <= 1.0))
        if wrong.any():
            deal = int(wrong.any(axis=1).argmax())
            raise ValueError(f"score outside [0, 1] in deal {deal}: {self.scores[wrong][0]:g}")
        if self.margins is None:
            return
        if self.margins.shape != self.scores.shape:
            raise ValueError(f"margins of shape {self.margins.shape} beside scores of shape {self.scores.shape}")
        if not np.isfinite(self.margins).all():
            raise ValueError("a margin is not a finite number")

    @classmethod
    def of(cls, scores: ArrayLike, margins: ArrayLike | None = None, limit: float | None = None) -> Self:
        """Return the pairs given by nested lists of numbers."""
        points = None if margins is None else np.asarray(margins, dtype=np.float64)
        return cls(np.asarray(scores, dtype=np.float64), points, limit)

    def __len__(self) -> int:
        return len(self.scores)

    @cached_property
    def deal_scores(self) -> Floats:
        """The mean score of each deal, from 0 to 1: the values for the sequential tests on scores."""
        means: Floats = self.scores.mean(axis=1)
        return means

    @cached_property
    def deal_margins(self) -> Floats | None:
        """The mean margin of each deal in points; None if margins are unknown."""
        return None if self.margins is None else self.margins.mean(axis=1)

    @property
    def identical(self) -> bool:
        """Whether no deal shows a difference: every score is 0.5 and every margin 0, as for copies of one program."""
        margins = 0.0 if self.deal_margins is None else self.deal_margins
        return bool((np.abs(self.deal_scores - 0.5) < ALIKE).all() and (np.abs(margins) < ALIKE).all())

    def swapped(self) -> Pairs:
        """Return the same match from the point of view of the second bot."""
        return Pairs(1.0 - self.scores, None if self.margins is None else -self.margins, self.limit, self.contest)

    def at_these_games(self, values: Floats) -> Floats:
        """Return values of the deals, or of their rooms, with their mean, but without what sets contests apart."""
        if self.contest is None or (freedom := len(self) - int(self.contest.max()) - 1) < 1:
            return values
        means = values.reshape(len(self), -1).mean(axis=1)
        apart = (np.bincount(self.contest, means) / np.bincount(self.contest))[self.contest] - means.mean()
        within = values - apart.reshape(-1, *[1] * (values.ndim - 1)) - means.mean()
        return np.asarray(means.mean() + within * math.sqrt((len(self) - 1) / freedom))


@dataclass(frozen=True)
class Comparison:
    """What the deals between two bots say about the first of them. None means unknown.

    Args:
        deals: the number of deals.
        rooms: the number of games in each deal.
        wins: games won.
        draws: games drawn (score 0.5).
        losses: games lost.
        histogram: the number of deals with each score. For two rooms with wins, draws and losses these are the
            pentanomial counts at 0, 0.25, 0.5, 0.75 and 1; n rooms have 2n + 1 steps. Scores between two steps count at
            the nearest one.
        score: the mean score of a deal, from 0 to 1.
        deviation: the standard deviation of the deal scores; None for a single deal.
        elo: the lead of the first bot in Elo; for a score of 1 or 0 it has no value and only one bound.
        normalized_elo: the lead in normalized Elo; unknown if all deals ended alike.
        los: the likelihood of superiority of the first bot; None if no deal showed a difference, or with fewer than
            `arena.ratings.superiority.FEWEST` deals.
        margin: the lead in points per game, with an interval that allows for more disasters of the kind that has
            occurred (`arena.ratings.rare`); None without margins.
        score_gain: how many times as many independent games would give the same variance of the score; None if all
            deals ended alike.
        margin_gain: how many times as many independent games would give the same variance of the margin; None as above.
        identical: whether no deal shows a difference in score or margin (see `Pairs.identical`).
    """

    deals: int
    rooms: int
    wins: int
    draws: int
    losses: int
    histogram: dict[float, int]
    score: float
    deviation: float | None
    elo: Interval
    normalized_elo: Interval
    los: float | None
    margin: Interval | None
    score_gain: float | None
    margin_gain: float | None
    identical: bool

    @property
    def games(self) -> int:
        """The number of games they played."""
        return self.deals * self.rooms

    @property
    def counts(self) -> tuple[int, ...]:
        """The counts of the histogram, from score 0 to score 1: for two rooms, the pentanomial counts."""
        return tuple(self.histogram.values())


def compare(pairs: Pairs) -> Comparison:
    """Compare two bots on the deals between them.

    Args:
        pairs: the scores (0 to 1) and margins (points) of the first one, by deal and room.

    >>> found = compare(Pairs.of([[1, 0]] * 140 + [[1, 1]] * 40 + [[0, 0]] * 20))
    >>> found.counts
    (20, 0, 140, 0, 40)
    >>> [round(x) for x in found.elo], f"{found.los:.3f}"
    ([35, 8, 61], '0.995')
    >>> compare(Pairs.of([[1, 0], [0, 1]])).identical
    True
    """
    scores, margins = pairs.deal_scores, pairs.deal_margins
    inner = pairs.at_these_games(scores)
    deals, rooms = pairs.scores.shape
    return Comparison(
        deals=deals,
        rooms=rooms,
        wins=int((pairs.scores > 0.5).sum()),
        draws=int((pairs.scores == 0.5).sum()),
        losses=int((pairs.scores < 0.5).sum()),
        histogram=_histogram(scores, 2 * rooms),
        score=float(scores.mean()),
        deviation=float(scores.std(ddof=1)) if deals > 1 else None,
        elo=elo_interval(inner),
        normalized_elo=_normalized(inner, rooms),
        los=_los(inner),
        margin=None if margins is None else mean_interval(pairs.at_these_games(margins), pairs.limit),
        score_gain=_gain(pairs.at_these_games(pairs.scores)),
        margin_gain=None if pairs.margins is None else _gain(pairs.at_these_games(pairs.margins)),
        identical=pairs.identical,
    )


def _histogram(scores: Floats, steps: int) -> dict[float, int]:
    counts = np.bincount(np.rint(scores * steps).astype(np.int64), minlength=steps + 1)
    return {step / steps: int(count) for step, count in enumerate(counts)}


def alike(values: Floats) -> bool:
    """Return whether all values are the same, so that they have no variance."""
    return bool(np.ptp(values) < ALIKE)


def elo_interval(scores: Floats) -> Interval:
    """Return the lead in Elo that the mean of deal scores stands for, with its interval."""
    score = float(scores.mean())
    if alike(scores):
        share = 1.0 - 0.05 ** (1.0 / scores.size)
        return Interval(elo_of(score), elo_of(score - share * score), elo_of(score + share * (1.0 - score)))
    elo = ELO * math.log(score / (1.0 - score))
    margin = critical_95(scores.size - 1) * _error(scores) * ELO / (score * (1.0 - score))
    return Interval(elo, elo - margin, elo + margin)


def mean_interval(values: Floats, limit: float | None = None) -> Interval:
    """Return the mean with its interval, as for `arena.ratings.rare`; it has no ends if all values are alike.

    Each end is at least as far from the mean as that of Student's t: what looks rare in one small sample may be usual.

    Near-copies play most deals alike, so that few deals tell anything. A disaster in 3 % of the deals is then missing
    in half of all samples of twenty, and Student's t holds .80 to .87. If most values are 0 and a limit is known, the
    interval is at least that of the exact likelihood, which allows for disasters up to the limit.

    Args:
        values: the values, such as the margins of deals.
        limit: the largest value that is possible, and the least with its sign changed; None if unknown.
    """
    mean = float(values.mean())
    if alike(values):
        return Interval(mean, None, None)
    [below], [above] = reaches(values, np.zeros(values.size, dtype=np.int64), 1)
    students = critical_95(values.size - 1) * _error(values)
    low, high = mean - max(float(below), students), mean + max(float(above), students)
    if limit and 2 * np.count_nonzero(values) < values.size:
        shares = 0.5 + 0.5 * np.clip(values / limit, -1.0, 1.0)
        least, most = mean_range(shares, 0.5 * critical_95(values.size - 1) ** 2)
        low, high = min(low, limit * (2.0 * least - 1.0)), max(high, limit * (2.0 * most - 1.0))
    return Interval(mean, low, high)


def difference_interval(values: Floats) -> Interval:
    """Return the mean of differences of scores with its interval; it has no ends if all are alike.

    Such differences are mostly 0. If one program does a little worse in some deals and far better in a few, Student's t
    knows nothing of the few before they have occurred, and calls it worse in a fifth of all samples instead of 2.5 %.
    So each end is at least as far from the mean as that of the exact likelihood, which allows for differences that did
    not occur.

    Args:
        values: the differences, from -1 to 1.
    """
    mean = float(values.mean())
    if alike(values):
        return Interval(mean, None, None)
    critical = critical_95(values.size - 1)
    low, high = mean_range(0.5 + 0.5 * values, 0.5 * critical**2)
    margin = critical * _error(values)
    return Interval(mean, min(2.0 * low - 1.0, mean - margin), max(2.0 * high - 1.0, mean + margin))


def _normalized(scores: Floats, rooms: int) -> Interval:
    if alike(scores):
        return UNKNOWN
    away = scores - scores.mean()
    deviation = math.sqrt(float((away**2).mean()))
    lead = (float(scores.mean()) - 0.5) / deviation
    skewness, kurtosis = (float(((away / deviation) ** power).mean()) for power in (3, 4))
    variance = 1.0 - lead * skewness + lead * lead * (kurtosis - 1.0) / 4.0
    margin = critical_95(scores.size - 1) * math.sqrt(max(1.0, variance) / scores.size)
    unit = NORMALIZED_ELO / math.sqrt(rooms)
    return Interval(unit * lead, unit * (lead - margin), unit * (lead + margin))


def _error(values: Floats) -> float:
    return float(values.std(ddof=1)) / math.sqrt(values.size)


def _los(scores: Floats) -> float | None:
    """Return the likelihood of superiority by Student's t; if all deals ended alike, by the sign test.

    None if there are too few deals. Their variance is then often far too small by chance: with three or four deals, one
    time in ten such an LOS is 95 % for one of two bots that are equal.
    """
    if scores.size < FEWEST:
        return None
    lead = float(scores.mean()) - 0.5
    if not alike(scores):
        return student_cdf(lead / _error(scores), scores.size - 1)
    if abs(lead) < ALIKE:
        return None
    equal = 0.5**scores.size
    return 1.0 - equal if lead > 0.0 else equal


def _gain(games: Floats) -> float | None:
    """Return the variance of the mean of independent games with balanced seats, divided by that of whole deals."""
    deals = games.mean(axis=1)
    if alike(deals):
        return None
    return float(games.var(axis=0).mean() / (games.shape[1] * deals.var()))
