"""An agent: it connects to the arena, says what it is, and plays rooms in workers of its own until it is dismissed.

Its workers are the same child processes as those of an arena. The agent hands on what they and the arena say to each
other. When the connection to the arena ends, all bots end with it, and the agent connects again.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import trio

from arena.agents.bot_transfer import LocalBots, Recipe
from arena.agents.handshake import RefusedError, Terms, Trial, ask_for, begin
from arena.agents.heartbeat import SILENCE, HeartbeatLink
from arena.agents.key import Key
from arena.agents.machine_info import MachineInfo
from arena.bots import staging
from arena.bots.builds import Sandboxed, run_build
from arena.errors import UserError
from arena.sandbox import Sandbox
from arena.sandbox.levels import probe
from arena.settings.limits import Level
from arena.tournament.child import ChildProcess
from arena.tournament.link import GONE, LONGEST, Link
from arena.tournament.messages import room_of
from arena.tournament.pinning import Cores, core_sets
from arena.tournament.start_check import Starts
from arena.tournament.values import MalformedError, reader
from arena.tournament.workers import Hire, LocalHost, hired

AGAIN = 1.0
"""Seconds before an agent calls again."""
GREETING = 90.0
"""Seconds that a greeting may take."""

Dial = Callable[[], Any]
"""Returns (await it) a stream to the arena, without TLS. Raises `OSError` if nobody answers."""


class DismissedError(Exception):
    """The arena has ended the work of this agent.

    Args:
        reason: why; empty if the tournament is over.
    """


@dataclass
class Agent:
    """An agent.

    Args:
        key: the key of the arena.
        about: what there is to say about this machine.
        trusting: whether bots may play without a sandbox.
        say: tells people what happens.
        patience: seconds for which it calls an arena that does not answer.
        stay: whether it waits for the next tournament when one is over.
        hire: starts a process for a worker.
        tried: finds out whether a sandbox level works here.
    """

    key: Key
    about: MachineInfo
    trusting: bool
    say: Callable[[str], None]
    patience: float = 3600.0
    stay: bool = False
    hire: Hire = ChildProcess
    tried: Callable[[Level], Trial] = field(default_factory=lambda: _tried)

    async def work(self, dial: Dial) -> None:
        """Connect to the arena and play, again and again, until it ends the work.

        Raises:
            UserError: it does not let this agent in; or it did not answer for too long.
        """
        last, quiet = trio.current_time(), False
        while trio.current_time() - last < self.patience:
            try:
                stream = await dial()
            except OSError as error:
                if not quiet:
                    self.say(f"the arena does not answer ({error.strerror or error}); trying again")
                quiet = True
            else:
                link = Link(self.key.stream(stream, "agent"))
                try:
                    if await self.call(link):
                        quiet, last = False, trio.current_time()
                        self.say("the connection to the arena has ended, and with it all bots; connecting again")
                except DismissedError as dismissed:
                    self.say(f"the arena ended the connection{': ' * bool(str(dismissed))}{dismissed}")
                    if not self.stay:
                        return
                    quiet, last = True, trio.current_time()
                finally:
                    await link.close()
            await trio.sleep(AGAIN)
        raise UserError("no arena has answered for too long", "see --patience", 75)

    async def call(self, link: Link) -> bool:
        """Greet the arena and play, until the line ends; return whether it let this agent in.

        Raises:
            DismissedError: the arena has ended the work.
            UserError: the arena does not let this agent in, or is none.
        """
        try:
            with trio.move_on_after(GREETING) as limit:
                if isinstance(link.stream, trio.SSLStream):
                    await link.stream.do_handshake()
                terms = await ask_for(link, self.key, self.about)
                trial = await self._try(terms)
                name, before = await begin(link, trial)
            if limit.cancelled_caught:
                return False
        except GONE as error:
            if isinstance(error.__cause__, ssl.SSLCertVerificationError):
                hint = "copy the key file of that arena to this machine"
                raise UserError("the arena at this address has another key", hint, 77) from error
            return False
        except RefusedError as refused:
            raise UserError(f"the arena does not let this agent in: {refused}", "", 78) from refused
        except MalformedError as error:
            raise UserError(f"the arena broke the protocol: {error}", "", 76) from error
        link.longest = LONGEST
        self.say(f"plays for the arena as {name}")
        await self._play(HeartbeatLink(link), terms, before)
        return True

    async def _try(self, terms: Terms) -> Trial:
        if terms.level == "none":
            text = "bots play without a sandbox in this tournament; if you trust them: arena worker --trust-bots"
            return Trial("none", "" if self.trusting else text, "none")
        if missing := [folder for folder in terms.read if not folder.is_dir()]:
            return Trial(terms.level, f"there is no folder {missing[0]}, which bots may read", "")
        return await trio.to_thread.run_sync(self.tried, terms.level)

    async def _play(self, line: HeartbeatLink, terms: Terms, before: int) -> None:
        """Play rooms until the connection ends."""
        sandbox = Sandbox(terms.level, read=terms.read)
        area = staging.staging_folder()
        with ExitStack() as opened:
            opened.enter_context(staging.in_use(area))
            opened.enter_context(sandbox)
            run = run_build if terms.level == "none" else Sandboxed(terms.level, terms.read)
            starts = Starts(sandbox, terms.clock, {}, area)
            stock = LocalBots(area, terms.staging, run, starts, line.send)
            cores = own_cores(self.about, before, pin=terms.pin)
            async with hired(self.about.places, sandbox, self.hire, cores) as hands, trio.open_nursery() as nursery:
                nursery.start_soon(sandbox.guard)
                nursery.start_soon(line.keep)
                floor = _Floor(line, stock, hands, nursery)
                try:
                    await floor.listen()
                except MalformedError as error:
                    self.say(f"the arena broke the protocol: {error}")
                if line.silent:
                    self.say(f"the arena was silent for {SILENCE:.0f} s")
                nursery.cancel_scope.cancel()
        if floor.dismissed is not None:
            raise DismissedError(floor.dismissed)


def _tried(level: Level) -> Trial:
    """Return how a sandbox level does here: the trial is the one that an arena makes at home."""
    found = probe(level)
    return Trial(level, found.problem, found.about)


def own_cores(about: MachineInfo, before: int, *, pin: bool) -> list[Cores]:
    """Return the cores of each place, so that agents on one machine take different ones.

    Args:
        about: the machine.
        before: how many places on it other agents have.
        pin: whether each room is kept on one core.
    """
    if not pin:
        return core_sets(about.places, pin=False)
    return core_sets(before + about.places, pin=True)[before:]


class _Place:
    """Where an agent has rooms played, one after the other.

    Args:
        hand: plays them.
    """

    def __init__(self, hand: LocalHost) -> None:
        self.hand = hand
        self.line: Any = None
        """Leads to the worker; None before the first room."""
        self.waits = False
        """Whether the room is not played yet, since its bots are being made ready."""
        self.stopped = False
        """Whether it was stopped meanwhile."""


class _Floor:
    """All places of an agent.

    Args:
        line: leads to the arena.
        stock: has the bots.
        hands: play rooms, one in each place.
        nursery: holds the tasks of the places.
    """

    def __init__(
        self, line: HeartbeatLink, stock: LocalBots, hands: Sequence[LocalHost], nursery: trio.Nursery
    ) -> None:
        self.dismissed: str | None = None
        """Why the arena has ended the work; None if it has not."""
        self._line = line
        self._stock = stock
        self._places = [_Place(hand) for hand in hands]
        self._nursery = nursery

    async def listen(self) -> None:
        """Read the messages of the arena until the connection ends."""
        while (message := await self._line.receive()) is not None:
            match message:
                case ("play", int(at), room, recipes) if 0 <= at < len(self._places):
                    place = self._places[at]
                    place.waits, place.stopped = True, False
                    self._nursery.start_soon(self._play, at, place, room, recipes)
                case ("tell", int(at), tuple(said)) if 0 <= at < len(self._places):
                    await self._tell(self._places[at], said)
                case ("tree" | "piece", *_):
                    await self._stock.feed(message)
                case ("end", str(reason)):
                    self.dismissed = reason
                    return
                case _:
                    raise MalformedError(f"{str(message[0])[:20]!r} is not a message of an arena")

    async def _tell(self, place: _Place, said: Sequence[Any]) -> None:
        """Hand a message on to a worker; a stop waits until its room is begun."""
        if place.waits and said == ("stop",):
            place.stopped = True
        elif place.line is not None:
            await place.line.send(*said)

    async def _play(self, at: int, place: _Place, plain: object, recipes: object) -> None:
        """Have a room played in a place, and hand on what is said of it."""
        try:
            room = await self._stock.at_home(room_of(plain), reader(Mapping[str, Recipe])(recipes))
        except (UserError, MalformedError) as error:
            await self._line.send("unable", str(error))
            return
        died = partial(self._line.send, "said", at)
        try:
            place.line = await place.hand.begin(room)
        except OSError as error:
            await died(("died", f"no worker process can be started: {error.strerror}"))
            return
        place.waits = False
        if place.line is not None:
            if place.stopped:
                await place.line.send("stop")
            if await self._hand_on(at, place.line):
                return
        how = await place.hand.how_it_ended()
        place.line = None
        await place.hand.bury()
        await died(("died", how))

    async def _hand_on(self, at: int, line: Any) -> bool:
        """Hand on what a worker says of its room, until it is over; return False if the worker has died."""
        while (message := await line.receive()) is not None:
            await self._line.send("said", at, message)
            if message == ("over",):
                return True
            if message[0] == "failed":
                await self._places[at].hand.bury()
                return True
        return False
