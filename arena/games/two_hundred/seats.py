"""The standing between two deals, and the roles in a deal: dealer, bidders, silent partner, contract side."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache
from typing import NamedTuple

from arena.games.kernel import Seat, Seating, Side, spelled
from arena.games.parts.turns import next_in, turns_from
from arena.games.two_hundred.options import Options


class Decided(NamedTuple):
    """A game decided by all 100 points, whatever the scores (TH-69, TH-70).

    Args:
        reason: `announced_100` or `hundred`.
        winner: the side that wins.
        label: the name for it, if it has one.
    """

    reason: str
    winner: Side
    label: str = ""


class Standing(NamedTuple):
    """The state that carries over from deal to deal.

    Args:
        dealer: the next dealer.
        scores: the score of each side.
        finished: the number of deals so far, including hands thrown in (TH-76).
        made: the sides that made their contract in the last deal, the contractor's first (TH-66).
        moved: the sides whose score has ever changed (TH-75).
        silent: the silent partner for the whole game, None if there is none (TH-48).
        out: the sides that have dropped out (TH-73).
        pot: the cents in the pot (TH-78).
        money: the balance of each seat in cents, negative for what it has paid; empty if there is no pot.
        decided: set if the last deal decided the game by all 100 points.
    """

    dealer: Seat
    scores: tuple[int, ...]
    finished: int = 0
    made: tuple[Side, ...] = ()
    moved: frozenset[Side] = frozenset()
    silent: Seat | None = None
    out: tuple[Side, ...] = ()
    pot: int = 0
    money: tuple[int, ...] = ()
    decided: Decided | None = None

    @property
    def competing(self) -> tuple[Side, ...]:
        """The sides that can win: not dropped out, and not the fixed silent partner (its side and seat are equal)."""
        return tuple(side for side in range(len(self.scores)) if side not in self.out and side != self.silent)

    def words(self) -> tuple[str, ...]:
        """Return the fields that matter for later deals, as `key=value` words."""
        return spelled(
            dealer=self.dealer,
            scores=self.scores,
            finished=self.finished,
            silent=self.silent,
            out=self.out,
            pot=self.pot if self.money else None,
            money=self.money,
        )


class Lineup(NamedTuple):
    """The roles in a deal. Seats are in turn order, from the dealer's left to the dealer.

    Args:
        seats: the seats that hold cards.
        bidders: the seats that bid.
        silent: the seat that plays as the contractor's partner but neither bids nor scores, if there is one.
    """

    seats: tuple[Seat, ...]
    bidders: tuple[Seat, ...]
    silent: Seat | None = None

    @property
    def dealer(self) -> Seat:
        """The dealer."""
        return self.seats[-1]


def seating(o: Options) -> Seating:
    """Return the seating of a game (TH-1, TH-3)."""
    return Seating(o.shape.sides, o.shape.answers)


def players(o: Options) -> tuple[Seat, ...]:
    """Return the seats of the players, which see everything that is shown to all."""
    return seating(o).players


def playing(o: Options, out: Collection[Side] = ()) -> tuple[Seat, ...]:
    """Return the seats that still hold cards after these sides dropped out, clockwise (TH-73)."""
    return tuple(seat for seat, side in enumerate(o.shape.sides) if side not in out)


def dealers(o: Options, silent: Seat | None, out: Collection[Side] = ()) -> tuple[Seat, ...]:
    """Return the seats that may deal, clockwise: not the silent partner, nor seats that dropped out (TH-9)."""
    return tuple(seat for seat in playing(o, out) if o.shape.answers[seat] == seat != silent)


def next_dealer(o: Options, standing: Standing) -> Seat:
    """Return the next dealer (TH-9)."""
    return next_in(standing.dealer, o.shape.hands, dealers(o, standing.silent, standing.out))


def lineup(o: Options, standing: Standing) -> Lineup:
    """Return the roles in the next deal (TH-2, TH-17, TH-48 to TH-51)."""
    return _lineup(o, standing.dealer, standing.silent, standing.out)


@cache
def _lineup(o: Options, deals: Seat, silent: Seat | None, out: tuple[Side, ...]) -> Lineup:
    hands = playing(o, out)
    *others, dealer = turns_from(next_in(deals, o.shape.hands, hands), hands)
    silent = others[-1] if o.format == "silent_rotating" else silent
    seats = (*others, dealer)
    return Lineup(seats, tuple(seat for seat in seats if o.shape.answers[seat] == seat != silent), silent)


def contract_side(o: Options, who: Lineup, contractor: Seat, partner: Seat | None) -> tuple[Seat, ...]:
    """Return the seats that play the contract, the contractor first; `partner` is the called partner, if any."""
    if partner is None:
        partner = who.silent
    if partner is not None:
        return (contractor, partner)
    sides = o.shape.sides
    return (contractor, *(seat for seat in who.seats if sides[seat] == sides[contractor] and seat != contractor))
