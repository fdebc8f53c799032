"""Ways to reach a situation of American Five Hundred: fixed packs, deals by their words, deals entered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from arena.games.american_five_hundred import GAME, PRESETS, result, score
from arena.games.american_five_hundred.bidding import PACK, Options, contract_of, dealing
from arena.games.kernel import Chance, Note, Result, Seat
from arena.games.kernel.position import Position, play_deal
from arena.games.parts.auction import Call
from arena.games.parts.finish import Standing
from arena.games.parts.tricks import Trick
from tests.games.situations import run, say, stacked

ST_PAUL, ROUNDS, CAPPED = PRESETS["st-paul"], PRESETS["st-paul-rounds"], PRESETS["st-paul-capped"]
NO_NULLO = PRESETS["st-paul-no-nullo"]

CALM: dict[Seat | str, str] = {"kitty": "JK JS JC JH JD"}
"""A deal in which nobody may announce `NO`, or claim."""
HOPELESS = "AH TS 9S 6S 5H 4H 8D 7D 9C 4C"
"""A hand that may be claimed."""
HOPELESS_TOO = "AC TH 9H 8H 7H TD 9D 6D 8C 7C"
"""Another one."""


def dealt(hands: Mapping[Seat | str, str], dealer: Seat = 0) -> Chance:
    """Chance whose pack gives these cards to seats and the middle, and the others in order."""
    return stacked(PACK, dealing(dealer), hands)


def deal_after(
    words: str = "",
    *,
    o: Options = ST_PAUL,
    dealer: Seat = 0,
    scores: tuple[int, int] = (0, 0),
    hands: Mapping[Seat | str, str] = CALM,
) -> Position[Standing]:
    """A deal of these hands after these words."""
    return say(play_deal(GAME, o, Standing(dealer, scores), dealt(hands, dealer)), words)


class Entered(NamedTuple):
    """The scores after a deal, the notes that told of it, and the result if the game is over."""

    scores: tuple[int, ...]
    told: list[Note]
    over: Result | None

    @property
    def won(self) -> list[int]:
        """The sides that have won the game."""
        return [] if self.over is None else [side for side, place in enumerate(self.over.places) if place == 1]


def entered(o: Options, contract: str, tricks: Sequence[int], before: tuple[int, int] = (0, 0)) -> Entered:
    """A deal entered on the score sheet; `contract` is SEAT:BID, `tricks` how many each seat won."""
    seat, _, word = contract.partition(":")
    won = [Trick((), (), winner, 1) for winner, count in enumerate(tricks) for _ in range(count)]
    after, told = run(score(o, Standing(0, before), contract_of(Call(int(seat), word)), won))
    return Entered(after.scores, told, result(o, after))
