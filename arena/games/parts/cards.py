"""Packs, and plans of the deal: the place of each card of the shuffled pack.

A card is a word: rank, then suit (`AS`, `TH`, `5D`). A plan lists the place that each card of the pack goes to, top
card first. Rules deal by the plan and samplers fill its places again, so the two cannot disagree.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import NamedTuple

from arena.games.kernel.events import Card, Note, Place, Plan, Rules, Seat, Show, made

SUITS = "SHDC"
RANKS = "AKQJT98765432"


def pack(ranks: str, suits: str = SUITS) -> tuple[Card, ...]:
    """Return an unshuffled pack: the `suits` one by one, with the ranks in the order given (highest first)."""
    return tuple(rank + suit for suit in suits for rank in ranks)


def printed_suit(card: Card) -> str:
    """Return the suit that is printed on a card; "" for a card without suit, such as a joker."""
    return card[-1] if len(card) == 2 and card[-1] in SUITS else ""


def plan(packets: Iterable[tuple[Place, int]]) -> Plan:
    """Return the plan that deals these packets (place, number of cards) one after the other."""
    return tuple(chain.from_iterable((place,) * size for place, size in packets))


def rounds(order: Sequence[Place], sizes: Iterable[int]) -> list[tuple[Place, int]]:
    """Return packets that go round the table in an `order`, once for each of the `sizes`."""
    return [(place, size) for size in sizes for place in order]


def packet_sizes(hand_size: int, packet: int) -> list[int]:
    """Return the packet sizes of a hand, the remainder last (10 cards by threes: 3, 3, 3, 1)."""
    full, rest = divmod(hand_size, packet)
    return [packet] * full + [rest] * (rest > 0)


def dealt(cards: Sequence[Card], where: Plan, place: Place) -> list[Card]:
    """Return the cards that the plan deals to a place, in the order received.

    Raises:
        ValueError: the number of cards is not the length of the plan.
    """
    if len(cards) != len(where):
        raise ValueError(f"{len(cards)} cards cannot be dealt to {len(where)} places")
    return [cards[i] for i in _numbers(where, place)]


@cache
def _numbers(where: Plan, place: Place) -> tuple[int, ...]:
    """Return the positions in the pack of the cards that go to a place."""
    return tuple(i for i, to in enumerate(where) if to == place)


def dealt_in_order(cards: Sequence[Card], where: Plan, order: tuple[Card, ...]) -> Mapping[Place, list[Card]]:
    """Return the cards that the plan deals to each place, sorted; other places get an empty list.

    The stock is not sorted: its top card comes first.

    Args:
        cards: the shuffled pack.
        where: the plan.
        order: all cards of the pack, in the order in which hands are sorted.

    Raises:
        ValueError: the number of cards is not the length of the plan.
    """
    if len(cards) != len(where):
        raise ValueError(f"{len(cards)} cards cannot be dealt to {len(where)} places")
    found: dict[Place, list[Card]] = defaultdict(list)
    key = _reading(order)
    for place, taking in _takings(where):
        found[place] = list(taking(cards)) if place == STOCK else sorted(taking(cards), key=key)
    return found


@cache
def _takings(where: Plan) -> tuple[tuple[Place, Callable[[Sequence[Card]], Iterable[Card]]], ...]:
    """Return each place of the plan with a function that takes its cards out of the shuffled pack."""
    found = []
    for place in dict.fromkeys(where):
        first, *others = _numbers(where, place)
        found.append((place, itemgetter(first, *others) if others else itemgetter(slice(first, first + 1))))
    return tuple(found)


@cache
def _reading(order: tuple[Card, ...]) -> Callable[[Card], int]:
    """Return the sort key of an order; it is cached."""
    return by_order(order)


def by_order(order: Iterable[Card]) -> Callable[[Card], int]:
    """Return a sort key that puts a hand into the order given, such as suit by suit from high to low."""
    return {card: i for i, card in enumerate(order)}.__getitem__


TURN_UP, STOCK = "turn-up", "stock"
"""Places of a plan: the card turned up for trump, and the cards that are left over."""
TURNED, IGNORED = "turned", "ignored"
"""The kinds of shows of the top card of the stock: turned up to be played, or turned up and out of play."""
PACKETS = {"three_two": (3, 2), "two_three": (2, 3)}
"""The packet sizes of a hand of five cards, by the words of the option `deal_packets` (EC-5, TP-6)."""


def more(seat: Seat) -> str:
    """Return the place of the cards that a seat gets later, in a second round of dealing (JJ-11)."""
    return f"more-{seat}"


@cache
def with_stock(order: tuple[Place, ...], sizes: tuple[int, ...], pack_size: int, *, turn_up: bool = True) -> Plan:
    """Return the plan that deals packets round the table, then turns up one card, and leaves the rest as the stock.

    The clauses are BB-6, BB-7, EC-5, EC-6, HA-5, HA-6, TF-5, TP-6 and TP-7; for cards dealt singly, BA-6, BG-6, JJ-5
    and, without a turn-up, JJ-11 and TR-11.

    Args:
        order: the seats that get cards, in turn; or the places of cards that they get later (`more`).
        sizes: the packet size of each round.
        pack_size: the number of cards in the pack.
        turn_up: whether a card is turned up.
    """
    left = pack_size - len(order) * sum(sizes) - turn_up
    return plan([*rounds(order, sizes), (TURN_UP, int(turn_up)), (STOCK, left)])


class Dealt(NamedTuple):
    """A pack as dealt: hands, kitty and turn-up sorted, the stock with its top card first."""

    hands: list[list[Card]]
    kitty: list[Card]
    turn_up: Card
    stock: list[Card]


def give(cards: Sequence[Card], where: Plan, order: tuple[Card, ...], seats: int) -> Dealt:
    """Deal the shuffled pack by a plan; a seat or a place that the plan does not name has no cards.

    Args:
        cards: the shuffled pack.
        where: the plan; besides seats it may name `kitty`, `turn-up` and `stock`.
        order: all cards of the pack, in the order in which hands are sorted.
        seats: the number of seats.

    Raises:
        ValueError: the number of cards is not the length of the plan.
    """
    held = dealt_in_order(cards, where, order)
    turned = held[TURN_UP][0] if TURN_UP in held else ""
    return made(Dealt, ([held[seat] for seat in range(seats)], held["kitty"], turned, held[STOCK]))


def show_hands(
    hands: Sequence[Sequence[Card]], but: Seat | None = None, seen_by: Sequence[Sequence[Seat]] = ()
) -> Rules[None]:
    """Show every seat that was dealt cards its own of the `hands`, except the seat `but`, which does not see it yet.

    Where other seats see a hand too, `seen_by` lists, for each seat, all seats that see its hand (TP-21).
    """
    for seat, hand in enumerate(hands):
        if hand and seat != but:
            yield made(Show, (seen_by[seat] if seen_by else (seat,), "hand", seat, tuple(hand)))


def turn_trump(card: Card, players: Sequence[Seat], owner: Seat | None = None) -> Rules[str]:
    """Turn up a card for trump: show it to all players and announce its suit, which is returned.

    Args:
        card: the card.
        players: all players.
        owner: the seat that holds the card; None if nobody does.
    """
    yield made(Show, (players, TURN_UP, owner, (card,)))
    yield made(Note, ("trump", (card[-1],)))
    return card[-1]


def assemble(where: Plan, contents: Mapping[Place, Sequence[Card]]) -> tuple[Card, ...]:
    """Return the pack that the plan deals into these places, each with its cards in the order given.

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
    """Return how many cards go to each place, and what turns the cards, listed place by place, into the pack."""
    sizes = Counter(where)
    rank = {place: i for i, place in enumerate(sizes)}
    numbers = sorted(range(len(where)), key=lambda at: rank[where[at]])
    order = itemgetter(*(numbers.index(at) for at in range(len(where)))) if len(where) > 1 else tuple
    return tuple(sizes.items()), order
