"""How a game ends by its scores: first to a target, points counted in order, or after a fixed number of deals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from arena.games.kernel.events import Note, Rules, Side, made
from arena.games.kernel.game import Result, places
from arena.games.parts.finish import leaders
from arena.games.parts.tricks import NOBODY, Playing


def added(first: tuple[int, ...], *others: tuple[int, ...]) -> tuple[int, ...]:
    """Add up several tuples of scores or points, side by side."""
    for points in others:
        first = tuple([one + other for one, other in zip(first, points, strict=True)])
    return first


def score_deal(scores: tuple[int, ...], points: tuple[int, ...]) -> Rules[tuple[int, ...]]:
    """Add the points of a deal to the scores; announce them, and the new scores, which are returned."""
    scores = added(scores, points)
    yield made(Note, ("points", points))
    yield made(Note, ("scores", scores))
    return scores


def for_one(side: Side, points: int, sides: int = 2) -> tuple[int, ...]:
    """Return the points of each side where just one of them scores."""
    return tuple([points if at == side else 0 for at in range(sides)])


def ranked(winners: Collection[Side], scores: tuple[int, ...]) -> tuple[int, ...]:
    """Return the place of each side: 1 for the winners, whatever their scores; the rest by score (SW-15 to SW-17)."""
    return places([(1, 0) if side in winners else (0, score) for side, score in enumerate(scores)])


def at_target(scores: tuple[int, ...], target: int, *, joint: bool = True) -> Result | None:
    """Return the result if a side has reached the target: the highest score wins. Return None otherwise.

    This fits games in which one side scores at a time (DN-14, EC-30, HA-20, ML-20, TF-23, TF-27, TP-20, TR-35) and
    games in which several do (KA-24). Scores may also be games won: best of three is a target of two (BS-34).

    Args:
        scores: the scores during or after a deal.
        target: the score that wins.
        joint: sides that tie for the lead win together; if False, play goes on (KA-24).
    """
    if max(scores) < target or (_shared(scores) and not joint):
        return None
    return Result(places(scores), scores, "target")


def first_there(scores: tuple[int, ...], steps: Iterable[tuple[int, ...]], target: int) -> tuple[Side, ...]:
    """Return the winner where points are counted in steps: the first side at the target wins (SW-14 to SW-16).

    If several reach it in the same step, the highest score wins; if they tie, the one that is ahead after a later step.

    Args:
        scores: the scores before the deal.
        steps: the points of each side in each step.
        target: the score that wins.

    Returns:
        The winner; several if they stay tied to the end; none if no side reaches the target.
    """
    ahead: tuple[Side, ...] = ()
    for step in steps:
        scores = added(scores, step)
        ahead = leaders(scores, ahead or [side for side, score in enumerate(scores) if score >= target])
    return ahead


def after_deals(
    scores: tuple[int, ...], finished: int, deals: int, *, reason: str = "limit", extra: int = 0, times: int = 0
) -> Result | None:
    """Return the result if the last deal is over: the highest score wins, and ties win together. Else return None.

    This fits games with a fixed number of deals (BA-28, BB-28, BG-39, TB-18, TF-32) and limits that keep a game from
    going on forever (DN-14, HA-21, ML-20, TF-27).

    Args:
        scores: the scores after the deal.
        finished: how many deals are over.
        deals: how many deals the game has.
        reason: the reason that the result gives.
        extra: how many deals a round of tie-break has, played while the lead is tied (BG-39, TB-18).
        times: how many such rounds there are at most.
    """
    over = finished - deals
    if over < 0:
        return None
    if over < extra * times and (over % extra or _shared(scores)):
        return None
    return Result(places(scores), scores, reason)


def _shared(scores: tuple[int, ...]) -> bool:
    """Return whether several sides tie for the highest score."""
    return scores.count(max(scores)) > 1


def reached(sides: Sequence[Side], target: int, scores: tuple[int, ...], on: Playing) -> bool:
    """Return whether the last trick has brought a side to the target, at which play stops (DN-14, TF-23).

    Args:
        sides: the side of each seat.
        target: the score that ends the game.
        scores: the scores before the deal.
        on: the state of play after a trick.
    """
    winner = on.won[-1].winner
    if winner == NOBODY:
        return False
    side = sides[winner]
    return scores[side] + sum([points for of, points in zip(sides, on.points, strict=True) if of == side]) >= target
