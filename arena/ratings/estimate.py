"""The ratings of a group of entrants in Elo, with their errors, and who is better than whom."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.ratings import superiority
from arena.ratings.arrays import Bools, Floats, Ints
from arena.ratings.distributions import NORMAL_975, critical, quantiles, student_cdfs
from arena.ratings.lack_of_fit import LackOfFit, Residuals, lack_of_fit, residuals
from arena.ratings.model import Model, build
from arena.ratings.plackett_luce import ELO, chance
from arena.ratings.precision import MANY, Errors, effective_deals, errors, meeting_deals
from arena.ratings.sandwich import Clusters, clusters, covariance
from arena.ratings.seats import Seat
from arena.ratings.simultaneous import surely

Number = TypeVar("Number", bound=np.generic)
NO_VARIANCE = 1e-9
"""A variance below this share of that of independent games counts as 0: all deals ended alike."""
SAME_ELO = 1e-6
"""Ratings that differ by less than this are equal."""
ROUNDING = 1e-6
"""The rounding error of effective numbers of deals."""
FEWEST = 2
"""With fewer deals there is no interval."""
SHAPED = 3
"""With fewer deals for each member, their covariance is too rough to draw ladders from: among twelve equals that all
played the same four deals, some range of ranks was wrong in 23 % of ladders, and with Sidak's limit in 1 %."""


class Contrasts(NamedTuple):
    """Every entrant of a group (row) against every other (column).

    Args:
        difference: the difference of their ratings in Elo.
        error: the standard error of the difference (see `arena.ratings.precision`).
        deals: the effective number of deals that the difference rests on.
        freedom: the degrees of freedom of Student's t that belong to the error.
        known: whether the error is meaningful: there are two or more deals, and not both ratings are fixed.
        same: whether there are two or more deals and none shows a difference between the two.
        told: whether there are enough deals for a likelihood of superiority (see `arena.ratings.superiority`).
    """

    difference: Floats
    error: Floats
    deals: Ints
    freedom: Ints
    known: Bools
    same: Bools
    told: Bools

    @property
    def margin(self) -> Floats:
        """Half the 95 % intervals: the errors times the quantiles of Student's t; meaningless where not known."""
        return quantiles(NORMAL_975, self.freedom) * self.error


class SeatAdvantage(NamedTuple):
    """How much stronger an entrant is in one seat than in another. None means unknown.

    Args:
        sides: the number of sides of the games.
        seat: the number of the seat.
        over: the number of the seat that it is compared with.
        elo: the advantage; None if it cannot be separated from the strength of those who took the seat, or if the seat
            always won.
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
    """The score of two rated entrants against each other, beside the score that their ratings predict.

    Args:
        first: the index of the first entrant.
        second: the index of the second entrant.
        games: the number of games they had in common.
        points: in how many of these the first finished before the second; a tie counts half.
        expected: the `points` that their ratings predict.
        z: by how many standard errors (clustered by deal) the first did better than predicted; None if unknown.
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
        anchors: the fixed ratings in Elo, by number of the member; without any, the mean of all members is 0.
        clusters: the results by deal.
        clustered: the covariance of the model's parameters (strengths, then seats), in nats squared.
        effective_deals: the effective number of deals that each rating rests on (see `arena.ratings.precision`).
        shift: what is added to all ratings, in Elo, where no anchor is a member.
    """

    model: Model
    anchors: Mapping[int, float]
    clusters: Clusters
    clustered: Floats
    effective_deals: Floats
    shift: float = 0.0

    @property
    def members(self) -> Ints:
        """The indices of the members in the ladder, ascending."""
        return self.model.members

    @cached_property
    def elo(self) -> Floats:
        """The ratings in Elo."""
        found = ELO * self.model.parameters[: self.members.size] + self.shift
        if self._base is not None:
            found += self.anchors[self._base] - found[self._base]
        found[list(self.anchors)] = list(self.anchors.values())
        return found

    @property
    def _base(self) -> int | None:
        """The anchor if there is only one; several anchors are fixed parameters of the model."""
        return next(iter(self.anchors)) if len(self.anchors) == 1 else None

    @property
    def deals(self) -> int:
        """The number of deals that the members played among themselves."""
        return self.clusters.deals

    @cached_property
    def own_deals(self) -> Ints:
        """The number of these deals that each member took part in."""
        return np.bincount(self.clusters.entrant, minlength=self.members.size)

    @cached_property
    def covariance(self) -> Floats:
        """The covariance of the ratings in Elo squared, clustered by deal; 0 with fewer than two deals.

        With a prior it is that of independent games: if all deals ended alike, they show no variance, but the prior has
        one.
        """
        return self.naive if self.model.table.prior else self._relative(self.clustered)

    @cached_property
    def naive(self) -> Floats:
        """The covariance of the ratings in Elo squared if all games were independent: the inverse information."""
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
        """By what factor the ratings have less variance than if the same games were independent; None if unknown.

        Members count by their deals, also in the mean that they are compared with: a few deals may by chance show next
        to no variance.
        """
        part = self.own_deals / max(1, int(self.own_deals.sum()))
        clustered, naive = (
            np.diag(matrix) - 2.0 * matrix @ part + part @ matrix @ part for matrix in (self.covariance, self.naive)
        )
        share = float(part @ np.divide(clustered, naive, out=np.zeros(part.size), where=naive > SAME_ELO**2))
        return 1.0 / share if share > NO_VARIANCE else None

    @cached_property
    def free(self) -> Estimate:
        """The fit without anchors, if two or more are held; this one otherwise, because a single one moves nothing."""
        if len(self.anchors) < 2:
            return self
        model = self.model
        members = np.zeros(len(model.results.names), dtype=np.bool_)
        members[model.members] = True
        return measure(build(model.results, members, (*model.seats, *model.lost), {}, prior=model.table.prior), {})

    @cached_property
    def lack_of_fit(self) -> LackOfFit:
        """The test whether the ratings describe every pair, wherever the anchors stand."""
        free = self.free
        return lack_of_fit(free.model, free.clusters, free.residuals)

    @cached_property
    def residuals(self) -> Residuals:
        """The score of each pair beside its expected score."""
        return residuals(self.model, self.clusters)

    @cached_property
    def linked(self) -> Ints:
        """The effective number of deals that the difference of each two members rests on.

        It is the smaller number of the two ratings, but at least the number of deals in which the two met.
        """
        deals = np.minimum.outer(self.effective_deals, self.effective_deals)
        weak = (self.effective_deals < MANY) & (self.effective_deals < self.own_deals / 2.0)
        if weak.any():
            deals = np.maximum(deals, meeting_deals(self.model, self.clusters))
        return whole(deals)

    @cached_property
    def contrasts(self) -> Contrasts:
        """All pairwise comparisons of members."""
        difference, deals = self.elo[:, None] - self.elo[None, :], self.linked
        variance, usual = _difference_variance(self.covariance), _difference_variance(self.naive)
        known = (deals >= FEWEST) & (usual > SAME_ELO**2)
        np.fill_diagonal(known, val=False)
        same = known & (variance <= NO_VARIANCE * usual) & (np.abs(difference) < SAME_ELO)
        error, freedom = errors(variance, usual, deals, self.deals, self.clusters.contests)
        told = known & ~same & (deals >= superiority.FEWEST)
        return Contrasts(difference, error, deals, freedom, known, same, told)

    def surely(self, chance: float, *, ends: bool = False) -> tuple[Bools, Floats]:
        """Tell the members apart so that with a given chance nothing is wrong (see `arena.ratings.simultaneous`).

        Args:
            chance: the chance that one or more members are told apart wrongly, from 0 to 1.
            ends: whether the ends of the intervals of all ratings have to be right as well.

        Returns:
            Whether the member of the row is better than that of the column; and the half widths of these intervals,
            infinite where they are unknown.
        """
        found, size = self.contrasts, self.members.size
        (error, freedom), known = self._own
        names = [self.model.results.names[member] for member in self.members]
        distinct = found.known & ~found.same
        shape = self.covariance if self.deals >= SHAPED * size else np.zeros((size, size))
        if not ends:
            pairs = surely(found.difference, found.error, found.freedom, distinct, shape, names, chance)
        else:  # with the zero of the ratings as one more member, which is never told apart from the others
            pairs = surely(
                np.pad(found.difference, (0, 1)),
                _beside(found.error, error),
                _beside(found.freedom, freedom),
                _beside(distinct, known),
                np.pad(shape, (0, 1)),
                [*names, "0"],
                chance,
            )
        width = np.where(known, quantiles(pairs.limit, freedom) * error, math.inf)
        width[list(self.anchors)] = 0.0
        return pairs.better[:size, :size], width

    @cached_property
    def superiority(self) -> Floats:
        """The likelihood of superiority of the member of the row, by Student's t; 0.5 where it is unknown."""
        found = self.contrasts
        ratio = np.divide(found.difference, found.error, out=np.zeros(found.error.shape), where=found.known)
        for row, freedom in zip(ratio, found.freedom, strict=True):  # one row at a time, to save memory
            row[:] = student_cdfs(row, freedom)
        return ratio

    @cached_property
    def intervals(self) -> tuple[Floats, Floats, Bools]:
        """The lower and upper ends of the 95 % intervals of all ratings, and whether they are known."""
        (error, freedom), known = self._own
        margin = np.where(known, quantiles(NORMAL_975, freedom) * error, 0.0)
        known = known.copy()
        known[list(self.anchors)] = True
        return self.elo - margin, self.elo + margin, known

    @cached_property
    def _own(self) -> tuple[Errors, Bools]:
        """The standard error of each rating, and whether it is meaningful; 0 for anchors, and not meaningful."""
        zero = self._base
        deals = whole(self.effective_deals) if zero is None else self.linked[zero]
        variance, usual = np.diag(self.covariance), np.diag(self.naive)
        known = (deals >= FEWEST) & (usual > SAME_ELO**2)
        error, freedom = errors(variance, usual, deals, self.deals, self.clusters.contests)
        known[list(self.anchors)], error[list(self.anchors)] = False, 0.0
        return Errors(error, freedom), known

    @property
    def seat_advantages(self) -> tuple[SeatAdvantage, ...]:
        """The seats that have an advantage in the model, sorted by number of sides and seat."""
        size = self.members.size
        found = [self._advantage(seat, size + spot) for spot, seat in enumerate(self.model.seats)]
        return tuple(sorted(found + [SeatAdvantage(*seat) for seat in self.model.lost]))

    def _advantage(self, seat: Seat, parameter: int) -> SeatAdvantage:
        elo = ELO * float(self.model.parameters[parameter])
        variance = float(self.clustered[parameter, parameter])
        if self.deals < FEWEST:
            return SeatAdvantage(*seat, elo)
        usual = float(self.model.inverse[parameter, parameter])
        deals = np.array([self.deals])
        found = errors(np.array([variance]), np.array([usual]), deals, self.deals, self.clusters.contests)
        error = ELO * float(found.error[0])
        margin = critical(NORMAL_975, int(found.freedom[0])) * error
        return SeatAdvantage(*seat, elo, error, elo - margin, elo + margin)

    def expected(self, spot: int, other: int) -> float:
        """Return the chance that one member finishes before another if no seat has an advantage.

        Args:
            spot: the place of the first in `members`.
            other: the place of the second in `members`.
        """
        return float(chance(np.array((self.elo[spot] - self.elo[other]) / ELO)))

    def meetings(self) -> list[Meeting]:
        """Return all pairs of members that met.

        The variance of a residual is that of its deals, less the share that the fit absorbs. It has a lower bound: the
        score of a deal is a whole number of points (or of half points), so it varies around an expected score between
        two such numbers. Without the bound, a favorite who is expected to win 99 of 100 games would be a surprise by
        winning all.
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
    """Return effective numbers of deals rounded to integers; halves go down, even with small rounding errors."""
    return np.floor(deals + 0.5 - ROUNDING).astype(np.int64)


def measure(model: Model, anchors: Mapping[int, float]) -> Estimate:
    """Return a fit with its errors, clustered by deal.

    Args:
        model: the fit.
        anchors: the fixed ratings in Elo, by number of the member.
    """
    shares = model.shares()
    found = clusters(model, model.surplus(shares))
    deals = effective_deals(model, found, shares)
    del shares  # as large as the table; free it before the covariance needs memory
    return Estimate(model, anchors, found, covariance(model, found), deals)


def _beside(pairs: NDArray[Number], own: NDArray[Number]) -> NDArray[Number]:
    """Return a matrix with one more row and column, whose last element is 1."""
    corner: NDArray[Number] = np.ones(1, dtype=own.dtype)
    return np.vstack((np.column_stack((pairs, own)), np.concatenate((own, corner))))


def _difference_variance(covariance: Floats) -> Floats:
    own = np.diag(covariance)
    return np.asarray(own[:, None] + own[None, :] - 2.0 * covariance)
