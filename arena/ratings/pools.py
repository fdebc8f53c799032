"""Which entrants can be rated: the pool splits into groups, and only within a group does the likelihood have a maximum.

Draw an arrow from each entrant to every entrant that it ever finished before or tied with. Strengths can be estimated
for entrants that reach one another along arrows (L. R. Ford, American Mathematical Monthly 64, 1957; for orders of more
than two D. R. Hunter, Annals of Statistics 32, 2004). The largest such group is the core of the pool. An entrant that
reaches the core but is not reached from it is stronger by an amount that no game has measured. An entrant that is only
reached is weaker. The rest cannot be compared with the core.

For a group outside the core, one can compute the chance that it would have done as well at a given strength. An
undefeated group has at least the strength at which this many wins have a chance of 5 %, which is a one-sided 95 %
bound. The games of a deal are not independent, and they share their cards. But whatever their dependence is, the chance
to win all of them is at most the chance to win the hardest of them. So the chance of a deal is that of its hardest
game, and the chances of different deals are multiplied. At the strength where all this has a chance of one half, none
of these games has a smaller chance. So a group is placed at or above everyone that it met and never lost to, and at or
below everyone that it only lost to. Where a seat was worth something in these games, that is imposed.

The strengths of opponents in the core are estimates, and the hardest opponent may only seem so. For the bound, all
opponents are shifted together by a normal error, with the variance of their mean, weighted by how much each of them
matters there; the bound is where the mean chance is 5 %. The variance is that of independent games, because a
covariance clustered by few deals is wild. In simulations (six opponents that played two or three deals, and games of a
deal that depend on each other as much as they can) such bounds are too high in less than 3 % of the ladders; without
the error, in up to 6 %. Differences inside a group are treated as known. The bound of a group whose opponents are
outside the core themselves starts from the bound of these opponents.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.ratings.arrays import Bools, Floats, Ints, dense, sums
from arena.ratings.choices import among, ordered
from arena.ratings.crosstable import Crosstable
from arena.ratings.plackett_luce import chance as win_chance
from arena.ratings.plackett_luce import log_chance
from arena.ratings.results import Results

PRECISION = 1e-9
"""The error allowed in bounds, in nats."""
EVEN = 0.5
"""The chance that puts a group at or above everyone that never scored against it."""
NOBODY = -1
"""Stands for the number of an entrant that is not in the core."""
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(15)
"""Points and weights to average over a standard normal error (Gauss-Hermite)."""


class Group(NamedTuple):
    """Entrants that reach one another, and all entrants that they reach."""

    members: Bools
    reached: Bools


class Pool(NamedTuple):
    """The core of a pool, and the groups above and below it, those nearest to the core first."""

    core: Bools
    above: tuple[Bools, ...]
    below: tuple[Bools, ...]


def groups(scored: Bools) -> list[Group]:
    """Split the entrants into groups; each group comes before the groups that reach it.

    Args:
        scored: whether an arrow goes from the entrant of the row to that of the column.
    """
    conceded = np.ascontiguousarray(scored.T)
    found: list[Group] = []
    left = np.ones(scored.shape[0], dtype=np.bool_)
    while left.any():
        start = int(left.argmax())
        reached = _reach(scored, start)
        found.append(Group(reached & _reach(conceded, start), reached))
        left &= ~found[-1].members
    return sorted(found, key=lambda group: int(group.reached.sum()))


def _reach(arrows: Bools, start: int) -> Bools:
    """Return all entrants that can be reached from `start` along arrows, including `start` itself."""
    reached = np.zeros(arrows.shape[0], dtype=np.bool_)
    reached[start] = True
    fresh = reached
    while fresh.any():
        fresh = arrows[fresh].any(axis=0) & ~reached
        reached = reached | fresh
    return reached


def split(table: Crosstable, names: Sequence[str], anchors: Collection[str]) -> Pool:
    """Find the core and order the groups above and below it.

    The core is the largest group; among groups of equal size, the one with the most anchors, then the one with the most
    games. If these are equal too, it is the group with the lowest score: then the results say how much stronger the
    others are.

    Args:
        table: who met whom.
        names: the names of the entrants.
        anchors: the names of the anchors, whose group is preferred.
    """
    games = table.sums(table.games, table.games)
    points = table.sums(table.points, table.games - table.points)

    def merit(group: Group) -> tuple[float, int, float, float, str]:
        members = np.flatnonzero(group.members).tolist()
        called = [names[i] for i in members]
        fixed = len(set(called) & set(anchors))
        return len(members), fixed, float(games[members].sum()), -float(points[members].sum()), max(called)

    found = groups(table.scored)
    core = max((group for group in found if games[group.members].any()), key=merit, default=None)
    if core is None:
        return Pool(np.zeros(table.size, dtype=np.bool_), (), ())
    others = [group for group in found if group is not core]
    above = [group.members for group in others if (group.reached & core.members).any()]
    below = [group.members for group in others if (group.members & core.reached).any()]
    return Pool(core.members, tuple(above), tuple(reversed(below)))


def everybody(table: Crosstable) -> Pool:
    """Return the pool in which everybody with a game can be rated, as with a prior."""
    return Pool(table.sums(table.games, table.games) > 0.0, (), ())


class Outcomes:
    """The games with entrants outside the core, and the seat advantages of the model.

    Args:
        results: the table.
        core: the entrants that can be rated.
        advantage: the advantage of the seat of each row, in nats.
    """

    def __init__(self, results: Results, core: Bools, advantage: Floats) -> None:
        self.results: Results = results
        self.advantage: Floats = advantage
        self.deal: Ints = dense(results.deal)
        self._orders = [rows[~core[results.entrant[rows]].all(axis=1)] for rows in results.evidence]
        # An index of the rows of each entrant. With many groups, searching all games for each of them takes minutes.
        self._places = [np.argsort(results.entrant[rows].ravel(), kind="stable") for rows in self._orders]
        self._starts = [
            np.searchsorted(results.entrant[rows].ravel()[place], np.arange(len(results.names) + 1)).tolist()
            for rows, place in zip(self._orders, self._places, strict=True)
        ]

    def between(self, members: Bools, others: Bools) -> list[Ints]:
        """Return the finishing orders of members and others in the games where both took part."""
        found = []
        for rows, place, starts in zip(self._orders, self._places, self._starts, strict=True):
            parts = [place[starts[i] : starts[i + 1]] for i in np.flatnonzero(members).tolist()]
            found.append(rows[np.unique(np.concatenate(parts) // rows.shape[1])])
        left = among(self.results, found, members | others)
        return [rows[_mixed(members[self.results.entrant[rows]])] for rows in left]


def place(
    outcomes: Outcomes,
    core: Bools,
    outward: Sequence[Bools],
    strength: Floats,
    *,
    sign: int,
    chance: float,
    doubt: Floats | None = None,
) -> Floats:
    """Return the strengths at which the groups above or below the core would have done as well with a given chance.

    Args:
        outcomes: the games.
        core: the rated entrants.
        outward: the groups above the core (sign 1) or below it (sign -1), the nearest first.
        strength: the strength of every entrant relative to its own group, in nats.
        sign: 1 for groups above the core, which have won everything; -1 for groups below, which have lost everything.
        chance: the chance, from 0 to 1: 0.05 gives a bound, 0.5 the middle.
        doubt: the covariance of the strengths of the core in nats squared, by number among its members; None to treat
            them as known.

    Returns:
        A copy of the strengths in which those of these groups are relative to the core.
    """
    placed, known, level = strength.copy(), core, math.log(chance)
    number = np.where(core, np.cumsum(core) - 1, NOBODY)
    for members in outward:
        trials = _trials(outcomes, members, known, placed, sign)
        found = trials.where(level)
        if doubt is not None:
            found = trials.where(level, trials.error(found, number, doubt))
        if chance >= EVEN:
            found = max(found, trials.floor)
        placed[members] += sign * found
        known = known | members
    return placed


class Trials(NamedTuple):
    """The games of a group against known entrants, as choices that were all won by the same side.

    Args:
        opponents: the joint strength of the opponents in each choice, less that of the group; for a group that lost
            everything, the other way round, so that a larger number always means a harder choice.
        weights: the weight of the log-probability of each choice.
        game: the number of the game of each choice; games are sorted by deal.
        starts: the first game of each deal.
        games: how many games there are.
        choice: the number of a choice, for each opponent in it.
        entrant: that opponent.
        share: its share in the joint strength of the opponents.
        floor: the strength of the strongest opponent that a member met, less that of the member; seats do not count.
    """

    opponents: Floats
    weights: Floats
    game: Ints
    starts: Ints
    games: int
    choice: Ints
    entrant: Ints
    share: Floats
    floor: float

    def where(self, level: float, error: float = 0.0) -> float:
        """Return the strength at which winning everything has the given log-probability.

        Args:
            level: the log-probability, below 0.
            error: the standard error of the opponents' strength.
        """
        low, high, step = float(self.opponents.min()), float(self.opponents.max()), 1.0 + error
        while self.log_chance(low, error) > level:
            low, step = low - step, 2.0 * step
        while self.log_chance(high, error) < level:
            high, step = high + step, 2.0 * step
        while high - low > PRECISION:
            middle = (low + high) / 2.0
            low, high = (middle, high) if self.log_chance(middle, error) < level else (low, middle)
        return low

    def log_chance(self, strength: float, error: float = 0.0) -> float:
        """Return the logarithm of the chance of winning the hardest game of every deal, its mean over the errors."""
        if error <= 0.0:
            return float(self._hardest(self._each(strength)).sum())
        chances = np.array([self._hardest(self._each(strength - error * node)).sum() for node in NODES])
        top = float(chances.max())
        return top + math.log(float(WEIGHTS @ np.exp(chances - top)) / math.sqrt(2.0 * math.pi))

    def error(self, strength: float, number: Ints, doubt: Floats) -> float:
        """Return the standard error of the opponents' strength, as far as it matters at some strength of the group.

        Args:
            strength: the strength of the group.
            number: for each entrant its number in the core; `NOBODY` for others, which are treated as known.
            doubt: the covariance of the strengths of the core, in nats squared.
        """
        each = self._each(strength)
        deal = np.repeat(np.arange(self.starts.size), np.diff(self.starts, append=self.games))
        hardest = each <= self._hardest(each)[deal] + PRECISION
        part = hardest / np.bincount(deal, hardest)[deal]
        slope = part[self.game] * self.weights * win_chance(self.opponents - strength)
        spot = number[self.entrant]
        push = sums(spot[spot != NOBODY], (slope[self.choice] * self.share)[spot != NOBODY], len(doubt))
        return math.sqrt(max(0.0, float(push @ doubt @ push))) / float(slope.sum())

    def _each(self, strength: float) -> Floats:
        """Return the log-probability of winning each game."""
        return sums(self.game, self.weights * log_chance(strength - self.opponents), self.games)

    def _hardest(self, each: Floats) -> Floats:
        """Return the log-probability of winning the hardest game of each deal."""
        return np.asarray(np.minimum.reduceat(each, self.starts))


def _trials(outcomes: Outcomes, members: Bools, known: Bools, strength: Floats, sign: int) -> Trials:
    """Return the games of a group that won (sign 1) or lost (-1) all games against known entrants.

    Of a game of more than two sides, every two sides are a game of their own too. Without ties between members this
    changes nothing, because they are never the hardest; with ties, it is what holds the weaker of the tied members up.
    """
    results = outcomes.results
    columns: list[tuple[Floats, Floats, Ints, Ints, Ints, Floats]] = []
    deals, games, choices = [], 0, 0

    def add(lines: Ints) -> None:
        nonlocal games, choices
        numbers = results.game[lines[:, 0]]
        for rows, weight in ordered(results, [lines]).choices:
            game = np.arange(len(rows))
            if lines.shape[1] > 2:
                order = np.argsort(numbers)
                game = order[np.searchsorted(numbers, results.game[rows[:, 0]], sorter=order)]
            ours = members[results.entrant[rows]]
            mixed = _mixed(ours)
            ours, entrant = ours[mixed], results.entrant[rows[mixed]]
            worth = strength[entrant] + outcomes.advantage[rows[mixed]]
            theirs = _joint(worth, ~ours)
            choice, side = np.nonzero(~ours)
            share = np.exp(worth[choice, side] - theirs[choice])
            opponents, at = sign * (theirs - _joint(worth, ours)), games + game[mixed]
            columns.append((opponents, weight[mixed], at, choices + choice, entrant[choice, side], share))
            choices += len(entrant)
        deals.append(outcomes.deal[lines[:, 0]])
        games += len(lines)

    floor = -math.inf
    for lines in outcomes.between(members, known):
        add(lines)
        for pair in combinations(range(lines.shape[1]), 2):
            both = lines[:, pair]
            both = both[_mixed(members[results.entrant[both]])]
            if len(both):
                lead = np.diff(strength[results.entrant[both]], axis=1)[
                    :, 0
                ]  # places ascend: of the loser, if sign is 1
                floor = max(floor, float(lead.max()))
            if lines.shape[1] > 2:
                add(both)
    opponents, weights, game, choice, entrant, share = (np.concatenate(column) for column in zip(*columns, strict=True))
    deal = np.concatenate(deals)
    order = np.argsort(deal, kind="stable")
    place = np.empty(games, dtype=np.int64)
    place[order] = np.arange(games)
    starts = np.flatnonzero(np.diff(deal[order], prepend=-1))
    return Trials(opponents, weights, place[game], starts, games, choice, entrant, share, floor)


def _mixed(ours: Bools) -> Bools:
    """Return which lines have both entrants of ours and others."""
    return np.asarray(ours.any(axis=1) & ~ours.all(axis=1))


def _joint(worth: Floats, chosen: Bools) -> Floats:
    """Return for each line the strength of a side that is chosen as often as all the given sides together."""
    top = worth.max(axis=1, keepdims=True)
    return np.asarray(top[:, 0] + np.log(np.where(chosen, np.exp(worth - top), 0.0).sum(axis=1)))
