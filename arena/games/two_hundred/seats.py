"""Who takes part in a deal, and how: who deals, who bids, who is silent, who plays with whom."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from arena.games.kernel import Seat, Side, Table
from arena.games.turns import next_in, turns_from
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.standing import Standing


class Lineup(NamedTuple):
    """Who does what in a deal; seats are in the order of turns, from the dealer's left to the dealer.

    Args:
        seats: the seats that hold cards.
        bidders: those that bid.
        silent: the seat that plays as the contractor's partner without bidding or scoring, if any.
    """

    seats: tuple[Seat, ...]
    bidders: tuple[Seat, ...]
    silent: Seat | None = None

    @property
    def dealer(self) -> Seat:
        """Who deals."""
        return self.seats[-1]


def seating(o: Options) -> Table:
    """Return the table of a game (TH-1, TH-3)."""
    return Table(o.shape.sides, o.shape.answers)


def players(o: Options) -> tuple[Seat, ...]:
    """Return the seats of the players, who see what is shown to all."""
    return seating(o).players


def playing(o: Options, out: Collection[Side] = ()) -> tuple[Seat, ...]:
    """Return the seats that hold cards when these sides have dropped out, clockwise (TH-73)."""
    return tuple(seat for seat, side in enumerate(o.shape.sides) if side not in out)


def dealers(o: Options, silent: Seat | None, out: Collection[Side] = ()) -> tuple[Seat, ...]:
    """Return the seats that may deal, clockwise: no silent partner, nobody who has dropped out (TH-9)."""
    return tuple(seat for seat in playing(o, out) if o.shape.answers[seat] == seat != silent)


def next_dealer(o: Options, standing: Standing) -> Seat:
    """Return who deals next (TH-9)."""
    return _next_dealer(o, standing.dealer, standing.silent, standing.out)


@cache
def _next_dealer(o: Options, dealer: Seat, silent: Seat | None, out: tuple[Side, ...]) -> Seat:
    return next_in(dealer, o.shape.hands, dealers(o, silent, out))


def lineup(o: Options, standing: Standing) -> Lineup:
    """Return who does what in the next deal (TH-2, TH-17, TH-48 to TH-51)."""
    return _lineup(o, standing.dealer, standing.silent, standing.out)


@cache
def _lineup(o: Options, deals: Seat, silent: Seat | None, out: tuple[Side, ...]) -> Lineup:
    hands = playing(o, out)
    *others, dealer = turns_from(next_in(deals, o.shape.hands, hands), hands)
    silent = others[-1] if o.format == "silent_rotating" else silent
    seats = (*others, dealer)
    return Lineup(seats, tuple(seat for seat in seats if o.shape.answers[seat] == seat != silent), silent)


def contract_side(o: Options, who: Lineup, contractor: Seat, partner: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that play the contract, the contractor first; `partner` was called, if anybody was."""
    if partner is None:
        partner = who.silent
    if partner is not None:
        return (contractor, partner)
    sides = o.shape.sides
    mates = [seat for seat in who.seats if sides[seat] == sides[contractor] and seat != contractor]
    return (contractor, *mates)
