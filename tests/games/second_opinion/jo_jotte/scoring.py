"""What a hand of Jo-Jotte scores by the rule sheet, and the rubber."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

TRICKS = 9


class Entry(NamedTuple):
    """What a hand enters for each seat, besides melds.

    Args:
        below: below the line.
        above: above the line.
        set_aside: what a tie leaves for the winner of a later hand.
        winner: who takes what earlier ties have left, None after a tie or a nullo.
    """

    below: tuple[int, int]
    above: tuple[int, int]
    set_aside: int
    winner: int | None


def for_seat(seat: int, points: int) -> tuple[int, int]:
    """Return points of one seat, nothing for the other."""
    return (points, 0) if seat == 0 else (0, points)


def total(*columns: Sequence[int]) -> tuple[int, int]:
    """Return the sums by seat."""
    return sum(column[0] for column in columns), sum(column[1] for column in columns)


def entry(declarer: int, mode: str, factor: int, scores: Sequence[int], tricks: Sequence[int]) -> Entry:
    """Return what is entered after the tricks (JJ-33 to JJ-39).

    Args:
        declarer: who fixed trump.
        mode: `meld` for an ordinary hand, `nullo` or `slam`.
        factor: 2 after a double, 4 after a redouble, else 1.
        scores: the trick score of each seat.
        tricks: the tricks that each seat took.
    """
    defender = 1 - declarer
    nothing = (0, 0)
    if mode == "nullo":
        lost = tricks[defender]
        above = for_seat(declarer, 100 + 100 * lost) if lost else for_seat(defender, 200)
        return Entry(nothing, above, 0, None)
    if mode == "slam":
        if tricks[declarer] == TRICKS:
            return Entry(nothing, for_seat(declarer, 500), 0, declarer)
        return Entry(nothing, for_seat(defender, sum(scores)), 0, defender)
    if scores[0] == scores[1]:
        return Entry(nothing, nothing, sum(scores), None)
    if scores[declarer] > scores[defender]:
        winner, points = declarer, scores[declarer]
    else:
        winner, points = defender, sum(scores)
    above = for_seat(winner, 100 if tricks[winner] == TRICKS else 0)
    return Entry(for_seat(winner, points * factor), above, 0, winner)


@dataclass
class Rubber:
    """The score sheet of a rubber.

    Args:
        target: the points below the line that end a game.
        length: how many games make a rubber.
        below: below the line in the current game, by seat.
        totals: all points in all games, by seat.
        games: the games in which each seat reached the target.
        aside: what ties have left.
    """

    target: int = 80
    length: int = 2
    below: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    games: tuple[int, int] = (0, 0)
    aside: int = 0

    @property
    def over(self) -> bool:
        """Whether the last game is over."""
        return sum(self.games) == self.length

    def add(self, hand: Entry, melds: Sequence[int] = (0, 0)) -> None:
        """Enter a hand and its melds (JJ-23, JJ-36, JJ-40)."""
        self.below = total(self.below, hand.below)
        self.totals = total(self.totals, hand.below, hand.above, melds)
        self.aside += hand.set_aside
        if hand.winner is not None:
            self.totals = total(self.totals, for_seat(hand.winner, self.aside))
            self.aside = 0
        for seat, points in enumerate(self.below):
            if points >= self.target:
                self.games = total(self.games, for_seat(seat, 1))
                self.below = (0, 0)

    def give_bonus(self) -> None:
        """Give the higher total its bonus after the last game (JJ-41, JJ-42)."""
        mine, other = self.totals
        self.totals = total(self.totals, (300 * (mine > other), 300 * (other > mine)))
