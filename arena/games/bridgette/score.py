"""The points of a hand of Bridgette."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from arena.games.bridgette.bidding import LAW
from arena.games.kernel import Word
from arena.games.parts.calls import Contract
from arena.games.parts.rubber import BOOK

VALUES: Final = {
    bid: points
    for points, bids in {
        150: "0NT 1C 1D 1H 1S",
        250: "1NT 2C 2D 2H 2S 2NT 3C 3D 3H 3S 4C 4D",
        750: "3NT 4H 4S 4NT 5C 5D 5H 5S",
        1500: "5NT 6C 6D 6H 6S",
        2200: "6NT 7C 7D 7H 7S",
        2500: "7NT",
    }.items()
    for bid in bids.split()
}
"""The points of each contract (BG-33)."""
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
        scorer, points = 1 - bid.seat, SET[bid.doubled][min(-over, 6) - 1]
    else:
        bonus = TRIFECTA.get(over, 0) if over else exacto(bid.word)
        scorer, points = bid.seat, VALUES[bid.word] + bonus + DOUBLED_MADE[bid.doubled]
    return tuple([points * (seat == scorer) for seat in range(len(won))])


def exacto(bid: Word) -> int:
    """Return the bonus for taking exactly the tricks bid (BG-34)."""
    at = LAW.ladder.index(bid)
    return 250 if at <= LAW.ladder.index("5NT") else 100 if at <= LAW.ladder.index("6NT") else 0
