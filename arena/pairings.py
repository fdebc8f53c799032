"""Who meets whom: all combinations while they are few, beyond that a balanced design.

A design is cyclic. Entrants are numbers modulo their count, and a few base pairings are shifted round the whole circle.
Two entrants at distance d then meet as often as d occurs between members of base pairings, so it is enough that every
distance occurs equally often; base pairings with that property are searched for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from math import comb, gcd
from random import Random
from typing import TypeAlias, TypeVar

T = TypeVar("T")

FEW = 1000
"""Up to so many combinations, all of them play."""
STEPS = 200_000
"""Steps of the search, after which it begins again from other pairings."""

Base: TypeAlias = list[list[int]]


@cache
def pairings(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return pairings of entrants, numbered from 0, in which every two meet equally often.

    Args:
        count: how many entrants there are.
        size: how many play in a game.

    Returns:
        Each pairing sorted; none where there are too few entrants.
    """
    if size == 2 or comb(count, size) <= FEW:
        return tuple(combinations(range(count), size))
    base = _base_pairings(count, size)
    return tuple(sorted(tuple(sorted((i + shift) % count for i in block)) for block in base for shift in range(count)))


def seating(pairing: Sequence[T], number: int) -> tuple[T, ...]:
    """Return the order round the table in a set, so that over the sets everybody has everybody as a neighbour.

    All orders come up in turn; rotations, which the rooms of a set play, count as the same.

    Args:
        pairing: who plays.
        number: the number of the set, from 1.
    """
    first, *others = pairing
    orders = list(permutations(others))
    return (first, *orders[(number - 1) % len(orders)])


def _base_pairings(count: int, size: int) -> Base:
    """Search until every distance occurs equally often."""
    blocks = (count - 1) // gcd(count - 1, size * (size - 1))
    meetings = blocks * size * (size - 1) // (count - 1)
    if count % 2 == 0 and meetings % 2:
        blocks, meetings = 2 * blocks, 2 * meetings
    for attempt in range(count):
        if base := _search(count, size, blocks, meetings, Random(f"{count} {size} {attempt}")):
            return base
    raise AssertionError(f"no balanced design for {size} of {count} was found")


def _search(count: int, size: int, blocks: int, meetings: int, rng: Random) -> Base | None:
    """Change one member of one pairing at a time, never for the worse; return the pairings once they are balanced."""
    base = [[0, *rng.sample(range(1, count), size - 1)] for _ in range(blocks)]
    # Entrants half a circle apart meet twice for each occurrence of that distance: once from either end.
    goal = [meetings // 2 if 2 * d == count else meetings for d in range(count // 2 + 1)]
    surplus = [-wanted for wanted in goal]
    surplus[0] = 0
    for block in base:
        for i, j in combinations(block, 2):
            surplus[_distance(i, j, count)] += 1
    for _ in range(STEPS):
        if not any(surplus):
            return base
        block, at = rng.choice(base), rng.randrange(size)
        new = rng.randrange(count)
        if new not in block:
            _exchange(block, at, new, surplus, count)
    return None


def _exchange(block: list[int], at: int, new: int, surplus: list[int], count: int) -> None:
    """Replace a member, unless the distances would be less even."""
    old = block[at]
    others = [i for i in block if i != old]
    changes: dict[int, int] = {}
    for d, change in _changes(old, new, others, count):
        changes[d] = changes.get(d, 0) + change
    if sum((surplus[d] + change) ** 2 - surplus[d] ** 2 for d, change in changes.items()) <= 0:
        block[at] = new
        for d, change in changes.items():
            surplus[d] += change


def _changes(old: int, new: int, others: Sequence[int], count: int) -> Iterator[tuple[int, int]]:
    for i in others:
        yield _distance(old, i, count), -1
        yield _distance(new, i, count), +1


def _distance(i: int, j: int, count: int) -> int:
    return min((i - j) % count, (j - i) % count)
