"""The covariance of a fit when the games of a deal are not independent: the clustered sandwich.

K.-Y. Liang and S. L. Zeger, Biometrika 73 (1986). Let H be the information matrix, and for each deal d let u_d be the
vector of how much more often than expected each entrant and each seat was chosen in it. Then the covariance is
H^-1 (sum u_d u_d') H^-1 times G / (G - 1) for G deals. All pairings that share a deal belong to the same cluster.

Where several contests were played, they are not drawn by chance: the ratings are those at these games. That somebody is
better at one game than at another is then no noise, so each u_d is taken less the mean of its contest, and G counts the
deals of the contest (stratified sampling: W. G. Cochran, Sampling Techniques, chapter 5).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, dense, sums
from arena.ratings.model import Model
from arena.ratings.products import meat


class Clusters(NamedTuple):
    """The deals of a model and their results.

    Args:
        deals: the number of deals.
        deal: the deal of each appearance of a member in a deal, ascending from 0.
        entrant: the member of each appearance, numbered as in the model.
        of_row: for each row of the results, the number of its appearance; -1 for rows that the model does not use.
        surplus: how much more often than expected the member was chosen in each appearance.
        seats: how much more often than expected each seat (column) was chosen in each deal (line).
        contest: the contest of each deal, from 0. Contests of a single deal are thrown together with the largest one.
    """

    deals: int
    deal: Ints
    entrant: Ints
    of_row: Ints
    surplus: Floats
    seats: Floats
    contest: Ints

    @property
    def contests(self) -> int:
        """The number of contests."""
        return int(self.contest.max(initial=0)) + 1


def clusters(model: Model, surplus: Floats) -> Clusters:
    """Sum up by deal how much more often than expected each row of the results was chosen."""
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
    contest = np.zeros(deals, dtype=np.int64)
    if model.results.contest is not None:
        contest[deal[of_row[played]]] = model.results.contest[played]
        count = np.bincount(contest, minlength=1)
        contest = dense(np.where(count[contest] > 1, contest, count.argmax()))
    return Clusters(deals, deal, entrant, of_row, total, seats, contest)


def covariance(model: Model, found: Clusters) -> Floats:
    """Return the covariance of the parameters in nats squared; 0 with fewer than two deals."""
    if found.deals < 2:
        return np.zeros_like(model.inverse)
    middle = np.zeros_like(model.inverse)
    for contest in range(found.contests):
        middle += _middle(model.members.size, found, found.contest == contest, centered=found.contests > 1)
    return model.bread @ middle @ model.bread


def _middle(size: int, found: Clusters, chosen: Bools, *, centered: bool) -> Floats:
    """Return the sum of u_d u_d' over the chosen deals, times G / (G - 1); if centered, of u_d less its mean."""
    rows, deals = chosen[found.deal], int(chosen.sum())
    deal, entrant, surplus, seats = found.deal[rows], found.entrant[rows], found.surplus[rows], found.seats[chosen]
    middle = np.zeros((size + seats.shape[1], size + seats.shape[1]))
    middle[:size, :size] = meat(deal, entrant, surplus, size)
    middle[size:, size:] = seats.T @ seats
    for spot, seat in enumerate(found.seats.T):
        middle[:size, size + spot] = sums(entrant, surplus * seat[deal], size)
    middle[size:, :size] = middle[:size, size:].T
    if centered:
        total = np.concatenate((sums(entrant, surplus, size), seats.sum(axis=0)))
        middle -= np.outer(total, total) / deals
    return deals / max(1, deals - 1) * middle
