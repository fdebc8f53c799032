"""Bids for a number of tricks, in a suit or at no trump: their values and their order.

A bid is a word: the number of tricks and the trump, such as `7H` or `10NT`. `avondale` and `classic` give each bid its
value, and games add bids of their own, such as `nullo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.games.kernel.events import Word
from arena.games.parts.cards import SUITS
from arena.games.parts.tricks import NO_TRUMP


class Bid(NamedTuple):
    """A promise to win at least this many tricks with this trump: a suit or `NT`."""

    tricks: int
    trump: str


BIDS = {f"{tricks}{trump}": Bid(tricks, trump) for tricks in range(6, 11) for trump in (*SUITS, NO_TRUMP)}
"""The 25 bids for tricks, by their words."""
STANDARD, INVERTED = "SCDH", "CSHD"
"""The order of the suits in bidding, low to high: the standard one and the inverted one (FH-31)."""


def avondale(suits: Sequence[str]) -> dict[Word, int]:
    """Return the Avondale schedule: each bid is worth 20 more than the one below it, 100 a level (FH-64, AF-38)."""
    return {word: 100 * bid.tricks - 560 + 20 * step(bid, suits) for word, bid in BIDS.items()}


def classic(suits: Sequence[str]) -> dict[Word, int]:
    """Return the classic values, a fixed price for each trick above five, so that levels overlap (FH-65, FH-66)."""
    return {word: (bid.tricks - 5) * (40 + 20 * step(bid, suits)) for word, bid in BIDS.items()}


def step(bid: Bid, suits: Sequence[str]) -> int:
    """Return the place of a bid's trump within its level, counted from 0; no trump is the highest."""
    return len(suits) if bid.trump == NO_TRUMP else suits.index(bid.trump)


def ranked(values: Mapping[Word, int], places: Mapping[Word, int] | None = None) -> tuple[Word, ...]:
    """Sort bids from the lowest to the highest: by value, then by the number of tricks (FH-33).

    Bids that are not for tricks, such as `nullo`, count as zero tricks (FH-R4).

    Args:
        values: the value of each bid.
        places: another value that decides the place of a bid, where its own does not (FH-36).
    """
    stands = {**values, **(places or {})}
    return tuple(sorted(values, key=lambda word: (stands[word], BIDS[word].tricks if word in BIDS else 0)))
