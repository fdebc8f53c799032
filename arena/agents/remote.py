"""An agent as the arena sees it: a machine with workers, and one connection for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import trio

from arena.agents.bot_transfer import Recipe, send_copy, sent_away
from arena.agents.heartbeat import SILENCE, HeartbeatLink
from arena.agents.machine_info import MachineInfo
from arena.errors import UserError
from arena.settings.limits import StagingLimits
from arena.tournament.machines import Machine
from arena.tournament.messages import RoomSetup, plain_room
from arena.tournament.values import MalformedError
from arena.tournament.workers import Worker

MOST = 10_000
"""How many messages of a worker may wait to be read; those of an honest one are far fewer."""
HEAVIEST = 1 << 28
"""How many bytes of memory a message may take, and all that wait to be read: those that travel are far fewer."""
COPIES = 64
"""How many copies of bots may be on their way to an agent; an honest one asks for one after the other."""


class RemoteMachine(Machine):
    """A machine that plays rooms through an agent.

    Args:
        line: leads to the agent.
        agent: what it says about itself.
        name: what it is called here.
        recipes: how the bots of the tournament are made: it may ask for these copies, and for no others.
        area: the folder of staged copies.
        limits: how much a copy may hold.
        bar: called with why no agent of its machine is to come back.
    """

    def __init__(
        self,
        line: HeartbeatLink,
        agent: MachineInfo,
        name: str,
        recipes: Mapping[str, Recipe],
        area: Path,
        limits: StagingLimits,
        bar: Callable[[str], object],
    ) -> None:
        self._bar = bar
        self.places: int = agent.places
        """How many rooms it plays at the same time."""
        self.agent = agent
        self.line = line
        self.why: str = ""
        """Why it plays no more; empty while it plays, or if the tournament was over."""
        self.left: trio.Event = trio.Event()
        """Set when it has left."""
        self.recipes = recipes
        self._area = area
        self._limits = limits
        self._copies = 0
        """How many copies of bots are on their way."""
        self.waiting = 0
        """How many bytes the messages take that wait to be read."""
        self._hands = [RemoteHand(self, place) for place in range(agent.places)]
        super().__init__([*map(Worker, self._hands)], agent.name, agent.conditions())
        self.called = name

    async def listen(self) -> None:
        """Read the messages of the agent until it has left."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.line.keep)
            try:
                why = await self._listen(nursery)
            except MalformedError as error:
                why = f"it broke the protocol: {error}"
                self._bar(why)
                await self.line.send("end", why)
            self._leave(why)
            nursery.cancel_scope.cancel()
        await self.line.close()

    async def _listen(self, nursery: trio.Nursery) -> str:
        """Read the messages of the agent; return why it plays no more."""
        while (message := await self.line.receive()) is not None:
            match message:
                case ("said", int(place), tuple(said)) if 0 <= place < self.places and said:
                    if not self._hands[place].hear(said, self.line.weight):
                        raise MalformedError("more than can be read")
                case ("want", str(digest)):
                    if digest not in {recipe.source for recipe in self.recipes.values()}:
                        raise MalformedError("it asks for a copy of something else")
                    if self._copies == COPIES:
                        raise MalformedError("it asks for more copies than it can take in")
                    self._copies += 1
                    nursery.start_soon(self._send_copy, digest)
                case ("unable", str(text)):
                    self._bar(text[:1000])
                    await self.line.send("end", text[:1000])
                    return text[:1000]
                case ("end", str(text)):
                    return f"it has left{text and ': '}{text[:200]}"
                case _:
                    raise MalformedError(f"{str(message[0])[:20]!r} is not a message of an agent")
        return f"it was silent for {SILENCE:.0f} s" if self.line.silent else self.why or "the connection has ended"

    async def _send_copy(self, digest: str) -> None:
        """Send the files of a sealed copy."""
        try:
            await send_copy(self.line.send, self._area, digest, self._limits)
        except (UserError, OSError) as error:
            await self.give_up(f"a bot cannot be sent: {error}")
        finally:
            self._copies -= 1

    async def give_up(self, reason: str) -> None:
        """Let it play no more, also if it comes back."""
        self._bar(reason)
        self._leave(reason)
        await self.line.send("end", reason)
        await self.line.close()

    async def take_leave(self) -> None:
        """Tell it that the tournament is over, unless it has left."""
        if not self.gone:
            await self.line.send("end", "")
        await self.line.close()

    def _leave(self, why: str) -> None:
        """Note that it has left, and its workers with it."""
        if not self.gone:
            self.why = why
            self.go()
            self.left.set()
        for hand in self._hands:
            hand.hang_up()


class RemoteHand:
    """A place at an agent where rooms are played (a `Host`), and the line to the worker in it.

    Args:
        machine: the agent's.
        place: the number of the place, from 0.
    """

    def __init__(self, machine: RemoteMachine, place: int) -> None:
        self._machine = machine
        self._place = place
        self._into, self._out = trio.open_memory_channel[tuple[Sequence[Any], int]](MOST)

    @property
    def gone(self) -> bool:
        """Whether the agent has left."""
        return self._machine.gone

    def hear(self, message: Sequence[Any], weight: int) -> bool:
        """Take a message of the worker; return whether there was room for it. What comes too late is dropped.

        Args:
            message: the message.
            weight: how many bytes of memory it takes.
        """
        if self._machine.waiting + weight > HEAVIEST:
            return False
        try:
            self._into.send_nowait((message, weight))
            self._machine.waiting += weight
        except trio.WouldBlock:
            return False
        except trio.ClosedResourceError:  # the agent was given up a moment ago, and others play its games
            pass
        return True

    def hang_up(self) -> None:
        """Take no more messages; those that have come are still read."""
        self._into.close()

    async def begin(self, room: RoomSetup) -> RemoteHand | None:
        """Have a room played."""
        away, recipes = sent_away(room, self._machine.recipes)
        if self.gone or not await self._machine.line.send("play", self._place, plain_room(away), recipes):
            return None
        return self

    async def send(self, *message: object) -> bool:
        """Send a message to the worker; return whether the agent was still there."""
        return await self._machine.line.send("tell", self._place, message)

    async def receive(self) -> Sequence[Any] | None:
        """Return the next message of the worker; None when the agent has left."""
        try:
            message, weight = await self._out.receive()
        except trio.EndOfChannel:
            return None
        self._machine.waiting -= weight
        return message

    async def how_it_ended(self) -> str:
        """Return a sentence for people on how the agent ended; wait until that is known."""
        await self._machine.left.wait()
        return f"the agent {self._machine.called} has left: {self._machine.why}"

    async def accuse(self, why: str) -> str:
        """Let nobody at the agent play any more, because of what a worker says; return nothing: no game is broken."""
        await self._machine.give_up(f"a worker reported what cannot be: {why}")
        return ""

    async def bury(self) -> None:
        """Do nothing: the agent ends what a worker of its own leaves behind."""

    async def dismiss(self) -> None:
        """Do nothing: the agent goes when the tournament is over."""
