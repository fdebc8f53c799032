"""What plots show, as numbers: the same for matplotlib and for pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np

from arena.ratings.ladder import Ladder
from arena.ratings.ratings import fit_core
from arena.ratings.results import Results

STEPS = 8
"""How many times the ratings are fitted to see how precise they became."""
Timed: TypeAlias = tuple[float, float, int]
"""The mean milliseconds of a decision, the rating in Elo, and the entrant."""


def spread(wanted: Sequence[float], gap: float) -> list[float]:
    """Return positions that are at least a gap apart, each as close as possible to the wanted one, in the same order.

    Neighbours that are too close form a block around the mean of their wanted positions; blocks that touch are joined.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    blocks: list[tuple[float, int]] = []
    for index in order:
        centre, size = wanted[index], 1
        while blocks and blocks[-1][0] + gap * (blocks[-1][1] + size) / 2.0 > centre:
            other, count = blocks.pop()
            centre, size = (other * count + centre * size) / (count + size), count + size
        blocks.append((centre, size))
    found = [0.0] * len(wanted)
    positions = [centre + gap * (place - (size - 1) / 2.0) for centre, size in blocks for place in range(size)]
    for index, position in zip(order, positions, strict=True):
        found[index] = position
    return found


def strength_and_time(ladder: Ladder) -> list[Timed]:
    """Return the time and the rating of every rated entrant with a time, the fastest first."""
    found = [
        (ms, rating.elo, entrant)
        for entrant, (tally, rating) in enumerate(zip(ladder.tallies, ladder.ratings, strict=True))
        if (ms := tally.ms_per_decision) and rating.elo is not None
    ]
    return sorted(found, key=lambda point: (point[0], -point[1]))


def no_faster_beats(found: Sequence[Timed]) -> list[Timed]:
    """Return those of `strength_and_time` that no faster entrant beats."""
    best: list[Timed] = []
    for point in found:
        if not best or point[1] > best[-1][1]:
            best.append(point)
    return best


def widths_of(results: Results) -> list[tuple[int, float]]:
    """Return pairs of a number of deals and the median half width of the intervals after that many deals."""
    order = np.unique(results.deal, return_index=True)
    first = order[0][np.argsort(order[1])]
    found = []
    for count in sorted({round(number) for number in np.geomspace(8.0, max(8.0, first.size), STEPS)}):
        if count > first.size:
            break
        low, high, known = fit_core(results.of_deals(first[:count])).intervals
        told = known & (low != 0.0) & (high != 0.0)
        if told.any():
            found.append((count, float(np.median((high - low)[told] / 2.0))))
    return found
