"""Counting and scoring a deal, as pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.bowers import JOKER
from arena.games.finish import TRICK, capped, with_slam
from arena.games.five_hundred.bidding import ALONE, LOSING, NULLO, values
from arena.games.five_hundred.dealing import HAND
from arena.games.five_hundred.options import Options
from arena.games.kernel import Card, Side, Word
from arena.games.schedules import BIDS

PIPS = {"A": 1, "K": 10, "Q": 10, "J": 10, "T": 10} | {str(pip): pip for pip in range(2, 10)}
"""The points of the ranks, where cards count (FH-75)."""


class Played(NamedTuple):
    """A deal that was played, as scoring looks at it; tuples of numbers have an entry for each side.

    Args:
        contract: what was promised, None if nobody bid.
        side: the sides that promised it, the contractor's first.
        tricks: the tricks that each side won.
        cards: the points of the cards in them, 0 where cards do not count.
    """

    contract: Word | None
    side: tuple[Side, ...]
    tricks: tuple[int, ...]
    cards: tuple[int, ...]

    @property
    def together(self) -> int:
        """The tricks of the contracting side (FH-47)."""
        return sum([self.tricks[side] for side in self.side])

    @property
    def made(self) -> bool:
        """Whether the contract was made (FH-67, FH-71, FH-72); False if nobody bid."""
        if self.contract in LOSING:
            return self.together == 0
        return self.contract is not None and self.together >= BIDS[self.contract].tricks


def card_points(cards: Sequence[Card]) -> int:
    """Return the points of cards in a trick; the joker has none (FH-75)."""
    return sum(PIPS[card[0]] for card in cards if card != JOKER)


def settle(o: Options, start: Sequence[int], played: Played) -> tuple[int, ...]:
    """Return the scores after a deal."""
    return tuple(
        [
            score + gain(o, played) if side in played.side else defended(o, score, points(played, side))
            for side, score in enumerate(start)
        ]
    )


def gain(o: Options, played: Played) -> int:
    """Return what each player (side) with the contract scores: its value, or the loss of it (FH-67 to FH-69, FH-73).

    The cards of a contract that was made count for all who share it (FH-R16).
    """
    assert played.contract is not None
    value = values(o)[played.contract]
    if not played.made:
        return -value
    cards = sum([played.cards[side] for side in played.side])
    slam = o.slam and played.contract in BIDS and played.together == HAND
    return with_slam(value, all_tricks=slam) + cards


def points(played: Played, side: Side) -> int:
    """Return what a side without the contract scores: tricks, and cards where they count (FH-70 to FH-75).

    Nothing against a misere; a lost nullo gives every opponent its tricks too.
    """
    if played.contract in ALONE:
        return 0
    lost = played.together if played.contract == NULLO else 0
    return TRICK * (played.tricks[side] + lost) + played.cards[side]


def defended(o: Options, score: int, gained: int) -> int:
    """Return a score after points made without a contract (FH-82, FH-R17)."""
    return capped(score, gained, o.target) if o.finish == "capped" else score + gained
