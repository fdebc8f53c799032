"""How contracts lead to the end of a game: slams, defenders held below the target, targets, floors, limits.

A game that scores and ends so may have its `Standing` from here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arena.games.kernel import Result, Seat, Side, places, spelled

SLAM = 250
"""What a contract for tricks is worth at least if all tricks are won."""
TRICK = 10
"""What a trick is worth to those who have no contract (FH-70, AF-41)."""


class Standing(NamedTuple):
    """What lives on between two deals.

    Args:
        dealer: who deals next.
        scores: the score of each side.
        finished: the deals so far, those that were not played counted (FH-84, AF-45).
        winners: the sides that won by reaching the target in the last deal, if any did (FH-77 to FH-83, AF-43).
    """

    dealer: Seat
    scores: tuple[int, ...]
    finished: int = 0
    winners: tuple[Side, ...] = ()

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        return spelled(dealer=self.dealer, scores=self.scores, finished=self.finished)


def with_slam(value: int, *, all_tricks: bool) -> int:
    """Return what a contract for tricks that was made is worth, where all tricks earn a slam (FH-68, AF-40)."""
    return max(value, SLAM) if all_tricks else value


def capped(score: int, points: int, target: int) -> int:
    """Return a score after points that nobody may win by: they end 10 below the target (FH-82, AF-43)."""
    return max(score, min(score + points, target - 10))


def won_by_contract(scores: Sequence[int], made: Sequence[Side], target: int) -> tuple[Side, ...]:
    """Return the sides that win because they made their contract and are at the target.

    The highest score counts; of equal ones the contractor's, else they win together (FH-82, FH-R13, AF-43).

    Args:
        scores: the scores after the deal.
        made: the sides that made the contract, the contractor's first; none if it failed.
        target: the score that wins.
    """
    best = leaders(scores, [side for side in made if scores[side] >= target])
    return best[:1] if best[:1] == tuple(made[:1]) else best


def leaders(scores: Sequence[int], sides: Collection[Side]) -> tuple[Side, ...]:
    """Return those of the sides that have the highest score of them, in their order."""
    best = max([scores[side] for side in sides], default=None)
    return tuple([side for side in sides if scores[side] == best])


def ended(standing: Standing, *, floor: int | None, max_deals: int) -> Result | None:
    """Return the result once somebody has won, has fallen to the floor, or the last deal is over; else None.

    At the floor and at the limit the highest score wins; equal ones win together (FH-81, FH-84, AF-44, AF-45).

    Args:
        standing: the standing after the last deal.
        floor: a score that ends the game when somebody has it or less; None for no floor.
        max_deals: the deals after which the game ends.
    """
    scores, winners, reason = standing.scores, standing.winners, "target"
    if not winners:
        if floor is not None and min(scores) <= floor:
            reason = "floor"
        elif standing.finished >= max_deals:
            reason = "limit"
        else:
            return None
        winners = leaders(scores, range(len(scores)))
    marks = [(side in winners, score) for side, score in enumerate(scores)]
    return Result(places(marks), scores, reason)
