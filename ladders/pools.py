"""Who can be rated: the pool splits into groups, and a likelihood has its maximum only inside one of them.

Draw an arrow from each entrant to those against whom it scored anything. Strengths exist for entrants that reach one
another along arrows (L. R. Ford, American Mathematical Monthly 64, 1957). The largest such group is the core of the
pool. Whoever reaches the core without being reached is stronger by an amount that no game has measured; whoever is
only reached is weaker; the others cannot be compared.

Of a group outside the core one can say with what chance it would have done as well at a given strength. An undefeated
group has at least the strength at which so many wins have a chance of 5 %: a one-sided bound of 95 %. Each deal counts
as a single trial, with the mean logarithm of the chances of its games, because the rooms of a deal hang together.
Differences inside the groups, and between those nearer to the core, are taken as known; so a group whose opponents
stand outside themselves builds on their bound.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ladders.bradley_terry import Crosstable, log_chance, strengths
from ladders.results import Bools, Floats, Results

PRECISION = 1e-9
"""Of bounds, in nats."""


class Group(NamedTuple):
    """Entrants that reach one another, and all whom they reach."""

    members: Bools
    reached: Bools


class Pool(NamedTuple):
    """The core of a pool, and the groups that are stronger or weaker than it, from the core outward."""

    core: Bools
    above: tuple[Bools, ...]
    below: tuple[Bools, ...]


def groups(table: Crosstable) -> list[Group]:
    """Split the entrants into groups, each before those that reach it."""
    scored = np.zeros((table.size, table.size), dtype=np.bool_)
    scored[table.first, table.second] = table.points > 0.0
    scored[table.second, table.first] = table.points < table.games
    conceded = np.ascontiguousarray(scored.T)
    found: list[Group] = []
    left = np.ones(table.size, dtype=np.bool_)
    while left.any():
        start = int(left.argmax())
        reached = _reach(scored, start)
        found.append(Group(reached & _reach(conceded, start), reached))
        left &= ~found[-1].members
    return sorted(found, key=lambda group: int(group.reached.sum()))


def _reach(arrows: Bools, start: int) -> Bools:
    """Return all that can be reached from the start along arrows, itself included."""
    reached = np.zeros(arrows.shape[0], dtype=np.bool_)
    reached[start] = True
    fresh = reached
    while fresh.any():
        fresh = arrows[fresh].any(axis=0) & ~reached
        reached = reached | fresh
    return reached


def split(table: Crosstable, names: tuple[str, ...], anchor: str | None) -> Pool:
    """Find the core and order the groups above and below it.

    The core is the largest group; among equals that of the anchor, then the one with most games. If even that is
    equal it is the one that scored least: what is known of the others is then how much stronger they are.

    Args:
        table: the summed results.
        names: of the entrants.
        anchor: whose group is preferred, if any.
    """
    games = table.sums(table.games, table.games)
    points = table.sums(table.points, table.games - table.points)

    def merit(group: Group) -> tuple[float, bool, float, float, str]:
        members = np.flatnonzero(group.members)
        called = [names[i] for i in members]
        return members.size, anchor in called, float(games[members].sum()), -float(points[members].sum()), max(called)

    found = groups(table)
    core = max((group for group in found if games[group.members].any()), key=merit, default=None)
    if core is None:
        return Pool(np.zeros(table.size, dtype=np.bool_), (), ())
    others = [group for group in found if group is not core]
    above = [group.members for group in others if (group.reached & core.members).any()]
    below = [group.members for group in others if (group.members & core.reached).any()]
    return Pool(core.members, tuple(above), tuple(reversed(below)))


def place(
    results: Results,
    table: Crosstable,
    core: Bools,
    outward: tuple[Bools, ...],
    strength: Floats,
    *,
    sign: int,
    chance: float,
) -> Floats:
    """Return at which strengths the groups above or below the core would have done as well with a given chance.

    Args:
        results: all outcomes.
        table: the same summed up.
        core: the rated entrants.
        outward: the groups above the core (sign 1) or below it (sign -1), the nearest first.
        strength: of every entrant, in nats; only that of the core is used.
        sign: 1 for those above, whose wins are in question; -1 for those below and their losses.
        chance: from 0 to 1: 0.05 gives a bound, 0.5 the middle.

    Returns:
        A copy of the strengths with those of these groups filled in.
    """
    placed, known = strength.copy(), core
    for members in outward:
        placed[members] = strengths(table.among(members))
        placed[members] += _offset(results, members, known, placed, sign, chance)
        known = known | members
    return placed


def _offset(results: Results, members: Bools, known: Bools, strength: Floats, sign: int, chance: float) -> float:
    """Return what to add to the strength of a group for its games against the known, all won (1) or lost (-1)."""
    leads = members[results.first] & known[results.second]
    rows = leads | (members[results.second] & known[results.first])
    ahead = strength[results.first[rows]] - strength[results.second[rows]]
    ahead[~leads[rows]] *= -1.0
    _, deal, games = np.unique(results.cluster[rows], return_inverse=True, return_counts=True)
    return sign * _winning_all(-sign * ahead, 1.0 / games[deal], math.log(chance) / games.size)


def _winning_all(opponents: Floats, weights: Floats, level: float) -> float:
    """Return the strength at which winning a deal has the given logarithm of a chance, on average over the deals.

    Args:
        opponents: the strength of the opponent in each game.
        weights: the share of the game in its deal, from 0 to 1.
        level: below 0.
    """
    against_zero = -math.log(math.expm1(-level))
    low, high = float(opponents.min()) + against_zero, float(opponents.max()) + against_zero
    while high - low > PRECISION:
        middle = (low + high) / 2.0
        too_low = float(np.average(log_chance(middle - opponents), weights=weights)) < level
        low, high = (middle, high) if too_low else (low, middle)
    return low
