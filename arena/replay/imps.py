"""Cross-IMPs: what a score is worth beside each other score of the same cards, on the scale of bridge (Law 78B)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

STEPS: Final = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference for each number of IMPs, from 1 to 24."""


def imps(difference: int) -> int:
    """Return a difference of points in International Match Points.

    >>> [imps(points) for points in (10, 20, 40, 50, -420, 3990, 4000)]
    [0, 1, 1, 2, -9, 23, 24]
    """
    return bisect_right(STEPS, abs(difference)) * (1 if difference >= 0 else -1)


def cross_imps(score: int, others: Sequence[int]) -> float:
    """Return the mean of what a score is worth beside each of some others; there must be one."""
    return sum([imps(score - other) for other in others]) / len(others)
