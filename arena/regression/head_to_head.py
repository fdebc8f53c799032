"""Two entrants head to head: games may end in any order, but their sets are counted in the order of the plan.

A sequential test must not count sets in the order in which they end: quick games would come first, and a test that
stops early would see too many of them. Counted in the order of the plan, its verdict depends neither on the number of
rooms nor on the speed of the machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from statistics import fmean
from typing import NamedTuple

from arena import ratings
from arena.games.kernel import SILENT
from arena.ratings.scale import ALIKE
from arena.schedules.plan import PlannedGame
from arena.settings.contest import points_limit, sides_of
from arena.store import PlayedGame
from arena.table.outcome import Fault


class DecisionTime(NamedTuple):
    """How many decisions an entrant made, and the time of all of them together in ms."""

    decisions: int
    total_ms: float

    @property
    def mean_ms(self) -> float | None:
        """The mean time of a decision in ms; None if there was none."""
        return self.total_ms / self.decisions if self.decisions else None


class HeadToHead:
    """The games in which two entrants meet.

    A set counts once all its rooms have a result and all sets before it were counted. A game in which one of the two
    did not play for itself is a draw. In a game for one player, each of the two plays alone, and their scores are
    compared.

    A margin counts at most as `limit` points. If one of the two made a fault, the margin is the limit in favor of the
    winner: a test on margins must notice faults, and what a fault costs must not depend on the games before it.

    Args:
        games: the plan, in any order: at least one game, all of one contest.
        first: the id of the entrant whose scores and margins are counted.
        second: the id of its opponent.

    Attributes:
        limit: the largest margin that counts (`points_limit`).
        sets: the games of each set that was counted.
    """

    def __init__(self, games: Iterable[PlannedGame], first: str, second: str) -> None:
        self.first = first
        self.second = second
        self.sets: list[tuple[PlayedGame, ...]] = []
        self._rooms: dict[int, list[str]] = {}
        in_order = sorted(games, key=lambda game: (game.set, game.room))
        self.limit: float = points_limit(in_order[0].contest)
        for game in in_order:
            self._rooms.setdefault(game.set, []).append(game.id)
        self._order = tuple(self._rooms)
        self._played: dict[str, PlayedGame] = {}
        self._scores: list[list[float]] = []
        self._margins: list[list[float]] | None = []

    def take(self, played: PlayedGame) -> None:
        """Add a game that has a result; `count` counts it when its turn comes."""
        self._played[played.game.id] = played

    def count(self) -> bool:
        """Count the next set if it is complete; return whether it was."""
        if len(self.sets) == len(self._order):
            return False
        ids = self._rooms[self._order[len(self.sets)]]
        if not all(id_ in self._played for id_ in ids):
            return False
        games = tuple(self._played[id_] for id_ in ids)
        self.sets.append(games)
        rooms = self._rooms_of(games)
        self._scores.append([self._score(*room) for room in rooms])
        margins = [self._margin(*room) for room in rooms]
        known = [margin for margin in margins if margin is not None]
        if len(known) < len(rooms):
            self._margins = None
        elif self._margins is not None:
            self._margins.append(known)
        return True

    @property
    def planned(self) -> int:
        """How many sets there are in the plan."""
        return len(self._order)

    @property
    def score(self) -> float:
        """The mean score of the first entrant in the last set that was counted."""
        return fmean(self._scores[-1])

    @property
    def margin(self) -> float | None:
        """The mean margin in the last set that was counted, in points; None if the game records no points."""
        return None if self._margins is None else fmean(self._margins[-1])

    @property
    def pairs(self) -> ratings.Pairs | None:
        """The scores and margins of all sets that were counted; None before the first."""
        return ratings.Pairs.of(self._scores, self._margins, self.limit) if self.sets else None

    def worst(self) -> list[tuple[int, float | None, float]]:
        """Return the sets in which the two did not do the same, those first in which the first entrant lost the most.

        Returns:
            The number of each in `sets`, its mean margin (None if the game records no points), and its mean score.
        """
        margins = [None] * len(self.sets) if self._margins is None else [fmean(each) for each in self._margins]
        rows = [(number, margins[number], fmean(self._scores[number])) for number in range(len(self.sets))]
        differing = [row for row in rows if abs(row[2] - 0.5) > ALIKE or abs(row[1] or 0.0) > ALIKE]
        return sorted(differing, key=lambda row: (row[1] or 0.0, row[2], row[0]))

    def faults(self, entrant: str) -> dict[str, int]:
        """Return in how many of the games that were counted an entrant had faults of each kind, the most first.

        A bot with several seats may fail in all of them; that is one game.
        """
        found: Counter[str] = Counter()
        for games in self.sets:
            for played in games:
                found.update({fault.kind for one, fault in faults_of(played) if one == entrant})
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    def first_fault(self, entrant: str) -> tuple[str, Fault] | None:
        """Return the id of the first counted game in which an entrant made a fault, and that fault; None for none."""
        for played in (played for games in self.sets for played in games):
            for one, fault in faults_of(played):
                if one == entrant:
                    return played.game.id, fault
        return None

    def used(self, entrant: str) -> DecisionTime:
        """Return how long an entrant thought in the games that were counted."""
        decisions, total = 0, 0.0
        for games in self.sets:
            for played in games:
                seats = sides_of(played.game.contest)
                own = [use for seat, use in played.uses.items() if _sits(played, seats[seat]) == entrant]
                decisions += sum(use.decisions for use in own)
                total += sum(use.total_ms for use in own)
        return DecisionTime(decisions, total)

    def _rooms_of(self, games: Sequence[PlayedGame]) -> list[tuple[_Seated, _Seated]]:
        """Return the two in each room of a set: in each of its games, or each in the game that it played alone."""
        places = [
            [_Seated(played, played.game.sides.index(id_)) for played in games if id_ in played.game.sides]
            for id_ in (self.first, self.second)
        ]
        return list(zip(*places, strict=True))

    def _score(self, first: _Seated, second: _Seated) -> float:
        """Return the first entrant's score against the second: 1, 0.5 or 0."""
        if first.silent or second.silent:
            return 0.5
        mine, yours = first.mark, second.mark
        return 0.5 if mine == yours else float(mine > yours)

    def _margin(self, first: _Seated, second: _Seated) -> float | None:
        """Return by how many points the first entrant is ahead of the second; None if the game records no points."""
        cut = any(one.played.faults and not one.played.result.scores for one in (first, second))
        if first.failed or second.failed or cut:
            return (2.0 * self._score(first, second) - 1.0) * self.limit
        if not (first.played.result.scores and second.played.result.scores):
            return None
        silent = first.silent or second.silent
        margin = 0.0 if silent else float(first.points - second.points)
        return max(-self.limit, min(self.limit, margin))


class _Seated(NamedTuple):
    """One of the two in a game.

    Args:
        played: the game.
        side: its side.
    """

    played: PlayedGame
    side: int

    @property
    def silent(self) -> bool:
        """Whether it did not play for itself."""
        return dict(self.played.result.extra).get(SILENT) == str(self.side)

    @property
    def failed(self) -> bool:
        mine = self.played.game.sides[self.side]
        return any(one == mine for one, _ in faults_of(self.played))

    @property
    def points(self) -> int:
        return self.played.result.scores[self.side]

    @property
    def mark(self) -> float:
        """What it is compared by, more is better: its place, or its score if it played alone, with faults last."""
        if len(self.played.game.sides) > 1:
            return -float(self.played.result.places[self.side])
        return -inf if self.failed else float(self.points)


def faults_of(played: PlayedGame) -> Iterator[tuple[str | None, Fault]]:
    """Yield the faults of a game in order, each with the id of the entrant that made it."""
    seats = sides_of(played.game.contest) if played.faults else ()
    for fault in played.faults:
        yield _sits(played, seats[fault.seat]), fault


def _sits(played: PlayedGame, side: int | None) -> str | None:
    """Return the id of the entrant on a side; None for no side."""
    return None if side is None else played.game.sides[side]
