"""Auctions: turns go round, who passes is out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Rules, Seat, Word, made

PASS = "pass"


class Call(NamedTuple):
    """What a seat said in the auction."""

    seat: Seat
    word: Word


Calls: TypeAlias = tuple[Call, ...]


def highest(calls: Calls) -> Call | None:
    """Return the highest bid, which is the last call but passes; None while there is none."""
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
    calls: Calls = (),
) -> Rules[Calls]:
    """Ask round the table until nobody is left who has anything to say.

    A seat that has no legal word (the holder of the bid over his own bid) is not asked. Who passes is out for good.

    Args:
        bidders: the seats that bid, in turn, the first speaker first.
        legal: the words open to a seat after the calls so far; `pass` among them unless passing is not allowed.
        single: everybody speaks once.
        ask_forced: ask those too who can only pass; otherwise they are passed over, and have not spoken.
        calls: what was said before, to enter in the middle.

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
            word = yield made(Ask, (seat, "bid", words, "all", None, None))
            calls = (*calls, made(Call, (seat, word)))
            silent = 0
            if word == PASS:
                out.add(seat)
    return calls
