"""Scores and the end of a game of Five Hundred (FH-64 to FH-84): pure functions of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tests.games.second_opinion.cards import JOKER
from tests.games.second_opinion.checker import Ending, Scores, highest
from tests.games.second_opinion.five_hundred.auction import MISERE, NULLO, OPEN_MISERE, is_for_tricks, tricks_of, value
from tests.games.second_opinion.five_hundred.play import Trick
from tests.games.second_opinion.five_hundred.sheet import Sheet

SLAM = 250


@dataclass(frozen=True)
class Played:
    """A deal that was played to the end.

    Args:
        dealer: who dealt.
        contractor: his seat, None in a passed deal.
        bid: the contract, empty in a passed deal.
        contract_seats: the contractor and his partners.
        tricks: all ten in order.
    """

    dealer: int
    contractor: int | None
    bid: str
    contract_seats: frozenset[int]
    tricks: tuple[Trick, ...]

    def won_by(self, seats: Iterable[int]) -> list[Trick]:
        """Return the tricks that some seats won."""
        return [trick for trick in self.tricks if trick.winner in set(seats)]


def card_points(card: str) -> int:
    """Return the worth of a card where cards count (FH-75)."""
    if card == JOKER:
        return 0
    return {"A": 1, "K": 10, "Q": 10, "J": 10, "T": 10}.get(card[0]) or int(card[0])


def cards_in(tricks: Iterable[Trick]) -> int:
    """Return the card points of some tricks."""
    return sum(card_points(card) for trick in tricks for card in trick.cards)


def made(played: Played) -> bool:
    """Return whether the contract was made (FH-67, FH-71, FH-72)."""
    won = len(played.won_by(played.contract_seats))
    return won >= tricks_of(played.bid) if is_for_tricks(played.bid) else won == 0


def contract_change(sheet: Sheet, played: Played) -> int:
    """Return what the contract brings to everybody of its side (FH-67 to FH-69, FH-71 to FH-73, FH-75)."""
    worth = value(sheet, played.bid)
    if not made(played):
        return -worth
    tricks = played.won_by(played.contract_seats)
    if sheet.slam_bonus and is_for_tricks(played.bid) and len(tricks) == 10:
        worth = max(worth, SLAM)  # FH-68
    return worth + (cards_in(tricks) if sheet.card_bonus else 0)


def opposing_points(sheet: Sheet, played: Played, seats: Sequence[int]) -> int:
    """Return what a side scores that has not got the contract (FH-70 to FH-75, FH-R16)."""
    if played.bid in {MISERE, OPEN_MISERE}:
        return 0
    tricks = played.won_by(seats)
    points = 10 * len(tricks) + (cards_in(tricks) if sheet.card_bonus else 0)
    if played.bid == NULLO:
        points += 10 * len(played.won_by(played.contract_seats))  # FH-71
    return points


def scores_after(sheet: Sheet, before: Scores, played: Played) -> dict[int, int]:
    """Return the scores after a deal (FH-67 to FH-75, FH-82)."""
    after = {}
    for side, seats in sheet.sides.items():
        if played.contract_seats & set(seats):
            after[side] = before[side] + contract_change(sheet, played)
            continue
        after[side] = before[side] + opposing_points(sheet, played, seats)
        if sheet.defender_finish == "capped":
            after[side] = max(before[side], min(after[side], sheet.target - 10))  # FH-82, FH-R17
    return after


def judge(sheet: Sheet, before: Scores, after: Scores, played: Played) -> Ending | None:
    """Return how the game ends after a played deal, None if it goes on (FH-76 to FH-83).

    Args:
        sheet: the options in force.
        before: the scores before the deal.
        after: the scores with the deal.
        played: the deal.
    """
    winners = at_the_target(sheet, before, after, played)
    if winners:
        return Ending(tuple(winners), "target")
    if sheet.loss_floor is None or min(after.values()) > sheet.loss_floor:
        return None
    if sheet.players == 4:
        return Ending(tuple(side for side in after if after[side] > sheet.loss_floor), "floor")
    return Ending(tuple(highest(after, after)), "floor")  # FH-81


def at_the_target(sheet: Sheet, before: Scores, after: Scores, played: Played) -> list[int]:
    """Return who wins by reaching the target (FH-77 to FH-80, FH-82, FH-83)."""
    there = [side for side in after if after[side] >= sheet.target]
    contract = [side for side in there if played.contract_seats & set(sheet.sides[side])]
    if sheet.defender_finish != "wins":
        if played.contractor is None or not made(played):
            return []
        there = contract
    if sheet.players == 5:
        return best_of_five(contract or there, after, played)
    if contract:
        return contract  # FH-78
    return there if len(there) < 2 else [first_there(sheet, before, there, played)]


def best_of_five(sides: Sequence[int], after: Scores, played: Played) -> list[int]:
    """Return the highest of some players; a contractor among equals wins alone (FH-80, FH-R13, FH-R14)."""
    best = highest(sides, after)
    return [played.contractor] if played.contractor in best else best


def first_there(sheet: Sheet, before: Scores, rivals: Sequence[int], played: Played) -> int:
    """Return who of some players, all at the target now, reached it first (FH-79, FH-R11, FH-R12).

    Args:
        sheet: the options in force.
        before: the scores before the deal.
        rivals: players who did not have the contract.
        played: the deal.
    """
    totals = {side: before[side] for side in rivals}
    for trick in played.tricks:
        for side in rivals:
            if side == trick.winner:
                totals[side] += 10 + (cards_in([trick]) if sheet.card_bonus else 0)
            elif played.bid == NULLO and trick.winner == played.contractor:
                totals[side] += 10
        there = [side for side in rivals if totals[side] >= sheet.target]
        if there:
            return min(there, key=lambda side: (-totals[side], (side - played.dealer - 1) % sheet.players))
    raise AssertionError("nobody reached the target")


def limit(scores: Scores) -> Ending:
    """Return the result when `max_deals` deals are over (FH-84, FH-R13)."""
    return Ending(tuple(highest(scores, scores)), "limit")
