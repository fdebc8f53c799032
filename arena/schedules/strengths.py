"""A guess at how strong entrants are, for choosing what to play next."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

import ladders

HOUSE = ""
"""The name of an entrant that nobody can have."""


def strengths(names: Sequence[str], outcomes: Iterable[tuple[str, str, float]]) -> list[float]:
    """Return a guess at the strengths of entrants, in nats, from however few games.

    Everybody also wins and loses a game against a house at 0, so that all are rated after any results. This is for
    choosing what to play next; ladders are fitted without a house.

    Args:
        names: the entrants; the result is in their order.
        outcomes: two entrants, and what the first scored.
    """
    number = {name: index for index, name in enumerate(names)}
    house = len(number)
    played = [(number[first], number[second], score) for first, second, score in outcomes]
    played += [(index, house, score) for index in range(house) for score in (1.0, 0.0)]
    first, second, score = np.array(played, dtype=np.float64).reshape(-1, 3).T
    table = ladders.Results.of_duels([*names, HOUSE], first, second, score, np.arange(score.size))
    return [(rating.elo or 0.0) * math.log(10.0) / 400.0 for rating in ladders.fit(table, HOUSE).ratings[:-1]]
