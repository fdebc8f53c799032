"""Packs, and which card of the shuffled pack goes where.

A card is its word: rank then suit (`AS`, `TH`, `5D`). Dealing is a plan: the place that each card of the pack goes to,
top card first. Rules deal by the plan and `worlds` fills its places again, so the two cannot differ.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

from arena.games.kernel import Card, Rules, Seat, Show, made

SUITS = "SHDC"
RANKS = "AKQJT98765432"
Place: TypeAlias = Seat | str
"""Where a dealt card goes: a seat, or the name of a place on the table such as `kitty`."""
Plan: TypeAlias = tuple[Place, ...]


def pack(ranks: str, suits: str = SUITS) -> tuple[Card, ...]:
    """Return a pack in order: suit by suit, the ranks as given (highest first)."""
    return tuple(rank + suit for suit in suits for rank in ranks)


def plan(packets: Iterable[tuple[Place, int]]) -> Plan:
    """Return the place of each card of the pack, from packets (place, number of cards) in the order of dealing."""
    return tuple(chain.from_iterable((place,) * size for place, size in packets))


def rounds(order: Sequence[Place], sizes: Iterable[int]) -> list[tuple[Place, int]]:
    """Return packets that go round the table once for each size."""
    return [(place, size) for size in sizes for place in order]


def packet_sizes(hand_size: int, packet: int) -> list[int]:
    """Return the sizes of the rounds of packets; the last is the remainder (10 by threes: 3, 3, 3, 1)."""
    full, rest = divmod(hand_size, packet)
    return [packet] * full + [rest] * (rest > 0)


def dealt(cards: Sequence[Card], where: Plan, place: Place) -> list[Card]:
    """Return the cards of the pack that the plan gives to a place, in the order received.

    Raises:
        ValueError: there are more or fewer cards than the plan has places.
    """
    if len(cards) != len(where):
        raise ValueError(f"{len(cards)} cards cannot be dealt to {len(where)} places")
    return [cards[i] for i in _numbers(where, place)]


@cache
def _numbers(where: Plan, place: Place) -> tuple[int, ...]:
    """Return which cards of the pack go to a place."""
    return tuple(i for i, to in enumerate(where) if to == place)


def dealt_in_order(cards: Sequence[Card], where: Plan, order: tuple[Card, ...]) -> Mapping[Place, list[Card]]:
    """Return the cards of every place that the plan deals to; those of each in an order of the pack.

    A place that gets no card has none.

    Args:
        cards: the shuffled pack.
        where: the plan.
        order: all cards of the pack, in the order in which hands are read.

    Raises:
        ValueError: there are more or fewer cards than the plan has places.
    """
    if len(cards) != len(where):
        raise ValueError(f"{len(cards)} cards cannot be dealt to {len(where)} places")
    found: dict[Place, list[Card]] = defaultdict(list)
    key = _reading(order)
    for place, taking in _takings(where):
        found[place] = sorted(taking(cards), key=key)
    return found


@cache
def _takings(where: Plan) -> tuple[tuple[Place, Callable[[Sequence[Card]], Iterable[Card]]], ...]:
    """Return every place of the plan with what takes its cards out of the shuffled pack."""
    found = []
    for place in dict.fromkeys(where):
        first, *others = _numbers(where, place)
        found.append((place, itemgetter(first, *others) if others else itemgetter(slice(first, first + 1))))
    return tuple(found)


@cache
def _reading(order: tuple[Card, ...]) -> Callable[[Card], int]:
    """Return the sort key of an order, made once for it."""
    return by_order(order)


def by_order(order: Iterable[Card]) -> Callable[[Card], int]:
    """Return a sort key that arranges a hand in the order given (suit by suit, high to low)."""
    return {card: i for i, card in enumerate(order)}.__getitem__


def show_hands(hands: Sequence[Sequence[Card]]) -> Rules[None]:
    """Show every seat that was dealt cards its own hand."""
    for seat, hand in enumerate(hands):
        if hand:
            yield made(Show, ((seat,), "hand", seat, tuple(hand)))
