"""The ratings of a group of entrants that can be compared, in Elo: how sure they are, and who is better than whom."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ladders.arrays import Bools, Floats, Ints
from ladders.distributions import critical_95, student_cdfs
from ladders.lack_of_fit import LackOfFit, Residuals, lack_of_fit, residuals
from ladders.model import Model
from ladders.nash import NashAverage, nash_average
from ladders.plackett_luce import ELO, chance
from ladders.precision import MANY, effective_deals, meeting_deals
from ladders.sandwich import Clusters, clusters, covariance
from ladders.seats import Seat

NO_VARIANCE = 1e-9
"""A variance below this share of what independent games would have is none: all deals ended alike."""
SAME_ELO = 1e-6
"""Ratings nearer than this are equal."""
ROUNDING = 1e-6
"""Of effective numbers of deals."""
FEWEST = 2
"""With fewer deals there is no interval."""


class Contrasts(NamedTuple):
    """Every entrant of a group (row) against every other (column).

    Args:
        difference: of their ratings in Elo.
        error: the standard error of that.
        deals: the effective number of deals that the difference rests on.
        margin: half of its 95 % interval: `error` times what Student's t makes of `deals`; of no meaning if not known.
        known: whether the error means anything: two deals or more, and some variance.
        same: whether no deal shows any difference between them, and there are two or more.
    """

    difference: Floats
    error: Floats
    deals: Ints
    margin: Floats
    known: Bools
    same: Bools


class SeatAdvantage(NamedTuple):
    """How much stronger an entrant is in one seat than in another. None is what cannot be told.

    Args:
        sides: in games of so many sides.
        seat: the number of the seat.
        over: the number of the seat that it is compared with.
        elo: the advantage; None if it cannot be told from the strength of those who took it, or if it always won.
        error: its standard error, clustered by deal; None with fewer than two deals.
        low: the lower end of its 95 % interval.
        high: the upper end.
    """

    sides: int
    seat: int
    over: int
    elo: float | None = None
    error: float | None = None
    low: float | None = None
    high: float | None = None


class Meeting(NamedTuple):
    """What two rated entrants did against each other, and what their ratings say.

    Args:
        first: the index of one.
        second: the index of the other.
        games: how many they had in common.
        points: in how many the first finished before the second, a tie being half.
        expected: how many that should have been.
        z: by how many standard errors (clustered by deal) it did better; None if they cannot be told.
    """

    first: int
    second: int
    games: int
    points: float
    expected: float
    z: float | None


@dataclass(frozen=True, eq=False)
class Estimate:
    """The fit of a group of entrants that can be compared. All arrays are in the order of `members`.

    Args:
        model: the fit.
        anchors: which of them stand at which number of Elo; without any their mean stands at 0.
        clusters: what came of each deal.
        clustered: the covariance of the model's parameters (strengths, then seats) in nats squared.
        effective_deals: how many deals the rating of each rests on (see `ladders.precision`).
    """

    model: Model
    anchors: Mapping[int, float]
    clusters: Clusters
    clustered: Floats
    effective_deals: Floats

    @property
    def members(self) -> Ints:
        """Their indices in the ladder, ascending."""
        return self.model.members

    @cached_property
    def elo(self) -> Floats:
        """Their ratings."""
        found = ELO * self.model.parameters[: self.members.size]
        if self._base is not None:
            found += self.anchors[self._base] - found[self._base]
        found[list(self.anchors)] = list(self.anchors.values())
        return found

    @property
    def _base(self) -> int | None:
        """The single anchor; several are part of the model."""
        return next(iter(self.anchors)) if len(self.anchors) == 1 else None

    @property
    def deals(self) -> int:
        """How many deals they played among one another."""
        return self.clusters.deals

    @cached_property
    def own_deals(self) -> Ints:
        """How many of these each took part in."""
        return np.bincount(self.clusters.entrant, minlength=self.members.size)

    @cached_property
    def covariance(self) -> Floats:
        """Of the ratings in Elo squared, clustered by deal; all 0 if there are fewer than two deals."""
        return self._relative(self.clustered)

    @cached_property
    def naive(self) -> Floats:
        """The same if all games were independent (the inverse information)."""
        return self._relative(self.model.inverse)

    def _relative(self, matrix: Floats) -> Floats:
        """Return a covariance of ratings relative to the single anchor, in Elo squared."""
        size, zero = self.members.size, self._base
        found = ELO**2 * matrix[:size, :size]
        if zero is None:
            return np.asarray(found)
        return np.asarray(found - found[zero] - found[:, [zero]] + found[zero, zero])

    @property
    def variance_reduction(self) -> float | None:
        """How many times less variance the ratings have than if the same games were independent; None if unknown."""
        clustered, naive = (float(np.trace(matrix)) for matrix in (self.covariance, self.naive))
        return naive / clustered if clustered > NO_VARIANCE * naive else None

    @cached_property
    def lack_of_fit(self) -> LackOfFit:
        """Whether one order of strength explains the results."""
        return lack_of_fit(self.model, self.clusters, self.residuals)

    @cached_property
    def residuals(self) -> Residuals:
        """What each pair scored and should have."""
        return residuals(self.model, self.clusters)

    @cached_property
    def nash(self) -> NashAverage:
        """How good each is where one order of strength does not explain the results (see `ladders.nash`)."""
        return nash_average(self.residuals, self.elo)

    @cached_property
    def linked(self) -> Ints:
        """How many deals the difference of each two rests on, effectively.

        As many as the rating of either; but at least those in which they met.
        """
        deals = np.minimum.outer(self.effective_deals, self.effective_deals)
        weak = (self.effective_deals < MANY) & (self.effective_deals < self.own_deals / 2.0)
        if weak.any():
            deals = np.maximum(deals, meeting_deals(self.model, self.clusters))
        return whole(deals)

    @cached_property
    def contrasts(self) -> Contrasts:
        """All pairwise comparisons."""
        difference = self.elo[:, None] - self.elo[None, :]
        variance, usual = _difference_variance(self.covariance), _difference_variance(self.naive)
        enough = self.linked >= FEWEST
        known = enough & (variance > NO_VARIANCE * usual)
        same = enough & ~known & (np.abs(difference) < SAME_ELO)
        np.fill_diagonal(same, val=False)
        error = np.sqrt(np.maximum(variance, 0.0))
        return Contrasts(difference, error, self.linked, _reach(self.linked) * error, known, same)

    @cached_property
    def better(self) -> Bools:
        """Whether the one of the row is better than the one of the column beyond doubt (95 %)."""
        return self.contrasts.known & (self.contrasts.difference > self.contrasts.margin)

    @cached_property
    def superiority(self) -> Floats:
        """The likelihood that the one of the row is stronger, by Student's t; 0.5 where it is not known."""
        found = self.contrasts
        ratio = np.divide(found.difference, found.error, out=np.zeros(found.error.shape), where=found.known)
        free = np.maximum(found.deals - 1, 1)
        for row, deals in zip(ratio, free, strict=True):  # each by itself: the numbers on the way need much memory
            row[:] = student_cdfs(row, deals)
        return ratio

    @cached_property
    def intervals(self) -> tuple[Floats, Floats, Bools]:
        """The ends of the 95 % intervals of all ratings, and whether they are known."""
        zero = self._base
        deals = whole(self.effective_deals) if zero is None else self.linked[zero]
        variance, usual = np.diag(self.covariance), np.diag(self.naive)
        known = (deals >= FEWEST) & (variance > NO_VARIANCE * usual)
        margin = np.where(known, _reach(deals) * np.sqrt(np.maximum(variance, 0.0)), 0.0)
        known[list(self.anchors)] = True
        margin[list(self.anchors)] = 0.0
        return self.elo - margin, self.elo + margin, known

    @property
    def seat_advantages(self) -> tuple[SeatAdvantage, ...]:
        """The seats that the model gives an advantage, by sides and seat."""
        size = self.members.size
        found = [self._advantage(seat, size + spot) for spot, seat in enumerate(self.model.seats)]
        return tuple(sorted(found + [SeatAdvantage(*seat) for seat in self.model.lost]))

    def _advantage(self, seat: Seat, parameter: int) -> SeatAdvantage:
        elo = ELO * float(self.model.parameters[parameter])
        variance = float(self.clustered[parameter, parameter])
        if self.deals < FEWEST or variance <= NO_VARIANCE * self.model.inverse[parameter, parameter]:
            return SeatAdvantage(*seat, elo)
        error = ELO * math.sqrt(variance)
        margin = critical_95(self.deals - 1) * error
        return SeatAdvantage(*seat, elo, error, elo - margin, elo + margin)

    def expected(self, spot: int, other: int) -> float:
        """Return the chance of the member at one spot to finish before the one at another, in seats alike."""
        return float(chance(np.array((self.elo[spot] - self.elo[other]) / ELO)))

    def meetings(self) -> list[Meeting]:
        """Return all pairs that met.

        The variance of a residual is that of its deals, less the share that the fit takes up. It is at least that of
        the steadiest deals there can be: whole games do not come out at a fraction. Without that, a favourite who is
        expected to win 99 of 100 would surprise by winning all.
        """
        found, size = self.residuals, self.members.size
        keys, place = np.unique(found.pair * max(1, self.deals) + found.deal, return_inverse=True)
        by_deal = np.bincount(place, found.surplus, keys.size)
        deals = np.bincount(keys // max(1, self.deals), minlength=found.first.size)
        raw = np.bincount(keys // max(1, self.deals), by_deal**2, found.first.size)
        own = np.diag(self.model.inverse)[:size]
        doubt = own[found.first] + own[found.second] - 2.0 * self.model.inverse[found.first, found.second]
        part = by_deal / found.step % 1.0
        least = np.bincount(keys // max(1, self.deals), part * (1.0 - part), found.first.size) * found.step**2
        left = np.maximum(raw, least) * np.maximum(0.0, 1.0 - found.variance * doubt)
        known = (deals >= FEWEST) & (left > NO_VARIANCE * found.variance)
        z = np.divide(found.points - found.expected, np.sqrt(left), out=np.zeros(left.size), where=known)
        names = self.members[found.first], self.members[found.second]
        columns = (*names, found.games, found.points, found.expected, z, known)
        rows = zip(*(column.tolist() for column in columns), strict=True)
        return [Meeting(i, j, round(n), s, e, x if told else None) for i, j, n, s, e, x, told in rows]


def whole(deals: Floats) -> Ints:
    """Return effective numbers of deals as whole ones; halves go down, whichever side rounding errors put them on."""
    return np.floor(deals + 0.5 - ROUNDING).astype(np.int64)


def measure(model: Model, anchors: Mapping[int, float]) -> Estimate:
    """Return a fit with the errors that its deals show.

    Args:
        model: the fit.
        anchors: which members stand at which number of Elo.
    """
    shares = model.shares()
    found = clusters(model, model.surplus(shares))
    deals = effective_deals(model, found, shares)
    del shares  # as large as the table, and not needed while the covariance takes its share of memory
    return Estimate(model, anchors, found, covariance(model, found), deals)


def _reach(deals: Ints) -> Floats:
    """Return how many standard errors a 95 % interval reaches with so many deals; 0 where there is none."""
    numbers, place = np.unique(deals, return_inverse=True)
    reach = [critical_95(number - 1) if number >= FEWEST else 0.0 for number in numbers.tolist()]
    return np.array(reach)[place].reshape(deals.shape)


def _difference_variance(covariance: Floats) -> Floats:
    own = np.diag(covariance)
    return np.asarray(own[:, None] + own[None, :] - 2.0 * covariance)
