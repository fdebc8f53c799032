"""The covariance of a fit when the games of one deal hang together: the clustered sandwich.

K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986). With the information matrix H and, for each deal d, the vector u_d
of how much oftener than expected each entrant and each seat was chosen in it, the covariance is
H^-1 (sum u_d u_d') H^-1 times G / (G - 1) for G deals. A deal counts once over all pairings that share it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ladders.arrays import Floats, Ints, dense, sums
from ladders.model import Model

FEW = 64
"""Up to so many entrants in a deal, pairing them off one by one is cheaper than whole matrices."""
PIECE = 100_000
"""So many appearances are paired off at once, lest memory be wasted."""
BLOCK = 2_000_000
"""Numbers held at once by `_crowded`: 16 MB."""


class Clusters(NamedTuple):
    """The deals of a model, and what came of them.

    Args:
        deals: how many there are.
        deal: the deal of each appearance of a member in a deal, ascending from 0.
        entrant: the member of each appearance, numbered as in the model.
        of_row: for each row of the results its appearance; -1 for rows that the model does not use.
        surplus: how much oftener than expected each appearance was chosen.
        seats: the same for each deal (line) and seat (column).
    """

    deals: int
    deal: Ints
    entrant: Ints
    of_row: Ints
    surplus: Floats
    seats: Floats


def clusters(model: Model, surplus: Floats) -> Clusters:
    """Sum up by deal how much oftener than expected each row of the results was chosen."""
    seen, played = model.results.appearances, model.played()
    kept = np.zeros(seen.deal.size, dtype=np.bool_)
    kept[seen.of_row[played]] = True
    deal, entrant, of_row = seen.deal, seen.entrant, seen.of_row
    if not kept.all():
        deal, entrant = dense(deal[kept]), entrant[kept]
        of_row = np.where(played, (np.cumsum(kept) - 1)[of_row], -1)
    deals = int(deal.max(initial=-1)) + 1
    seats = np.zeros((deals, model.positions.seats))
    for spot in range(model.positions.seats):
        rows = np.flatnonzero(played & (model.positions.seat == spot))
        seats[:, spot] = sums(deal[of_row[rows]], surplus[rows], deals)
    total = sums(of_row[played], surplus[played], deal.size)
    if model.size < len(model.results.names):
        entrant = model.number()[entrant]
    return Clusters(deals, deal, entrant, of_row, total, seats)


def covariance(model: Model, found: Clusters) -> Floats:
    """Return the covariance of the parameters in nats squared; 0 if there are fewer than two deals."""
    if found.deals < 2:
        return np.zeros_like(model.inverse)
    size = model.members.size
    middle = np.zeros_like(model.inverse)
    middle[:size, :size] = meat(found.deal, found.entrant, found.surplus, size)
    middle[size:, size:] = found.seats.T @ found.seats
    for spot, seat in enumerate(found.seats.T):
        middle[:size, size + spot] = sums(found.entrant, found.surplus * seat[found.deal], size)
    middle[size:, :size] = middle[:size, size:].T
    return found.deals / (found.deals - 1) * model.inverse @ middle @ model.inverse


def meat(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Return the sum of u_d u_d' over all deals d.

    Args:
        deal: the deal of each appearance of an entrant in a deal, in ascending order.
        entrant: the entrant of each appearance, below `size`.
        surplus: its part of u_d.
        size: the number of entrants.
    """
    few = np.bincount(deal)[deal] <= FEW
    if few.all():
        return _sparse(deal, entrant, surplus, size)
    sparse = _sparse(deal[few], entrant[few], surplus[few], size)
    return sparse + _crowded(deal[~few], entrant[~few], surplus[~few], size)


def _sparse(deal: Ints, entrant: Ints, surplus: Floats, size: int) -> Floats:
    """Pair each appearance with the next of the same deal, the next but one, and so on; some deals at a time."""
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
