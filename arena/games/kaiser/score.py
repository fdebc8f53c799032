"""What lives on between two deals, scoring one, and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.kaiser.bidding import Bid
from arena.games.kaiser.options import Options
from arena.games.kernel import Result, Seat, Side, places


class Standing(NamedTuple):
    """What lives on between deals; `finished` leaves misdeals out, `thrown` counts deals thrown in in a row."""

    dealer: Seat
    scores: tuple[int, int] = (0, 0)
    finished: int = 0
    thrown: int = 0

    def words(self) -> tuple[str, ...]:
        """Return the standing as `key=value` words."""
        a, b = self.scores
        return (f"dealer={self.dealer}", f"scores={a},{b}", f"finished={self.finished}", f"thrown={self.thrown}")


def settle(o: Options, scores: Sequence[int], declarers: Side, bid: Bid, values: Sequence[int]) -> tuple[int, int]:
    """Return both scores after a deal, each reckoned from the scores before it (KA-18 to KA-23)."""
    defenders = 1 - declarers
    after = list(scores)
    after[declarers] += declarers_gain(o, bid, values[declarers])
    after[defenders] += defenders_gain(o, bid, values[defenders], frozen=scores[defenders] > o.freeze_above)
    return after[0], after[1]


def declarers_gain(o: Options, bid: Bid, value: int) -> int:
    """Return what the declarers add: their value if it reaches the bid, else a loss; doubled without trumps."""
    penalty = bid.points if o.broken_penalty == "bid" else abs(value)
    gain = value if value >= bid.points else -penalty
    return 2 * gain if bid.no_trump else gain


def defenders_gain(o: Options, bid: Bid, value: int, *, frozen: bool) -> int:
    """Return what the defenders add: their value, but only a loss when frozen (KA-21, KA-22)."""
    gain = min(value, 0) if frozen else value
    return 2 * gain if bid.no_trump and o.no_trump_doubles == "both" else gain


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result once scores that differ reach the target, or after the last deal (KA-24, KA-25)."""
    scores = standing.scores
    if max(scores) >= o.target and scores[0] != scores[1]:
        return Result(places(scores), scores, "target")
    if standing.finished >= o.max_deals:
        return Result(places(scores), scores, "limit")
    return None
