"""The auction: the values of bids, their order, and the legal calls of a seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from arena.games.five_hundred.options import Options
from arena.games.kernel import Seat, Word
from arena.games.parts.auction import PASS, Calls, highest
from arena.games.parts.bid_values import BIDS, INVERTED, STANDARD, avondale, classic, ranked
from arena.games.parts.tricks import NO_TRUMP

NULLO, MISERE, OPEN_MISERE = "nullo", "misere", "open-misere"
LOSING = {NULLO: 250, MISERE: 250, OPEN_MISERE: 500}
"""The values of the bids to win no trick (FH-35, FH-36, FH-38)."""
ALONE = frozenset({MISERE, OPEN_MISERE})
"""The bids that are played without the partner (FH-61)."""
MISERE_STANDS = 230
"""The value that gives misere its place in the Avondale schedule: above 7NT, below 8S (FH-36)."""
OPENS_MISERE = frozenset(word for word, bid in BIDS.items() if bid.tricks >= 7)
"""The bids of seven tricks or more; misere may be bid once one of them was made (FH-37)."""


def suit_rank(schedule: str) -> str:
    """Return the suits in the order of bidding, low to high (FH-31)."""
    return INVERTED if schedule == "inverted" else STANDARD


@cache
def values(o: Options) -> Mapping[Word, int]:
    """Return the value of each bid that the options allow (FH-35, FH-36, FH-38, FH-64 to FH-66)."""
    suits = suit_rank(o.schedule)
    tricks = avondale(suits) if o.schedule == "avondale" else classic(suits)
    there = {NULLO: o.nullo, MISERE: o.has_misere, OPEN_MISERE: o.has_open_misere}
    return tricks | {word: value for word, value in LOSING.items() if there[word]}


def bids(o: Options, above: Word | None = None, *, misere: bool = True) -> tuple[Word, ...]:
    """Return the bids above a given one, from the lowest to the highest (FH-26, FH-32 to FH-34).

    Args:
        o: the options.
        above: the highest bid so far, None if there is none.
        misere: whether misere is open.
    """
    places = {MISERE: MISERE_STANDS} if o.schedule == "avondale" and o.has_misere else {}
    order = ranked(values(o), places)
    higher = order if above is None else order[order.index(above) + 1 :]
    return tuple(word for word in higher if misere or word != MISERE)


def open_words(o: Options, seat: Seat, calls: Calls) -> Sequence[Word]:
    """Return the legal calls of a seat: pass or a higher bid (FH-24, FH-26); none for the high bidder (FH-28)."""
    best = highest(calls)
    if best is None:
        return words_over(o, None, False)
    return () if best.seat == seat else words_over(o, best.word, o.has_misere and misere_is_open(calls))


@cache
def words_over(o: Options, best: Word | None, misere: bool) -> tuple[Word, ...]:
    """Return pass and the bids above the best one."""
    return (PASS, *bids(o, best, misere=misere))


def misere_is_open(calls: Calls) -> bool:
    """Return whether a bid of seven tricks or more was made (FH-37)."""
    return not OPENS_MISERE.isdisjoint([word for _, word in calls])


def trump_of(word: Word) -> str:
    """Return the trump of a contract: its suit, or `NT` (FH-30)."""
    return BIDS[word].trump if word in BIDS else NO_TRUMP
