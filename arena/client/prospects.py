"""What a standing is worth besides its points: what will come of it, in games where that depends on it.

In most games, points are what counts: at Two Hundred, a search that goes by the chance to win the whole game plays no
better. But a rubber that is over brings no more points. So at Bridge Solitaire, a game that is won may cost more than
it brings.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

A_HAND: Final = 190
"""What the player gains on the house in a hand of Bridge Solitaire."""
RUBBER: Final = {(0, 0): 1340, (1, 0): 1090, (0, 1): 820, (1, 1): 750}
"""What the player gains on the house from here to the end of a rubber, by the games that both have won; the mean of
28,000 rubbers of `sensible`."""
OWN_BELOW: Final = -2
"""How much that changes with each point below the line of the player's own: the next game is nearer."""
BELOW: Final = -1
"""The same for points of the house."""


def no_prospects(_: Any, __: Any) -> float:
    """Return 0: the next deals are what they are, whatever came of this one."""
    return 0.0


def rubber(options: Any, standing: Any) -> float:
    """Return what is still to be gained in the rubber of a standing, in points; nothing where none has begun."""
    left: int = options.max_deals - standing.finished
    if not standing.finished or left <= 0:
        return 0.0
    player, house = standing.below
    worth: int = RUBBER[standing.games] + OWN_BELOW * player + BELOW * house
    return min(A_HAND * left, worth)


PROSPECTS: Final[dict[str, Callable[[Any, Any], float]]] = {"bridge-solitaire": rubber}
"""By the name of the game, what its options and the standing after a deal promise to the side that asks, in points. A
game that is not among them has no such prospects."""
