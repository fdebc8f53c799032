"""The points of a hand of Bridgette."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.parts.calls import Contract
from arena.games.parts.races import for_one
from arena.games.parts.rubber import BOOK

VALUES: Final = {
    bid: (points, exacto)
    for points, exacto, bids in (
        (150, 250, "0NT 1C 1D 1H 1S"),
        (250, 250, "1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 4C 4D"),
        (750, 250, "3NT 4H 4S 4NT 5C 5D 5H 5S"),
        (1500, 250, "5NT"),
        (1500, 100, "6C 6D 6H 6S"),
        (2200, 100, "6NT"),
        (2200, 0, "7C 7D 7H 7S"),
        (2500, 0, "7NT"),
    )
    for bid in bids.split()
}
"""The points of each contract, and the bonus for taking exactly the tricks bid (BG-33, BG-34)."""
TRIFECTA: Final = {3: 350}
"""The bonus for overtricks: only for exactly three (BG-35)."""
DOUBLED_MADE: Final = {1: 0, 2: 400, 4: 1000}
"""The bonus for a contract made, by the factor of the doubles (BG-36)."""
SET: Final = {
    1: (100, 200, 300, 400, 700, 1000),
    2: (200, 500, 800, 1100, 2000, 3000),
    4: (300, 700, 1100, 1500, 2700, 4000),
}
"""The defender's points for one to six tricks short, by the factor of the doubles (BG-37)."""


def score(bid: Contract, won: Sequence[int]) -> tuple[int, ...]:
    """Return the points of each seat; either the declarer scores or the defender (BG-33 to BG-38).

    Args:
        bid: the contract.
        won: the tricks of each seat.
    """
    over = won[bid.seat] - BOOK - bid.level
    if over < 0:
        return for_one(1 - bid.seat, SET[bid.doubled][min(-over, 6) - 1])
    value, exacto = VALUES[bid.word]
    bonus = TRIFECTA.get(over, 0) if over else exacto
    return for_one(bid.seat, value + bonus + DOUBLED_MADE[bid.doubled])
