"""What is known of a pool after a fit: ratings, their uncertainty, and who is better than whom."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ladders.arrays import Bools, Floats
from ladders.crosstable import Crosstable
from ladders.estimate import SAME_ELO, Estimate, Meeting, SeatAdvantage
from ladders.lack_of_fit import LackOfFit
from ladders.points import PointsMean, points_means
from ladders.results import Results
from ladders.tallies import Tally, tallies


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


@dataclass(frozen=True, eq=False)
class Ladder:
    """A pool and its ratings. Entrants are numbered by their place in `names`.

    Args:
        results: what it was made of.
        ratings: of each entrant.
        anchors: the entrants that stand at a given number of Elo; without any the mean of the rated is 0.
        core: the rated entrants with their covariance.
        outer: groups of two and more above or below the core. They are known among themselves: 0 is their own mean.
        crosstable: who met whom.
    """

    results: Results
    ratings: tuple[Rating, ...]
    anchors: Mapping[str, float]
    core: Estimate
    outer: tuple[Estimate, ...]
    crosstable: Crosstable

    @property
    def names(self) -> tuple[str, ...]:
        """All entrants."""
        return self.results.names

    @property
    def zero(self) -> str | None:
        """The entrant that stands at 0; None if the mean of the rated entrants does, or nobody."""
        return next((name for name, elo in self.anchors.items() if elo == 0.0), None)

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """What each entrant did, over all its games."""
        return tallies(self.results)

    @cached_property
    def points(self) -> tuple[PointsMean | None, ...]:
        """For each entrant its points against the table; None without games that record points."""
        return points_means(self.results)

    @cached_property
    def opponents(self) -> tuple[float | None, ...]:
        """For each entrant the mean rating of the rated ones it met, weighted by games; None if it met none."""
        table = self.crosstable
        elo, rated = np.zeros(table.size), np.zeros(table.size)
        elo[self.core.members], rated[self.core.members] = self.core.elo, 1.0
        games = table.sums(table.games * rated[table.second], table.games * rated[table.first])
        total = table.sums(table.games * elo[table.second], table.games * elo[table.first])
        return tuple(t / g if g else None for t, g in zip(total.tolist(), games.tolist(), strict=True))

    @cached_property
    def opponents_met(self) -> tuple[int, ...]:
        """How many different opponents each entrant met."""
        ones = np.ones(self.crosstable.first.size)
        return tuple(round(count) for count in self.crosstable.sums(ones, ones).tolist())

    @property
    def covariance(self) -> Floats:
        """The covariance of the rated entrants, clustered by deal, in Elo squared (see `Estimate`)."""
        return self.core.covariance

    @property
    def lack_of_fit(self) -> LackOfFit:
        """Whether one order of strength explains the results of the rated entrants."""
        return self.core.lack_of_fit

    @property
    def seat_advantages(self) -> tuple[SeatAdvantage, ...]:
        """The seats that have an advantage in the model; none if seats are balanced."""
        return self.core.seat_advantages

    @property
    def variance_reduction(self) -> float | None:
        """How many times less variance the ratings have than if all games were independent; None if unknown."""
        return self.core.variance_reduction

    @cached_property
    def meetings(self) -> list[Meeting]:
        """All pairs of rated entrants that met."""
        return self.core.meetings()

    @cached_property
    def nash(self) -> tuple[tuple[float, float] | None, ...]:
        """The weight and the Nash average in Elo of each entrant; None for those that are not rated.

        To be looked at where `lack_of_fit` says that one order of strength does not explain the results.
        """
        found: list[tuple[float, float] | None] = [None] * len(self.names)
        average = self.core.nash
        for entrant, weight, elo in zip(self.core.members, average.weights, average.elo, strict=True):
            found[entrant] = float(weight), float(elo)
        return tuple(found)

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All entrants, best first; those of whom no number is known come last. Ties go by name."""

        def key(entrant: int) -> tuple[bool, int, str]:
            middle = self.ratings[entrant].middle
            return middle is None, -round((middle or 0.0) / SAME_ELO), self.names[entrant]

        return tuple(sorted(range(len(self.names)), key=key))

    def los(self, first: int, second: int) -> float | None:
        """Return the likelihood that the first is stronger than the second: the tail of Student's t.

        None if they are not of one group (the rated are one), if their difference rests on a single deal, or if all
        their deals ended alike (see `identical`).
        """
        group, row = self._group_of.get(first, (None, 0))
        other, column = self._group_of.get(second, (None, 0))
        if group is None or group is not other or not group.contrasts.known[row, column]:
            return None
        return float(group.superiority[row, column])

    def los_matrix(self) -> list[list[float | None]]:
        """Return the likelihood of superiority of each entrant (row) over each other (column)."""
        found: list[list[float | None]] = [[None] * len(self.names) for _ in self.names]
        for group in (self.core, *self.outer):
            members = group.members.tolist()
            for spot, entrant in enumerate(members):
                told = zip(group.superiority[spot].tolist(), group.contrasts.known[spot].tolist(), strict=True)
                for other, (chance, known) in zip(members, told, strict=True):
                    found[entrant][other] = chance if known else None
        return found

    def expected(self, first: int, second: int) -> float | None:
        """Return the chance of the first to finish before the second, by their ratings; None if not of one group."""
        group, row = self._group_of.get(first, (None, 0))
        other, column = self._group_of.get(second, (None, 0))
        return group.expected(row, column) if group is not None and group is other else None

    def identical(self, entrant: int) -> tuple[int, ...]:
        """Return the entrants from which no deal tells it apart, as if they were copies of one program."""
        group, row = self._group_of.get(entrant, (None, 0))
        return () if group is None else tuple(group.members[group.contrasts.same[row]].tolist())

    def rests_on(self, entrant: int) -> float | None:
        """Return the effective number of deals that its rating rests on; None if it is not rated.

        With 1.5 and fewer there is no interval: one deal is all that links it to the others.
        """
        group, row = self._group_of.get(entrant, (None, 0))
        return float(group.effective_deals[row]) if group is self.core else None

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
