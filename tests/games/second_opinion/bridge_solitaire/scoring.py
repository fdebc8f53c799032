"""The scores of Bridge Solitaire: what a hand scores in a rubber, and what the rubber brings."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple

RANKS = "AKQJT98765432"
"""From high to low (BS-1)."""
NO_TRUMP = "NT"
PLAYER, HOUSE = 0, 1
"""Who declares, wins a trick or has a column of the score."""


class Contract(NamedTuple):
    """Who declares what.

    Args:
        declarer: the player or the house.
        level: the odd tricks bid.
        trump: a suit, or `NT`.
        jokers: how many the player holds: undoubled, doubled, redoubled (BS-14).
    """

    declarer: int
    level: int
    trump: str
    jokers: int


class Entry(NamedTuple):
    """What a hand scores: below the line for the declarer, above it for both, by column."""

    below: int
    above: tuple[int, int]


def odd_tricks_worth(trump: str, odd: int) -> int:
    """Return what odd tricks count undoubled (BS-27)."""
    each = 20 if trump in ("C", "D") else 30
    return each * odd + (10 if trump == NO_TRUMP else 0)


def undertricks_worth(down: int, jokers: int, *, vulnerable: bool) -> int:
    """Return what undertricks count for the other side (BS-30)."""
    if not jokers:
        return (100 if vulnerable else 50) * down
    steps = [200] if vulnerable else [100, 200, 200]
    return jokers * sum([*steps, *[300] * down][:down])


def above_for_made(contract: Contract, over: int, *, vulnerable: bool) -> int:
    """Return what a made contract scores above the line: overtricks, insult, slam (BS-28, BS-29, BS-31)."""
    each = 20 if contract.trump in ("C", "D") else 30
    if contract.jokers:
        each = 100 * contract.jokers * (2 if vulnerable else 1)
    slam = {6: 500, 7: 1000}.get(contract.level, 0)
    return each * over + 50 * contract.jokers + (slam * 3 // 2 if vulnerable else slam)


def honors(hand: Collection[str], trump: str) -> int:
    """Return what the player's honors count (BS-32)."""
    if trump == NO_TRUMP:
        return 150 if sum(card[0] == "A" for card in hand) == 4 else 0
    return {4: 100, 5: 150}.get(sum(rank + trump in hand for rank in RANKS[:5]), 0)


def entry_of(contract: Contract, tricks: int, hand: Collection[str], *, vulnerable: bool) -> Entry:
    """Return what a hand scores (BS-26 to BS-32).

    Args:
        contract: what was played.
        tricks: the tricks of the declarer.
        hand: the player's thirteen cards.
        vulnerable: whether the declarer is.
    """
    over = tricks - 6 - contract.level
    above = [0, 0]
    below = 0
    if over >= 0:
        below = odd_tricks_worth(contract.trump, contract.level) * 2**contract.jokers
        above[contract.declarer] += above_for_made(contract, over, vulnerable=vulnerable)
    else:
        above[1 - contract.declarer] += undertricks_worth(-over, contract.jokers, vulnerable=vulnerable)
    above[PLAYER] += honors(hand, contract.trump)
    return Entry(below, (above[0], above[1]))


@dataclass
class Rubber:
    """The score of one rubber, by column: player, house.

    Args:
        totals: everything above and below the line, with the bonuses.
        part: the points below the line in the current game.
        games: the games won.
        hands: the hands that are over.
    """

    totals: list[int] = field(default_factory=lambda: [0, 0])
    part: list[int] = field(default_factory=lambda: [0, 0])
    games: list[int] = field(default_factory=lambda: [0, 0])
    hands: int = 0

    def enter(self, declarer: int, entry: Entry) -> None:
        """Enter what a hand scores (BS-26, BS-33)."""
        self.hands += 1
        self.totals[PLAYER] += entry.above[PLAYER]
        self.totals[HOUSE] += entry.above[HOUSE]
        self.totals[declarer] += entry.below
        self.part[declarer] += entry.below
        if self.part[declarer] >= 100:
            self.games[declarer] += 1
            self.part = [0, 0]

    @property
    def over(self) -> bool:
        """Whether a side has won two games (BS-34)."""
        return 2 in self.games

    def bonuses(self) -> tuple[int, int]:
        """Return what both sides get at the end of the rubber, finished or broken off (BS-34, BS-36)."""
        bonus = [0, 0]
        for side in (PLAYER, HOUSE):
            mine, theirs = self.games[side], self.games[1 - side]
            if mine == 2:
                bonus[side] = 500 if theirs else 700
            elif not self.over:
                bonus[side] += 300 if mine > theirs else 0
                bonus[side] += 100 if self.part[side] and not self.part[1 - side] else 0
        return bonus[0], bonus[1]
