"""Sums of u_d u_d' over deals d, for vectors u_d that are 0 for all but the entrants of the deal."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from arena.ratings.arrays import Floats, Ints, sums

FEW = 64
"""With up to this many entrants in a deal, multiplying pair by pair is cheaper than multiplying whole vectors."""
PIECE = 100_000
"""The number of appearances that are paired at once, to save memory."""
BLOCK = 2_000_000
"""The number of floats that `_crowded` holds at once: 16 MB."""


def meat(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Return the sum of u_d u_d' over all deals d.

    Args:
        deal: the deal of each appearance of an entrant in a deal, in ascending order.
        entrant: the entrant of each appearance, below `size`.
        surplus: the part of u_d that belongs to each appearance.
        size: the number of entrants.
    """
    few = np.bincount(deal)[deal] <= FEW
    if few.all():
        return _sparse(deal, entrant, surplus, size)
    sparse = _sparse(deal[few], entrant[few], surplus[few], size)
    return sparse + _crowded(deal[~few], entrant[~few], surplus[~few], size)


def _sparse(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Multiply each appearance by the next one of the same deal, the one after it, and so on; some deals at a time."""
    total = np.diag(sums(entrant, surplus**2, size) / 2.0).ravel()
    cuts = [*np.searchsorted(deal, deal[::PIECE]).tolist(), deal.size]
    for top, bottom in pairwise(cuts):
        d, e, s = deal[top:bottom], entrant[top:bottom], surplus[top:bottom]
        cells, products = [np.zeros(0, dtype=np.int64)], [np.zeros(0)]
        for shift in range(1, FEW):
            same = np.flatnonzero(d[:-shift] == d[shift:])
            if not same.size:
                break
            cells.append(e[same] * size + e[same + shift])
            products.append(s[same] * s[same + shift])
        total += sums(np.concatenate(cells), np.concatenate(products), size * size)
    half = total.reshape(size, size)
    return half + half.T


def _crowded(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Multiply whole vectors u_d, a block of deals at a time."""
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
