"""The end of a game, and its winners."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from arena.games.kernel import SILENT, Result, Side, places
from arena.games.parts.chips import Chips
from arena.games.parts.finish import leaders
from arena.games.two_hundred.options import Options
from arena.games.two_hundred.seats import Standing


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result if one of the endings applies; they are tried in order (TH-65, TH-77)."""
    if decided := standing.decided:
        return record(o, standing, [decided.winner], decided.reason)
    for reason, ending in ENDINGS.items():
        if winners := ending(o, standing):
            return record(o, standing, winners, reason)
    return None


def at_target(o: Options, standing: Standing) -> Sequence[Side]:
    """Return the side that wins by its score, none if no side is at the target or the leaders are tied.

    If several sides are at the target, the contract side wins if it made its contract, unless `both_reach` lets the
    higher score win (TH-66, TH-67). If two sides share the contract, the higher score wins, then the contractor
    (TH-R22). With `win_requires_bid` only a contract that was made can win (TH-68).
    """
    scores = standing.scores
    if max(scores) < o.target:
        return []
    reached = [side for side in standing.competing if scores[side] >= o.target]
    made = [side for side in standing.made if side in reached]
    if made and o.both_reach == "bidder":
        return [max(made, key=scores.__getitem__)]
    if not reached or o.win_requires_bid:
        return []
    return alone(leaders(scores, standing.competing))


def in_hole(o: Options, standing: Standing) -> Sequence[Side]:
    """Return the side that wins because other sides are in the hole (TH-71).

    It is the only side left (TH-72, TH-73) or, where all play alone, the one with the highest score (TH-74). If two
    pairs of three are left, they play on.
    """
    losers = lost_in_hole(o, standing)
    if not losers:
        return []
    left = [side for side in standing.competing if side not in losers]
    return alone(leaders(standing.scores, standing.competing) if o.shape.individual else left)


def at_limit(o: Options, standing: Standing) -> Sequence[Side]:
    """Return the sides with the highest score if the last deal is over (TH-76)."""
    return leaders(standing.scores, standing.competing) if 0 < o.max_deals <= standing.finished else []


ENDINGS: Mapping[str, Callable[[Options, Standing], Sequence[Side]]] = {
    "target": at_target,
    "hole": in_hole,
    "limit": at_limit,
}
"""The reasons for which scores end a game, each with the function that finds the winners, in the order of testing
(TH-65)."""


def lost_in_hole(o: Options, standing: Standing) -> tuple[Side, ...]:
    """Return the sides at or below the limit of the hole, if some side is not below zero (TH-71)."""
    scores = standing.scores
    if min(scores) > -o.hole:
        return ()
    competing = standing.competing
    if max(scores[side] for side in competing) < 0:
        return ()
    return tuple(side for side in competing if scores[side] <= -o.hole)


def alone(sides: Sequence[Side]) -> Sequence[Side]:
    """Return the sides if there is only one, else none."""
    return sides if len(sides) == 1 else []


def record(o: Options, standing: Standing, winners: Sequence[Side], reason: str) -> Result:
    """Return the result: places, scores, reason, games counted, label, money, silent side (TH-77, TH-48)."""
    extra = {"games": str(1 if reason == "limit" else games_counted(o, standing, winners))}
    if standing.decided and standing.decided.label:
        extra["label"] = standing.decided.label
    if standing.money:
        extra["money"] = ",".join(map(str, shared_out(o, standing, winners)))
    if standing.silent is not None:
        extra[SILENT] = str(standing.silent)
    return Result(placing(standing, winners), standing.scores, reason, tuple(extra.items()))


def games_counted(o: Options, standing: Standing, winners: Collection[Side]) -> int:
    """Return how many games a win counts for: two if it is a skunk (TH-75)."""
    others = [side for side in range(len(standing.scores)) if side not in winners and side != standing.silent]
    skunk = {
        "off": False,
        "hole": all(standing.scores[side] < 0 for side in others),
        "shutout": standing.moved.isdisjoint(others),
    }[o.skunk]
    return 2 if skunk else 1


def placing(standing: Standing, winners: Collection[Side]) -> tuple[int, ...]:
    """Return the place of each side: winners first, then by score, and last the sides that are out."""
    competing = standing.competing
    marks = [(side in winners, side in competing, score) for side, score in enumerate(standing.scores)]
    return places(marks)


def shared_out(o: Options, standing: Standing, winners: Collection[Side]) -> tuple[int, ...]:
    """Return each seat's balance in cents after the winners divide the pot, odd cents in seat order (TH-79)."""
    sharing = [seat for seat, side in enumerate(o.shape.sides) if side in winners]
    return Chips(standing.money, standing.pot).divide(sharing, odd_chips=True).balances
