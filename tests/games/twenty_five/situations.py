"""Deals of Twenty-Five as they are wanted: seat 0 of five deals, unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.kernel.position import Position, play_deal
from arena.games.parts.chips import Standing
from arena.games.parts.tricks import Trick
from arena.games.twenty_five import GAME, dealing
from arena.games.twenty_five.cards import pack_of
from arena.games.twenty_five.options import PRESETS, Options
from tests.games.situations import stacked

STANDARD, SPOIL_FIVE, PLAIN_POOL = (PRESETS[name] for name in ("standard", "spoil-five", "spoil-five-plain"))
FORTY_FIVE, BONUS, DEALS = (PRESETS[name] for name in ("forty-five", "forty-five-bonus", "spoil-points"))

FULL: Mapping[Any, str] = {
    0: "2S 6S 3C 3H AH",
    1: "KD AS KC 5S JD",
    2: "3S TD QH TH 3D",
    3: "4S AC 8H JH 7C",
    4: "JC 7H JS 2C 9C",
    "turn-up": "7S",
}
"""The full deal of the sheet (TF-X23)."""
TRICKS = "rob JD KC TD 7C 2C 6S 2S 7S 3S 4S 9C AH 5S TH 8H JS KD 3D AC 7H 3C AS QH JH JC 3H"


def dealt(
    hands: Mapping[Any, str],
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    pool: int = 0,
    finished: int = 0,
    o: Options = STANDARD,
) -> Position[Standing]:
    """A deal with these cards; the rest comes in the order of the pack."""
    standing = Standing(dealer, tuple(scores or (0,) * o.players), finished, (), pool)
    return play_deal(GAME, o, standing, stacked(pack_of(o), dealing(o, standing), hands))


def won(*winners: int, worth: int = 1) -> Sequence[Trick]:
    """Tricks that these seats won."""
    return [Trick((), (), winner, worth) for winner in winners]
