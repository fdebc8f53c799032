"""A stage for arenas and agents in one event loop: cables that can be cut, and rooms played by a script."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import trio
import trio.testing

from arena.agents import agent as agents
from arena.agents.agent import Agent
from arena.agents.bot_transfer import Recipe
from arena.agents.handshake import Terms, Trial
from arena.agents.key import Key
from arena.agents.machine_info import MachineInfo, code
from arena.agents.server import AgentServer
from arena.games.kernel import Result
from arena.sandbox import Sandbox
from arena.settings.clock import ClockSettings
from arena.settings.limits import StagingLimits
from arena.store import Store
from arena.table.outcome import Outcome
from arena.table.referee import GameSetup
from arena.table.reports import GameBegun, GameEnded, TakeReport
from arena.tournament import worker_process, writer
from arena.tournament.link import Link
from arena.tournament.machines import Work
from arena.tournament.play import play
from arena.tournament.worker_process import WorkerProcess
from tests.arena.tournament.test_play import Recorder, setup

KEY = Key(b"k" * 32)
VERSION = "0.1.0"
GAME = 1.0
"""Seconds of a game."""


def about(name: str = "one", places: int = 1, **changes: Any) -> MachineInfo:
    said = MachineInfo(name, "boot", (0, 1), "a processor", 1000, "3.11", places, VERSION, code())
    return said._replace(**changes)


def outcome(game_id: str) -> Outcome:
    """What comes of a game: it depends on nothing but its id."""
    won = sha256(game_id.encode()).digest()[0] & 1
    return Outcome(Result((1, 2) if won else (2, 1), (52, 3), "target"), (), {}, f"{game_id}\n")


class Cable:
    """Two ends of a connection; what is sent in a direction can be held up, and all of it can be torn apart."""

    def __init__(self) -> None:
        self.ours, self._near = trio.testing.memory_stream_pair()
        self._far, self.theirs = trio.testing.memory_stream_pair()
        self.delay = 0.0
        """Seconds that everything is on its way."""
        self.held = {"up": False, "down": False}
        """Whether what is sent to the arena, or by it, gets lost."""

    async def carry(self) -> None:
        """Carry bytes until it is torn."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._carry, "down", self._near, self._far)
            nursery.start_soon(self._carry, "up", self._far, self._near)

    async def _carry(self, way: str, source: Any, sink: Any) -> None:
        try:
            while data := await source.receive_some():
                await trio.sleep(self.delay)
                if not self.held[way]:
                    await sink.send_all(data)
            if not self.held[way]:
                await sink.aclose()
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            await trio.aclose_forcefully(sink)

    async def tear(self) -> None:
        """Tear it apart: both ends notice."""
        for end in (self._near, self._far):
            await trio.aclose_forcefully(end)


class Played:
    """A worker in this event loop (a `Process`)."""

    def __init__(self, nursery: trio.Nursery) -> None:
        ours, theirs = trio.testing.memory_stream_pair()
        self.link = Link(ours)
        self._scope = trio.CancelScope()
        self._over = trio.Event()
        nursery.start_soon(self._work, theirs)

    async def _work(self, theirs: trio.abc.Stream) -> None:
        try:
            with self._scope:
                await WorkerProcess(Link(theirs)).work()
        finally:
            self._over.set()

    def kill(self) -> None:
        """Kill it."""
        self._scope.cancel()

    async def how_it_ended(self) -> str:
        """Say so."""
        await self._over.wait()
        return "killed"

    async def end(self, _: object) -> None:
        """End it."""
        await self.link.close()
        await self._over.wait()


@dataclass
class Stage:
    """Everything that a test may look at.

    Args:
        nursery: holds arenas and agents.
        folder: where results go.
        sets: how many sets two bots play.
        script: is asked before a game ends, and may wait.
        said: what people are told, by arenas and agents.
        cables: all connections there were.
        workers: all workers of agents.
        doors: that of the arena that runs now.
        playing: set when a game has begun.
        begun: the ids of games as they begin, with the machine.
    """

    nursery: trio.Nursery
    folder: Path
    sets: int = 4
    script: Callable[[str], Any] | None = None
    said: list[str] = field(default_factory=list)
    cables: list[Cable] = field(default_factory=list)
    workers: list[Played] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    doors: list[tuple[AgentServer, Work, trio.Nursery]] = field(default_factory=list)
    playing: trio.Event = field(default_factory=trio.Event)

    async def room(self, _: object, games: Iterator[GameSetup], report: TakeReport, *__: object) -> None:
        """Play a room by the script."""
        for game in games:
            self.begun.append(game.game_id)
            self.playing.set()
            await report(GameBegun(game.game_id))
            await trio.sleep(GAME)
            if self.script:
                await self.script(game.game_id)
            await report(GameEnded(game.game_id, outcome(game.game_id)))

    async def dial(self) -> trio.abc.Stream:
        """Call the arena, if there is one (a `Dial`)."""
        if not self.doors:
            raise ConnectionRefusedError(111, "Connection refused")
        cable = Cable()
        self.cables.append(cable)
        self.nursery.start_soon(cable.carry)
        door, work, nursery = self.doors[-1]
        nursery.start_soon(door.handle, cable.ours, work)
        return cable.theirs

    def agent(self, name: str = "one", places: int = 1, **changes: Any) -> Agent:
        """An agent that plays here."""

        def hire(_: str) -> Played:
            self.workers.append(Played(self.nursery))
            return self.workers[-1]

        def say(text: str) -> None:
            self.said.append(f"{name}: {text}")

        def tried(level: Any) -> Trial:
            return Trial(level, "", level)

        return Agent(KEY, about(name, places, **changes), True, say, 600.0, hire=hire, tried=tried)

    def expected(self) -> list[tuple[object, ...]]:
        """What is stored of an undisturbed tournament."""
        _, planned = setup("kaiser", "ab", sets=self.sets)
        return sorted((game.id, outcome(game.id).result, (), f"{game.id}\n") for game in planned)

    async def arena(self, results: str = "x.db", *, rooms: int = 0, again: bool = False) -> tuple[Recorder, Any]:
        """Play a tournament with the agents that call; return who was told of it, and what is stored.

        Args:
            results: the name of the database.
            rooms: how many rooms play at home.
            again: whether games that have a result are played, too.
        """
        at, planned = setup("kaiser", "ab", sets=self.sets)
        terms = Terms("none", (), False, StagingLimits(), ClockSettings())
        stage = self

        class Doorway(AgentServer):
            async def serve(self, _setup: object, work: Work, _fail: object) -> None:
                async with trio.open_nursery() as nursery:
                    own = (self, work, nursery)
                    stage.doors.append(own)
                    try:
                        await trio.sleep_forever()
                    finally:
                        stage.doors.remove(own)

        door = Doorway(KEY, None, terms, self.folder, None, self.said.append)  # type: ignore[arg-type] # nobody listens
        door._recipes = {"": Recipe("")}
        with Store.open(self.folder / results, writing=True) as store:
            store.start_run("seed", {})
            store.plan(at.entrants.values(), ())
            missing = [game for game in planned if again or game.id not in store.done()]
            watcher = Recorder(store)
            await play(replace(at, rooms=rooms), [missing], store, watcher, agents=door)
            return watcher, contents(store)


def contents(store: Store) -> list[tuple[object, ...]]:
    """What is stored of every game, without what depends on who played it."""
    return sorted((one.game.id, one.result, one.faults, store.record(one.game.id)) for one in store.results())


@asynccontextmanager
async def stage(monkeypatch: pytest.MonkeyPatch, folder: Path) -> AsyncIterator[Stage]:
    """Set up a stage."""
    async with trio.open_nursery() as nursery:
        found = Stage(nursery, folder)
        monkeypatch.setattr(worker_process, "play_room", found.room)
        monkeypatch.setattr(agents, "LocalBots", Everything)
        monkeypatch.setattr("arena.bots.staging.staging_folder", lambda: folder)
        monkeypatch.setattr(agents, "Sandbox", partial(Sandbox, guarded=False))
        monkeypatch.setattr("arena.table.lag.LagMeter.run", idle)
        monkeypatch.setattr(writer, "beside", at_once)
        monkeypatch.setattr("arena.sandbox.run.beside", at_once)  # what a dead worker leaves is looked for
        for module in ("worker_process", "play"):
            monkeypatch.setattr(f"arena.tournament.{module}.seldom_collected", nullcontext)
        yield found
        nursery.cancel_scope.cancel()


async def idle(_: object) -> None:
    """Do nothing, in the place of what measures time."""
    await trio.sleep_forever()


async def at_once(job: Callable[..., Any], *args: object, limiter: object) -> Any:
    """Do a job in this thread: a clock that jumps would not wait for another one."""
    await trio.lowlevel.checkpoint()
    return job(*args)


class Everything:
    """A stock that has all bots."""

    def __init__(self, *_: object) -> None:
        """Need nothing."""

    async def at_home(self, room: Any, _: object) -> Any:
        """Return the room as it is."""
        return room

    async def feed(self, message: Sequence[object]) -> None:
        """Fail: nobody asks for anything."""
        raise AssertionError(message)
