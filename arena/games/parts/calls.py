"""Bids on a ladder, doubled and redoubled; and offers that go round until somebody takes one up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Final, NamedTuple, TypeAlias

from arena.games.kernel.events import Ask, Rules, Seat, Side, Word
from arena.games.parts.auction import PASS, Call, Calls
from arena.games.parts.tricks import NO_TRUMP

DOUBLE, REDOUBLE = "double", "redouble"
DENOMINATIONS: Final = ("C", "D", "H", "S", NO_TRUMP)
"""What a bid is made in, from the lowest (BG-11, BS-11)."""


class Contract(NamedTuple):
    """The last bid: who made it, its word with the two parts of that, and what doubles make of it: 1, 2 or 4."""

    seat: Seat
    word: Word
    level: int
    denomination: str
    doubled: int = 1


May: TypeAlias = Callable[[Seat, Word, Contract | None], bool]
"""Whether a seat may make a bid that is higher than the last one (None: nobody has bid)."""


class CallLaw(NamedTuple):
    """How an auction goes.

    Args:
        ladder: the bids, lowest first.
        sides: the side of each seat.
        passes: how many passes in a row end it once there is a bid; until then all must pass.
        must_open: the first speaker may not pass (BG-12).
        once: everybody speaks once (BS-12).
        doubles: whether bids can be doubled.
        redouble_ends: a redouble ends it at once (BG-21).
        double_stands: a pass after a double ends it at once (BG-21).
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
    """Return all bids, lowest first: `extra`, then every level in each denomination (BG-11, BS-11)."""
    return (*extra, *(f"{level}{denomination}" for level in levels for denomination in denominations))


def parted(word: Word) -> tuple[int, str]:
    """Return the level and the denomination of a bid."""
    denomination = word.lstrip("0123456789")
    return int(word.removesuffix(denomination)), denomination


def contract(calls: Calls) -> Contract | None:
    """Return the last bid with the doubles that followed it, None if nobody has bid (BG-20 to BG-23)."""
    doubled = 1
    for seat, word in reversed(calls):
        if word in {DOUBLE, REDOUBLE}:
            doubled *= 2
        elif word != PASS:
            return Contract(seat, word, *parted(word), doubled)
    return None


def anything(_seat: Seat, _word: Word, _last: Contract | None) -> bool:
    """Let everybody bid what is higher than the last bid."""
    return True


def open_words(law: CallLaw, seat: Seat, calls: Calls = (), may: May = anything) -> tuple[Word, ...]:
    """Return what a seat may say: pass, the higher bids, a double of an opponent's bid, a redouble of an own one.

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


def bidding(bidders: Sequence[Seat], law: CallLaw, may: May = anything, *, calls: Calls = ()) -> Rules[Contract | None]:
    """Ask one after the other what they call, until the auction is over (BG-12 to BG-23, BS-12).

    Args:
        bidders: the seats in turn, the first speaker first.
        law: how the auction goes.
        may: which higher bids are open to a seat (BG-14 to BG-18, BS-13).
        calls: what was said before, by those whose turn it was.

    Returns:
        The contract, None if all have passed.
    """
    while not _over(law, len(bidders), [call.word for call in calls]):
        seat = bidders[len(calls) % len(bidders)]
        word = yield Ask(seat, "call", open_words(law, seat, calls, may))
        calls = (*calls, Call(seat, word))
    return contract(calls)


def _over(law: CallLaw, bidders: int, words: list[Word]) -> bool:
    """Return whether nobody is asked any more after these calls (BG-19, BG-21, BS-12)."""
    if law.once:
        return len(words) >= bidders
    if (law.redouble_ends and words[-1:] == [REDOUBLE]) or (law.double_stands and words[-2:] == [DOUBLE, PASS]):
        return True
    passed = len(list(takewhile(PASS.__eq__, reversed(words))))
    return passed >= (bidders if passed == len(words) else law.passes)


def offer(order: Sequence[Seat], kind: str, words: Sequence[Word], *, forced: bool = False) -> Rules[Call | None]:
    """Ask everybody in turn, until somebody does not pass; return what he said (HA-7, HA-8, JJ-6, JJ-7).

    Args:
        order: who is asked, in turn.
        kind: the kind of the question.
        words: what may be said besides `pass`.
        forced: the last one may not pass (`redeal_cap` of JJ-8).

    Returns:
        None if all have passed.
    """
    for seat in order:
        legal = words if forced and seat == order[-1] else (PASS, *words)
        word = yield Ask(seat, kind, tuple(legal))
        if word != PASS:
            return Call(seat, word)
    return None


def doubling(declarer: Seat, defender: Seat) -> Rules[int]:
    """Ask the defender for a double, then the declarer for a redouble; return 1, 2 or 4 (JJ-9, JJ-10)."""
    if (yield Ask(defender, DOUBLE, (PASS, DOUBLE))) == PASS:
        return 1
    return 2 if (yield Ask(declarer, REDOUBLE, (PASS, REDOUBLE))) == PASS else 4
