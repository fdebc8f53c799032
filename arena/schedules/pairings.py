"""The pairings of a round-robin: all combinations if there are few, otherwise a balanced design.

The designs are cyclic. Entrants are numbers modulo their count, and a few base pairings are shifted round the whole
circle. Two entrants at distance d then meet as often as d occurs between members of base pairings. So every distance
must occur equally often, and a search finds base pairings with that property.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from itertools import count as naturals
from math import comb, gcd
from random import Random
from typing import TypeAlias, TypeVar

from arena.chance import keyed

T = TypeVar("T")

FEW = 1000
"""Up to this many combinations, all of them play."""
ALL_ORDERS = 6
"""Up to so many people sit in all orders in turn."""
STEPS = 200_000
"""Steps of a search, after which it starts again from other pairings."""
TRIED = 8
"""A search starts again for each so many entrants; then it looks for more pairings. For 25 at tables of four, for
example, there are no two base pairings that are balanced."""

Base: TypeAlias = list[list[int]]
"""Base pairings, which are shifted round the circle."""


@cache
def pairings(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return pairings in which any two entrants meet equally often; entrants are numbered from 0.

    Args:
        count: how many entrants there are.
        size: how many of them play in a game.

    Returns:
        The pairings, each of them sorted; none if there are too few entrants.
    """
    if size == 2 or comb(count, size) <= FEW:
        return tuple(combinations(range(count), size))
    base = _base_pairings(count, size)
    return tuple(sorted(tuple(sorted((i + shift) % count for i in block)) for block in base for shift in range(count)))


@cache
def in_turn(count: int, size: int) -> tuple[tuple[int, ...], ...]:
    """Return the pairings of a round-robin in an order that gives all entrants about equally many games at any moment.

    So the ladder is fair after the first few games. With two entrants to a game, their numbers of games never differ by
    more than 1; with more, by little.

    Args:
        count: how many entrants there are.
        size: how many of them play in a game.
    """
    if size != 2:
        return _spread(pairings(count, size), count)
    return tuple((min(pair), max(pair)) for pair in (_cycles(count) if count % 2 else _rounds(count)))


def _rounds(count: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of an even number of entrants in rounds in which each plays once.

    From round to round all but the last entrant move on in a ring.
    """
    ring = count - 1
    for shift in range(ring):
        yield shift, ring
        yield from (((shift + i) % ring, (shift - i) % ring) for i in range(1, count // 2))


def _cycles(count: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of an odd number of entrants: cycles through all of them (Walecki's), in steps of two.

    Going round a cycle twice in steps of two visits every pair of neighbors once, and all entrants take turns.
    """
    for cycle in _walecki(count):
        yield from ((cycle[2 * i % count], cycle[(2 * i + 1) % count]) for i in range(count))


def _spread(chosen: Sequence[tuple[int, ...]], count: int) -> tuple[tuple[int, ...], ...]:
    """Return pairings in passes in which no entrant plays twice; those with the fewest games come first."""
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
    """Return the order in which a pairing sits round the table in a set.

    Rotations do not count as different orders, since the rooms of a set play them all. First come orders that balance
    who sits beside whom: over n - 1 sets of an odd number n, each has each other one on the left once, and the same
    holds over n sets of an even number, but for one neighbor more. Up to `ALL_ORDERS` entrants then sit in all other
    orders as well; more of them sit in the same orders with other names.

    Args:
        pairing: who plays.
        number: the number of the set, from 1.
    """
    orders = _orders(len(pairing))
    batch, at = divmod(number - 1, len(orders))
    order = orders[at]
    if batch and len(pairing) > ALL_ORDERS:
        order = _from_first([keyed("seats", str(len(pairing)))(str(batch), range(len(pairing)))[i] for i in order])
    return tuple(pairing[i] for i in order)


@cache
def _orders(count: int) -> tuple[tuple[int, ...], ...]:
    """Return orders round a table in which each player has each other one on the left about equally often.

    An odd number of people has (n - 1) / 2 cycles in which every two are neighbors once (Walecki's), and each is gone
    through both ways. Of an even number, the zigzag 0, 1, -1, 2, -2, ... has every difference between neighbors once
    (E. J. Williams, Australian Journal of Scientific Research 2, 1949), so that its n shifts have every two neighbors
    once; the ends, which meet round the table, come on top.

    Up to `ALL_ORDERS` people have all other orders after these.
    """
    if count % 2:
        tables = [way for cycle in _walecki(count) for way in (cycle, cycle[::-1])] or [[0]]
    else:
        tables = [[(i + shift) % count for i in _zigzag(count)] for shift in range(count)]
    found = dict.fromkeys(_from_first([tables[0].index(i) for i in table]) for table in tables)
    if count <= ALL_ORDERS:
        found |= dict.fromkeys((0, *others) for others in permutations(range(1, count)))
    return tuple(found)


def _from_first(order: Sequence[int]) -> tuple[int, ...]:
    """Return an order round a table, beginning with number 0."""
    start = order.index(0)
    return (*order[start:], *order[:start])


def _zigzag(count: int) -> list[int]:
    """Return 0, 1, -1, 2, -2, ..., `count` numbers in all."""
    return [(i + 1) // 2 * (1 if i % 2 else -1) for i in range(count)]


def _walecki(count: int) -> Iterator[list[int]]:
    """Yield cycles through an odd number of people in which every two are neighbors once."""
    ring = count - 1
    for shift in range(ring // 2):
        yield [ring, *((i + shift) % ring for i in _zigzag(ring))]


def _base_pairings(count: int, size: int) -> Base:
    """Return base pairings in which every distance occurs equally often: few, or more where few do not suffice."""
    fewest = (count - 1) // gcd(count - 1, size * (size - 1))
    for times in naturals(1):
        blocks = times * fewest
        meetings = blocks * size * (size - 1) // (count - 1)
        if _is_odd(count, size, meetings):
            continue
        for attempt in range(1 + count // TRIED):
            if base := _search(count, size, blocks, meetings, Random(f"{count} {size} {attempt}")):
                return base
    raise AssertionError("naturals have no end")


def _is_odd(count: int, size: int, meetings: int) -> bool:
    """Return whether no base pairings can have every distance equally often, since some number would have to be even.

    Half a circle is a distance that counts twice. A pairing of an odd size has an even number of odd distances, and
    where half a circle is an odd one, all pairings together need a quarter of `meetings` times `count` of them.
    """
    if count % 2:
        return False
    return bool(meetings % 2 or (size % 2 and count % 4 and meetings % 4))


def _search(count: int, size: int, blocks: int, meetings: int, rng: Random) -> Base | None:
    """Change one member of one pairing at a time, never for the worse, until the pairings are balanced.

    Returns:
        The pairings; None if they are not balanced after `STEPS` changes.
    """
    base = [[0, *rng.sample(range(1, count), size - 1)] for _ in range(blocks)]
    # Entrants half a circle apart meet twice for each occurrence of that distance: once from each end.
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
    """Replace a member of a pairing, unless the distances would become less even."""
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
    """Yield the distances that occur once less (-1) or once more (+1) when a member of a pairing is replaced."""
    for i in others:
        yield _distance(old, i, count), -1
        yield _distance(new, i, count), +1


def _distance(i: int, j: int, count: int) -> int:
    return min((i - j) % count, (j - i) % count)
