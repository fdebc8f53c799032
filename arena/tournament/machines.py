"""Machines that play rooms, and the queue by which they share them out: all rooms of a set are played on one machine.

What a machine does to a bot, it does to all bots of the set that way. The last sets of a batch are given out few at a
time, so that no machine is left without work while another still has much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import groupby
from math import ceil
from typing import Protocol, TypeAlias

import trio

from arena.errors import UserError
from arena.schedules.plan import BLOCK, PlannedGame, PlannedRoom
from arena.tournament.setup import TournamentSetup
from arena.tournament.workers import Worker

SHARES = 2
"""Into how many parts for each worker the sets that are left are divided at least, if machines may come and go."""
SHORTEST = 20.0
"""Seconds that a room should take at least: its bots start anew, which costs as much as many games of quick bots."""
LIKELY = 4
"""How many workers are counted at least, since others may come."""


class Machine:
    """A machine that plays rooms.

    Args:
        workers: who plays on it; None stands for the arena's own process.
        name: what it is called; empty for the arena's own machine.
        about: what is stored with each of its results.
    """

    def __init__(
        self, workers: Sequence[Worker | None], name: str = "", about: Mapping[str, str | int] | None = None
    ) -> None:
        self.workers = workers
        self.name = name
        self.about = about or {}
        self.gone = False
        """Whether it plays no more."""
        self.died_in_a_row = 0
        """How many of its workers have died since its last result."""
        self.wake: Callable[[], None] = lambda: None
        """Called when it is gone, so that nobody waits for a room for it."""

    async def give_up(self, _reason: str) -> None:
        """Let it play no more, for a reason that people are told."""
        self.go()

    def go(self) -> None:
        """Note that it plays no more."""
        self.gone = True
        self.wake()


Work: TypeAlias = Callable[[Machine], Awaitable[None]]
"""Has a machine play rooms until the run is over, or the machine is gone."""


class Agents(Protocol):
    """Machines that come and go while a tournament is played."""

    @property
    def own(self) -> Mapping[str, str | int]:
        """What is stored with each result of the arena's own machine."""

    async def serve(self, setup: TournamentSetup, work: Work, fail: Callable[[UserError], None]) -> None:
        """Take machines in and have each of them work, until cancelled; then let them go.

        Args:
            setup: what is played.
            work: has a machine play rooms.
            fail: ends the tournament, if nobody can play.
        """

    def say(self, text: str) -> None:
        """Tell people of a machine."""


class Queue:
    """The rooms of a batch that nobody plays yet.

    Args:
        shared: whether machines may come and go; if not, the only one plays the rooms as they are, in their order.
    """

    def __init__(self, *, shared: bool) -> None:
        self._shared = shared
        self.machines: list[Machine] = []
        """The machines that take rooms from it."""
        self._units: deque[list[PlannedRoom]] = deque()
        """Rooms of the same sets, in the order to play them."""
        self._begun: dict[Machine, deque[PlannedRoom]] = {}
        """The rooms of units that a machine has begun, and that it has not."""
        self._playing = 0
        """How many rooms are being played, or have reports that are not taken."""
        self._games = 0
        self._seconds = 0.0
        """How many games were played, and how long they took."""
        self._closed = False
        self._changed = trio.Event()
        """Set when there may be something for those who wait."""

    def fill(self, rooms: Iterable[PlannedRoom]) -> None:
        """Add rooms; those of a pairing come one after the other, as `rooms_of` returns them."""
        self._units += [list(unit) for _, unit in groupby(rooms, _unit)]
        self.notify()

    async def next(self, machine: Machine) -> PlannedRoom | None:
        """Return the next room for a machine; wait while there is none but others may give theirs back.

        The caller calls `settle` when it is over. None if there will be no more for this machine.
        """
        while not (self._closed or machine.gone):
            own = self._begun.setdefault(machine, deque())
            if not own and self._units:
                own += self._take_unit()
            if own:
                self._playing += 1
                return own.popleft()
            await self._changed.wait()
        return None

    def _take_unit(self) -> list[PlannedRoom]:
        """Return the rooms of the next sets, for one machine."""
        unit = self._units.popleft()
        numbers = sorted({game.set for room in unit for game in room.games})
        if self._shared:
            left = len(numbers) + sum(len({game.set for room in each for game in room.games}) for each in self._units)
            workers = max(LIKELY, sum(len(machine.workers) for machine in self.machines))
            numbers = numbers[: max(self._fewest(), min(BLOCK, left // (SHARES * workers)))]
        taken = frozenset(numbers)  # a test may plan ten thousand sets
        now = [_part(room, lambda game: game.set in taken) for room in unit]
        later = [_part(room, lambda game: game.set not in taken) for room in unit]
        if any(room.games for room in later):
            self._units.appendleft([room for room in later if room.games])
        return [room for room in now if room.games]

    def _fewest(self) -> int:
        """Return how many sets are given out at least: so many that starting the bots costs little beside them."""
        return 1 if not self._seconds else min(BLOCK, ceil(SHORTEST * self._games / self._seconds))

    def settle(self, games: int = 0, seconds: float = 0.0) -> None:
        """Note that a room is over, and all of its reports are taken.

        Args:
            games: how many games it had.
            seconds: how long they took together.
        """
        self._games += games
        self._seconds += seconds
        self._playing -= 1
        self.notify()

    def put_back(self, rooms: Iterable[PlannedRoom]) -> None:
        """Let others play rooms that a machine could not finish."""
        self._units.extendleft([[room] for room in rooms if room.games])
        self.notify()

    def leave(self, machine: Machine) -> None:
        """Let others play what is left for a machine."""
        if machine in self.machines:
            self.machines.remove(machine)
        self.put_back(self._begun.pop(machine, ()))

    async def played(self) -> None:
        """Wait until all rooms have been played."""
        while self._playing or self._units or any(self._begun.values()):
            await self._changed.wait()

    def clear(self) -> None:
        """Forget the rooms that nobody plays yet."""
        self._units.clear()
        self._begun.clear()
        self.notify()

    def close(self) -> None:
        """Let everybody go who waits for a room."""
        self._closed = True
        self.notify()

    def notify(self) -> None:
        """Let all look who wait for something."""
        self._changed.set()
        self._changed = trio.Event()


def _unit(room: PlannedRoom) -> tuple[object, ...]:
    """Return what the rooms of the same sets have in common."""
    return room.contest, room.games[0].pairing


def _part(room: PlannedRoom, has: Callable[[PlannedGame], bool]) -> PlannedRoom:
    """Return a room with some of its games."""
    return room._replace(games=tuple(filter(has, room.games)))
