"""The pack, the first dealer, where each card of the shuffled pack goes, and the cards of a misdeal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from arena.games.kernel import Card, Chance, Place, Plan, Rules, Seat
from arena.games.parts.cards import RANKS, by_order, pack, packet_sizes, plan, rounds
from arena.games.parts.draws import first_jack
from arena.games.parts.kitty import KITTY
from arena.games.parts.turns import turns_from
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.seats import dealers, players

PACKS = {len(ranks) * 4: pack(ranks) for ranks in ("AKQJT9875", "AKQJT98765", "AKQJT987654", RANKS)}
"""The pack of each size (TH-4)."""
PACKET = {"ones": 1, "twos": 2, "threes": 3, "fours": 4}
READING = by_order(pack(RANKS))
"""The sort key of hands: suit by suit, high to low."""
LOW = frozenset(pack("T98765432"))
"""The cards up to the ten: a hand with no other card may be thrown in (TH-15)."""


@cache
def pack_for(o: Options) -> tuple[Card, ...]:
    """Return the unshuffled pack, with exactly the cards that the hands and the kitty need (TH-4)."""
    return PACKS[o.shape.hands * o.hand + o.kitty]


def first_dealer(o: Options, silent: Seat | None, chance: Chance) -> Rules[Seat]:
    """Find the first dealer: drawn, given the first jack turned up from seat 1 on, or named (TH-8)."""
    order = dealers(o, silent)
    if o.first_dealer == "first_jack":
        turned = turns_from(next(seat for seat in order if seat > 0), order)
        return (yield from first_jack(chance("first-jack", pack_for(o)), turned, players(o)))
    return chance("first-dealer", order)[0] if o.first_dealer == "random" else int(o.first_dealer)


def hand_size(o: Options, hands: int) -> int:
    """Return the size of each hand; it grows when a side has dropped out (TH-73)."""
    return (len(pack_for(o)) - o.kitty) // hands


@cache
def dealing(o: Options, seats: tuple[Seat, ...]) -> Plan:
    """Return where each card goes: packets in the order of seats, with the kitty in between (TH-11, TH-12)."""
    size = hand_size(o, len(seats))
    sizes = packet_sizes(size, PACKET.get(o.deal_packets, size))
    return plan(with_kitty(rounds(seats, sizes), kitty_packets(o, len(seats), len(sizes))))


def kitty_packets(o: Options, one_round: int, number_of_rounds: int) -> Mapping[int, int]:
    """Return how many cards the kitty gets after which packets of the deal, counted from 1 (TH-12)."""
    if not o.kitty:
        return {}
    if o.kitty_deal == "singly":
        return dict.fromkeys(range(1, o.kitty + 1), 1)
    if o.kitty_deal == "together" or number_of_rounds == 1:
        return {one_round: o.kitty}
    return dict.fromkeys((one_round, 2 * one_round), o.kitty // 2)


def with_kitty(packets: Sequence[tuple[Place, int]], kitty: Mapping[int, int]) -> Iterator[tuple[Place, int]]:
    """Yield the packets of the hands, with those of the kitty in their places."""
    for number, packet in enumerate(packets, 1):
        yield packet
        if number in kitty:
            yield KITTY, kitty[number]
