"""Counting and scoring a deal, as pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.kernel import Card, Side
from arena.games.tricks import Trick
from arena.games.two_hundred.options import Options

POINTS = {"A": 10, "T": 10, "5": 5}
"""The points of the ranks that count (TH-6)."""


class Played(NamedTuple):
    """A deal that was played, as scoring looks at it; the tuples have an entry for each side.

    Args:
        side: the contract side.
        level: the points that it promised, 0 for a free contract.
        points: what each side counted.
        start: the scores before the deal.
        bids: the best bid of each side in the deal, 0 where it has not bid.
    """

    side: Side
    level: int
    points: tuple[int, ...]
    start: tuple[int, ...]
    bids: tuple[int, ...]

    @property
    def made(self) -> bool:
        """Whether the contract was made (TH-54)."""
        return self.points[self.side] >= self.level


def worth(cards: Sequence[Card]) -> int:
    """Return the card points of some cards (TH-6)."""
    return sum(POINTS.get(card[0], 0) for card in cards)


def count(
    o: Options, contract_side: Side, sides: Sequence[Side], won: Sequence[Trick], discard: Sequence[Card]
) -> tuple[int, ...]:
    """Return the points of each side: those of its tricks, and of the discard where it counts it (TH-52, TH-53)."""
    points = [0] * len(set(sides))
    for trick in won:
        points[sides[trick.winner]] += worth(trick.cards)
    for side in credited(o, contract_side, [sides[trick.winner] for trick in won], len(points)):
        points[side] += worth(discard)
    return tuple(points)


def credited(o: Options, contract_side: Side, takers: Sequence[Side], number_of_sides: int) -> Sequence[Side]:
    """Return the sides that count the points of the discard; `takers` took the tricks, in order (TH-53)."""
    return {
        "opponents": [side for side in range(number_of_sides) if side != contract_side],
        "contractor": [contract_side],
        "first_trick": takers[:1],
        "last_trick": takers[-1:],
    }[o.discard_points]


def settle(o: Options, played: Played) -> tuple[int, ...]:
    """Return the scores after a deal, every change judged on the scores before it (TH-64)."""
    return tuple(score + gain(o, played, side) for side, score in enumerate(played.start))


def gain(o: Options, played: Played, side: Side) -> int:
    """Return the change of a side's score (TH-55 to TH-57)."""
    if side == played.side:
        return played.points[side] if played.made else -played.level
    return played.points[side] if may_score(o, played, side) else 0


def may_score(o: Options, played: Played, side: Side) -> bool:
    """Return whether an opposing side scores its points: if it is not near the target, or has bid (TH-59)."""
    return played.start[side] < o.target - o.margin or played.bids[side] > 0
