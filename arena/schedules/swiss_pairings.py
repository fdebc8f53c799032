"""Who meets whom in a round of a Swiss: neighbors in the standings that have not met.

Pairs are made from the top of the standings. The first entrant meets one with equal points if there is one: preferably
the one half a group further down, as in the Dutch system (FIDE handbook, C.04.3). Two rules come before that. A pair is
made only if the entrants left over then need no more rematches than the best pairing does. Where possible, it is made
only if as many entrants as before can still meet an opponent with equal points. Both rules are questions about largest
matchings, so there is no backtracking.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from arena.schedules.matching import largest_matching


class SwissState(NamedTuple):
    """The state of a Swiss that the pairings of the next round depend on.

    Args:
        order: the entrants by points, most first; with equal points, the better seed first.
        points: of each entrant.
        met: for each entrant, how often it has met each other one.
        byes: how often an entrant has had a bye; those without one may be missing.
    """

    order: tuple[str, ...]
    points: Mapping[str, Fraction]
    met: Mapping[str, Mapping[str, int]]
    byes: Mapping[str, int]

    def times_met(self, one: str, other: str) -> int:
        """Return how often two entrants have met."""
        return self.met[one].get(other, 0)


def left_out(state: SwissState, number: int) -> list[str]:
    """Return the entrants that have a bye: those that have had the fewest byes, the last in the standings first.

    If only one is left out, it is chosen so that the others need as few rematches as possible.

    Args:
        state: the state of the Swiss.
        number: how many entrants cannot be seated.
    """
    last_first = sorted(state.order, key=lambda one: (state.byes.get(one, 0), -state.order.index(one)))
    if number != 1:
        return last_first[:number]
    fewest = state.byes.get(last_first[0], 0)
    candidates = [one for one in last_first if state.byes.get(one, 0) == fewest]
    return [min(candidates, key=lambda one: rematches(state, [other for other in state.order if other != one]))]


def pairs(state: SwissState, players: Sequence[str]) -> list[tuple[str, str]]:
    """Return all players in pairs, from the top, with as few rematches as possible.

    Args:
        state: the state of the Swiss.
        players: an even number of entrants, in the order of the standings.
    """
    left = list(players)
    found = []
    while left:
        first, second = left[0], _partner(state, left)
        found.append((first, second))
        left = [one for one in left if one not in {first, second}]
    return found


def tables(state: SwissState, players: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return all players at tables, from the top.

    Each seat goes to the player that has met the fewest of those at the table; if several have, to the nearest in the
    standings.

    Args:
        state: the state of the Swiss.
        players: a multiple of the size, in the order of the standings.
        size: how many entrants sit at a table.
    """
    left = list(players)
    found = []
    while left:
        table = [left[0]]
        for seat in range(1, size):
            near = [one for one in _by_nearness(state, left, seat, size) if one not in table]
            table.append(min(near, key=lambda one: sum(state.times_met(one, other) > 0 for other in table)))
        found.append(tuple(table))
        left = [one for one in left if one not in table]
    return found


def rematches(state: SwissState, players: Sequence[str]) -> int:
    """Return how many rematches cannot be avoided when an even number of players is paired."""
    return len(players) // 2 - _new_pairs(state, players)


def _partner(state: SwissState, left: Sequence[str]) -> str:
    """Return the opponent of the first of those left.

    There is always one that keeps the first rule. Take a largest matching: either it has a partner for the first, or it
    leaves the first and another one over, and then these two have met.
    """
    first = left[0]
    needed, among_equals = rematches(state, left), _among_equals(state, left)
    second_best = None
    near = _by_nearness(state, left, seat=1, size=2)
    for other in sorted(near, key=lambda one: state.times_met(first, one)):
        again = state.times_met(first, other) > 0
        rest = [one for one in left if one not in {first, other}]
        if rematches(state, rest) + again != needed:
            continue
        equal = state.points[first] == state.points[other] and not again
        if _among_equals(state, rest) + equal == among_equals:
            return other
        second_best = second_best or other
    assert second_best is not None, "a largest matching has a partner"
    return second_best


def _by_nearness(state: SwissState, left: Sequence[str], seat: int, size: int) -> list[str]:
    """Return the others in the order in which they suit the first: those with equal points, then by falling points.

    Among those with equal points, the best is `seat` shares of the group further down (in a pair: the middle of the
    group). Then come those below it, and last those above it.

    Args:
        state: the state of the Swiss.
        left: the players that have no table yet; the first one is being seated.
        seat: the seat at the table to be filled, from 1.
        size: how many entrants sit at a table.
    """
    first, *others = left
    group = [one for one in left if state.points[one] == state.points[first]]
    target = seat * (len(group) // size)
    order = [*group[target:], *reversed(group[:target])]
    return [one for one in order if one != first] + [one for one in others if one not in group]


def _among_equals(state: SwissState, players: Sequence[str]) -> int:
    """Return how many pairs with equal points and without a rematch can be made at the same time."""
    groups = groupby(players, key=lambda one: state.points[one])
    return sum(_new_pairs(state, list(group)) for _, group in groups)


def _new_pairs(state: SwissState, players: Sequence[str]) -> int:
    """Return how many pairs without a rematch can be made at the same time."""
    everybody = range(len(players))
    neighbors = [[j for j in everybody if i != j and players[j] not in state.met[one]] for i, one in enumerate(players)]
    return sum(mate is not None for mate in largest_matching(neighbors)) // 2
