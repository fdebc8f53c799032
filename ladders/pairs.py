"""Two bots on duplicate deals: the deal with all its rooms is one observation, not each of its games.

The score of a deal is the mean over its rooms. The Elo interval is that of the log odds of the mean score, by the
variance of the deal scores and Student's t. The interval of normalized Elo goes by the first four moments of the deal
scores (the delta method; H. Cramer, Mathematical Methods of Statistics, 27.7), but its variance is never taken for less
than that of a small lead: with few different scores the moments may say 0.

If all deals ended alike there is no variance to go by. Then at most a share q of all deals would end otherwise, with
(1 - q)**deals = 5 %, and the interval holds the mean scores that this leaves possible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from ladders.arrays import Floats
from ladders.distributions import critical_95, student_cdf
from ladders.plackett_luce import ELO
from ladders.scale import ALIKE, NORMALIZED_ELO, UNKNOWN, Interval, elo_of


@dataclass(frozen=True, eq=False)
class Pairs:
    """The complete deals of a match between two bots, in the order of play, one row a deal and one column a room.

    The rooms of a deal play the same cards with the seats changed: two rooms for two sides. A deal that lacks a room is
    left out by whoever makes this.

    >>> pairs = Pairs.of([[1, 0], [1, 1], [0.5, 1]], margins=[[3, -1], [2, 4], [0, 2]])
    >>> pairs.deal_scores
    array([0.5 , 1.  , 0.75])
    >>> pairs.deal_margins
    array([1., 3., 1.])

    Args:
        scores: what the first bot scored in each game: 1 for a win, 0.5 for a draw, 0 for a loss, or a share between.
        margins: by how many points of the game it was ahead of the other; None if that is not known.

    Raises:
        ValueError: there is no deal or no room, the arrays differ in shape, a score is outside [0, 1], or a margin is
            not finite.
    """

    scores: Floats
    margins: Floats | None = None

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
    def of(cls, scores: ArrayLike, margins: ArrayLike | None = None) -> Self:
        """Return the same from nested lists of numbers."""
        points = None if margins is None else np.asarray(margins, dtype=np.float64)
        return cls(np.asarray(scores, dtype=np.float64), points)

    def __len__(self) -> int:
        return len(self.scores)

    @cached_property
    def deal_scores(self) -> Floats:
        """The mean score of each deal, from 0 to 1: what the sequential tests are fed with."""
        means: Floats = self.scores.mean(axis=1)
        return means

    @cached_property
    def deal_margins(self) -> Floats | None:
        """The mean margin of each deal, in points."""
        return None if self.margins is None else self.margins.mean(axis=1)

    @property
    def identical(self) -> bool:
        """Whether no deal shows a difference: each score 0.5 and each margin 0, as of copies of one program."""
        margins = 0.0 if self.deal_margins is None else self.deal_margins
        return bool((np.abs(self.deal_scores - 0.5) < ALIKE).all() and (np.abs(margins) < ALIKE).all())

    def swapped(self) -> Pairs:
        """Return the same match as the other bot sees it."""
        return Pairs(1.0 - self.scores, None if self.margins is None else -self.margins)


@dataclass(frozen=True)
class Comparison:
    """What the deals between two bots say about the first of them. None is what nobody knows.

    Args:
        deals: how many deals they played.
        rooms: how many games each deal had.
        wins: games won.
        draws: games drawn (score 0.5).
        losses: games lost.
        histogram: how many deals came to each score. Of two rooms with wins, draws and losses these are the pentanomial
            counts at 0, 0.25, 0.5, 0.75 and 1; n rooms have 2n + 1 steps. Scores between count at the nearest.
        score: the mean score of a deal, from 0 to 1.
        deviation: the standard deviation of the deal scores; None for a single deal.
        elo: how much stronger the first is; without a value and with one bound for a score of 1 or 0.
        normalized_elo: the same in normalized Elo; unknown if all deals ended alike.
        los: the likelihood that the first is stronger; None if no deal showed a difference.
        margin: points ahead per game, with the interval by Student's t; None without margins.
        score_gain: how many times more independent games it would take for the same variance of the score; None if
            all deals ended alike.
        margin_gain: the same for the margin.
        identical: whether no deal shows a difference, in score or margin (see `Pairs.identical`).
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
        """How many games they played."""
        return self.deals * self.rooms

    @property
    def counts(self) -> tuple[int, ...]:
        """The histogram from a score of 0 to 1: of two rooms, the pentanomial counts."""
        return tuple(self.histogram.values())


def compare(pairs: Pairs) -> Comparison:
    """Compare two bots by the deals between them.

    >>> found = compare(Pairs.of([[1, 0]] * 140 + [[1, 1]] * 40 + [[0, 0]] * 20))
    >>> found.counts
    (20, 0, 140, 0, 40)
    >>> [round(x) for x in found.elo], f"{found.los:.3f}"
    ([35, 8, 61], '0.995')
    >>> compare(Pairs.of([[1, 0], [0, 1]])).identical
    True
    """
    scores, margins = pairs.deal_scores, pairs.deal_margins
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
        elo=elo_interval(scores),
        normalized_elo=_normalized(scores, rooms),
        los=_los(scores),
        margin=None if margins is None else mean_interval(margins),
        score_gain=_gain(pairs.scores),
        margin_gain=None if pairs.margins is None else _gain(pairs.margins),
        identical=pairs.identical,
    )


def _histogram(scores: Floats, steps: int) -> dict[float, int]:
    counts = np.bincount(np.rint(scores * steps).astype(np.int64), minlength=steps + 1)
    return {step / steps: int(count) for step, count in enumerate(counts)}


def alike(values: Floats) -> bool:
    """Whether all values are the same, so that there is no variance to go by."""
    return bool(np.ptp(values) < ALIKE)


def elo_interval(scores: Floats) -> Interval:
    """Return the lead in Elo of the mean of deal scores."""
    score = float(scores.mean())
    if alike(scores):
        share = 1.0 - 0.05 ** (1.0 / scores.size)
        return Interval(elo_of(score), elo_of(score - share * score), elo_of(score + share * (1.0 - score)))
    elo = ELO * math.log(score / (1.0 - score))
    margin = critical_95(scores.size - 1) * _error(scores) * ELO / (score * (1.0 - score))
    return Interval(elo, elo - margin, elo + margin)


def mean_interval(values: Floats) -> Interval:
    """Return the mean with the interval by Student's t; without ends if all values are alike."""
    mean = float(values.mean())
    if alike(values):
        return Interval(mean, None, None)
    margin = critical_95(values.size - 1) * _error(values)
    return Interval(mean, mean - margin, mean + margin)


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
    """Return the standard error of the mean."""
    return float(values.std(ddof=1)) / math.sqrt(values.size)


def _los(scores: Floats) -> float | None:
    """Return the tail of Student's t; if all deals ended alike, that of the sign test."""
    lead = float(scores.mean()) - 0.5
    if not alike(scores):
        return student_cdf(lead / _error(scores), scores.size - 1)
    if abs(lead) < ALIKE:
        return None
    equal = 0.5**scores.size
    return 1.0 - equal if lead > 0.0 else equal


def _gain(games: Floats) -> float | None:
    """Return the variance of independent games with balanced seats over that of the rooms of a deal together."""
    deals = games.mean(axis=1)
    if alike(deals):
        return None
    return float(games.var(axis=0).mean() / (games.shape[1] * deals.var()))
