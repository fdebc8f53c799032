"""Machines that play rooms, and the queue by which they share them out: all rooms of a set are played on one machine.

What a machine does to a bot, it does to all bots of the set that way. The last sets of a batch are given out few at a
time, so that no machine is left without work while another still has much.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import Protocol, TypeAlias

import trio

from arena.errors import UserError
from arena.schedules.plan import BLOCK, PlannedRoom
from arena.tournament.durations import Durations, RoomInPlay
from arena.tournament.setup import TournamentSetup
from arena.tournament.workers import Worker

SHARES = 2
"""Into how many parts for each worker the sets that are left are divided at least, if machines may come and go."""
STARTING = 0.1
"""How long it should take at most to start the bots of a room, as a share of the time of its games."""
FIRST = 5
"""How many sets are given out together at most as long as the pace of games is not known."""
LIKELY = 4
"""How many workers are counted at least as long as nobody may be idle for it, since others may come."""


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
        self.about: Mapping[str, str | int] = about or {}
        self.gone: bool = False
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
        block: how many sets a machine gets at most.
    """

    def __init__(self, *, shared: bool, block: int = BLOCK) -> None:
        self._shared = shared
        self._block = block
        self.machines: list[Machine] = []
        """The machines that take rooms from it."""
        self._units: deque[_Unit] = deque()
        """What nobody has begun, in the order to play it."""
        self._left = 0
        """How many games that is."""
        self._begun: dict[Machine, deque[PlannedRoom]] = {}
        """The rooms of units that a machine has begun, and that it has not, or not to their end."""
        self._playing: set[RoomInPlay] = set()
        """The rooms that are being played, or have reports that are not taken."""
        self._pace = Durations()
        self._closed = False
        self._changed = trio.Event()
        """Set when there may be something for those who wait."""

    def fill(self, rooms: Iterable[PlannedRoom]) -> None:
        """Add rooms; those of a pairing come one after the other, as `rooms_of` returns them."""
        unit: list[PlannedRoom] = []
        for room in rooms:
            if unit and (_key(room) != _key(unit[0]) or room.sides in {each.sides for each in unit}):
                self._add(unit)
                unit = []
            unit.append(room)
        if unit:
            self._add(unit)
        self.notify()

    def _add(self, rooms: list[PlannedRoom]) -> None:
        self._units.append(_Unit(rooms))
        self._left += self._units[-1].games

    async def next(self, machine: Machine) -> RoomInPlay | None:
        """Return the next room for a machine; wait while there is none but others may give theirs back.

        The caller calls `settle` when it is over. None if there will be no more for this machine.
        """
        while not (self._closed or machine.gone):
            own = self._begun.setdefault(machine, deque())
            if not own and self._units:
                own += self._take_unit()
            if own:
                turn = RoomInPlay(own.popleft())
                self._playing.add(turn)
                return turn
            await self._changed.wait()
        return None

    def _take_unit(self) -> list[PlannedRoom]:
        """Return the rooms of the next sets, for one machine."""
        if not self._shared:
            return self._units.popleft().rooms
        number, unit = self._share(self._units[0]), self._units.popleft()
        while len(unit.sets) < number and self._units and _key(self._units[0].rooms[0]) == _key(unit.rooms[0]):
            unit = unit.joined(self._units.popleft().rooms)
        if unit.sets[number:]:
            self._units.appendleft(unit.part(unit.sets[number:]))
            unit = unit.part(unit.sets[:number])
        self._left -= unit.games
        return unit.rooms

    def _share(self, unit: _Unit) -> int:
        """Return how many sets are given out together, beginning with those of a unit.

        They are so many that it costs little to start the bots beside them. But they are not more than an even share of
        all games that are still to be played, since nobody is to be idle while another one plays on at the end, unless
        the bots would then take longer to start than to play.
        """
        workers = max(1, sum(len(machine.workers) for machine in self.machines))
        begun = sum(len(room.games) for rooms in self._begun.values() for room in rooms)
        unplayed = self._left + begun + sum(turn.left for turn in self._playing)
        each = unit.games / len(unit.sets)
        most, enough, fewest = FIRST, 2, 1
        if self._pace.game:  # until rooms of two games are over, nobody knows how long a game takes
            games = self._pace.start / self._pace.game
            most, enough, fewest = self._block, ceil(games / STARTING), ceil(games)
        even = max(fewest, int(unplayed / each / workers))
        plenty = int(self._left / each / (SHARES * max(LIKELY, workers)))
        return max(1, min(enough, even, most), min(most, plenty))

    def settle(self, turn: RoomInPlay) -> None:
        """Note that a room is over, and all of its reports are taken."""
        self._pace.add(turn)
        self._playing.discard(turn)
        self.notify()

    def put_back(self, machine: Machine, room: PlannedRoom) -> None:
        """Take back what is left of a room that a machine has begun; others play it when the machine has left."""
        if room.games:
            self._begun.setdefault(machine, deque()).append(room)

    def leave(self, machine: Machine) -> None:
        """Let others play what is left for a machine; rooms of the same sets go to one machine again."""
        if machine in self.machines:
            self.machines.remove(machine)
        units: dict[tuple[object, ...], _Unit] = {}
        for room in self._begun.pop(machine, ()):
            before = units.get(_key(room))
            units[_key(room)] = before.joined([room]) if before else _Unit([room])
        self._units.extendleft(units.values())
        self._left += sum(unit.games for unit in units.values())
        self.notify()

    async def played(self) -> None:
        """Wait until all rooms have been played."""
        while self._playing or self._units or any(self._begun.values()):
            await self._changed.wait()

    def clear(self) -> None:
        """Forget the rooms that nobody plays yet."""
        self._units.clear()
        self._left = 0
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


@dataclass(eq=False)
class _Unit:
    """Rooms of the same sets.

    Args:
        rooms: the rooms, in the order to play them.
        sets: the numbers of the sets, in order.
        games: how many games it has.
    """

    rooms: list[PlannedRoom]
    sets: list[int] = field(init=False)
    games: int = field(init=False)

    def __post_init__(self) -> None:
        self.sets = sorted({game.set for room in self.rooms for game in room.games})
        self.games = sum(len(room.games) for room in self.rooms)

    def part(self, sets: Iterable[int]) -> _Unit:
        wanted = {*sets}
        found = [room._replace(games=tuple(game for game in room.games if game.set in wanted)) for room in self.rooms]
        return _Unit([room for room in found if room.games])

    def joined(self, rooms: Iterable[PlannedRoom]) -> _Unit:
        """Return this with more rooms of the same pairing; those with the same sides become one."""
        found = {room.sides: room for room in self.rooms}
        for room in rooms:
            before = found.get(room.sides, room._replace(games=()))
            found[room.sides] = room._replace(games=before.games + room.games)
        return _Unit([*found.values()])


def _key(room: PlannedRoom) -> tuple[object, ...]:
    """Return what the rooms of the same sets have in common."""
    return room.contest, room.games[0].pairing
