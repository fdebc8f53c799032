"""The auction: which words are open to a seat, and what the bids are worth."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import NamedTuple

from arena.games.american_five_hundred.options import Options
from arena.games.auction import PASS, Calls, highest
from arena.games.bowers import JOKER
from arena.games.kernel import Card, Seat, Word
from arena.games.schedules import BIDS, STANDARD, Bid, avondale
from arena.games.tricks import NO_TRUMP

NULLO, GRANOLA = "nullo", "granola"
ANNOUNCED = {f"{tricks}NO": f"{tricks}{NO_TRUMP}" for tricks in range(6, 11)}
"""The bids without trumps in their special announcement, and the plain words for the same bids (AF-21)."""
PLAIN = avondale(STANDARD) | {NULLO: 250, GRANOLA: 510}
VALUES = PLAIN | {word: PLAIN[plain] for word, plain in ANNOUNCED.items()}
"""What every bid is worth; the higher value is the higher bid (AF-13, AF-38, AF-R10)."""
WORDS = tuple(sorted(VALUES, key=lambda word: (VALUES[word], word in ANNOUNCED)))
"""All bids, low to high, the special announcement behind the plain word."""
SIXES = frozenset(word for word in WORDS if word[0] == "6")
BLACK_JACKS, RED_JACKS = frozenset({"JS", "JC"}), frozenset({"JH", "JD"})


def tricks_bid(word: Word) -> Bid | None:
    """Return the tricks and the trump of a bid; None for nullo and granola."""
    return BIDS.get(ANNOUNCED.get(word, word))


def may_announce(hand: Collection[Card]) -> bool:
    """Return whether a hand as dealt has the joker, or jacks of both colours (AF-22, AF-R9)."""
    return JOKER in hand or not (BLACK_JACKS.isdisjoint(hand) or RED_JACKS.isdisjoint(hand))


class Bidder(NamedTuple):
    """What a seat brings into the auction.

    Args:
        hand: his cards as dealt.
        barred: whether he may not bid nullo (AF-12).
    """

    hand: Collection[Card]
    barred: bool = False


def open_words(
    o: Options, order: Sequence[Seat], bidders: Sequence[Bidder], seat: Seat, calls: Calls
) -> Sequence[Word]:
    """Return what a seat may say: pass, or a higher bid of those open to it; nothing to the holder of the highest bid.

    Args:
        o: the options.
        order: the seats in the order in which they speak.
        bidders: what each seat brings.
        seat: who is to speak.
        calls: what was said so far.
    """
    best = highest(calls)
    if best is not None and best.seat == seat:
        return ()
    return words_over(
        0 if best is None else VALUES[best.word],
        sixes=may_inkle(o, order, seat, calls),
        announced=announces(o, bidders[seat].hand, seat, calls),
        nullo=o.nullo and not bidders[seat].barred,
        granola=o.has_granola and ((seat + 2) % 4, NULLO) in calls,
    )


@cache
def words_over(value: int, *, sixes: bool, announced: bool, nullo: bool, granola: bool) -> tuple[Word, ...]:
    """Return pass and the bids worth more than a value, as far as those of each kind are open."""
    closed = {
        *(() if sixes else SIXES),
        *(() if announced else ANNOUNCED),
        *(() if nullo else (NULLO,)),
        *(() if granola else (GRANOLA,)),
    }
    return (PASS, *(word for word in WORDS if VALUES[word] > value and word not in closed))


def may_inkle(o: Options, order: Sequence[Seat], seat: Seat, calls: Calls) -> bool:
    """Return whether a seat may bid six: the first two speakers at their first turn; one of them or both (AF-17)."""
    if seat not in order[:2] or seat in [by for by, _ in calls]:
        return False
    return o.inkle == "both" or SIXES.isdisjoint([word for _, word in calls])


def announces(o: Options, hand: Collection[Card], seat: Seat, calls: Calls) -> bool:
    """Return whether a seat may announce `NO`: one of the first two bidders, with the cards for it (AF-20, AF-22)."""
    if o.special_no == "off" or (o.special_no == "truthful" and not may_announce(hand)):
        return False
    before = list(dict.fromkeys([by for by, word in calls if word != PASS]))
    return seat in before[:2] or len(before) < 2
