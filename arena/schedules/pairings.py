"""Who meets whom in a round-robin: all combinations while they are few, beyond that a balanced design.

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


@cache
def in_turn(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the same pairings in an order in which nobody gets far ahead: a table of the first few is fair already.

    Of two: wherever one stops, the numbers of games of any two entrants differ by at most 1. Of more: by little.

    Args:
        count: how many entrants there are.
        size: how many play in a game.
    """
    if size != 2:
        return _spread(pairings(count, size), count)
    return tuple((min(pair), max(pair)) for pair in (_cycles(count) if count % 2 else _rounds(count)))


def _rounds(count: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of an even number in rounds in which everybody plays once: all but the last move on in a ring."""
    ring = count - 1
    for shift in range(ring):
        yield shift, ring
        yield from (((shift + i) % ring, (shift - i) % ring) for i in range(1, count // 2))


def _cycles(count: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of an odd number as cycles through everybody (Walecki's), every second step of a cycle first.

    Twice round a cycle in steps of two is every pair of neighbours once, and everybody in turn.
    """
    ring = count - 1
    zigzag = [(i + 1) // 2 * (1 if i % 2 else -1) for i in range(ring)]
    for shift in range(ring // 2):
        cycle = [ring, *((i + shift) % ring for i in zigzag)]
        yield from ((cycle[2 * i % count], cycle[(2 * i + 1) % count]) for i in range(count))


def _spread(chosen: Sequence[tuple[int, ...]], count: int) -> tuple[tuple[int, ...], ...]:
    """Return pairings in passes in which nobody plays twice, those who have played least first."""
    played = [0] * count
    found: list[tuple[int, ...]] = []
    left = list(chosen)
    while left:
        left.sort(key=lambda pairing: sum(played[i] for i in pairing))
        busy: set[int] = set()
        later: list[tuple[int, ...]] = []
        for pairing in left:
            if busy.isdisjoint(pairing):
                busy.update(pairing)
                found.append(pairing)
            else:
                later.append(pairing)
        for i in busy:
            played[i] += 1
        left = later
    return tuple(found)


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
