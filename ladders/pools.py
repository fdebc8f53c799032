"""Which entrants can be rated: the pool splits into groups, and only within a group does the likelihood have a maximum.

Draw an arrow from each entrant to every entrant that it ever finished before or tied with. Strengths can be estimated
for entrants that reach one another along arrows (L. R. Ford, American Mathematical Monthly 64, 1957; for orders of more
than two D. R. Hunter, Annals of Statistics 32, 2004). The largest such group is the core of the pool. An entrant that
reaches the core but is not reached from it is stronger by an amount that no game has measured. An entrant that is only
reached is weaker. The rest cannot be compared with the core.

For a group outside the core, one can compute the chance that it would have done as well at a given strength. An
undefeated group has at least the strength at which this many wins have a chance of 5 %, which is a one-sided 95 %
bound. Each deal counts as a single trial with the mean log-probability of its games, because the games of a deal are
not independent. Differences inside a group, and between groups nearer to the core, are treated as known. So the bound
of a group whose opponents are outside the core themselves starts from the bound of these opponents.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

import numpy as np

from ladders.arrays import Bools, Floats, Ints, dense
from ladders.choices import among, ordered
from ladders.crosstable import Crosstable
from ladders.plackett_luce import log_chance
from ladders.results import Results

PRECISION = 1e-9
"""The error allowed in bounds, in nats."""


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


class Outcomes:
    """The games with entrants outside the core, and the seat advantages of the model.

    Args:
        results: the table.
        core: the entrants that can be rated.
        advantage: the advantage of the seat of each row, in nats.
    """

    def __init__(self, results: Results, core: Bools, advantage: Floats) -> None:
        self.results, self.advantage = results, advantage
        self.deal = dense(results.deal)
        self._orders = [rows[~core[results.entrant[rows]].all(axis=1)] for rows in results.orders]
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
    outcomes: Outcomes, core: Bools, outward: Sequence[Bools], strength: Floats, *, sign: int, chance: float
) -> Floats:
    """Return the strengths at which the groups above or below the core would have done as well with a given chance.

    Args:
        outcomes: the games.
        core: the rated entrants.
        outward: the groups above the core (sign 1) or below it (sign -1), the nearest first.
        strength: the strength of every entrant relative to its own group, in nats.
        sign: 1 for groups above the core, which have won everything; -1 for groups below, which have lost everything.
        chance: the chance, from 0 to 1: 0.05 gives a bound, 0.5 the middle.

    Returns:
        A copy of the strengths in which those of these groups are relative to the core.
    """
    placed, known = strength.copy(), core
    for members in outward:
        placed[members] += _offset(outcomes, members, known, placed, sign, chance)
        known = known | members
    return placed


def _offset(outcomes: Outcomes, members: Bools, known: Bools, strength: Floats, sign: int, chance: float) -> float:
    """Return what to add to the strength of a group that won (sign 1) or lost (-1) all games against known entrants."""
    results, deal, met = outcomes.results, outcomes.deal, outcomes.between(members, known)
    games = np.bincount(np.concatenate([deal[rows[:, 0]] for rows in met]))
    ahead, weights = [], []
    for rows, weight in ordered(results, met).choices:
        ours = members[results.entrant[rows]]
        mixed = _mixed(ours)
        worth = (strength[results.entrant[rows]] + outcomes.advantage[rows])[mixed]
        ahead.append(_joint(worth, ours[mixed]) - _joint(worth, ~ours[mixed]))
        weights.append((weight / games[deal[rows[:, 0]]])[mixed])
    return sign * _winning_all(-sign * np.concatenate(ahead), np.concatenate(weights), math.log(chance))


def _mixed(ours: Bools) -> Bools:
    """Return which lines have both entrants of ours and others."""
    return np.asarray(ours.any(axis=1) & ~ours.all(axis=1))


def _joint(worth: Floats, chosen: Bools) -> Floats:
    """Return for each line the strength of a side that is chosen as often as all the given sides together."""
    top = worth.max(axis=1, keepdims=True)
    return np.asarray(top[:, 0] + np.log(np.where(chosen, np.exp(worth - top), 0.0).sum(axis=1)))


def _winning_all(opponents: Floats, weights: Floats, level: float) -> float:
    """Return the strength at which winning every choice has the given log-probability.

    Args:
        opponents: the strength of the opponent in each choice.
        weights: the weight of the log-probability of each choice.
        level: the log-probability, below 0.
    """
    even = -math.log(math.expm1(-level / float(weights.sum())))
    low, high = float(opponents.min()) + even, float(opponents.max()) + even
    while high - low > PRECISION:
        middle = (low + high) / 2.0
        too_low = float(weights @ log_chance(middle - opponents)) < level
        low, high = (middle, high) if too_low else (low, middle)
    return low
