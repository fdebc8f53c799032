"""Matches for tests: deals with two rooms and given deal scores."""

from collections.abc import Sequence

import numpy as np

from arena.ratings import Pairs, score_of
from arena.ratings.arrays import Floats

PENTA = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
ROOMS = {0.0: (0.0, 0.0), 0.25: (0.0, 0.5), 0.5: (1.0, 0.0), 0.75: (1.0, 0.5), 1.0: (1.0, 1.0)}


def deals(counts: Sequence[int]) -> Pairs:
    """Return the given numbers of deals with scores 0, 0.25, 0.5, 0.75 and 1."""
    return Pairs.of([ROOMS[score] for score in np.repeat(PENTA, counts).tolist()])


def fishtest(ll: int, ld: int, wl: int, dd: int, wd: int, ww: int) -> tuple[int, ...]:
    """Return pentanomial counts for what the fastchess tests call pairs."""
    return ll, ld, wl + dd, wd, ww


def whist(elo: float) -> Floats:
    """Return the chances of the five deal scores for close bots at duplicate whist: 81 % of the deals are split."""
    lead = (2.0 * score_of(elo) - 1.0) / 0.19
    return np.array([0.19 * (0.5 - 0.5 * lead), 0.0, 0.81, 0.0, 0.19 * (0.5 + 0.5 * lead)])
