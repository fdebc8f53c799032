"""Scores and the end of a game of American Five Hundred (AF-38 to AF-45): pure functions of numbers."""

from __future__ import annotations

from tests.games.second_opinion.american_five_hundred.auction import value
from tests.games.second_opinion.american_five_hundred.sheet import Sheet
from tests.games.second_opinion.checker import Ending, Scores
from tests.games.second_opinion.five_hundred.auction import is_for_tricks
from tests.games.second_opinion.five_hundred.scoring import Played, made

SLAM = 250


def contract_change(sheet: Sheet, played: Played) -> int:
    """Return what the contract brings (AF-39, AF-40, AF-42)."""
    worth = value(played.bid)
    if not made(played):
        return -worth
    slam = is_for_tricks(played.bid) and len(played.won_by(played.contract_seats)) == 10
    return SLAM if slam and sheet.slam_bonus and worth <= 240 else worth


def scores_after(sheet: Sheet, before: Scores, played: Played) -> dict[int, int]:
    """Return the scores after a deal (AF-39 to AF-43)."""
    after = {}
    for side, seats in sheet.sides.items():
        if played.contractor in seats:
            after[side] = before[side] + contract_change(sheet, played)
            continue
        after[side] = before[side] + (10 * len(played.won_by(seats)) if is_for_tricks(played.bid) else 0)
        if sheet.defender_finish == "capped":
            after[side] = max(before[side], min(after[side], sheet.target - 10))
    return after


def judge(sheet: Sheet, after: Scores, played: Played) -> Ending | None:
    """Return how the game ends after a played deal, None if it goes on (AF-43, AF-44, AF-R18, AF-R20)."""
    (contractors,) = [side for side, seats in sheet.sides.items() if played.contractor in seats]
    if made(played) and after[contractors] >= sheet.target:
        return Ending((contractors,), "target")
    losers = [side for side in after if sheet.loss_floor is not None and after[side] <= sheet.loss_floor]
    if losers:
        return Ending(tuple(side for side in after if side not in losers), "floor")
    return None
