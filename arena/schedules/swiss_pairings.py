"""Who meets whom in a round of a Swiss: neighbours in the standings that have not met.

Pairs are made from the top. Whoever is first takes a partner with as many points as it has, if there is one; of these,
the one half a group further down, as in the Dutch system (FIDE handbook, C.04.3). Two rules stand above that: a pair is
made only if those left over then need no more rematches than they need anyway, and, where it can be had, only if no
fewer of them find partners among their equals. Both are questions about largest matchings, so that nothing is tried
and taken back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from arena.schedules.matching import largest_matching


class SwissState(NamedTuple):
    """What a round depends on.

    Args:
        order: the entrants by points; of equals, the better seed first.
        points: of each.
        met: of each, how often it has met whom.
        byes: how often one has had a bye.
    """

    order: tuple[str, ...]
    points: Mapping[str, Fraction]
    met: Mapping[str, Mapping[str, int]]
    byes: Mapping[str, int]

    def times_met(self, one: str, other: str) -> int:
        """Return how often two have met."""
        return self.met[one].get(other, 0)


def left_out(state: SwissState, number: int) -> list[str]:
    """Return who has a bye: the last of those that have had fewest; of an odd one, so that few rematches are needed.

    Args:
        state: the state of the tournament.
        number: how many cannot be seated.
    """
    last_first = sorted(state.order, key=lambda one: (state.byes.get(one, 0), -state.order.index(one)))
    if number != 1:
        return last_first[:number]
    fewest = state.byes.get(last_first[0], 0)
    candidates = [one for one in last_first if state.byes.get(one, 0) == fewest]
    return [min(candidates, key=lambda one: rematches(state, [other for other in state.order if other != one]))]


def pairs(state: SwissState, players: Sequence[str]) -> list[tuple[str, str]]:
    """Return everybody in pairs, from the top; with as few rematches as can be.

    Args:
        state: the state of the tournament.
        players: an even number, in the order of the state.
    """
    left = list(players)
    found = []
    while left:
        first, second = left[0], _partner(state, left)
        found.append((first, second))
        left = [one for one in left if one not in {first, second}]
    return found


def tables(state: SwissState, players: Sequence[str], size: int) -> list[tuple[str, ...]]:
    """Return everybody at tables, from the top: each next seat goes to who has met fewest there, then to a neighbour.

    Args:
        state: the state of the tournament.
        players: a multiple of the size, in the order of the state.
        size: of a table.
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
    """Return how many pairs that have met cannot be avoided among an even number of players."""
    return len(players) // 2 - _new_pairs(state, players)


def _partner(state: SwissState, left: Sequence[str]) -> str:
    """Return whom the first of those left meets.

    Some partner keeps the first rule: take a largest matching. Either it has one for the first, or it leaves the first
    and another over, and then these two have met.
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
    assert second_best is not None, "a largest matching is a way"
    return second_best


def _by_nearness(state: SwissState, left: Sequence[str], seat: int, size: int) -> list[str]:
    """Return the others, the best company for the first of those left before the rest: equals, then by falling points.

    Of its equals, whoever is a share of the group further down comes first (at a table of two: the middle of the
    group), then those below, then those above.
    """
    first, *others = left
    group = [one for one in left if state.points[one] == state.points[first]]
    target = seat * (len(group) // size)
    order = [*group[target:], *reversed(group[:target])]
    return [one for one in order if one != first] + [one for one in others if one not in group]


def _among_equals(state: SwissState, players: Sequence[str]) -> int:
    """Return how many pairs that have not met can be made of players with the same points."""
    groups = groupby(players, key=lambda one: state.points[one])
    return sum(_new_pairs(state, list(group)) for _, group in groups)


def _new_pairs(state: SwissState, players: Sequence[str]) -> int:
    """Return how many pairs that have not met can be made at the same time."""
    everybody = range(len(players))
    neighbours = [
        [j for j in everybody if i != j and players[j] not in state.met[one]] for i, one in enumerate(players)
    ]
    return sum(mate is not None for mate in largest_matching(neighbours)) // 2
