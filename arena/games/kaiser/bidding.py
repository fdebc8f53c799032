"""The auction: what may be bid, which words are open to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from typing import NamedTuple

from arena.games.auction import PASS, Call, Calls, auction, highest
from arena.games.kaiser.options import Options
from arena.games.kernel import Rules, Seat


class Bid(NamedTuple):
    """A number of points, with or without trumps; ordered as at the table: 7 < 7no < 8 (KA-8)."""

    points: int
    no_trump: bool = False


BIDS = {f"{points}{'no' * no_trump}": Bid(points, no_trump) for points in range(5, 13) for no_trump in (False, True)}
"""The words of all bids, lowest first."""


def bidding(o: Options, order: Sequence[Seat], *, forced: bool) -> Rules[Call | None]:
    """Let everybody speak once, the dealer last; return the highest bid, None if all passed (KA-7, KA-11)."""
    calls = yield from auction(order, partial(legal_calls, o, order[-1], forced), single=True, ask_forced=True)
    return highest(calls)


def legal_calls(o: Options, dealer: Seat, forced: bool, seat: Seat, calls: Calls) -> Sequence[str]:
    """Return what a seat may say: pass or more than the highest bid; the dealer may equal it (KA-9, KA-10).

    After three passes a forced dealer has no pass.
    """
    best = highest(calls)
    if best is None:
        return bids_from(o.min_bid) if forced and seat == dealer else words_over(o.min_bid, None, False)
    return words_over(o.min_bid, best.word, seat == dealer)


@cache
def words_over(lowest: int, best: str | None, equal: bool) -> tuple[str, ...]:
    """Return pass and the bids of so many points or more that are above the best, or equal to it."""
    bids = bids_from(lowest)
    return (PASS, *(bids if best is None else bids[bids.index(best) + (not equal) :]))


@cache
def bids_from(points: int) -> tuple[str, ...]:
    """Return the words of all bids of so many points or more, lowest first (KA-8)."""
    return tuple(word for word, bid in BIDS.items() if bid.points >= points)
