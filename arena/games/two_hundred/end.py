"""What lives on between deals, and when the game is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from arena.games.kernel import Result, Seat, Side
from arena.games.two_hundred.options import Options


class Standing(NamedTuple):
    """What lives on between two deals.

    Args:
        dealer: who deals next.
        scores: the score of each side.
        finished: deals finished, those thrown in counted (TH-76).
        made: the side that made its contract in the last deal, None if it failed or was thrown in (TH-66).
    """

    dealer: Seat
    scores: tuple[int, ...]
    finished: int = 0
    made: Side | None = None

    def words(self) -> tuple[str, ...]:
        """Return what matters for the deals to come as `key=value` words."""
        scores = ",".join(map(str, self.scores))
        return (f"dealer={self.dealer}", f"scores={scores}", f"finished={self.finished}")


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if one of the endings applies, tried in their order (TH-65, TH-77)."""
    for reason, ending in ENDINGS.items():
        if winners := ending(o, standing):
            return Result(placing(standing.scores, winners), standing.scores, reason)
    return None


def at_target(o: Options, standing: Standing) -> Sequence[Side]:
    """Return the side that wins by its score, none if nobody has reached the target or the best are equal.

    If several have reached it, the contract side goes first when it made its contract, unless `both_reach` lets the
    higher score win (TH-66, TH-67).
    """
    reached = [side for side, score in enumerate(standing.scores) if score >= o.target]
    if o.both_reach == "bidder" and (made := [side for side in reached if side == standing.made]):
        return made
    best = leaders(standing.scores)
    return best if reached and len(best) == 1 else []


def in_hole(o: Options, standing: Standing) -> Sequence[Side]:
    """Return the side that wins because the other is in the hole and it is not below zero itself (TH-71, TH-72)."""
    scores = standing.scores
    return leaders(scores) if min(scores) <= -o.hole and max(scores) >= 0 else []


def at_limit(o: Options, standing: Standing) -> Sequence[Side]:
    """Return the sides with the highest score once the last deal allowed is finished (TH-76)."""
    return leaders(standing.scores) if 0 < o.max_deals <= standing.finished else []


ENDINGS: Mapping[str, Callable[[Options, Standing], Sequence[Side]]] = {
    "target": at_target,
    "hole": in_hole,
    "limit": at_limit,
}
"""Each reason for which a game ends, with the function that finds the winners; in the order of the tests (TH-65)."""


def leaders(scores: Sequence[int]) -> list[Side]:
    """Return the sides with the highest score."""
    return [side for side, score in enumerate(scores) if score == max(scores)]


def placing(scores: Sequence[int], winners: Collection[Side]) -> tuple[int, ...]:
    """Return the place of each side: the winners first whatever their scores, the others by score."""
    marks = [(side in winners, score) for side, score in enumerate(scores)]
    return tuple(1 + sum(other > mark for other in marks) for mark in marks)
