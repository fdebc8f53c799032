"""Auctions: turns go round, who passes is out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from arena.games.kernel import Ask, Rules, Seat, Word

PASS = "pass"


class Call(NamedTuple):
    """What a seat said in the auction."""

    seat: Seat
    word: Word


Calls: TypeAlias = tuple[Call, ...]


def auction(
    bidders: Sequence[Seat],
    legal: Callable[[Seat, Calls], Sequence[Word]],
    *,
    single: bool = False,
    calls: Calls = (),
) -> Rules[Calls]:
    """Ask round the table until nobody is left who may say more than `pass`.

    A seat whose only legal word would be `pass`, or that has no legal word (the holder of the bid over his own bid), is
    not asked. Who passes is out for good.

    Args:
        bidders: the seats that bid, in turn, the first speaker first.
        legal: the words open to a seat after the calls so far; `pass` among them unless passing is not allowed.
        single: everybody speaks once.
        calls: what was said before, to enter in the middle.

    Returns:
        All calls in order.
    """
    turn = len(calls)
    silent = 0
    while silent < len(bidders) and not (single and turn == len(bidders)):
        seat = bidders[turn % len(bidders)]
        turn, silent = turn + 1, silent + 1
        if Call(seat, PASS) in calls:
            continue
        words = legal(seat, calls)
        if any(word != PASS for word in words):
            calls = (*calls, Call(seat, (yield Ask(seat, "bid", words))))
            silent = 0
    return calls
