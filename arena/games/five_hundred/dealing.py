"""The pack, the first dealer, and where each card of the shuffled pack goes."""

from __future__ import annotations

from functools import cache

from arena.games.five_hundred.bidding import suit_rank
from arena.games.five_hundred.options import Options
from arena.games.kernel import Card, Chance, Place, Plan, Rules, Seat
from arena.games.kernel.options import named_seat
from arena.games.parts.bowers import JOKER
from arena.games.parts.cards import RANKS, by_order, pack, plan, rounds
from arena.games.parts.draws import lowest_drawn
from arena.games.parts.kitty import KITTY
from arena.games.parts.turns import turns

HAND = 10
"""The number of cards of a hand, and of tricks in a deal."""
DUMMY = "dummy"
"""The place of the hand that no player gets (FH-23)."""
FULL, STANDARD, SHORT = pack(RANKS), pack("AKQJT987"), pack("AKQJT9")
FOUR_HANDS = tuple(card for card in FULL if card[0] not in "32" and card not in {"4S", "4C"})
"""The packs without the joker (FH-8 to FH-12)."""


@cache
def pack_for(o: Options) -> tuple[Card, ...]:
    """Return the pack, unshuffled (FH-8 to FH-13)."""
    cards = SHORT if o.short else {2: STANDARD, 3: STANDARD, 4: FOUR_HANDS, 5: FULL}[o.players]
    return (JOKER, *cards) if o.has_joker else cards


def first_dealer(o: Options, chance: Chance) -> Rules[Seat]:
    """Find the first dealer: the seat named, or the lowest card drawn; joker, ace, two and up (FH-5)."""
    if o.first_dealer != "draw":
        return named_seat(o.first_dealer)
    order = by_order((JOKER, *(rank + suit for rank in "A23456789TJQK" for suit in suit_rank(o.schedule))))
    return (yield from lowest_drawn(chance("draw", pack_for(o)), turns(0, o.players), order))


@cache
def dealing(o: Options, dealer: Seat) -> Plan:
    """Return where each card goes: packets of 3, 4 and 3, the widow after the first or at the end (FH-21, FH-22).

    A dummy hand is dealt to before the player on the dealer's left (FH-23).
    """
    seats: list[Place] = [*turns((dealer + 1) % o.players, o.players)]
    order = [DUMMY, *seats] if o.dummy else seats
    first, others, widow = rounds(order, [3]), rounds(order, [4, 3]), (KITTY, o.widow)
    between = o.widow_deal == "after_first_packet"
    return plan([*first, widow, *others] if between else [*first, *others, widow])
