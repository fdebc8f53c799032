"""From one standing to the next: the scores and the pot after a deal."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arena.games.kernel import Note, Rules, Seat
from arena.games.parts.auction import Call, Calls
from arena.games.parts.chips import Chips, told
from arena.games.parts.tricks import taken
from arena.games.two_hundred.bidding import best_bids
from arena.games.two_hundred.end import lost_in_hole, result
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.play import PlayedDeal
from arena.games.two_hundred.score import Played, credited, settle, worth
from arena.games.two_hundred.seats import Decided, Lineup, Standing, next_dealer

LABELS = {1: "chienne", 2: "double_chienne"}
"""The names for taking all 100 points, by the number of tricks lost; otherwise it is a bloutte (TH-70)."""


def throw_in(o: Options, standing: Standing, who: Lineup) -> Rules[Standing]:
    """Throw the hands in: no score, the dealer's side pays, the next dealer (TH-24, TH-78)."""
    yield Note("thrown-in")
    mates = [seat for seat in who.seats if o.shape.sides[seat] == o.shape.sides[who.dealer]]
    paid = yield from pay(standing, mates, o.pot_penalty)
    return paid._replace(dealer=next_dealer(o, standing), finished=standing.finished + 1, made=())


def enter(
    o: Options, standing: Standing, who: Lineup, calls: Calls, contract: Call, deal: PlayedDeal, *, announced: bool
) -> Rules[Standing]:
    """Score a deal that was played; return the standing after it: scores, payments, sides that drop out, next dealer.

    A deal with announced 100 decides the game and is not scored (TH-69).
    """
    played = summary(o, standing, who, calls, contract, deal)
    yield Note("points", played.points)
    scores = standing.scores if announced else settle(o, played)
    yield Note("scores", scores)
    paid = (yield from pay(standing, payers(played, deal.side, who.seats), o.pot_penalty)) if o.pot else standing
    moved = [side for side, score in enumerate(scores) if score != standing.scores[side]]
    after = Standing(
        next_dealer(o, standing),
        scores,
        standing.finished + 1,
        tuple(side for side in played.contract if side != who.silent) if played.made else (),
        standing.moved.union(moved),
        standing.silent,
        standing.out,
        paid.pot,
        paid.money,
        decided_by_100(o, played, deal, announced=announced),
    )
    if o.format == "three_pairs" and result(o, after) is None:
        after = yield from drop_out(o, after)
        after = after._replace(dealer=next_dealer(o, standing._replace(out=after.out)))
    return after


def summary(o: Options, standing: Standing, who: Lineup, calls: Calls, contract: Call, deal: PlayedDeal) -> Played:
    """Return what scoring needs to know about a deal."""
    sides = o.shape.sides
    contracted = tuple(dict.fromkeys(sides[seat] for seat in deal.side))
    return Played(
        contracted,
        contract.word,
        taken(sides, deal.won),
        standing.scores,
        best_bids(calls, sides),
        silent=who.silent,
        discard=worth(deal.discard),
        credited=credited(o, contracted, standing.competing, [sides[trick.winner] for trick in deal.won])
        if deal.discard
        else (),
        no_trump=deal.no_trump,
    )


def decided_by_100(o: Options, played: Played, deal: PlayedDeal, *, announced: bool) -> Decided | None:
    """Return how taking, or announcing, all 100 points decides the game; None if it does not (TH-69, TH-70)."""
    side = played.contract[0]
    if announced:
        return Decided("announced_100", side if played.all_100 else 1 - side)
    if o.hundred_wins and played.all_100:
        lost = sum(trick.winner not in deal.side for trick in deal.won)
        return Decided("hundred", side, LABELS.get(lost, "bloutte"))
    return None


def drop_out(o: Options, standing: Standing) -> Rules[Standing]:
    """Of three pairs, drop the one that is lost in the hole; the other two play on (TH-73)."""
    lost = lost_in_hole(o, standing)
    for side in lost:
        yield Note("out", (side,))
    return standing._replace(out=standing.out + lost)


def pay(standing: Standing, payers: Collection[Seat], cents: int) -> Rules[Standing]:
    """If there is a pot, let some seats pay into it, and announce it in a note `pot CENTS PAID PAID ...`."""
    if not standing.money:
        return standing
    before = Chips(standing.money, standing.pot)
    after = before.pay(payers, cents)
    yield told(before, after)
    return standing._replace(pot=after.pool, money=after.balances)


def payers(played: Played, side: Collection[Seat], seats: Sequence[Seat]) -> Collection[Seat]:
    """Return the seats that pay after a deal: the contract side if it failed, all others if it took 100 (TH-78).

    Args:
        played: the deal.
        side: the seats of the contract side.
        seats: the seats still in the game.
    """
    if not played.made:
        return side
    return [seat for seat in seats if seat not in side] if played.all_100 else ()
