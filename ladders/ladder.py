"""What is known of a pool after a fit: ratings, their uncertainty, and who is better than whom."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ladders.bradley_terry import LackOfFit
from ladders.distributions import critical_95, normal_cdf
from ladders.results import Bools, Floats, Ints, Tally

NO_VARIANCE = 1e-9
"""A variance below this share of what independent games would have is none: all deals ended alike."""
SAME_ELO = 1e-6
"""Ratings nearer than this are equal."""


class Status(StrEnum):
    """What the games say about an entrant (see `ladders.pools`)."""

    RATED = "rated"
    UNDEFEATED = "undefeated"
    """It scored off the rated entrants, perhaps through others, and they scored nothing off it."""
    WINLESS = "winless"
    """The rated entrants scored off it, perhaps through others, and it scored nothing off them."""
    NOT_CONNECTED = "not connected"
    """No chain of games compares it with the rated entrants."""
    NO_GAMES = "no games"


class Rating(NamedTuple):
    """The rating of one entrant, in Elo above the zero of its ladder. None is what nobody knows.

    Args:
        status: whether it is rated, and else why not.
        elo: the rating of greatest likelihood; only the rated have one.
        low: the lower end of the 95 % interval; for the undefeated, a one-sided bound of 95 %.
        high: the upper end of the 95 % interval; for the winless, a one-sided bound of 95 %.
        middle: what to sort by: the rating, or else the one at which such a record has an even chance.
    """

    status: Status
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    middle: float | None = None


class Rank(NamedTuple):
    """A place in the ladder; equal ratings share one.

    Args:
        place: 1 and the number of entrants with a higher middle.
        best: 1 and the number of those that are better beyond doubt (95 %).
        worst: the number of ranked entrants less those that are worse beyond doubt.
    """

    place: int
    best: int
    worst: int


class Contrasts(NamedTuple):
    """Every entrant of a group (row) against every other (column).

    Args:
        difference: of their ratings in Elo.
        error: the standard error of that.
        known: whether the error means anything: both have two deals or more, and some variance.
        same: whether no deal shows any difference between them, and each has two or more.
    """

    difference: Floats
    error: Floats
    known: Bools
    same: Bools


@dataclass(frozen=True, eq=False)
class Estimate:
    """The fit of a group of entrants that can be compared. All arrays are in the order of `members`.

    Args:
        members: their indices in the ladder, ascending.
        zero: which of them stands at 0; None if their mean does.
        elo: their ratings.
        covariance: of the ratings in Elo squared, clustered by deal; all 0 if there are fewer than two deals.
        naive: the same if all games were independent (the inverse information).
        deals: how many deals they played among one another.
        own_deals: how many of these each took part in.
        lack_of_fit: whether one order of strength explains the results.
    """

    members: Ints
    zero: int | None
    elo: Floats
    covariance: Floats
    naive: Floats
    deals: int
    own_deals: Ints
    lack_of_fit: LackOfFit

    @cached_property
    def contrasts(self) -> Contrasts:
        """All pairwise comparisons."""
        difference = self.elo[:, None] - self.elo[None, :]
        variance, usual = _difference_variance(self.covariance), _difference_variance(self.naive)
        enough = np.minimum.outer(self.own_deals, self.own_deals) >= 2
        known = enough & (variance > NO_VARIANCE * usual)
        same = enough & ~known & (np.abs(difference) < SAME_ELO)
        np.fill_diagonal(same, val=False)
        return Contrasts(difference, np.sqrt(np.maximum(variance, 0.0)), known, same)

    @cached_property
    def reach(self) -> Floats:
        """How many standard errors a 95 % interval reaches, by Student's t with the own deals less one.

        Thus few deals do not look like many. Infinite with fewer than two deals.
        """
        return np.array([critical_95(deals - 1) if deals >= 2 else math.inf for deals in self.own_deals.tolist()])

    @cached_property
    def better(self) -> Bools:
        """Whether the one of the row is better than the one of the column beyond doubt (95 %)."""
        contrasts = self.contrasts
        reach = np.maximum.outer(self.reach, self.reach)
        return contrasts.known & (contrasts.difference > np.where(contrasts.known, reach, 0.0) * contrasts.error)

    def interval(self, spot: int) -> tuple[float | None, float | None]:
        """Return the 95 % interval of the rating of the member at a spot; None twice if it is unknown."""
        elo, variance, usual = (float(x) for x in (self.elo[spot], self.covariance[spot, spot], self.naive[spot, spot]))
        if spot == self.zero:
            return elo, elo
        reach = float(self.reach[spot] if self.zero is None else max(self.reach[spot], self.reach[self.zero]))
        if math.isinf(reach) or variance <= NO_VARIANCE * usual:
            return None, None
        margin = reach * math.sqrt(variance)
        return elo - margin, elo + margin


def _difference_variance(covariance: Floats) -> Floats:
    own = np.diag(covariance)
    return own[:, None] + own[None, :] - 2.0 * covariance


@dataclass(frozen=True, eq=False)
class Ladder:
    """A pool and its ratings. Entrants are numbered by their place in `names`.

    Args:
        names: all entrants.
        ratings: of each entrant.
        tallies: of each entrant, over all its games.
        opponents: for each entrant the mean rating of the rated ones it met, weighted by games; None if it met none.
        zero: the entrant that stands at 0; None if the mean of the rated entrants does.
        core: the rated entrants with their covariance.
        outer: groups of two and more above or below the core. They are known among themselves: 0 is their own mean.
    """

    names: tuple[str, ...]
    ratings: tuple[Rating, ...]
    tallies: tuple[Tally, ...]
    opponents: tuple[float | None, ...]
    zero: str | None
    core: Estimate
    outer: tuple[Estimate, ...]

    @property
    def covariance(self) -> Floats:
        """The covariance of the rated entrants, clustered by deal, in Elo squared (see `Estimate`)."""
        return self.core.covariance

    @property
    def lack_of_fit(self) -> LackOfFit:
        """Whether one order of strength explains the results of the rated entrants."""
        return self.core.lack_of_fit

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All entrants, best first; those of whom no number is known come last. Ties go by name."""

        def key(entrant: int) -> tuple[bool, int, str]:
            middle = self.ratings[entrant].middle
            return middle is None, -round((middle or 0.0) / SAME_ELO), self.names[entrant]

        return tuple(sorted(range(len(self.names)), key=key))

    def los(self, first: int, second: int) -> float | None:
        """Return the likelihood that the first is stronger than the second: the normal tail of their difference.

        None if they are not of one group (the rated are one), if one of them has a single deal there, or if all their
        deals ended alike (see `identical`).
        """
        group, row = self._group_of.get(first, (None, 0))
        other, column = self._group_of.get(second, (None, 0))
        if group is None or group is not other or not group.contrasts.known[row, column]:
            return None
        return normal_cdf(float(group.contrasts.difference[row, column] / group.contrasts.error[row, column]))

    def los_matrix(self) -> list[list[float | None]]:
        """Return the likelihood of superiority of each entrant (row) over each other (column)."""
        everybody = range(len(self.names))
        return [[self.los(first, second) for second in everybody] for first in everybody]

    def identical(self, entrant: int) -> tuple[int, ...]:
        """Return the entrants from which no deal tells it apart, as if they were copies of one program."""
        group, row = self._group_of.get(entrant, (None, 0))
        return () if group is None else tuple(group.members[group.contrasts.same[row]].tolist())

    @cached_property
    def ranks(self) -> tuple[Rank | None, ...]:
        """The rank of each entrant; None for those of whom no number is known."""
        ranked = {i: rating.middle for i, rating in enumerate(self.ratings) if rating.middle is not None}
        middles = np.array(list(ranked.values()))
        better = self._better()
        ranks: list[Rank | None] = [None] * len(self.names)
        for i, middle in ranked.items():
            place = 1 + int((middles > middle + SAME_ELO).sum())
            ranks[i] = Rank(place, 1 + int(better[:, i].sum()), len(ranked) - int(better[i].sum()))
        return tuple(ranks)

    def _better(self) -> Bools:
        """Whether the one of the row is better than the one of the column beyond doubt, the unrated by bounds."""
        low = np.array([-math.inf if rating.low is None else rating.low for rating in self.ratings])
        high = np.array([math.inf if rating.high is None else rating.high for rating in self.ratings])
        better = low[:, None] > high[None, :]
        for group in (self.core, *self.outer):
            better[np.ix_(group.members, group.members)] = group.better
        return better

    @cached_property
    def _group_of(self) -> dict[int, tuple[Estimate, int]]:
        """The group of each entrant that has one, and its place there."""
        groups = (self.core, *self.outer)
        return {entrant: (group, spot) for group in groups for spot, entrant in enumerate(group.members.tolist())}
