"""Deals as they may be in truth: fill the places of unseen cards uniformly, under what play has shown.

Built, not rejected: cards that may go to the same places form a class; the number of ways to spread the classes over
the places is counted once, and a spread is drawn with the weight of its ways. So every consistent placing is equally
likely.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import comb, factorial, prod
from operator import itemgetter
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from arena.games.cards import Place, Plan
from arena.games.kernel import Card, Did, Event, Seat, Show
from arena.games.tricks import Ranking

T = TypeVar("T")


class Slot(NamedTuple):
    """A place with room for `size` unseen cards; `allowed` says which may lie there (None: any)."""

    size: int
    allowed: Callable[[Card], bool] | None = None


Spread: TypeAlias = tuple[int, ...]
"""How many cards of a class go to each slot."""


Filling: TypeAlias = Callable[[Random], list[list[Card]]]
"""Draws the cards of each slot, as often as one likes; those of a slot come in no order that means anything."""


def filling(slots: Sequence[Slot], cards: Iterable[Card]) -> Filling:
    """Return what draws the cards of each slot, uniformly from all placings that the slots allow.

    All that does not depend on chance is done here, once.

    Raises:
        ValueError: the cards do not fit (their number or what the slots allow).
    """
    puzzle = _puzzle(slots, cards)
    if _ways(puzzle.masks, puzzle.room) == 0:
        raise ValueError("no deal agrees with what was seen")
    return _Drawing(puzzle, [slot.size for slot in slots])


def filling_one_of(
    alternatives: Sequence[Sequence[Slot]], cards: Sequence[Card], counts: Sequence[int] = ()
) -> Filling:
    """Return what draws the cards of each slot, uniformly from all placings that one of the alternatives allows.

    No placing may be allowed by two of them. This is for knowledge that is not about one place at a time: each case
    is an alternative, and is chosen with the weight of its placings.

    Args:
        alternatives: the slots of each case.
        cards: the cards to place.
        counts: how many deals each placing of a case stands for; one if nothing is said.

    Raises:
        ValueError: the cards fit none of the alternatives.
    """
    if len(alternatives) == 1:
        return filling(alternatives[0], cards)
    times = counts or [1] * len(alternatives)
    weights = [count * _placings(slots, cards) for count, slots in zip(times, alternatives, strict=True)]
    possible = [(slots, weight) for slots, weight in zip(alternatives, weights, strict=True) if weight]
    if not possible:
        raise ValueError("no deal agrees with what was seen")
    if len(possible) == 1:
        return filling(possible[0][0], cards)
    fillings, lottery = [filling(slots, cards) for slots, _ in possible], _Lottery([weight for _, weight in possible])
    return lambda rng: fillings[lottery.draw(rng)](rng)


class _Lottery:
    """Draws numbers from 0 on, each with its weight, exactly."""

    def __init__(self, weights: Sequence[int]) -> None:
        self._below = list(accumulate(weights))

    def draw(self, rng: Random) -> int:
        """Return one of the numbers."""
        below = self._below
        return bisect_right(below, rng.randrange(below[-1])) if len(below) > 1 else 0


Mask: TypeAlias = tuple[bool, ...]
"""Which groups of slots the cards of a class may go to."""
Masks: TypeAlias = tuple[tuple[Mask, int], ...]
"""The mask of each class, and how many cards it has."""


class _Puzzle(NamedTuple):
    """Cards and slots, those that are alike put together: it is the few kinds of them that make counting quick.

    Args:
        classes: the cards that may go to the same slots.
        groups: the numbers of the slots that allow the same cards; what a group gets is dealt out to them at random.
        masks: the mask of each class.
        room: the room of each group.
    """

    classes: tuple[list[Card], ...]
    groups: tuple[tuple[int, ...], ...]
    masks: Masks
    room: Spread


def _puzzle(slots: Sequence[Slot], cards: Iterable[Card]) -> _Puzzle:
    """Return the cards and slots in classes and groups."""
    classes: dict[Mask, list[Card]] = {}
    for card in cards:
        allowed = tuple(slot.allowed is None or slot.allowed(card) for slot in slots)
        classes.setdefault(allowed, []).append(card)
    groups: dict[Mask, list[int]] = {}
    for number in range(len(slots)):
        groups.setdefault(tuple(allowed[number] for allowed in classes), []).append(number)
    masks = tuple(
        (tuple(allowed[numbers[0]] for numbers in groups.values()), len(members))
        for allowed, members in classes.items()
    )
    room = tuple(sum(slots[number].size for number in numbers) for numbers in groups.values())
    return _Puzzle(tuple(classes.values()), tuple(map(tuple, groups.values())), masks, room)


class _Drawing:
    """Draws placings of a puzzle; what it has worked out for one draw serves the next."""

    def __init__(self, puzzle: _Puzzle, sizes: Sequence[int]) -> None:
        self._puzzle = puzzle
        self._sizes = sizes
        self._spreads: dict[tuple[int, Spread], tuple[_Lottery, list[tuple[Spread, Spread]]]] = {}

    def __call__(self, rng: Random) -> list[list[Card]]:
        """Return the cards of each slot.

        A class is shuffled unless it goes to one group whole, and a group unless it is one slot.
        """
        classes, groups, _, room = self._puzzle
        held: list[list[Card]] = [[] for _ in room]
        for at, cards in enumerate(classes):
            lottery, spreads = self._spreads.get((at, room)) or self._spread(at, room)
            spread, room = spreads[lottery.draw(rng)]
            loose = cards if len(cards) in spread else shuffled(cards, rng.random)
            taken = 0
            for group, count in zip(held, spread, strict=True):
                if count:
                    group.extend(loose[taken : taken + count])
                    taken += count
        filled: list[list[Card]] = [[] for _ in self._sizes]
        for numbers, group in zip(groups, held, strict=True):
            if len(numbers) == 1:
                filled[numbers[0]] = group
                continue
            loose, taken = shuffled(group, rng.random), 0
            for number in numbers:
                size = self._sizes[number]
                filled[number] = loose[taken : taken + size]
                taken += size
        return filled

    def _spread(self, at: int, room: Spread) -> tuple[_Lottery, list[tuple[Spread, Spread]]]:
        """Return the spreads of a class over the room, with the room left, and how one is drawn.

        Each has the weight of the placings that it leads to.
        """
        found = list(_spreads(self._puzzle.masks[at:], room))
        lottery = _Lottery([ways for _, _, ways in found])
        kept = self._spreads[at, room] = lottery, [(spread, left) for spread, left, _ in found]
        return kept


def shuffled(cards: Iterable[T], random: Callable[[], float]) -> list[T]:
    """Return cards in a random order: sorted by random numbers of 53 bits, which is much faster than `Random.shuffle`.

    Args:
        cards: the cards.
        random: draws numbers from 0 to 1, such as `Random().random`.
    """
    return sorted(cards, key=lambda _: random())


def _placings(slots: Sequence[Slot], cards: Iterable[Card]) -> int:
    """Count the placings that the slots allow."""
    puzzle = _puzzle(slots, cards)
    dealt_out = prod(map(factorial, puzzle.room)) // prod(factorial(slot.size) for slot in slots)
    return _ways(puzzle.masks, puzzle.room) * dealt_out


@lru_cache(maxsize=65536)
def _ways(masks: Masks, room: Spread) -> int:
    """Count the placings of all classes into the room."""
    if not masks:
        return int(not any(room))
    return sum(ways for _, _, ways in _spreads(masks, room))


def _spreads(masks: Masks, room: Spread) -> Iterator[tuple[Spread, Spread, int]]:
    """Yield every spread of the first class, the room that it leaves, and how many placings begin so."""
    (mask, count), rest = masks[0], masks[1:]
    for spread, ways in _splits(mask, count, room):
        left = tuple(have - used for have, used in zip(room, spread, strict=True))
        if after := _ways(rest, left):
            yield spread, left, ways * after


@lru_cache(maxsize=65536)
def _splits(mask: Mask, count: int, room: Spread) -> tuple[tuple[Spread, int], ...]:
    """Return every way to spread `count` cards over the slots: the numbers, and how many choices of cards give them."""
    if not mask:
        return (((), 1),) if count == 0 else ()
    most = min(count, room[0]) if mask[0] else 0
    return tuple(
        ((here, *others), comb(count, here) * ways)
        for here in range(most + 1)
        for others, ways in _splits(mask[1:], count - here, room[1:])
    )


def plays(events: Iterable[Event]) -> list[tuple[Seat, Card]]:
    """Return the cards played so far, in order, with the hands they came from."""
    return [(e.seat, e.word) for e in events if isinstance(e, Did) and e.kind == "play" and e.word is not None]


def shown(events: Iterable[Event], kind: str) -> tuple[Card, ...] | None:
    """Return the cards of the first `show` of that kind that the seat saw, or None."""
    return next((tuple(e.cards) for e in events if isinstance(e, Show) and e.kind == kind), None)


def voids(
    played: Sequence[tuple[Seat, Card]], trick_size: int, rank: Ranking, named: Mapping[Card, str] | None = None
) -> dict[Seat, set[str]]:
    """Return the suits in which seats failed to follow, for games in which suit must be followed.

    Args:
        played: the cards played so far, in order, with the hands they came from.
        trick_size: the number of seats that take part.
        rank: the order of the cards.
        named: the suit that was named for cards of no suit when they were led.
    """
    leads = named or {}
    found: dict[Seat, set[str]] = {}
    for at in range(0, len(played), trick_size):
        (_, first), *others = played[at : at + trick_size]
        led = leads.get(first) or rank.suit[first]
        for seat, card in others:
            if rank.suit[card] != led:
                found.setdefault(seat, set()).add(led)
    return found


def outside(suits: Iterable[str], rank: Ranking) -> Callable[[Card], bool] | None:
    """Return the test for a hand that is known to hold no card of these suits."""
    void = frozenset(suits)
    return (lambda card: rank.suit[card] not in void) if void else None


def assemble(where: Plan, contents: Mapping[Place, Sequence[Card]]) -> tuple[Card, ...]:
    """Return the pack that the plan deals into these contents, the cards of each place in the order given.

    Raises:
        ValueError: a place has more or fewer cards than the plan deals to it.
    """
    sizes, order = _packing(where)
    cards: list[Card] = []
    for place, size in sizes:
        held = contents.get(place, ())
        if len(held) != size:
            raise ValueError(f"{place} has {len(held)} cards where {size} are dealt to it")
        cards += held
    return order(cards)


@cache
def _packing(where: Plan) -> tuple[tuple[tuple[Place, int], ...], Callable[[Sequence[Card]], tuple[Card, ...]]]:
    """Return how many cards go to each place, and what makes a pack of the cards of one place after the other."""
    sizes = Counter(where)
    rank = {place: i for i, place in enumerate(sizes)}
    numbers = sorted(range(len(where)), key=lambda at: rank[where[at]])
    order = itemgetter(*(numbers.index(at) for at in range(len(where)))) if len(where) > 1 else tuple
    return tuple(sizes.items()), order
