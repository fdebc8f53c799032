"""The pack, the first dealer, and where each card of the shuffled pack goes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from arena.games.cards import RANKS, Place, Plan, by_order, dealt, pack, packet_sizes, plan, rounds
from arena.games.kernel import Card, Chance, Rules, Seat, Show
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.seats import SEATS, from_left_of

HAND = 9
KITTY = "kitty"
PACKS = {36: pack("AKQJT9875"), 40: pack("AKQJT98765")}
"""The pack of each size (TH-4)."""
PACKET = {"ones": 1, "twos": 2, "threes": 3, "fours": 4, "all": HAND}
READING = by_order(pack(RANKS))
"""The order in which hands are shown: suit by suit, high to low."""


def pack_for(o: Options) -> tuple[Card, ...]:
    """Return the pack, unshuffled: just enough cards for the hands and the kitty (TH-4)."""
    return PACKS[len(SEATS) * HAND + o.kitty]


def first_dealer(o: Options, chance: Chance) -> Rules[Seat]:
    """Find who deals first: drawn, by the first jack turned up from seat 1 on, or named (TH-8)."""
    if o.first_dealer == "first_jack":
        cards = chance("first-jack", pack_for(o))
        jack = next(i for i, card in enumerate(cards) if card[0] == "J")
        yield Show(SEATS, "first-jack", None, cards[: jack + 1])
        return from_left_of(0)[jack % len(SEATS)]
    return chance("first-dealer", SEATS)[0] if o.first_dealer == "random" else int(o.first_dealer)


@cache
def dealing(o: Options, dealer: Seat) -> Plan:
    """Return where each card of the pack goes: packets from the dealer's left, the kitty between (TH-11, TH-12)."""
    sizes = packet_sizes(HAND, PACKET[o.deal_packets])
    return plan(with_kitty(rounds(from_left_of(dealer), sizes), kitty_packets(o, len(sizes))))


def kitty_packets(o: Options, number_of_rounds: int) -> Mapping[int, int]:
    """Return the cards of the kitty that follow the first, second, ... packet (from 1) of the deal (TH-12)."""
    one_round = len(SEATS)
    if not o.kitty:
        return {}
    if o.kitty_deal == "singly":
        return dict.fromkeys(range(1, o.kitty + 1), 1)
    if o.kitty_deal == "together" or number_of_rounds == 1:
        return {one_round: o.kitty}
    return dict.fromkeys((one_round, 2 * one_round), o.kitty // 2)


def with_kitty(packets: Sequence[tuple[Place, int]], kitty: Mapping[int, int]) -> Iterator[tuple[Place, int]]:
    """Yield the packets of the hands with those of the kitty where they belong."""
    for number, packet in enumerate(packets, 1):
        yield packet
        if number in kitty:
            yield KITTY, kitty[number]


def give(o: Options, dealer: Seat, cards: Sequence[Card]) -> tuple[list[list[Card]], list[Card]]:
    """Return the hands and the kitty that the shuffled pack gives, each sorted for reading."""
    where = dealing(o, dealer)
    places: tuple[Place, ...] = (*SEATS, KITTY)
    *hands, kitty = (sorted(dealt(cards, where, place), key=READING) for place in places)
    return hands, kitty
