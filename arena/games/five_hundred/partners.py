"""Who plays with whom: fixed partners, partners who sit out, and the partners that one of five players finds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from arena.games.auction import Call
from arena.games.cards import SUITS
from arena.games.five_hundred.bidding import ALONE
from arena.games.five_hundred.options import Options
from arena.games.kernel import Ask, Card, Note, Rules, Seat, Table, table
from arena.games.schedules import BIDS

WITHOUT = "alone"
"""Said for "no (more) partner" (FH-46)."""
HIGH = "AKQJ"
"""The ranks that may be called (FH-R25)."""
OPENLY = 8
"""A contract for so many tricks or more has two partners, chosen openly (FH-45)."""


class Team(NamedTuple):
    """The contracting side.

    Args:
        seats: the contractor, then those of his partners who are known when play begins.
        called: the card whose holder is his partner, if one was called.
        holder: who that is.
    """

    seats: tuple[Seat, ...]
    called: Card | None = None
    holder: Seat | None = None

    @property
    def all(self) -> tuple[Seat, ...]:
        """The contractor and all his partners."""
        return self.seats if self.holder is None else (*self.seats, self.holder)


def seating(o: Options) -> Table:
    """Return the table: two fixed partnerships of four players, else everybody for himself (FH-2 to FH-4)."""
    return table(o.sides)


def taking_part(o: Options, contract: Call) -> Rules[tuple[Seat, ...]]:
    """Return the seats that play; the partner of a misere lays his cards down (FH-61)."""
    seats = tuple(range(o.players))
    if contract.word not in ALONE:
        return seats
    partner = (contract.seat + 2) % o.players
    yield Note("sits-out", (partner,))
    return tuple(seat for seat in seats if seat != partner)


def find_partners(o: Options, contract: Call, hands: Sequence[Sequence[Card]], discard: Sequence[Card]) -> Rules[Team]:
    """Return the contracting side; one of five players is asked for his partners (FH-42 to FH-47)."""
    contractor = contract.seat
    if o.partnerships:
        return Team((contractor, (contractor + 2) % o.players))
    if o.players < 5:
        return Team((contractor,))
    if BIDS[contract.word].tricks >= OPENLY:
        return (yield from two_partners(o, contractor))
    word = yield Ask(contractor, "call", tuple(callable_words(o, contractor, {*hands[contractor], *discard})))
    if word == WITHOUT:
        return Team((contractor,))
    if word.isdecimal():
        yield Note("partner", (int(word),))
        return Team((contractor, int(word)))
    return Team((contractor,), word, next(seat for seat, hand in enumerate(hands) if word in hand))


def callable_words(o: Options, contractor: Seat, seen: set[Card]) -> Iterator[str]:
    """Yield what a contractor of six or seven may say: high cards he has not seen, seats, `alone` (FH-42 to FH-46)."""
    if o.partner_6_7 != "chosen_player":
        yield from (rank + suit for suit in SUITS for rank in HIGH if rank + suit not in seen)
    if o.partner_6_7 != "called_card":
        yield from others(o, (contractor,))
    if o.five_alone:
        yield WITHOUT


def two_partners(o: Options, contractor: Seat) -> Rules[Team]:
    """Let a contractor of eight or more name two partners, fewer where he may play alone (FH-45, FH-46)."""
    seats: tuple[Seat, ...] = (contractor,)
    for _ in range(2):
        word = yield Ask(contractor, "partner", (*others(o, seats), *(WITHOUT,) * o.five_alone))
        if word == WITHOUT:
            break
        seats = (*seats, int(word))
        yield Note("partner", (int(word),))
    return Team(seats)


def others(o: Options, seats: Sequence[Seat]) -> list[str]:
    """Return the seats that are not among some, as words."""
    return [str(seat) for seat in range(o.players) if seat not in seats]
