"""Auctions on a ladder of bids with doubles and redoubles; and offers made to each seat in turn until one accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Rules, Seat, Side, Word
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


May: TypeAlias = Callable[[Seat, Word, Contract | None], bool]
"""Whether a seat may make a bid that is higher than the last one (None: there is no bid yet)."""


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


def ladder(
    levels: Iterable[int], denominations: Sequence[str] = DENOMINATIONS, extra: Sequence[Word] = ()
) -> tuple[Word, ...]:
    """Return all bids, lowest first: `extra`, then the denominations of each level in order (BG-11, BS-11)."""
    return (*extra, *(f"{level}{denomination}" for level in levels for denomination in denominations))


def parted(word: Word) -> tuple[int, str]:
    """Split a bid into its level and its denomination."""
    denomination = word.lstrip("0123456789")
    return int(word.removesuffix(denomination)), denomination


def contract(calls: Calls) -> Contract | None:
    """Return the last bid with the doubles that followed it, None if there is no bid (BG-20 to BG-23)."""
    doubled = 1
    for seat, word in reversed(calls):
        if word in {DOUBLE, REDOUBLE}:
            doubled *= 2
        elif word != PASS:
            return Contract(seat, word, *parted(word), doubled)
    return None


def anything(_seat: Seat, _word: Word, _last: Contract | None) -> bool:
    """Allow every bid that is higher than the last one."""
    return True


def open_words(law: CallLaw, seat: Seat, calls: Calls = (), may: May = anything) -> tuple[Word, ...]:
    """Return the legal calls of a seat: pass, higher bids, a double of an opponent's bid, a redouble of its side's.

    The clauses are BG-12, BG-13, BG-20, BG-21 and BS-12.
    """
    last = contract(calls)
    higher = law.ladder[law.ladder.index(last.word) + 1 :] if last else law.ladder
    words = [] if law.must_open and not calls else [PASS]
    words += [word for word in higher if may(seat, word, last)]
    if law.doubles and last is not None:
        mine = law.sides[seat] == law.sides[last.seat]
        if last.doubled == (2 if mine else 1):
            words.append(REDOUBLE if mine else DOUBLE)
    return tuple(words)


def every_call(law: CallLaw) -> tuple[Word, ...]:
    """Return every call that an auction may hear."""
    return (PASS, *law.ladder, *((DOUBLE, REDOUBLE) if law.doubles else ()))


def bidding(bidders: Sequence[Seat], law: CallLaw, may: May = anything, *, calls: Calls = ()) -> Rules[Contract | None]:
    """Ask the bidders for calls in turn until the auction is over (BG-12 to BG-23, BS-12).

    Args:
        bidders: the seats in turn, the first speaker first.
        law: the rules of the auction.
        may: which of the higher bids a seat may make (BG-14 to BG-18, BS-13).
        calls: the calls so far, in turn, to enter in the middle of an auction.

    Returns:
        The contract, None if all have passed.
    """
    while not _over(law, len(bidders), [call.word for call in calls]):
        seat = bidders[len(calls) % len(bidders)]
        word = yield Ask(seat, "call", open_words(law, seat, calls, may))
        calls = (*calls, Call(seat, word))
    return contract(calls)


def _over(law: CallLaw, bidders: int, words: list[Word]) -> bool:
    """Return whether these calls end the auction (BG-19, BG-21, BS-12)."""
    if law.once:
        return len(words) >= bidders
    if (law.redouble_ends and words[-1:] == [REDOUBLE]) or (law.double_stands and words[-2:] == [DOUBLE, PASS]):
        return True
    passed = len(list(takewhile(PASS.__eq__, reversed(words))))
    return passed >= (bidders if passed == len(words) else law.passes)


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
        word = yield Ask(seat, kind, tuple(legal))
        if word != PASS:
            return Call(seat, word)
    return None


def doubling(declarer: Seat, defender: Seat) -> Rules[int]:
    """Offer the defender a double, then the declarer a redouble; return the factor 1, 2 or 4 (JJ-9, JJ-10)."""
    if (yield Ask(defender, DOUBLE, (PASS, DOUBLE))) == PASS:
        return 1
    return 2 if (yield Ask(declarer, REDOUBLE, (PASS, REDOUBLE))) == PASS else 4
