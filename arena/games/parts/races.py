"""How a game ends by its scores: at a target, in the order in which points fall, after so many deals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from arena.games.kernel.events import Side
from arena.games.kernel.game import Result, places
from arena.games.parts.finish import leaders
from arena.games.parts.tricks import Playing


def added(*points: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sum of scores or points, side by side."""
    return tuple(map(sum, zip(*points, strict=True)))


def ranked(winners: Collection[Side], scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each side: 1 for winners, whatever their scores, the others by score (SW-15 to SW-17)."""
    return places([(1, 0) if side in winners else (0, score) for side, score in enumerate(scores)])


def at_target(scores: tuple[int, ...], target: int, *, joint: bool = True) -> Result | None:
    """Return the result once the target is reached: the highest score wins.

    It serves wherever one side scores at a time (DN-14, EC-30, HA-20, ML-20, TF-23, TF-27, TP-20, TR-35) or several do
    (KA-24). Games won are scores, too: two of three are a target of two (BS-34).

    Args:
        scores: the scores after the deal, or in its midst.
        target: the score that wins.
        joint: equal sides at the top win together; otherwise they play on (KA-24).
    """
    if max(scores) < target or (_shared(scores) and not joint):
        return None
    return Result(places(scores), scores, "target")


def first_there(scores: tuple[int, ...], steps: Iterable[tuple[int, ...]], target: int) -> tuple[Side, ...]:
    """Return who wins where points count in an order: the first at the target (SW-14 to SW-16).

    Of several who get there in the same step the highest wins; of equal ones who is ahead after a later step.

    Args:
        scores: the scores before.
        steps: the points of each side, one step after the other.
        target: the score that wins.

    Returns:
        The winner; several if they stay equal to the end; none if nobody gets there.
    """
    ahead: tuple[Side, ...] = ()
    for step in steps:
        scores = added(scores, step)
        ahead = leaders(scores, ahead or [side for side, score in enumerate(scores) if score >= target])
    return ahead


def after_deals(
    scores: tuple[int, ...], finished: int, deals: int, *, reason: str = "limit", extra: int = 0, times: int = 0
) -> Result | None:
    """Return the result after the last deal: the highest score wins, equal ones together.

    It serves games of so many deals (BA-28, BB-28, BG-39, TB-18, TF-32) and guards (DN-14, HA-21, ML-20, TF-27).

    Args:
        scores: the scores after the deal.
        finished: how many deals are over.
        deals: how many there are.
        reason: the reason that the result gives.
        extra: how many deals are played again while the top is shared (BG-39, TB-18).
        times: how often at most.
    """
    over = finished - deals
    if over < 0:
        return None
    if over < extra * times and (over % extra or _shared(scores)):
        return None
    return Result(places(scores), scores, reason)


def _shared(scores: tuple[int, ...]) -> bool:
    """Return whether several sides have the highest score."""
    return scores.count(max(scores)) > 1


def reached(sides: Sequence[Side], target: int, scores: tuple[int, ...], on: Playing) -> bool:
    """Return whether the points of the tricks so far bring a side to the target: then play stops (DN-14).

    Args:
        sides: the side of each seat.
        target: the score that ends the game.
        scores: the scores before the deal.
        on: the play of the hand.
    """
    totals = list(scores)
    for side, points in zip(sides, on.points, strict=True):
        totals[side] += points
    return max(totals) >= target
