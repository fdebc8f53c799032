"""How a game of contracts ends: slams, defenders capped below the target, targets, floors, limits on deals.

Games that score and end this way can use the `Standing` of this module.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from arena.games.kernel import Result, Seat, Side, places, spelled

SLAM = 250
"""The least value of a contract for tricks whose side wins all tricks."""
TRICK = 10
"""The value of a trick to the defenders (FH-70, AF-41)."""


class Standing(NamedTuple):
    """The state that carries over from deal to deal.

    Args:
        dealer: the next dealer.
        scores: the score of each side.
        finished: the number of deals so far, including deals that were not played out (FH-84, AF-45).
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
    """Return the value of a contract for tricks that was made; winning all tricks earns a slam (FH-68, AF-40)."""
    return max(value, SLAM) if all_tricks else value


def capped(score: int, points: int, target: int) -> int:
    """Add points that cannot win the game: they stop 10 below the target (FH-82, AF-43)."""
    return max(score, min(score + points, target - 10))


def won_by_contract(scores: Sequence[int], made: Sequence[Side], target: int) -> tuple[Side, ...]:
    """Return the sides that win because they made their contract and have reached the target.

    The highest score wins. On a tie the contractor's side wins if it is among the leaders; otherwise the leaders win
    together (FH-82, FH-R13, AF-43).

    Args:
        scores: the scores after the deal.
        made: the sides that made the contract, the contractor's first; empty if it failed.
        target: the score that wins.
    """
    best = leaders(scores, [side for side in made if scores[side] >= target])
    return best[:1] if best[:1] == tuple(made[:1]) else best


def leaders(scores: Sequence[int], sides: Collection[Side]) -> tuple[Side, ...]:
    """Return those of `sides` that share the highest score among them, in the order given."""
    best = max([scores[side] for side in sides], default=None)
    return tuple([side for side in sides if scores[side] == best])


def ended(standing: Standing, *, floor: int | None, max_deals: int) -> Result | None:
    """Return the result if a side has won or is at the floor, or if the last deal is over; else None.

    At the floor and at the limit the highest score wins; ties win together (FH-81, FH-84, AF-44, AF-45).

    Args:
        standing: the standing after the last deal.
        floor: the game ends when a side has this score or less; None for no floor.
        max_deals: the number of deals after which the game ends.
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
