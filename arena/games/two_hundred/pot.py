"""The pot: who pays into it, and who gets it (TH-78 to TH-80)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arena.games.kernel import Note, Rules, Seat, Side
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.score import Played
from arena.games.two_hundred.standing import Standing


def pay(standing: Standing, payers: Collection[Seat], cents: int) -> Rules[Standing]:
    """Let some seats pay into the pot, where there is one; a note `pot CENTS PAID PAID ...` tells it to all."""
    if not standing.money:
        return standing
    paid = [cents if seat in payers else 0 for seat in range(len(standing.money))]
    pot = standing.pot + sum(paid)
    yield Note("pot", (pot, *paid))
    return standing._replace(pot=pot, money=tuple(had - cost for had, cost in zip(standing.money, paid, strict=True)))


def payers(played: Played, side: Collection[Seat], seats: Sequence[Seat]) -> Collection[Seat]:
    """Return who pays after a deal: the contract side if it failed, all others if it took all 100 points (TH-78).

    Args:
        played: the deal.
        side: the seats of the contract side.
        seats: the seats still in the game.
    """
    if not played.made:
        return side
    return [seat for seat in seats if seat not in side] if played.all_100 else ()


def shared_out(o: Options, standing: Standing, winners: Collection[Side]) -> tuple[int, ...]:
    """Return what each seat has won or lost once the winners divide the pot, odd cents in seat order (TH-79)."""
    sharing = [seat for seat, side in enumerate(o.shape.sides) if side in winners]
    share, odd = divmod(standing.pot, len(sharing))
    shares = {seat: share + (place < odd) for place, seat in enumerate(sharing)}
    return tuple(money + shares.get(seat, 0) for seat, money in enumerate(standing.money))
