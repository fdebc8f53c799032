"""What a rubber in progress promises: one that is over brings no more, so a game won may cost more than it brings."""

from __future__ import annotations

from typing import Any, Final

from arena.games.bridge_solitaire.options import Options

A_HAND: Final = 190
"""What the player gains on the house in a hand."""
RUBBER: Final = {(0, 0): 1340, (1, 0): 1090, (0, 1): 820, (1, 1): 750}
"""What the player gains on the house from here to the end of a rubber, by the games that both have won; the mean of
28,000 rubbers of `sensible`."""
OWN_BELOW: Final = -2
"""How much that changes with each point below the line of the player's own: the next game is nearer."""
BELOW: Final = -1
"""The same for points of the house."""


def prospects(o: Options, standing: Any, _: int | None) -> float:
    """Return what is still to be gained in the rubber of a standing, in points; nothing where none has begun."""
    left: int = o.max_deals - standing.finished
    if not standing.finished or left <= 0:
        return 0.0
    player, house = standing.below
    worth: int = RUBBER[standing.games] + OWN_BELOW * player + BELOW * house
    return min(A_HAND * left, worth)
