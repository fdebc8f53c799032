"""Two entrants head to head: games that end in any order become sets in the planned order, for a test that stops.

The test is fed with complete sets in the order of the plan, never in that of their ends: quick games would be counted
first, and a test that stops early would believe them. So its verdict depends neither on the number of rooms nor on the
speed of the machine.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Literal, NamedTuple, TypeAlias, get_args

import ladders
from arena.games.kernel import SILENT
from arena.schedules.plan import PlannedGame
from arena.settings.contest import sides_of
from arena.store import PlayedGame
from ladders.scale import ALIKE, NORMALIZED_ELO

Kind: TypeAlias = Literal["sprt", "margin", "evalue"]
ALIKE_SETS = 100
"""After so many sets without any difference two bots are called identical: at most 3 % of deals then differ (95 %)."""
SAME_FILES_SETS = 10
"""Of bots whose files are the same, so many sets are enough to see that they do not play by chance."""
DEGENERATE = 2.0
"""Beyond so many standard deviations a lead is no hypothesis."""


class Used(NamedTuple):
    """Decisions of an entrant, and the ms of all of them."""

    decisions: int
    total_ms: float

    @property
    def mean_ms(self) -> float | None:
        """The ms of a decision; None without any."""
        return self.total_ms / self.decisions if self.decisions else None


class Duel:
    """The games in which two entrants meet.

    A set counts when all its rooms have a result and all sets before it have been counted. Where one of the two does
    not play for itself, a game is even. The margin of a game that a fault of theirs decided is the largest so far (at
    least 1 point), against whoever is at fault: a test on margins must not be deaf to faults.

    Args:
        games: the plan, in any order.
        first: the id of the entrant from whose side everything is seen.
        second: that of the other.

    Attributes:
        sets: the games that were counted, by set.
    """

    def __init__(self, games: Iterable[PlannedGame], first: str, second: str) -> None:
        self.first = first
        self.second = second
        self.sets: list[tuple[PlayedGame, ...]] = []
        self._rooms: dict[int, list[str]] = {}
        for game in sorted(games, key=lambda game: (game.set, game.room)):
            self._rooms.setdefault(game.set, []).append(game.id)
        self._order = tuple(self._rooms)
        self._played: dict[str, PlayedGame] = {}
        self._scores: list[list[float]] = []
        self._margins: list[list[float]] | None = []
        self._largest = 1.0

    def take(self, played: PlayedGame) -> None:
        """Take in a game; it is counted by `count`."""
        self._played[played.game.id] = played

    def count(self) -> bool:
        """Count the next set, if it is complete; return whether it was."""
        if len(self.sets) == len(self._order):
            return False
        ids = self._rooms[self._order[len(self.sets)]]
        if not all(id_ in self._played for id_ in ids):
            return False
        games = tuple(self._played[id_] for id_ in ids)
        self.sets.append(games)
        self._scores.append([self._score(game) for game in games])
        margins = [self._margin(game) for game in games]
        known = [margin for margin in margins if margin is not None]
        if len(known) < len(games):
            self._margins = None
        elif self._margins is not None:
            self._margins.append(known)
        return True

    @property
    def score(self) -> float:
        """The mean score of the last set."""
        return fmean(self._scores[-1])

    @property
    def margin(self) -> float | None:
        """The mean margin of the last set; None if the game records no points."""
        return None if self._margins is None else fmean(self._margins[-1])

    @property
    def pairs(self) -> ladders.Pairs | None:
        """What was counted; None before the first set."""
        return ladders.Pairs.of(self._scores, self._margins) if self.sets else None

    def faults(self, entrant: str) -> dict[str, int]:
        """Return how many faults of each kind an entrant has made in the games that were counted."""
        found: Counter[str] = Counter()
        for games in self.sets:
            for played in games:
                seats = sides_of(played.game.contest)
                found.update(f.kind for f in played.faults if _sits(played, seats[f.seat]) == entrant)
        return dict(found.most_common())

    def used(self, entrant: str) -> Used:
        """Return the time an entrant has used in the games that were counted."""
        decisions, total = 0, 0.0
        for games in self.sets:
            for played in games:
                seats = sides_of(played.game.contest)
                own = [use for seat, use in played.uses.items() if _sits(played, seats[seat]) == entrant]
                decisions += sum(use.decisions for use in own)
                total += sum(use.total_ms for use in own)
        return Used(decisions, total)

    def _meet(self, played: PlayedGame) -> tuple[int, int] | None:
        """Return the sides of the two; None where one of them does not play for itself."""
        first, second = (played.game.sides.index(id_) for id_ in (self.first, self.second))
        return None if dict(played.result.extra).get(SILENT) in {str(first), str(second)} else (first, second)

    def _score(self, played: PlayedGame) -> float:
        sides = self._meet(played)
        first, second = (played.result.places[side] for side in sides) if sides else (1, 1)
        return 0.5 if first == second else float(first < second)

    def _margin(self, played: PlayedGame) -> float | None:
        seats = sides_of(played.game.contest)
        guilty = {_sits(played, seats[fault.seat]) for fault in played.faults}
        if not guilty.isdisjoint((self.first, self.second)) or (guilty and not played.result.scores):
            return (2.0 * self._score(played) - 1.0) * self._largest
        if not played.result.scores:
            return None
        sides = self._meet(played)
        margin = float(played.result.scores[sides[0]] - played.result.scores[sides[1]]) if sides else 0.0
        self._largest = max(self._largest, abs(margin))
        return margin


def _sits(played: PlayedGame, side: int | None) -> str | None:
    """Return the id of who plays a side."""
    return None if side is None else played.game.sides[side]


@dataclass(frozen=True)
class Question:
    """What a test is to find out about the first of two bots.

    Args:
        kind: `sprt` on scores, `margin` on points, `evalue` on scores with a bound that holds at any stop.
        elo0: not better than this (H0). For margins in normalized Elo, which counts standard deviations.
        elo1: at least this much better (H1).
        alpha: the chance of accepting H1 that is allowed if H0 is true.
        beta: the chance of accepting H0 that is allowed if H1 is true.
    """

    kind: Kind = "sprt"
    elo0: float = 0.0
    elo1: float = 10.0
    alpha: float = 0.05
    beta: float = 0.05

    def test(self, rooms: int) -> ladders.SequentialTest:
        """Return the test, fed with nothing yet.

        Args:
            rooms: how many games a set has.

        Raises:
            ValueError: the numbers do not go together.
        """
        numbers = self.elo0, self.elo1, self.alpha, self.beta
        if self.kind == "sprt":
            return ladders.Sprt(*numbers)
        if self.kind == "evalue":
            return ladders.EValue(*numbers)
        if self.kind != "margin":
            raise ValueError(f"a test is {', '.join(get_args(Kind))}, not {self.kind}")
        unit = NORMALIZED_ELO / math.sqrt(rooms)
        most = DEGENERATE * unit
        if not -most <= self.elo0 < self.elo1 <= most:
            raise ValueError(f"elo0 must be below elo1, both within -{most:.0f} and {most:.0f}")
        return ladders.MarginSprt(self.elo0 / unit, self.elo1 / unit, self.alpha, self.beta)


class Finding(StrEnum):
    """What came of a test, in a word."""

    BETTER = "better"
    NOT_WORSE = "not worse"
    IDENTICAL = "identical"
    UNDECIDED = "undecided"
    NOT_BETTER = "not better"
    WORSE = "worse"

    @property
    def status(self) -> int:
        """The exit status: 0 passed, 1 failed, 2 undecided."""
        return {Finding.UNDECIDED: 2, Finding.NOT_BETTER: 1, Finding.WORSE: 1}.get(self, 0)


class Gate:
    """A duel with a test that says when it is decided.

    Args:
        duel: the games.
        question: what is asked.
        rooms: how many games a set has.
        same_files: whether the two bots are the same to the byte.

    Raises:
        ValueError: the numbers of the question do not go together.
    """

    def __init__(self, duel: Duel, question: Question, rooms: int, *, same_files: bool = False) -> None:
        self.duel = duel
        self.question = question
        self.test = question.test(rooms)
        self.pointless = False
        """Whether a test on margins was given a game that records no points."""
        self._alike = True
        self._enough_alike = SAME_FILES_SETS if same_files else ALIKE_SETS

    def take(self, played: PlayedGame) -> None:
        """Take in a game, and count what can be counted until there is a verdict."""
        self.duel.take(played)
        while not self.decided() and self.duel.count():
            score, margin = self.duel.score, self.duel.margin
            self._alike = self._alike and abs(score - 0.5) < ALIKE and abs(margin or 0.0) < ALIKE
            if self.question.kind != "margin":
                self.test.add(score)
            elif margin is not None:
                self.test.add(margin)
            else:
                self.pointless = True

    def decided(self) -> bool:
        """Return whether more games would change nothing."""
        if self.pointless or self.test.verdict is not ladders.Verdict.OPEN:
            return True
        return self._alike and self.test.pairs >= self._enough_alike

    @property
    def finding(self) -> Finding:
        """What has been found so far."""
        known = self.test.verdict is not ladders.Verdict.OPEN
        if self._alike and (known or self.test.pairs >= SAME_FILES_SETS):
            return Finding.IDENTICAL
        if not known:
            return Finding.UNDECIDED
        if self.test.verdict is ladders.Verdict.H1:
            return Finding.NOT_WORSE if self.question.elo0 < 0.0 else Finding.BETTER
        return Finding.WORSE if self.question.elo0 < 0.0 else Finding.NOT_BETTER
