"""Bids of so many tricks in a suit or without trumps, what they are worth, and which is higher.

A bid is a word: the number of tricks and the trump, such as `7H` or `10NT`. A schedule gives every bid its value; games
add bids of their own, such as `nullo`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.games.kernel.events import Word
from arena.games.parts.cards import SUITS
from arena.games.parts.tricks import NO_TRUMP


class Bid(NamedTuple):
    """An undertaking to win so many tricks with this trump: a suit or `NT`."""

    tricks: int
    trump: str


BIDS = {f"{tricks}{trump}": Bid(tricks, trump) for tricks in range(6, 11) for trump in (*SUITS, NO_TRUMP)}
"""The bids for tricks, by their words."""
STANDARD, INVERTED = "SCDH", "CSHD"
"""The suits in bidding, low to high (FH-31)."""


def avondale(suits: Sequence[str]) -> dict[Word, int]:
    """Return the values that rise from one bid to the next: 20 a suit, 100 a trick (FH-64, AF-38)."""
    return {word: 100 * bid.tricks - 560 + 20 * step(bid, suits) for word, bid in BIDS.items()}


def classic(suits: Sequence[str]) -> dict[Word, int]:
    """Return the values that are so much for each trick above five, and so overlap (FH-65, FH-66)."""
    return {word: (bid.tricks - 5) * (40 + 20 * step(bid, suits)) for word, bid in BIDS.items()}


def step(bid: Bid, suits: Sequence[str]) -> int:
    """Return the place of a bid's trump among those of as many tricks, from 0; no trump is the highest."""
    return len(suits) if bid.trump == NO_TRUMP else suits.index(bid.trump)


def ranked(values: Mapping[Word, int], places: Mapping[Word, int] | None = None) -> tuple[Word, ...]:
    """Return bids from the lowest to the highest: by value, then by the number of tricks (FH-33).

    Bids that are not for tricks count as none (FH-R4).

    Args:
        values: the value of each bid.
        places: the value among which a bid stands, where that is not its own (FH-36).
    """
    stands = {**values, **(places or {})}
    return tuple(sorted(values, key=lambda word: (stands[word], BIDS[word].tricks if word in BIDS else 0)))
