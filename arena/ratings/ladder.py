"""A rated pool: ratings, their uncertainty, and who is better than whom."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, sums
from arena.ratings.crosstable import Crosstable
from arena.ratings.estimate import SAME_ELO, Estimate, Meeting, SeatAdvantage
from arena.ratings.lack_of_fit import LackOfFit
from arena.ratings.matchpoints import Matchpoints, matchpoint_means
from arena.ratings.points import DealPoints, PointsMean, better_by_points, deal_points, margins
from arena.ratings.proven import Win, circles, proven_wins
from arena.ratings.results import Results
from arena.ratings.tallies import Tally, tallies

MISFIT = 0.01
"""The ratings do not describe every pair if the p-value of the test of fit is below this."""
SAME_POINTS = 1e-9
"""Points per game that differ by less than this are equal."""
ERRORS = 0.05
"""The chance that one or more of the ranges of ranks in a ladder do not contain the true rank."""


ALIKE = 3
"""With fewer shared deals, two entrants are not called identical."""


class Status(StrEnum):
    """What the games say about an entrant (see `arena.ratings.pools`)."""

    RATED = "rated"
    UNDEFEATED = "undefeated"
    """It scored against the rated entrants, perhaps through others, and they scored nothing against it."""
    WINLESS = "winless"
    """The rated entrants scored against it, perhaps through others, and it scored nothing against them."""
    NOT_CONNECTED = "not connected"
    """No chain of games connects it with the rated entrants."""
    ALONE = "alone"
    """Nobody else has games."""
    NEVER_ANSWERED = "never answered"
    """It failed before its first decision in all its games (see `arena.ratings.evidence`)."""
    NO_GAMES = "no games"


class Rating(NamedTuple):
    """The rating of one entrant, in Elo above the zero of its ladder. None means unknown.

    Args:
        status: whether it is rated, and if not, why.
        elo: the maximum likelihood rating; only rated entrants have one.
        low: the lower end of the 95 % interval; for the undefeated, a one-sided 95 % bound.
        high: the upper end of the 95 % interval; for the winless, a one-sided 95 % bound.
        middle: the value to sort by: the rating, or else the rating at which such results have a chance of one half. It
            is at or above the middle of everyone that an undefeated entrant met outside its own group, and at or below
            that of everyone that a winless entrant met outside its own.
    """

    status: Status
    elo: float | None = None
    low: float | None = None
    high: float | None = None
    middle: float | None = None


class Rank(NamedTuple):
    """A place in the ladder. Equal ratings share a place.

    Args:
        place: 1 plus the number of entrants with a higher `middle`, or with more points.
        best: 1 plus the number of entrants that are better beyond doubt.
        worst: the number of ranked entrants less those that are worse beyond doubt. With 95 %, the ranges from best to
            worst of all entrants together contain their true ranks.
    """

    place: int
    best: int
    worst: int


def _below(one: Rank | None, other: Rank | None) -> bool:
    return one is not None and other is not None and one.place > other.place


@dataclass(frozen=True, eq=False)
class Ladder:
    """A pool and its ratings. Entrants are numbered by their place in `names`.

    Args:
        results: the results that were rated.
        ratings: the rating of each entrant.
        anchors: the entrants with a fixed rating in Elo; without any, the mean of the rated entrants is 0.
        core: the rated entrants with their covariance.
        outer: groups of two or more entrants above or below the core. Their ratings are relative to their own mean.
        bounds: returns the Elo at which each entrant outside the core would have done as well with a given chance, NaN
            for all others.
        crosstable: who met whom.
        loose: the anchors that were asked for but are not rated, with the Elo that they were to have. If there is no
            other anchor, those of them that are undefeated or winless set the scale.
        prior: the standard deviation of strengths that was assumed before any game, in Elo; None for nothing.
    """

    results: Results
    ratings: tuple[Rating, ...]
    anchors: Mapping[str, float]
    core: Estimate
    outer: tuple[Estimate, ...]
    bounds: Callable[[float], Floats]
    crosstable: Crosstable
    loose: Mapping[str, float] = field(default_factory=dict)
    prior: float | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all entrants."""
        return self.results.names

    @property
    def zero(self) -> str | None:
        """The anchor that is fixed at 0; None if there is none."""
        return next((name for name, elo in self.anchors.items() if elo == 0.0), None)

    @cached_property
    def tallies(self) -> tuple[Tally, ...]:
        """The counts of each entrant, over all its games."""
        return tallies(self.results)

    @cached_property
    def points(self) -> tuple[PointsMean | None, ...]:
        """The points of each entrant relative to the others at its tables; None without games that record points."""
        return self._points.means

    @cached_property
    def matchpoints(self) -> tuple[Matchpoints | None, ...]:
        """The matchpoints of each entrant; None where nobody else had its cards, or some played a deal twice."""
        return matchpoint_means(self.results)

    @cached_property
    def _points(self) -> DealPoints:
        return deal_points(self.results)

    @cached_property
    def more_points(self) -> Bools:
        """Whether the entrant of the row has more points than that of the column; with 95 % nothing of it is wrong."""
        return better_by_points(self.results, self._points)

    @cached_property
    def points_ranks(self) -> tuple[Rank | None, ...]:
        """The rank of each entrant by points; None for entrants without games that record points."""
        ranked = {entrant: mean.mean for entrant, mean in enumerate(self.points) if mean is not None}
        means, better = np.array(list(ranked.values())), self.more_points
        ranks: list[Rank | None] = [None] * len(self.names)
        for entrant, mean in ranked.items():
            place = 1 + int((means > mean + SAME_POINTS).sum())
            ranks[entrant] = Rank(place, 1 + int(better[:, entrant].sum()), len(ranked) - int(better[entrant].sum()))
        return tuple(ranks)

    @cached_property
    def opponents(self) -> tuple[float | None, ...]:
        """The mean rating of the rated opponents of each entrant, weighted by games; None if it met none."""
        table = self.crosstable
        elo, rated = np.zeros(table.size), np.zeros(table.size)
        elo[self.core.members], rated[self.core.members] = self.core.elo, 1.0
        games = table.sums(table.games * rated[table.second], table.games * rated[table.first])
        total = table.sums(table.games * elo[table.second], table.games * elo[table.first])
        return tuple(t / g if g else None for t, g in zip(total.tolist(), games.tolist(), strict=True))

    @cached_property
    def opponents_met(self) -> tuple[int, ...]:
        """The number of different opponents of each entrant."""
        ones = np.ones(self.crosstable.first.size)
        return tuple(round(count) for count in self.crosstable.sums(ones, ones).tolist())

    @property
    def covariance(self) -> Floats:
        """The covariance of the ratings of the rated entrants, clustered by deal, in Elo squared (see `Estimate`)."""
        return self.core.covariance

    @property
    def lack_of_fit(self) -> LackOfFit:
        """The test whether the ratings describe every pair of rated entrants."""
        return self.core.lack_of_fit

    @property
    def misfit(self) -> bool:
        """Whether the ratings do not describe every pair: the test of fit has p below 1 %."""
        p = self.lack_of_fit.p
        return p is not None and p < MISFIT

    @cached_property
    def proven_wins(self) -> tuple[Win, ...]:
        """The pairs whose own games prove who is better, with 95 % for all together (see `arena.ratings.proven`)."""
        return proven_wins(self.results, self.crosstable)

    @cached_property
    def circles(self) -> list[tuple[int, ...]]:
        """The circles of entrants that are proven to beat one another: each beats the next, the last beats the first.

        No order from best to worst holds where there is one.
        """
        return circles(self.proven_wins)

    @cached_property
    def against_order(self) -> list[Win]:
        """The proven wins of entrants that stand below the loser, which is no contradiction: ratings sum up all games.

        Empty if there is a circle, because then no order holds anyway.
        """
        ranks = self.ranks
        return [] if self.circles else [win for win in self.proven_wins if _below(ranks[win.winner], ranks[win.loser])]

    @property
    def seat_advantages(self) -> tuple[SeatAdvantage, ...]:
        """The seats that have an advantage in the model; empty if seats are unknown."""
        return self.core.seat_advantages

    @property
    def luck(self) -> float | None:
        """The standard deviation of the effect of a deal in Elo, where it was removed; None elsewhere."""
        found = self.core.model.luck
        return found.elo if found else None

    @property
    def variance_reduction(self) -> float | None:
        """By what factor the ratings have less variance than if all games were independent; None if unknown."""
        return self.core.variance_reduction

    @cached_property
    def meetings(self) -> list[Meeting]:
        """All pairs of rated entrants that met."""
        return self.core.meetings()

    @cached_property
    def order(self) -> tuple[int, ...]:
        """All entrants, best first; those without a rating or bound come last.

        Of equals, the undefeated come first and the winless last; the rest is sorted by name.
        """

        def key(entrant: int) -> tuple[bool, int, int, str]:
            middle, status = self.ratings[entrant].middle, self.ratings[entrant].status
            extreme = (status == "winless") - (status == "undefeated")
            return middle is None, -round((middle or 0.0) / SAME_ELO), extreme, self.names[entrant]

        return tuple(sorted(range(len(self.names)), key=key))

    def los(self, first: int, second: int) -> float | None:
        """Return the likelihood of superiority of the first over the second, by Student's t.

        None if they are not in the same group (the rated entrants are one group), if their difference rests on too few
        deals (`arena.ratings.superiority.FEWEST`), or if none of their deals shows a difference.
        """
        group, row = self._group_of.get(first, (None, 0))
        other, column = self._group_of.get(second, (None, 0))
        if group is None or group is not other or not group.contrasts.told[row, column]:
            return None
        return float(group.superiority[row, column])

    def expected(self, first: int, second: int) -> float | None:
        """Return the chance that the first finishes before the second, by their ratings; None if in no common group."""
        group, row = self._group_of.get(first, (None, 0))
        other, column = self._group_of.get(second, (None, 0))
        return group.expected(row, column) if group is not None and group is other else None

    def identical(self, entrant: int) -> tuple[int, ...]:
        """Return the entrants that no deal distinguishes from this one, as if they were copies of one program.

        They shared `ALIKE` or more deals with it (see `shared_deals`), because a deal or two distinguish nobody. Where
        points are known, no deal shows a difference in points either.
        """
        group, row = self._group_of.get(entrant, (None, 0))
        if group is None:
            return ()
        twins = group.members[group.contrasts.same[row]].tolist()
        return tuple(twin for twin in twins if self._are_alike(entrant, twin))

    def shared_deals(self, first: int, second: int) -> int:
        """Return the number of deals that two entrants both played, with each other or with others."""
        return self._shared(first, second)[0].size

    def _shared(self, first: int, second: int) -> tuple[Ints, Ints]:
        """Return where two entrants appear in the deals that both played, as indices of `appearances`."""
        deal, of = self.results.appearances.deal, self._appearances_of
        _, *at = np.intersect1d(deal[of[first]], deal[of[second]], assume_unique=True, return_indices=True)
        return of[first][at[0]], of[second][at[1]]

    def _are_alike(self, first: int, second: int) -> bool:
        """Return whether two entrants shared `ALIKE` deals, with the same points where they played equally often."""
        one, other = self._shared(first, second)
        leads, games = self._leads
        apart = np.abs(leads[one] - leads[other]) > SAME_POINTS * games[one]  # never where points are unknown
        return one.size >= ALIKE and not (apart & (games[one] == games[other])).any()

    @cached_property
    def _appearances_of(self) -> list[Ints]:
        """Where each entrant appears, as indices of `appearances`."""
        entrant = self.results.appearances.entrant
        order = np.argsort(entrant, kind="stable")
        return np.split(order, np.searchsorted(entrant[order], np.arange(1, len(self.names))))

    @cached_property
    def _leads(self) -> tuple[Floats, Ints]:
        """The sum of the leads in points of each appearance, NaN if one is unknown; and the number of its games."""
        results = replace(self.results, unlike=False) if self.results.unlike else self.results  # a deal is of one game
        seen = results.appearances
        size = len(seen.deal)
        return sums(seen.of_row, margins(results), size), np.bincount(seen.of_row, minlength=size)

    def rests_on(self, entrant: int) -> float | None:
        """Return the effective number of deals that a rating rests on; None if the entrant is not rated.

        With 1.5 or fewer there is no interval, because a single deal links the entrant to the others.
        """
        group, row = self._group_of.get(entrant, (None, 0))
        return float(group.effective_deals[row]) if group is self.core else None

    @cached_property
    def ranks(self) -> tuple[Rank | None, ...]:
        """The rank of each entrant; None for entrants without a rating or bound."""
        ranked = {i: rating.middle for i, rating in enumerate(self.ratings) if rating.middle is not None}
        middles = np.array(list(ranked.values()))
        better = self.beyond_doubt
        ranks: list[Rank | None] = [None] * len(self.names)
        for i, middle in ranked.items():
            place = 1 + int((middles > middle + SAME_ELO).sum())
            ranks[i] = Rank(place, 1 + int(better[:, i].sum()), len(ranked) - int(better[i].sum()))
        return tuple(ranks)

    @cached_property
    def beyond_doubt(self) -> Bools:
        """Whether the entrant of the row is better than that of the column; with 95 % nothing of it is wrong.

        Each ranked entrant gets the same part of the 5 %. The rated ones use their parts for the pairs among them. An
        entrant outside the core uses half of its part for its bound, and the other half for the pairs in its group.
        """
        ranked = sum(rating.middle is not None for rating in self.ratings)
        outside, part = ranked > self.core.members.size, ERRORS / max(1, ranked)
        ends = self.bounds(part / 2.0)
        above = np.array([rating.status is Status.UNDEFEATED for rating in self.ratings])
        below = np.array([rating.status is Status.WINLESS for rating in self.ratings])
        low, high = np.where(above, ends, -math.inf), np.where(below, ends, math.inf)
        members = self.core.members
        inside, reach = self.core.surely(part * members.size, ends=outside)
        low[members], high[members] = self.core.elo - reach, self.core.elo + reach
        better = low[:, None] > high[None, :]
        better[np.ix_(members, members)] = inside
        for group in self.outer:
            better[np.ix_(group.members, group.members)], _ = group.surely(part * group.members.size / 2.0)
        return np.asarray(better)

    @cached_property
    def _group_of(self) -> dict[int, tuple[Estimate, int]]:
        """The group of each entrant that has one, and its place in the group."""
        groups = (self.core, *self.outer)
        return {entrant: (group, spot) for group in groups for spot, entrant in enumerate(group.members.tolist())}
