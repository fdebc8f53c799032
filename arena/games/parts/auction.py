"""Auctions: seats bid in turn, and a seat that passes is out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Rules, Seat, Word, made

PASS = "pass"


class Call(NamedTuple):
    """One bid or pass of an auction: the seat and its word."""

    seat: Seat
    word: Word


Calls: TypeAlias = tuple[Call, ...]


def highest(calls: Calls) -> Call | None:
    """Return the highest bid, which is the last of the `calls` that is not a pass; None if there is none yet."""
    for call in reversed(calls):
        if call.word != PASS:
            return call
    return None


def auction(
    bidders: Sequence[Seat],
    legal: Callable[[Seat, Calls], Sequence[Word]],
    *,
    single: bool = False,
    ask_forced: bool = False,
    kind: str = "bid",
    calls: Calls = (),
) -> Rules[Calls]:
    """Ask the bidders in turn until no seat has a legal word left.

    A seat without a legal word (such as the high bidder over his own bid) is skipped. A seat that passes is out for
    the rest of the auction.

    Args:
        bidders: the seats that bid, in turn, the first speaker first.
        legal: the legal words of a seat after the calls so far, with `pass` unless the seat must bid.
        single: each seat speaks once.
        ask_forced: also ask seats that can only pass; otherwise these are skipped and make no call.
        kind: the kind of the questions.
        calls: the calls so far, to enter in the middle of an auction.

    Returns:
        All calls in order.
    """
    begun = bidders.index(calls[-1].seat) + 1 if calls else 0
    out = {seat for seat, word in calls if word == PASS}
    silent, number = 0, len(bidders)
    for seat in bidders[begun:] if single else cycle((*bidders[begun:], *bidders[:begun])):
        if silent == number:
            break
        silent += 1
        if seat in out:
            continue
        words = legal(seat, calls)
        if words and (ask_forced or len(words) > 1 or words[0] != PASS):
            word = yield made(Ask, (seat, kind, words, "all", None, None))
            calls = (*calls, made(Call, (seat, word)))
            silent = 0
            if word == PASS:
                out.add(seat)
    return calls
