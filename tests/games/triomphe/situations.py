"""Deals of Triomphe as they are wanted: seat 0 of four deals, unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.kernel.position import Position, play_deal
from arena.games.parts.finish import Standing
from arena.games.triomphe import GAME, PACK, PRESETS, Options, dealing, sides
from tests.games.situations import stacked

STANDARD, SIX, PAIRS = PRESETS["standard"], PRESETS["six-player"], PRESETS["six-player-pairs"]
Deal = Position[Standing]

FULL: Mapping[Any, str] = {
    0: "6D 8S 8D JH 7C",
    1: "AC QH 7S QS 9C",
    2: "9S 6S KC 6C AH",
    3: "TS 8C TC JD 6H",
    "turn-up": "TH",
    "stock": "7H KS",
}
"""The full deal of the sheet (TP-X19)."""
ROBBED: Mapping[Any, str] = {2: "AH 9S 7S 6D TC", "turn-up": "8H", "stock": "QH 6H KD"}
"""Seat 2 may take three trumps (TP-X4)."""


def dealt(
    hands: Mapping[Any, str], *, dealer: int = 0, scores: Sequence[int] | None = None, o: Options = STANDARD
) -> Deal:
    """A deal with these cards; the rest comes in the order of the pack."""
    standing = Standing(dealer, tuple(scores or (0,) * len(set(sides(o)))))
    return play_deal(GAME, o, standing, stacked(PACK, dealing(o, standing), hands))
