"""The pack of Bridge Solitaire, where its cards go, and the two sides."""

from __future__ import annotations

from typing import Final

from arena.games.parts.cards import RANKS, STOCK, SUITS, by_order, pack, plan
from arena.games.parts.tricks import NO_TRUMP, ranking

JOKERS: Final = ("JK1", "JK2")
PLAIN: Final = pack(RANKS)
PACK: Final = (*PLAIN, *JOKERS)
READING: Final = by_order(PACK)
RANKINGS: Final = {trump: ranking(PLAIN, trump) for trump in (*SUITS, NO_TRUMP)}
PLAYER: Final = 0
HOUSE: Final = 1
"""The only seat, and its opponent; also the columns of the score sheet."""
NAMES: Final = (PLAYER, "house")
"""The player and the house as notes name them."""
HOLE: Final = "hole"
"""The place of the cards that the player does not see before the choice."""
PLAN: Final = plan([(HOLE, 7), (PLAYER, 13), (STOCK, 34)])
DISCARDS: Final = 7
TRICKS: Final = 13
