"""The pack, the first dealer, where each card of the shuffled pack goes, and the claim of a hopeless hand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.games.american_five_hundred.options import Options
from arena.games.bowers import JOKER
from arena.games.cards import Place, Plan, dealt_in_order, pack, plan, rounds
from arena.games.draws import first_jack
from arena.games.kernel import Ask, Card, Chance, Note, Rules, Seat
from arena.games.kitty import KITTY
from arena.games.options import named_seat
from arena.games.turns import turns

PACK = (JOKER, *pack("AKQJT987654"))
"""The 45 cards (AF-2)."""
SEATS = tuple(range(4))
SIDES = (0, 1, 0, 1)
MIDDLE = 5
"""The cards of the middle, and the discards."""
LOW = frozenset(card for card in PACK if card[0] in "T987654")
"""The cards beside which a single ace makes a hopeless hand (AF-9)."""
HIGH, ACES = frozenset(PACK) - LOW, frozenset(card for card in PACK if card[0] == "A")


def first_dealer(o: Options, chance: Chance) -> Rules[Seat]:
    """Find who deals first: whoever is turned up the first jack, from seat 0 on, or the seat named (AF-6)."""
    if o.first_dealer != "draw":
        return named_seat(o.first_dealer)
    return (yield from first_jack(chance("first-jack", PACK), SEATS, SEATS))


@cache
def dealing(dealer: Seat) -> Plan:
    """Return where each card of the pack goes (AF-8)."""
    order = turns((dealer + 1) % 4, 4)
    packets: list[tuple[Place, int]] = [*rounds(order, (3,)), (KITTY, 3), *rounds(order, (2,)), (KITTY, 2)]
    return plan([*packets, *rounds(order, (3, 2))])


def give(dealer: Seat, cards: Sequence[Card]) -> tuple[list[list[Card]], list[Card]]:
    """Return what the shuffled pack gives: the hand of each seat and the middle, as they are read."""
    held = dealt_in_order(cards, dealing(dealer), PACK)
    return [held[seat] for seat in SEATS], held[KITTY]


def is_hopeless(hand: Sequence[Card]) -> bool:
    """Return whether a hand as dealt has exactly one ace, no king, queen or jack, and no joker (AF-9)."""
    high = HIGH.intersection(hand)
    return len(high) == 1 and ACES.issuperset(high)


def claims(hands: Sequence[Sequence[Card]], order: Sequence[Seat]) -> Rules[frozenset[Seat] | None]:
    """Ask whoever may claim, in turn, whether he does, and his partner whether he agrees (AF-10 to AF-12).

    Nobody learns who was asked and did not claim (AF-47).

    Returns:
        The seats that may not bid nullo, since one of the two refused the other; None if the deal is annulled.
    """
    barred: set[Seat] = set()
    for seat in order:
        if is_hopeless(hands[seat]):
            word = yield Ask(seat, "ace-no-face", ("claim", "no-claim"), told="nobody")
            if word == "claim":
                yield Note("claim", (seat,))
                partner = (seat + 2) % 4
                if (yield Ask(partner, "annul", ("agree", "refuse"))) == "agree":
                    return None
                barred |= {seat, partner}
    return frozenset(barred)
