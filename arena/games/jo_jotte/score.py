"""The score of a hand of Jo-Jotte, and the score sheet of a rubber."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from arena.games.jo_jotte.options import Options
from arena.games.kernel import Note, Result, Rules, Seat, places
from arena.games.parts.races import added, after_deals, for_one
from arena.games.parts.rubber import Sheet, Standing, entered

ORDINARY, NULLO, SLAM = "ordinary", "nullo", "slam"
"""What a hand is played for (JJ-12, JJ-24, JJ-25)."""
TRICKS = 9
RUBBER = 300
"""The points for winning the rubber (JJ-41)."""


class Score(NamedTuple):
    """What a hand earns.

    Args:
        below: the points of each seat below the line.
        above: the points of each seat above it.
        winner: who wins what was set aside; None after a tie or a nullo (JJ-36).
        aside: the points that are set aside.
    """

    below: tuple[int, ...] = (0, 0)
    above: tuple[int, ...] = (0, 0)
    winner: Seat | None = None
    aside: int = 0


def score(aim: str, declarer: Seat, factor: int, points: tuple[int, ...], tricks: Sequence[int]) -> Score:
    """Score a hand, without what was declared (JJ-33 to JJ-39).

    Args:
        aim: what it was played for.
        declarer: the declarer.
        factor: 1, or 2 or 4 after doubles.
        points: the trick score of each seat.
        tricks: the number of tricks of each seat.
    """
    defender = 1 - declarer
    if aim == NULLO:
        taken = tricks[defender]
        return Score(above=for_one(declarer, 100 + 100 * taken) if taken else for_one(defender, 200))
    if aim == SLAM:
        made = tricks[declarer] == TRICKS
        winner = declarer if made else defender
        return Score(above=for_one(winner, 500 if made else sum(points)), winner=winner)
    if points[0] == points[1]:
        return Score(aside=sum(points))
    winner = points.index(max(points))
    below = points[declarer] if winner == declarer else sum(points)
    return Score(for_one(winner, factor * below), for_one(winner, 100 * (tricks[winner] == TRICKS)), winner)


def enter(o: Options, sheet: Sheet, declared: tuple[int, ...], hand: Score) -> Rules[Sheet]:
    """Enter a hand on the sheet, and announce what it changes; return the new sheet (JJ-36, JJ-40 to JJ-42).

    Args:
        o: the options.
        sheet: the sheet before the hand.
        declared: the points of each seat for melds and Jo-Jotte.
        hand: what the hand earns besides.
    """
    above = added(declared, hand.above)
    after = yield from entered(sheet, hand.below, above, target=o.game_target, aside=hand.aside, winner=hand.winner)
    one, other = after.scores
    if over(o, after) and one != other:
        winner = int(other > one)
        yield Note("rubber", (winner, RUBBER))
        after = after._replace(scores=added(after.scores, for_one(winner, RUBBER)))
    yield Note("scores", after.scores)
    return after


def over(o: Options, sheet: Sheet) -> bool:
    """Return whether the rubber is over (JJ-41)."""
    return sum(sheet.games) >= o.games


def result(o: Options, standing: Standing) -> Result | None:
    """Return the result after the rubber, or after the last deal (JJ-41, JJ-42)."""
    scores = standing.sheet.scores
    if over(o, standing.sheet):
        return Result(places(scores), scores, "rubber")
    return after_deals(scores, standing.finished, o.max_deals)
