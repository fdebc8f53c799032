"""Deals of Homme d'Auvergne as they are wanted: seat 0 of four deals, unless told otherwise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from arena.games.homme_d_auvergne import GAME, PACKS, PRESETS, Options, dealing
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.finish import Standing
from tests.games.situations import stacked

STANDARD, DECLARED = PRESETS["standard"], PRESETS["declared"]
Deal = Position[Standing]

SHARED: Mapping[Any, str] = {
    0: "8H 7H 9S TS 7C",
    1: "JH KH TC 8S TH",
    2: "9C QS 7S KD JS",
    3: "AC AS 8D 9D KS",
    "turn-up": "QH",
}
"""The hands of the full deal in the sheet (HA-X20)."""
TRICKS = "KH 7S KS 7H AC 7C TC 9C 8D 9S 8S KD TS TH QS AS JS 9D 8H JH"
"""Its five tricks, with S as trump."""


def dealt(
    hands: Mapping[Any, str], *, dealer: int = 0, scores: Sequence[int] = (0, 0, 0, 0), o: Options = STANDARD
) -> Deal:
    """A deal with these cards; the rest comes in the order of the pack."""
    standing = Standing(dealer, tuple(scores))
    return play_deal(GAME, o, standing, stacked(PACKS[o.players], dealing(o, standing), hands))


def scores(position: Deal) -> tuple[int, ...]:
    """The scores after a deal that is over."""
    assert position.result is not None
    return position.result.scores
