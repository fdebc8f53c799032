"""The auction: the legal calls of a seat, and the contract that the calls lead to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arena.games.kernel import Seat, Side, Word
from arena.games.parts.auction import PASS, Call, Calls, highest
from arena.games.two_hundred.options import Options

KEEP = "keep"
FREE = "free"
"""The contract of a dealer who plays without a bid (TH-24)."""
CENT = "100for200"
"""The contract to take all 100 points for a score of 200 (TH-25)."""
LEVELS = {FREE: 0} | {str(level): level for level in range(5, 101, 5)} | {CENT: 100}
"""The points that each contract promises, by its word, from the lowest to the highest (TH-18, TH-25)."""


def open_words(o: Options, dealer: Seat, seat: Seat, calls: Calls) -> Sequence[Word]:
    """Return the legal calls of a seat: pass, a higher bid, or keep the highest (TH-18, TH-19, TH-26, TH-28).

    The high bidder has no legal call (TH-22), nor has a dealer without a choice after all others passed (TH-24).
    """
    best = best_bid(calls)
    if best is None:
        chooses = seat != dealer or o.all_others_pass == "dealer_may_pass"
        return words_over(o, None, False) if chooses else ()
    if best.seat == seat:
        return ()
    keep = (o.keep == "dealer" and seat == dealer) or (o.keep == "any" and best == highest(calls))
    return words_over(o, best.word, keep)


@cache
def words_over(o: Options, best: Word | None, keep: bool) -> tuple[Word, ...]:
    """Return pass, `keep` if it is open, and the bids: from the lowest legal one, or above the best."""
    bids = tuple(word for word in LEVELS if word != CENT or o.bid_100_for_200)
    higher = bids[bids.index(str(o.min_bid)) if best is None else bids.index(best) + 1 :]
    return (PASS, *(KEEP,) * keep, *higher)


def best_bid(calls: Calls) -> Call | None:
    """Return the highest bid and the seat that made or kept it; None if there is none."""
    holder = highest(calls)
    if holder is None or holder.word != KEEP:
        return holder
    level = next(call.word for call in reversed(calls) if call.word not in {PASS, KEEP})
    return Call(holder.seat, level)


def contract_after(o: Options, dealer: Seat, calls: Calls) -> Call | None:
    """Return the contractor and the contract; None if the hands are thrown in (TH-23, TH-24)."""
    if best := best_bid(calls):
        return best
    unbid = {"dealer_min_bid": str(o.min_bid), "dealer_free": FREE}
    word = unbid.get(o.all_others_pass)
    return None if word is None else Call(dealer, word)


def best_bids(calls: Calls, sides: Sequence[Side]) -> tuple[int, ...]:
    """Return the highest level that each side bid or kept in the deal, 0 for a side without a bid (TH-29)."""
    best = [0] * len(set(sides))
    level = 0
    for seat, word in calls:
        if word != PASS:
            level = LEVELS.get(word, level)  # levels only rise, and `keep` repeats the last one
            best[sides[seat]] = level
    return tuple(best)
