"""The server for agents: they connect, prove that they have the key, and play rooms until the tournament is over."""

from __future__ import annotations

import os
import resource
import socket
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

import trio

from arena.agents.bot_transfer import Recipe, recipes_of
from arena.agents.clusters import Orders, StartAgents
from arena.agents.handshake import Guest, RefusedError, Terms, ask_in
from arena.agents.heartbeat import HeartbeatLink
from arena.agents.key import Key
from arena.agents.machine_info import MachineInfo
from arena.agents.remote import HEAVIEST, RemoteMachine
from arena.agents.strangers import Strangers, address_of
from arena.errors import UserError
from arena.tournament.link import GONE, LONGEST, Link
from arena.tournament.machines import Work
from arena.tournament.setup import TournamentSetup
from arena.tournament.values import MalformedError

TLS = 10.0
"""Seconds that a caller has for TLS, in which it shows that it has the key."""
GREETING = 60.0
"""Seconds that an agent has for its handshake then; the trial of its sandbox is part of it."""
AT_ONCE = 64
"""How many agents may be in their handshake at the same time."""
PART = 4
"""Agents take at most this part of the descriptors that the arena may open: one in so many."""
GOODBYE = 2.0
"""Seconds that agents have to disconnect when the tournament is over."""
TOLD = 20
"""How many refused agents are reported one by one."""


class AgentServer:
    """Lets agents in (`arena.tournament.machines.Agents`).

    Args:
        key: the key that agents must have.
        listening: the socket that they connect to; the server closes it.
        terms: under what rooms are played.
        area: the folder of staged copies.
        home: what the arena's own machine is, if it plays rooms too.
        say: tells people what happens.
        start: starts agents, if others than people do.
        orders: how they are called.
    """

    def __init__(
        self,
        key: Key,
        listening: socket.socket,
        terms: Terms,
        area: Path,
        home: MachineInfo | None,
        say: Callable[[str], None],
        start: StartAgents | None = None,
        orders: Orders | None = None,
    ) -> None:
        self._key = key
        self._listening = listening
        self._terms = terms
        self._area = area
        self._home = home
        self._say = say
        self._start = start
        self._orders = orders
        self._recipes: Mapping[str, Recipe] = {}
        self._machines: list[RemoteMachine] = []
        """The agents that are in."""
        self._names: Counter[str] = Counter()
        """How many agents have called themselves so."""
        self._barred: dict[str, str] = {}
        """Machine -> why it plays no more in this tournament."""
        self._refused = 0
        self._strangers = Strangers()
        self._greeting = trio.CapacityLimiter(AT_ONCE)
        self._callers = 0
        """How many agents are connected."""
        self._most = resource.getrlimit(resource.RLIMIT_NOFILE)[0] // PART

    @property
    def own(self) -> Mapping[str, str | int]:
        """What is stored with each result of the arena's own machine."""
        return {} if self._home is None else self._home.conditions()

    def say(self, text: str) -> None:
        """Tell people of a machine."""
        self._say(text)

    async def serve(self, setup: TournamentSetup, work: Work, fail: Callable[[UserError], None]) -> None:
        """Let agents in and have each of them work, until cancelled; then disconnect them.

        Args:
            setup: what is played.
            work: has a machine play rooms.
            fail: ends the tournament, if nobody can play.
        """
        self._recipes = recipes_of([*setup.entrants.values()])
        self._key.context("arena")  # made once, before strangers can call

        async def connected(stream: trio.abc.Stream) -> None:
            await self.handle(stream, work)

        self._listening.setblocking(False)
        listener = trio.SocketListener(trio.socket.from_stdlib_socket(self._listening))
        async with listener, trio.open_nursery() as nursery:
            nursery.start_soon(trio.serve_listeners, connected, [listener])
            if self._start is not None and self._orders is not None:
                await self._start(self._orders, self._say)
                if not self._machines and self._home is None:
                    fail(
                        UserError(
                            "no agent plays, and none is started any more", "why is said above", os.EX_UNAVAILABLE
                        )
                    )

    async def handle(self, stream: trio.abc.Stream, work: Work) -> None:
        """Greet an agent, and if it is let in, have it work until it disconnects. Its errors affect no other agent.

        Args:
            stream: the connection to it, without TLS.
            work: has a machine play rooms.
        """
        try:
            link = await self._let_through(stream)
            if link is None:
                return
            self._callers += 1
            try:
                await self._receive(link, work)
            finally:
                self._callers -= 1
        finally:
            await trio.aclose_forcefully(stream)

    async def _let_through(self, stream: trio.abc.Stream) -> Link | None:
        """Return a link to a caller that has shown in the handshake of TLS that it has the key; None if it has not."""
        with self._strangers.place(address_of(stream)) as place, trio.move_on_after(TLS):
            shaken = self._key.stream(stream, "arena")
            try:
                await shaken.do_handshake()
            except GONE:
                self._refuse("the TLS handshake failed: it has another key, or is not an agent")
                return None
            link = Link(shaken)
            link.heaviest = HEAVIEST
            return link
        crowded = place.cancelled_caught
        self._refuse("too many callers do not show the key" if crowded else f"it did not show the key in {TLS:.0f} s")
        return None

    async def _receive(self, link: Link, work: Work) -> None:
        """Greet a caller that has the key, and if it is let in, have it work until it is gone."""
        guest = None
        if self._callers > self._most:
            self._refuse(f"{self._most} agents are connected, the most for this limit of open files (ulimit -n)")
            return
        async with self._greeting:
            with trio.move_on_after(GREETING):
                guest = await self._greet(link)
        if guest is not None:
            await self._admit(link, guest, work)

    async def _greet(self, link: Link) -> Guest | None:
        """Greet a caller; return None if it may not come in."""
        try:
            return await ask_in(link, self._key, self._terms)
        except RefusedError as error:
            self._refuse(str(error))
        except MalformedError as error:
            self._refuse(f"it broke the protocol: {error}")
        except ConnectionError:
            pass
        return None

    def _refuse(self, why: str) -> None:
        self._refused += 1
        if self._refused <= TOLD:
            self._say(f"agent refused: {why}")

    async def _admit(self, link: Link, guest: Guest, work: Work) -> None:
        """Let an agent in, and have it work until it disconnects."""
        about = guest.about
        if why := self._barred.get(about.name):
            await link.send("refused", why)
            return
        name = about.name if not self._names[about.name] else f"{about.name} ({self._names[about.name] + 1})"
        self._names[about.name] += 1
        before = sum(machine.places for machine in self._beside(about))
        if not await link.send("begin", name, before):
            return
        link.longest = LONGEST
        bar = partial(self._barred.setdefault, about.name)
        machine = RemoteMachine(HeartbeatLink(link), about, name, self._recipes, self._area, self._terms.staging, bar)
        self._say(f"agent {name} plays: {about.in_words()}, sandbox {guest.trial.about or guest.trial.level}")
        self._machines.append(machine)
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(machine.listen)
                await work(machine)
                nursery.cancel_scope.cancel()
        finally:
            self._machines.remove(machine)
            with trio.CancelScope(shield=True), trio.move_on_after(GOODBYE):
                await machine.take_leave()
            if machine.why:
                self._say(f"agent {name} has left: {machine.why}")

    def _beside(self, about: MachineInfo) -> Iterator[RemoteMachine]:
        """Yield the agents on the same cores of the same machine."""
        for machine in self._machines:
            if (machine.agent.boot, machine.agent.cores) == (about.boot, about.cores):
                yield machine
