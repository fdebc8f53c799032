"""Quick estimates of the strengths of entrants, for choosing what to play next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from arena import ratings

REFERENCE = ""
"""The name of a fictitious opponent. No real entrant has an empty name."""


def strengths(names: Sequence[str], outcomes: Iterable[tuple[str, str, float]]) -> list[float]:
    """Return estimates of the strengths of entrants, in nats, even from very few games.

    Each entrant is given one win and one loss against a fictitious opponent of strength 0, so that all can be rated
    after any results. Use this only for choosing what to play next; ladders are fitted without it.

    Args:
        names: the entrants; the result is in their order.
        outcomes: two entrants, and what the first scored.
    """
    number = {name: index for index, name in enumerate(names)}
    reference = len(number)
    played = [(number[first], number[second], score) for first, second, score in outcomes]
    played += [(index, reference, score) for index in range(reference) for score in (1.0, 0.0)]
    first, second, score = np.array(played, dtype=np.float64).reshape(-1, 3).T
    table = ratings.Results.of_duels([*names, REFERENCE], first, second, score, np.arange(score.size))
    return [(rating.elo or 0.0) * math.log(10.0) / 400.0 for rating in ratings.fit(table, REFERENCE).ratings[:-1]]
