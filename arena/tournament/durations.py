"""The pace of rooms, as the arena sees it: how long the start of their bots takes, and how long a game of theirs."""

from __future__ import annotations

import trio

from arena.schedules.plan import PlannedRoom


class RoomInPlay:
    """A room in play, and when its results have come; it begins now.

    Args:
        room: the room.
    """

    def __init__(self, room: PlannedRoom) -> None:
        self.room = room
        self.begun: float = trio.current_time()
        """When it began, in s of trio's clock, as all times here."""
        self.first_at: float = self.begun
        """When its first results came."""
        self.last_at: float = self.begun
        """When its last results came."""
        self.first: int = 0
        """How many results came first, together."""
        self.results: int = 0
        """How many results came in all."""

    @property
    def left(self) -> int:
        """How many games have no result yet."""
        return len(self.room.games) - self.results

    def hear(self, results: int) -> None:
        """Note that some results have come."""
        if results:
            self.last_at = trio.current_time()
            if not self.results:
                self.first_at, self.first = self.last_at, results
            self.results += results


class Durations:
    """The pace of the rooms of a tournament."""

    def __init__(self) -> None:
        self._rooms = self._first = self._others = 0
        self._to_first = self._after = 0.0

    def add(self, turn: RoomInPlay) -> None:
        """Count a room that is over."""
        if turn.results:
            self._rooms += 1
            self._first += turn.first
            self._others += turn.results - turn.first
            self._to_first += turn.first_at - turn.begun
            self._after += turn.last_at - turn.first_at

    @property
    def game(self) -> float:
        """Seconds from one result of a room to its next; 0 as long as that is not known."""
        return self._after / self._others if self._others else 0.0

    @property
    def start(self) -> float:
        """Seconds until the bots of a room play; 0 as long as that is not known."""
        return max(0.0, (self._to_first - self._first * self.game) / self._rooms) if self._others else 0.0
