"""Quick estimates of the strengths of entrants, for choosing what to play next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from arena import ratings

HOUSE = ""
"""The name of the house, a fictitious entrant. No real entrant has an empty name."""


def strengths(names: Sequence[str], outcomes: Iterable[tuple[str, str, float]]) -> list[float]:
    """Return estimates of the strengths of entrants, in nats, even from very few games.

    Each entrant is given one win and one loss against a house of strength 0, so that all can be rated after any
    results. Use this only for choosing what to play next; ladders are fitted without a house.

    Args:
        names: the entrants; the result is in their order.
        outcomes: two entrants, and what the first scored.
    """
    number = {name: index for index, name in enumerate(names)}
    house = len(number)
    played = [(number[first], number[second], score) for first, second, score in outcomes]
    played += [(index, house, score) for index in range(house) for score in (1.0, 0.0)]
    first, second, score = np.array(played, dtype=np.float64).reshape(-1, 3).T
    table = ratings.Results.of_duels([*names, HOUSE], first, second, score, np.arange(score.size))
    return [(rating.elo or 0.0) * math.log(10.0) / 400.0 for rating in ratings.fit(table, HOUSE).ratings[:-1]]
