"""Draws uniformly how the unseen cards lie in the places where they may lie.

Placings are built, not drawn and rejected. Cards that may go to the same places form a class. The ways to spread the
classes over the places are counted once, and each spread is drawn with its number of ways as weight, so every placing
is equally likely. A set of cards is an integer with one bit per card (`Cards`).
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
"""A set of cards of a pack: one bit per card, the lowest bit for the first card of the pack."""


class Cards:
    """Turns cards of a pack into bits and back.

    Args:
        pack: all cards of the pack.
    """

    __slots__ = ("all", "bit", "pack")

    def __init__(self, pack: tuple[Card, ...]) -> None:
        self.pack: tuple[Card, ...] = pack
        self.bit: dict[Card, int] = {card: 1 << at for at, card in enumerate(pack)}
        self.all: CardSet = (1 << len(pack)) - 1

    def of(self, cards: Iterable[Card]) -> CardSet:
        """Return the set of some cards; words that are not cards of the pack are ignored."""
        found = 0
        for card in cards:
            found |= self.bit.get(card, 0)
        return found

    def listed(self, cards: CardSet) -> list[Card]:
        """Return the cards of a set, in the order of the pack."""
        found = []
        while cards:
            low = cards & -cards
            found.append(self.pack[low.bit_length() - 1])
            cards ^= low
        return found


@cache
def cards_of(pack: tuple[Card, ...]) -> Cards:
    """Return the `Cards` of a pack; they are cached."""
    return Cards(pack)


class Slot(NamedTuple):
    """Room for `size` unseen cards, and the cards that may lie there."""

    size: int
    cards: CardSet


Spread: TypeAlias = tuple[int, ...]
"""How many cards of a class go to each group of slots; or how much room each group has."""
Filling: TypeAlias = Callable[[Random], list[list[Card]]]
"""Draws the cards of each slot. It can be called any number of times; the order within a slot means nothing."""


def filling(slots: Sequence[Slot], unseen: CardSet, cards: Cards) -> Filling:
    """Return a function that draws the cards of each slot, uniformly from all placings that the slots allow.

    All work that does not depend on chance is done here, once.

    Raises:
        ValueError: no placing exists: the number of cards is wrong, or the slots do not allow them.
    """
    puzzle = _puzzle(slots, unseen, cards)
    if _ways(puzzle.masks, puzzle.room) == 0:
        raise ValueError("no deal agrees with what was seen")
    return _Drawing(puzzle, [slot.size for slot in slots])


def filling_one_of(
    alternatives: Sequence[Sequence[Slot]], unseen: CardSet, cards: Cards, counts: Sequence[int] = ()
) -> Filling:
    """Return a function that draws the cards of each slot, uniformly from the placings of several alternatives.

    This is for knowledge that involves several places at once: each case is an alternative, drawn with its number of
    placings as weight. No placing may fit two alternatives.

    Args:
        alternatives: the slots of each case.
        unseen: the cards to place.
        cards: the pack.
        counts: how many deals each placing of a case stands for; if empty, one each.

    Raises:
        ValueError: the cards fit none of the alternatives.
    """
    if len(alternatives) == 1:
        return filling(alternatives[0], unseen, cards)
    times = counts or [1] * len(alternatives)
    fillings: list[Filling] = []
    weights: list[int] = []
    for count, slots in zip(times, alternatives, strict=True):
        puzzle, sizes = _puzzle(slots, unseen, cards), [slot.size for slot in slots]
        if weight := count * _placings(puzzle, sizes):
            fillings.append(_Drawing(puzzle, sizes))
            weights.append(weight)
    if not fillings:
        raise ValueError("no deal agrees with what was seen")
    lottery = _Lottery(weights)
    return fillings[0] if len(fillings) == 1 else lambda rng: fillings[lottery.draw(rng)](rng)


class _Lottery:
    """Draws indices with given integer weights, exactly."""

    def __init__(self, weights: Sequence[int]) -> None:
        self._below = list(accumulate(weights))

    def draw(self, rng: Random) -> int:
        below = self._below
        return bisect_right(below, rng.randrange(below[-1])) if len(below) > 1 else 0


Mask: TypeAlias = tuple[bool, ...]
"""For each group of slots, whether the cards of a class may go there."""
Masks: TypeAlias = tuple[tuple[Mask, int], ...]
"""The mask and the number of cards of each class."""


class _Puzzle(NamedTuple):
    """Equivalent cards and equivalent slots put together: there are few kinds of each, so counting is fast.

    Args:
        classes: lists of cards that may go to the same slots.
        groups: the indices of slots that allow the same cards; the cards of a group are dealt to its slots at random.
        masks: the mask and size of each class.
        room: the room of each group.
    """

    classes: tuple[list[Card], ...]
    groups: tuple[tuple[int, ...], ...]
    masks: Masks
    room: Spread


def _puzzle(slots: Sequence[Slot], unseen: CardSet, cards: Cards) -> _Puzzle:
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
    """Draws placings of a puzzle, and keeps the counts of each draw for the next one."""

    def __init__(self, puzzle: _Puzzle, sizes: Sequence[int]) -> None:
        self._puzzle = puzzle
        self._sizes = sizes
        self._spreads: dict[tuple[int, Spread], tuple[_Lottery, list[tuple[Spread, Spread]]]] = {}

    def __call__(self, rng: Random) -> list[list[Card]]:
        """Return the cards of each slot.

        A class that goes to one group as a whole needs no shuffle, nor does a group that is a single slot.
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
        """Return the spreads of a class over the room, each with the room it leaves, and a lottery to draw one.

        The weight of a spread is the number of placings that begin with it.
        """
        found = list(_spreads(self._puzzle.masks[at:], room))
        lottery = _Lottery([ways for _, _, ways in found])
        kept = self._spreads[at, room] = lottery, [(spread, left) for spread, left, _ in found]
        return kept


def shuffled(cards: Iterable[T], random: Callable[[], float]) -> list[T]:
    """Return cards in random order, sorted by random keys of 53 bits: much faster than `Random.shuffle`.

    Args:
        cards: the cards.
        random: draws floats from 0 up to 1, such as `Random().random`.
    """
    return sorted(cards, key=lambda _: random())


def _placings(puzzle: _Puzzle, sizes: Sequence[int]) -> int:
    """Count the placings that slots of these sizes allow."""
    dealt_out = prod(map(factorial, puzzle.room)) // prod(map(factorial, sizes))
    return _ways(puzzle.masks, puzzle.room) * dealt_out


@lru_cache(maxsize=65536)
def _ways(masks: Masks, room: Spread) -> int:
    """Count the placings of all classes into the room."""
    if not masks:
        return int(not any(room))
    return sum(ways for _, _, ways in _spreads(masks, room))


def _spreads(masks: Masks, room: Spread) -> Iterator[tuple[Spread, Spread, int]]:
    """Yield every spread of the first class, the room it leaves, and the number of placings that begin with it."""
    (mask, count), rest = masks[0], masks[1:]
    for spread, ways in _splits(mask, count, room, _last_chance(masks)):
        left = tuple(have - used for have, used in zip(room, spread, strict=True))
        if after := _ways(rest, left):
            yield spread, left, ways * after


@lru_cache(maxsize=65536)
def _last_chance(masks: Masks) -> Mask:
    """Return, for each group, whether it takes cards of no class after the first: then the first must fill it."""
    return tuple([not any(mask[at] for mask, _ in masks[1:]) for at in range(len(masks[0][0]))])


@lru_cache(maxsize=65536)
def _splits(mask: Mask, count: int, room: Spread, full: Mask) -> tuple[tuple[Spread, int], ...]:
    """Return every way to spread `count` cards over the groups, and how many choices of cards lead to it.

    Groups in `full` must be filled.
    """
    if not mask:
        return (((), 1),) if count == 0 else ()
    most = min(count, room[0]) if mask[0] else 0
    return tuple(
        ((here, *others), comb(count, here) * ways)
        for here in range(room[0] if full[0] else 0, most + 1)
        for others, ways in _splits(mask[1:], count - here, room[1:], full[1:])
    )
