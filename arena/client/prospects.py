"""What a standing is worth besides its points: what will come of it, in games where that depends on it.

In most games, points are what counts: at Two Hundred, a search that goes by the chance to win the whole game plays no
better. But a rubber that is over brings no more points. So at Bridge Solitaire, a game that is won may cost more than
it brings. And a game of Scotch Whist lasts two or three deals, so what counts is who is ahead when it ends.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from statistics import fmean
from typing import Any, Final, TypeAlias

from arena.games.parts.races import ranked

Promise: TypeAlias = Callable[[Any, Any, int | None], float]
"""A function of the options, the standing after a deal, and a side: what the standing promises to the side, in
points."""
A_HAND: Final = 190
"""What the player gains on the house in a hand of Bridge Solitaire."""
RUBBER: Final = {(0, 0): 1340, (1, 0): 1090, (0, 1): 820, (1, 1): 750}
"""What the player gains on the house from here to the end of a rubber, by the games that both have won; the mean of
28,000 rubbers of `sensible`."""
OWN_BELOW: Final = -2
"""How much that changes with each point below the line of the player's own: the next game is nearer."""
BELOW: Final = -1
"""The same for points of the house."""
AHEAD: Final = 100
"""How many points of a hand of Scotch Whist it is worth to end before all others, and not behind them."""
LEAD: Final = 13
"""How many points of lead make the chance to end before another player 73 per cent: 1 / (1 + 1/e)."""
RACE: Final = 41
"""With how many points between the leader and the target: a lead counts for less in a longer race."""


def no_prospects(_: Any, __: Any, ___: int | None) -> float:
    """Return 0: the next deals are what they are, whatever came of this one."""
    return 0.0


def rubber(options: Any, standing: Any, _: int | None) -> float:
    """Return what is still to be gained in the rubber of a standing, in points; nothing where none has begun."""
    left: int = options.max_deals - standing.finished
    if not standing.finished or left <= 0:
        return 0.0
    player, house = standing.below
    worth: int = RUBBER[standing.games] + OWN_BELOW * player + BELOW * house
    return min(A_HAND * left, worth)


def place(options: Any, standing: Any, side: int | None) -> float:
    """Return the mean chance of a player of Scotch Whist to end before each other one, times `AHEAD`.

    When the game is over, who is ahead is known (SW-14 to SW-17). Until then, the scores say how likely it is.
    """
    scores: tuple[int, ...] = standing.scores
    assert side is not None
    others = [other for other in range(len(scores)) if other != side]
    if standing.winners:
        at = ranked(standing.winners, scores)
        return AHEAD * fmean([(1 + (at[side] < at[other]) - (at[side] > at[other])) / 2 for other in others])
    scale = LEAD * sqrt(max(1, (options.target - max(scores)) / RACE))
    return AHEAD * fmean([1 / (1 + exp((scores[other] - scores[side]) / scale)) for other in others])


PROSPECTS: Final[dict[str, Promise]] = {"bridge-solitaire": rubber, "scotch-whist": place}
"""By the name of the game, what the standing after a deal promises to the side that asks. A game that is not among them
has no such prospects."""
