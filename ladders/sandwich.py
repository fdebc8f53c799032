"""The covariance of strengths when the games of one deal hang together: the clustered sandwich.

K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986). With the information matrix H and, for each deal d, the vector u_d
of what each entrant scored in it above expectation, the covariance is H^-1 (sum u_d u_d') H^-1 times G / (G - 1) for
G deals. A deal counts once over all pairings that share it.
"""

from __future__ import annotations

import numpy as np

from ladders.results import Floats, Ints, sums

FEW = 64
"""Up to so many entrants in a deal, pairing them off one by one is cheaper than whole matrices."""
BLOCK = 2_000_000
"""Numbers held at once by `_crowded`: 16 MB."""


def meat(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Return the sum of u_d u_d' over all deals d.

    Args:
        deal: the deal of each appearance of an entrant in a deal, in ascending order.
        entrant: the entrant of each appearance, below `size`.
        surplus: its score in the deal above expectation.
        size: the number of entrants.
    """
    few = np.bincount(deal)[deal] <= FEW
    sparse = _sparse(deal[few], entrant[few], surplus[few], size)
    return sparse + _crowded(deal[~few], entrant[~few], surplus[~few], size)


def _sparse(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Pair each appearance with the next of the same deal, the next but one, and so on."""
    total = np.diag(sums(entrant, surplus**2, size) / 2.0).ravel()
    row = entrant * size
    for shift in range(1, FEW):
        same = np.flatnonzero(deal[:-shift] == deal[shift:])
        if not same.size:
            break
        cell = (row[:-shift] + entrant[shift:])[same]
        total += sums(cell, (surplus[:-shift] * surplus[shift:])[same], size * size)
    half = total.reshape(size, size)
    return half + half.T


def _crowded(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Multiply whole vectors, a block of deals at a time."""
    total = np.zeros((size, size))
    starts = np.flatnonzero(np.diff(deal, prepend=-1))
    row = np.repeat(np.arange(starts.size), np.diff(starts, append=deal.size))
    height = max(1, BLOCK // max(1, size))
    for top in range(0, starts.size, height):
        chosen = slice(*np.searchsorted(row, (top, top + height)))
        block = np.zeros((min(height, starts.size - top), size))
        block[row[chosen] - top, entrant[chosen]] = surplus[chosen]
        total += block.T @ block
    return total
