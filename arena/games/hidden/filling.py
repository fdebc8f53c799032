"""Unseen cards put into the places where they may lie, uniformly.

Built, not rejected: cards that may go to the same places form a class; the number of ways to spread the classes over
the places is counted once, and a spread is drawn with the weight of its ways. So every placing is equally likely. Sets
of cards are whole numbers with a bit for each card (`Cards`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import accumulate
from math import comb, factorial, prod
from random import Random
from typing import NamedTuple, TypeAlias, TypeVar

from arena.games.kernel.events import Card

T = TypeVar("T")
CardSet: TypeAlias = int
"""Some cards of a pack: a bit for each, the first card of the pack the lowest."""


class Cards:
    """The cards of a pack as bits.

    Args:
        pack: the cards.
    """

    __slots__ = ("all", "bit", "pack")

    def __init__(self, pack: tuple[Card, ...]) -> None:
        self.pack = pack
        self.bit = {card: 1 << at for at, card in enumerate(pack)}
        self.all: CardSet = (1 << len(pack)) - 1

    def of(self, cards: Iterable[Card]) -> CardSet:
        """Return some cards as a number; what is no card of the pack is passed over."""
        found = 0
        for card in cards:
            found |= self.bit.get(card, 0)
        return found

    def listed(self, cards: CardSet) -> list[Card]:
        """Return the cards of a number, in the order of the pack."""
        found = []
        while cards:
            low = cards & -cards
            found.append(self.pack[low.bit_length() - 1])
            cards ^= low
        return found


@cache
def cards_of(pack: tuple[Card, ...]) -> Cards:
    """Return the cards of a pack as bits, made once for it."""
    return Cards(pack)


class Slot(NamedTuple):
    """Room for `size` unseen cards, out of those that may lie there."""

    size: int
    cards: CardSet


Spread: TypeAlias = tuple[int, ...]
"""How many cards of a class go to each group of slots."""
Filling: TypeAlias = Callable[[Random], list[list[Card]]]
"""Draws the cards of each slot, as often as one likes; those of a slot come in no order that means anything."""


def filling(slots: Sequence[Slot], unseen: CardSet, cards: Cards) -> Filling:
    """Return what draws the cards of each slot, uniformly from all placings that the slots allow.

    All that does not depend on chance is done here, once.

    Raises:
        ValueError: the cards do not fit (their number or what the slots allow).
    """
    puzzle = _puzzle(slots, unseen, cards)
    if _ways(puzzle.masks, puzzle.room) == 0:
        raise ValueError("no deal agrees with what was seen")
    return _Drawing(puzzle, [slot.size for slot in slots])


def filling_one_of(
    alternatives: Sequence[Sequence[Slot]], unseen: CardSet, cards: Cards, counts: Sequence[int] = ()
) -> Filling:
    """Return what draws the cards of each slot, uniformly from all placings that one of the alternatives allows.

    No placing may be allowed by two of them. This is for knowledge that is not about one place at a time: each case
    is an alternative, and is chosen with the weight of its placings.

    Args:
        alternatives: the slots of each case.
        unseen: the cards to place.
        cards: the pack.
        counts: how many deals each placing of a case stands for; one if nothing is said.

    Raises:
        ValueError: the cards fit none of the alternatives.
    """
    if len(alternatives) == 1:
        return filling(alternatives[0], unseen, cards)
    times = counts or [1] * len(alternatives)
    weights = [count * _placings(slots, unseen, cards) for count, slots in zip(times, alternatives, strict=True)]
    possible = [(slots, weight) for slots, weight in zip(alternatives, weights, strict=True) if weight]
    if not possible:
        raise ValueError("no deal agrees with what was seen")
    fillings, lottery = [filling(slots, unseen, cards) for slots, _ in possible], _Lottery([w for _, w in possible])
    return fillings[0] if len(fillings) == 1 else lambda rng: fillings[lottery.draw(rng)](rng)


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


def _puzzle(slots: Sequence[Slot], unseen: CardSet, cards: Cards) -> _Puzzle:
    """Return the cards and slots in classes and groups."""
    groups: dict[CardSet, list[int]] = {}
    for number, slot in enumerate(slots):
        if slot.size:
            groups.setdefault(slot.cards & unseen, []).append(number)
    parts = [unseen] if unseen else []
    for allowed in groups:
        parts = [part for whole in parts for part in (whole & allowed, whole & ~allowed) if part]
    masks = tuple([(tuple([part & allowed != 0 for allowed in groups]), part.bit_count()) for part in parts])
    room = tuple([sum([slots[number].size for number in numbers]) for numbers in groups.values()])
    return _Puzzle(tuple([cards.listed(part) for part in parts]), tuple(map(tuple, groups.values())), masks, room)


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


def _placings(slots: Sequence[Slot], unseen: CardSet, cards: Cards) -> int:
    """Count the placings that the slots allow."""
    puzzle = _puzzle(slots, unseen, cards)
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
