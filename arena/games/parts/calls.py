"""Auctions on a ladder of bids with doubles and redoubles; and offers made to each seat in turn until one accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Note, Rules, Seat, Side, Word, made
from arena.games.parts.auction import PASS, Call, Calls
from arena.games.parts.tricks import NO_TRUMP

DOUBLE, REDOUBLE = "double", "redouble"
DENOMINATIONS: Final = ("C", "D", "H", "S", NO_TRUMP)
"""The suits and no trump, from the lowest to the highest in bidding (BG-11, BS-11)."""


class Contract(NamedTuple):
    """The last bid: its seat, its word, the two parts of the word, and the factor from doubles (1, 2 or 4)."""

    seat: Seat
    word: Word
    level: int
    denomination: str
    doubled: int = 1


Bids: TypeAlias = Callable[[Seat, Contract | None], Sequence[Word]]
"""The bids higher than the last one (None: there is no bid yet) that a seat may make, lowest first."""


class CallLaw(NamedTuple):
    """The rules of an auction.

    Args:
        ladder: the bids, lowest first.
        sides: the side of each seat.
        passes: the number of passes in a row that ends the auction once there is a bid. Without a bid, it ends when
            every bidder has passed.
        must_open: the first speaker may not pass (BG-12).
        once: each seat speaks once (BS-12).
        doubles: bids can be doubled.
        redouble_ends: a redouble ends the auction (BG-21).
        double_stands: a pass right after a double ends the auction (BG-21).
    """

    ladder: tuple[Word, ...]
    sides: tuple[Side, ...]
    passes: int = 2
    must_open: bool = False
    once: bool = False
    doubles: bool = True
    redouble_ends: bool = False
    double_stands: bool = False

    def higher(self, last: Contract | None) -> tuple[Word, ...]:
        """Return the bids higher than the last one, lowest first; all if there is no bid yet (BG-13, BS-12)."""
        return self.ladder if last is None else self.ladder[self.ladder.index(last.word) + 1 :]


def ladder(
    levels: Iterable[int], denominations: Sequence[str] = DENOMINATIONS, extra: Sequence[Word] = ()
) -> tuple[Word, ...]:
    """Return all bids, lowest first: `extra`, then the denominations of each level in order (BG-11, BS-11)."""
    return (*extra, *(f"{level}{denomination}" for level in levels for denomination in denominations))


@cache
def parted(word: Word) -> tuple[int, str]:
    """Split a bid into its level and its denomination."""
    denomination = word.lstrip("0123456789")
    return int(word.removesuffix(denomination)), denomination


def called(last: Contract | None, call: Call) -> Contract | None:
    """Return the last bid after one more call: a bid takes its place, a double raises its factor (BG-20 to BG-23)."""
    seat, word = call
    if word == PASS:
        return last
    if word in {DOUBLE, REDOUBLE}:
        assert last is not None, "only a bid can be doubled"
        return made(Contract, (*last[:4], 2 * last.doubled))
    return made(Contract, (seat, word, *parted(word), 1))


def contract(calls: Calls) -> Contract | None:
    """Return the last bid with the doubles that followed it, None if there is no bid (BG-20 to BG-23)."""
    last = None
    for call in calls:
        last = called(last, call)
    return last


def open_words(law: CallLaw, seat: Seat, last: Contract | None, higher: Sequence[Word]) -> tuple[Word, ...]:
    """Return the calls of a seat that need not open: pass, bids, a double of an opponent's bid, a redouble.

    The clauses are BG-19 to BG-21 and BS-12.

    Args:
        law: the rules of the auction.
        seat: the seat.
        last: the last bid, None if there is none.
        higher: the bids that the seat may make.
    """
    if law.doubles and last is not None:
        mine = law.sides[seat] == law.sides[last.seat]
        if last.doubled == (2 if mine else 1):
            return (PASS, *higher, REDOUBLE if mine else DOUBLE)
    return (PASS, *higher)


def every_call(law: CallLaw) -> tuple[Word, ...]:
    """Return every call that an auction may hear."""
    return (PASS, *law.ladder, *((DOUBLE, REDOUBLE) if law.doubles else ()))


def bidding(
    bidders: Sequence[Seat], law: CallLaw, bids: Bids | None = None, *, calls: Calls = ()
) -> Rules[Contract | None]:
    """Ask the bidders for calls in turn until the auction is over (BG-12 to BG-23, BS-12).

    Args:
        bidders: the seats in turn, the first speaker first.
        law: the rules of the auction.
        bids: which of the higher bids a seat may make (BG-14 to BG-18); None for all of them.
        calls: the calls so far, in turn, to enter in the middle of an auction.

    Returns:
        The contract, None if all have passed.
    """
    last, words = contract(calls), [call.word for call in calls]
    while not _over(law, len(bidders), last, words):
        seat = bidders[len(words) % len(bidders)]
        higher = law.higher(last) if bids is None else bids(seat, last)
        opening = law.must_open and not words
        legal = tuple(higher) if opening else open_words(law, seat, last, higher)
        word = yield made(Ask, (seat, "call", legal, "all", None, None))
        words.append(word)
        last = called(last, made(Call, (seat, word)))
    return last


def announced(bid: Contract, name: Seat | Word) -> Rules[None]:
    """Announce a contract and its trump in the notes `contract WHO BID FACTOR` and `trump SUIT` (BG-23, BS-14)."""
    yield made(Note, ("contract", (name, bid.word, bid.doubled)))
    yield made(Note, ("trump", (bid.denomination,)))


def _over(law: CallLaw, bidders: int, last: Contract | None, words: Sequence[Word]) -> bool:
    """Return whether these words end the auction (BG-19, BG-21, BS-12)."""
    if law.once or not words:
        return len(words) >= bidders
    if words[-1] != PASS:
        return law.redouble_ends and words[-1] == REDOUBLE
    if law.double_stands and words[-2:] == [DOUBLE, PASS]:
        return True
    silent = bidders if last is None else law.passes
    return words[-silent:] == [PASS] * silent


def offer(order: Sequence[Seat], kind: str, words: Sequence[Word], *, forced: bool = False) -> Rules[Call | None]:
    """Ask each seat in turn until one does not pass (HA-7, HA-8, JJ-6, JJ-7).

    Args:
        order: the seats, in turn.
        kind: the kind of the question.
        words: the legal words other than `pass`.
        forced: the last seat may not pass (`redeal_cap` of JJ-8).

    Returns:
        The seat that did not pass and its word; None if all have passed.
    """
    for seat in order:
        legal = words if forced and seat == order[-1] else (PASS, *words)
        word = yield made(Ask, (seat, kind, tuple(legal), "all", None, None))
        if word != PASS:
            return Call(seat, word)
    return None


def offered_trump(
    order: Sequence[Seat], turned: str, word: Word, others: Sequence[Word], *, forced: bool = False
) -> Rules[Call | None]:
    """Offer the suit turned up as trump, then another; return who fixed which trump (HA-7, HA-8, JJ-6 to JJ-8).

    Args:
        order: the seats, in turn.
        turned: the suit turned up.
        word: the word that accepts it.
        others: what can be named after all have passed.
        forced: then the last seat may not pass.

    Returns:
        The seat and the trump; None if all have passed twice.
    """
    bid = yield from offer(order, "bid", (word,))
    return Call(bid.seat, turned) if bid else (yield from offer(order, "trump", others, forced=forced))


def doubling(declarer: Seat, defender: Seat) -> Rules[int]:
    """Offer the defender a double, then the declarer a redouble; return the factor 1, 2 or 4 (JJ-9, JJ-10)."""
    if (yield made(Ask, (defender, DOUBLE, (PASS, DOUBLE), "all", None, None))) == PASS:
        return 1
    return 2 if (yield made(Ask, (declarer, REDOUBLE, (PASS, REDOUBLE), "all", None, None))) == PASS else 4
