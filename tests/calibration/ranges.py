"""How often the ranges of ranks of a whole ladder contain the true ranks, and what they would be pair by pair."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings import Results, fit
from arena.ratings.arrays import Bools
from tests.calibration.newcomers import decisive

SHARE = 0.2
"""The share of decisive deals."""


class Ranges(NamedTuple):
    """What the ranges of ranks were worth, for all ladders.

    Args:
        denied: the share of ladders in which the first of the equals is denied rank 1.
        wrong: the share in which the range of anyone is wrong.
        apart: the share of pairs that were told apart.
    """

    denied: float
    wrong: float
    apart: float


def ranges(count: int, deals: int, ladders: int, *, spread: float, seed: int) -> tuple[Ranges, Ranges]:
    """Return what the ranges of ladders are worth, and what they would be from intervals that hold pair by pair.

    Args:
        count: how many entrants there are; each meets each.
        deals: how many deals each two play, in two rooms.
        ladders: how many ladders are made.
        spread: the standard deviation of the true strengths, in Elo; with 0, to tell anyone apart is wrong.
        seed: of the draws.
    """
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(ladders):
        strength = rng.normal(0.0, 1.0, count) * spread
        core = fit(_ladder(rng, strength, deals)).core
        if core.members.size < count:
            continue
        contrasts = core.contrasts
        pairwise = contrasts.known & (contrasts.difference > contrasts.margin)
        found.append([_worth(better, strength) for better in (core.surely(0.05)[0], pairwise)])
    ours, theirs = np.mean(found, axis=0).tolist()
    return Ranges(*ours), Ranges(*theirs)


def _ladder(rng: np.random.Generator, strength: np.ndarray, deals: int) -> Results:
    first, second = (np.repeat(side, deals) for side in np.tril_indices(strength.size, -1))
    scores = decisive(rng, strength[first] - strength[second], SHARE)
    names = [f"bot{number}" for number in range(strength.size)]
    deal = np.repeat(np.arange(first.size), 2)
    return Results.of_duels(names, np.repeat(first, 2), np.repeat(second, 2), scores.ravel(), deal)


def _worth(better: Bools, strength: np.ndarray) -> tuple[bool, bool, float]:
    """Return whether the best was denied rank 1, whether any range was wrong, and the share of pairs told apart."""
    wrong = better & (strength[:, None] <= strength[None, :])
    pairs = strength.size * (strength.size - 1) / 2
    return bool(better[:, strength.argmax()].any()), bool(wrong.any()), float(better.sum() / pairs)
