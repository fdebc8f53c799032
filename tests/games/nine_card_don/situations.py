"""Ways to bring about deals of Nine-Card Don."""

from __future__ import annotations

from arena.games.kernel import Seat, Word
from arena.games.kernel.position import Position, play_deal
from arena.games.nine_card_don import GAME, PACK, PRESETS, Options, dealing
from arena.games.parts.finish import Standing
from tests.games.situations import say, stacked

STANDARD = PRESETS["standard"]


def dealt(
    *hands: str, dealer: Seat = 3, scores: tuple[int, int] = (0, 0), o: Options = STANDARD, words: str = ""
) -> Position[Standing]:
    """A deal with these hands of seat 0, 1 and so on; the rest of the pack goes round in order."""
    before = Standing(dealer, scores)
    return say(play_deal(GAME, o, before, stacked(PACK, dealing(o, before), dict(enumerate(hands)))), words)


def played(position: Position[Standing], keep: Word = "") -> Position[Standing]:
    """The position at the end of the deal: everybody plays the first card of the hand that may be played, one last."""
    while position.ask is not None:
        words = position.ask.legal
        position.play(next((word for word in words if word != keep), words[0]))
    return position
