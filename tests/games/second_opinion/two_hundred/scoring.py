"""Scores, the end of the game and the pot of Two Hundred (TH-52 to TH-80): pure functions of numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from tests.games.second_opinion.checker import Ending, Scores, highest
from tests.games.second_opinion.two_hundred.sheet import Sheet

Sides: TypeAlias = Mapping[int, tuple[int, ...]]
"""The seats of every side that is still in the game."""


@dataclass(frozen=True)
class Played:
    """A deal that was played to the end.

    Args:
        contractor: his seat.
        bid: a number, `100for200` or `free`.
        contract_seats: the seats of the contract side (Words).
        tricks: winner's seat and points of each trick in order.
        discard: points in the discard.
        no_trump: whether `NT` was announced.
        all100: whether all 100 were announced.
        best_bids: by seat the best bid spoken (TH-29); seats that have not bid are missing.
    """

    contractor: int
    bid: str
    contract_seats: frozenset[int]
    tricks: tuple[tuple[int, int], ...]
    discard: int = 0
    no_trump: bool = False
    all100: bool = False
    best_bids: Mapping[int, int] = field(default_factory=dict)


def counted(sheet: Sheet, played: Played, seats: Iterable[int]) -> int:
    """Return the points of a group of seats: their tricks, and the discard if it is theirs (TH-52, TH-53, TH-R12).

    Args:
        sheet: the options in force.
        played: the deal.
        seats: the whole contract side, one opposing side, or all defenders together.
    """
    group = frozenset(seats)
    theirs = {
        "opponents": not group & played.contract_seats,
        "contractor": bool(group & played.contract_seats),
        "last_trick": played.tricks[-1][0] in group,
        "first_trick": played.tricks[0][0] in group,
    }[sheet.discard_points]
    return sum(points for winner, points in played.tricks if winner in group) + (played.discard if theirs else 0)


def contract_points(sheet: Sheet, played: Played) -> int:
    """Return the points of the contract side (TH-52, TH-63)."""
    return counted(sheet, played, played.contract_seats)


def opposing_points(sheet: Sheet, sides: Sides, played: Played, side: int) -> int:
    """Return the points that an opposing side would score (TH-57, TH-63)."""
    if not sheet.team_format and sheet.defender_scoring == "team_total":
        everybody = {seat for seats in sides.values() for seat in seats}
        return counted(sheet, played, everybody - played.contract_seats)
    return counted(sheet, played, sides[side])


def made(sheet: Sheet, played: Played) -> bool:
    """Return whether the contract was made (TH-54)."""
    if played.bid == "free":
        return True
    needed = 100 if played.bid == "100for200" else int(played.bid)
    return contract_points(sheet, played) >= needed


def contract_change(sheet: Sheet, played: Played) -> int:
    """Return what the contract side wins or loses, not doubled (TH-55, TH-56)."""
    if made(sheet, played):
        return 200 if played.bid == "100for200" else contract_points(sheet, played)
    return -100 if played.bid == "100for200" else -int(played.bid)


def may_score(sheet: Sheet, sides: Sides, start: Scores, played: Played, side: int) -> bool:
    """Return whether an opposing side scores its points (TH-59 to TH-62)."""
    if start[side] < sheet.target - sheet.near_target_margin:
        return True
    if sheet.near_target_rule == "must_win_or_set":
        return not made(sheet, played)
    best = max((played.best_bids.get(seat, 0) for seat in sides[side]), default=0)
    return best >= (60 if sheet.qualifying_bid == "60" else 5)


def contract_sides(sheet: Sheet, sides: Sides, played: Played) -> list[int]:
    """Return the sides that win or lose the contract, the contractor's first.

    A called partner's score changes with the contractor's (TH-63); a silent partner's does not (TH-48, TH-49).
    """
    seats = [played.contractor]
    if sheet.format == "called_card":
        seats += sorted(played.contract_seats - {played.contractor})
    return [side for seat in seats for side, members in sides.items() if seat in members]


def changes(sheet: Sheet, sides: Sides, start: Scores, played: Played) -> dict[int, int]:
    """Return by how much a deal changes the score of each side still in the game (TH-55 to TH-64)."""
    if played.all100:
        return dict.fromkeys(sides, 0)  # TH-69
    factor = 2 if played.no_trump and sheet.no_trump == "double" else 1  # TH-58
    change = dict.fromkeys(sides, 0)
    for side, members in sides.items():
        if side in contract_sides(sheet, sides, played):
            change[side] = factor * contract_change(sheet, played)
        elif not played.contract_seats & set(members) and may_score(sheet, sides, start, played, side):
            change[side] = factor * opposing_points(sheet, sides, played, side)
    return change


def judge(sheet: Sheet, sides: Sides, scores: Scores, played: Played) -> tuple[Ending | None, list[int]]:
    """Return how the game ends after a played deal, None if it goes on, and the sides that drop out (TH-65).

    Args:
        sheet: the options in force.
        sides: the sides still in.
        scores: with the deal already scored.
        played: the deal.
    """
    ending = announced(sheet, sides, played) or hundred(sheet, sides, played) or reached(sheet, sides, scores, played)
    if ending:
        return ending, []
    return hole(sheet, sides, scores)


def announced(sheet: Sheet, sides: Sides, played: Played) -> Ending | None:
    """Return the end that an announcement of all 100 brings (TH-69)."""
    if not played.all100:
        return None
    mine = contract_sides(sheet, sides, played)
    if contract_points(sheet, played) == 100:
        return Ending(tuple(mine), "announced_100")
    return Ending(tuple(side for side in sides if side not in mine), "announced_100")


def hundred(sheet: Sheet, sides: Sides, played: Played) -> Ending | None:
    """Return the win by all 100 points, with its label; in the five-player formats the contractor's alone (TH-70)."""
    if not sheet.hundred_wins or contract_points(sheet, played) != 100:
        return None
    lost = sum(winner not in played.contract_seats for winner, _ in played.tricks)
    label = {1: "chienne", 2: "double_chienne"}.get(lost, "bloutte")  # TH-R15
    return Ending((contract_sides(sheet, sides, played)[0],), "hundred", label)


def reached(sheet: Sheet, sides: Sides, scores: Scores, played: Played) -> Ending | None:
    """Return the win at the target (TH-66, TH-67, TH-68, TH-R22)."""
    there = [side for side in sides if scores[side] >= sheet.target]
    contract = [side for side in contract_sides(sheet, sides, played) if side in there]
    success = made(sheet, played) and bool(contract)
    if sheet.win_requires_bid and not success:
        return None
    if success and (sheet.win_requires_bid or sheet.both_reach == "bidder"):
        # max takes the first of equals: the contractor before the called partner (TH-R22).
        return Ending((max(contract, key=lambda side: scores[side]),), "target")
    best = highest(there, scores)
    return Ending(tuple(best), "target") if len(best) == 1 else None  # TH-67


def hole(sheet: Sheet, sides: Sides, scores: Scores) -> tuple[Ending | None, list[int]]:
    """Return the end by the hole, or the pairs that drop out (TH-71 to TH-74)."""
    losers = [
        side
        for side in sides
        if scores[side] <= -sheet.hole_limit and any(scores[other] >= 0 for other in sides if other != side)
    ]
    if not losers:
        return None, []
    if not sheet.team_format:
        best = highest(sides, scores)
        return (Ending(tuple(best), "hole") if len(best) == 1 else None), []  # TH-74
    left = [side for side in sides if side not in losers]
    if len(left) == 1:
        return Ending(tuple(left), "hole"), losers  # TH-72, TH-73
    return None, losers


def limit(sides: Sides, scores: Scores) -> Ending:
    """Return the result when `max_deals` deals are finished: a win or a draw (TH-76)."""
    return Ending(tuple(highest(sides, scores)), "limit")


def games_counted(sheet: Sheet, ending: Ending, scores: Scores, changed: Iterable[int]) -> int:
    """Return how many games the result counts (TH-75, TH-76, TH-R28).

    Args:
        sheet: the options in force.
        ending: how the game ended.
        scores: the final scores of all sides, eliminated ones too.
        changed: the sides whose score was ever changed from 0.
    """
    others = [side for side in scores if side not in ending.winners]
    if ending.reason == "limit" or sheet.skunk == "off":
        return 1
    if sheet.skunk == "hole":
        return 2 if all(scores[side] < 0 for side in others) else 1
    return 2 if not set(others) & set(changed) else 1


def payments(sheet: Sheet, sides: Sides, played: Played | None, dealer: int) -> dict[int, int]:
    """Return the cents that each seat pays into the pot after a deal (TH-78 b to d).

    Args:
        sheet: the options in force.
        sides: the sides still in during the deal.
        played: the deal; None if the hands were thrown in.
        dealer: who dealt.
    """
    playing = {seat for seats in sides.values() for seat in seats}
    if played is None:
        payers = {seat for seats in sides.values() if dealer in seats for seat in seats}
    elif not made(sheet, played):
        payers = set(played.contract_seats)
    elif contract_points(sheet, played) == 100:
        payers = playing - played.contract_seats
    else:
        payers = set()
    return dict.fromkeys(sorted(payers), sheet.pot_penalty)


def shares(pot: int, seats: Iterable[int]) -> dict[int, int]:
    """Return the pot divided among some seats, odd cents one each in seat order (TH-78 e, TH-79)."""
    seats = sorted(seats)
    each, odd = divmod(pot, len(seats))
    return {seat: each + (i < odd) for i, seat in enumerate(seats)}
