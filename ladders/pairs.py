"""Two entrants on duplicate sets: the set of rooms over one deal is one observation, not each of its games.

The score of a set is the mean over its rooms. The Elo interval is that of the log odds of the mean score, by the
variance of the set scores and Student's t; where all sets have as many rooms, it is that of the ladder of the two.

If all sets ended alike there is no variance to go by. Then at most a share q of all deals would end otherwise, with
(1 - q)**sets = 5 %, and the interval holds the mean scores that this leaves possible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ladders.bradley_terry import ELO
from ladders.distributions import critical_95, student_cdf
from ladders.results import Floats, Results


@dataclass(frozen=True)
class HeadToHead:
    """What the games between two entrants say. None is what nobody knows.

    Args:
        first: the name of the entrant that all figures are about.
        second: the name of the other.
        sets: how many sets they played.
        games: how many games; they are `wins`, `draws` and `losses` of the first.
        wins: games won.
        draws: games drawn.
        losses: games lost.
        histogram: how many sets came to each score: of two rooms 0, 0.25, 0.5, 0.75 and 1. Sets with fewer rooms than
            others count at the nearest.
        score: the mean score of a set, from 0 to 1.
        elo: how much stronger the first is; None for a perfect score or none at all.
        low: the lower end of the 95 % interval of that; for a perfect score a one-sided bound.
        high: the upper end; for a score of nothing a one-sided bound.
        los: the likelihood that the first is stronger; None if there was no difference in any set.
        identical: whether every set came to exactly 0.5, as between two copies of one program.
    """

    first: str
    second: str
    sets: int
    games: int
    wins: int
    draws: int
    losses: int
    histogram: dict[float, int]
    score: float
    elo: float | None
    low: float | None
    high: float | None
    los: float | None
    identical: bool


def head_to_head(results: Results, first: str, second: str) -> HeadToHead:
    """Compare two entrants by the games between them alone.

    Raises:
        ValueError: one of them is unknown, or they have not met.
    """
    missing = [name for name in (first, second) if name not in results.names]
    if missing:
        raise ValueError(f"unknown entrant: {', '.join(missing)}; the entrants are {', '.join(results.names)}")
    ours, theirs = results.names.index(first), results.names.index(second)
    forward = (results.first == ours) & (results.second == theirs)
    backward = (results.first == theirs) & (results.second == ours)
    scores = np.concatenate((results.score[forward], 1.0 - results.score[backward]))
    if not scores.size:
        raise ValueError(f"{first} and {second} have not met")
    _, deal, rooms = np.unique(
        np.concatenate((results.cluster[forward], results.cluster[backward])), return_inverse=True, return_counts=True
    )
    sets = np.bincount(deal, scores) / rooms
    low, high = _interval(sets)
    return HeadToHead(
        first=first,
        second=second,
        sets=sets.size,
        games=scores.size,
        wins=int((scores > 0.5).sum()),
        draws=int((scores == 0.5).sum()),
        losses=int((scores < 0.5).sum()),
        histogram=_histogram(sets, 2 * max(2, int(rooms.max()))),
        score=float(sets.mean()),
        elo=_elo(float(sets.mean())),
        low=low,
        high=high,
        los=_los(sets),
        identical=bool((sets == 0.5).all()),
    )


def _histogram(sets: Floats, steps: int) -> dict[float, int]:
    counts = np.bincount(np.rint(sets * steps).astype(np.int64), minlength=steps + 1)
    return {step / steps: int(count) for step, count in enumerate(counts)}


def _elo(score: float) -> float | None:
    """Return the difference in strength that a score from 0 to 1 stands for."""
    return ELO * math.log(score / (1.0 - score)) if 0.0 < score < 1.0 else None


def _interval(sets: Floats) -> tuple[float | None, float | None]:
    score = float(sets.mean())
    if np.ptp(sets) == 0.0:
        share = 1.0 - 0.05 ** (1.0 / sets.size)
        return _elo(score - share * score), _elo(score + share * (1.0 - score))
    elo = ELO * math.log(score / (1.0 - score))
    margin = critical_95(sets.size - 1) * _error(sets) * ELO / (score * (1.0 - score))
    return elo - margin, elo + margin


def _error(sets: Floats) -> float:
    """Return the standard error of the mean score."""
    return float(sets.std(ddof=1)) / math.sqrt(sets.size)


def _los(sets: Floats) -> float | None:
    """Return the tail of Student's t; if all sets ended alike, that of the sign test."""
    lead = float(sets.mean()) - 0.5
    if np.ptp(sets) > 0.0:
        return student_cdf(lead / _error(sets), sets.size - 1)
    if lead == 0.0:
        return None
    equal = 0.5**sets.size
    return 1.0 - equal if lead > 0.0 else equal
