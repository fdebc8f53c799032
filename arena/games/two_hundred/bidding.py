"""The auction: which words are open to a seat, and what the calls come to."""

from __future__ import annotations

from collections.abc import Sequence

from arena.games.auction import PASS, Call, Calls
from arena.games.kernel import Seat, Side, Word
from arena.games.two_hundred.options import Options

FREE = "free"
"""The contract of a dealer who plays without a bid (TH-24)."""
LEVELS = {FREE: 0} | {str(level): level for level in range(5, 101, 5)}
"""The points that each contract promises; as words of the auction from the lowest to the highest (TH-18)."""


def open_words(o: Options, dealer: Seat, seat: Seat, calls: Calls) -> Sequence[Word]:
    """Return what a seat may say: pass, or any bid above the highest (TH-18, TH-19).

    Nothing is open to the holder of the highest bid (TH-22), nor to a dealer who may not choose after the others have
    passed (TH-24).
    """
    best = highest(calls)
    if best is None:
        chooses = seat != dealer or o.all_others_pass == "dealer_may_pass"
        return (PASS, *bids_from(o.min_bid)) if chooses else ()
    return () if best.seat == seat else (PASS, *bids_from(LEVELS[best.word] + 1))


def bids_from(lowest: int) -> list[Word]:
    """Return the bids that promise at least `lowest` points."""
    return [word for word, level in LEVELS.items() if level >= lowest]


def highest(calls: Calls) -> Call | None:
    """Return the last call that is a bid, which is the highest, or None."""
    return next((call for call in reversed(calls) if call.word != PASS), None)


def contract_after(o: Options, dealer: Seat, calls: Calls) -> Call | None:
    """Return who plays which contract; None if the hands are thrown in (TH-23, TH-24)."""
    unbid = {"dealer_min_bid": Call(dealer, str(o.min_bid)), "dealer_free": Call(dealer, FREE)}
    return highest(calls) or unbid.get(o.all_others_pass)


def best_bids(calls: Calls, sides: Sequence[Side]) -> tuple[int, ...]:
    """Return the highest level that each side has bid in the deal, 0 where it has not bid (TH-29)."""
    best = [0] * len(set(sides))
    for seat, word in calls:
        if word != PASS:
            best[sides[seat]] = max(best[sides[seat]], LEVELS[word])
    return tuple(best)
