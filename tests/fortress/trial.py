"""A short tournament with a hostile bot and honest bots, and everything that can be observed about it.

In `Gh1` and `Gh2` the hostile bot (side 0) plays against an honest one; in `Go1` and `Go2` two other bots play. All
bots play the last legal word, so results and records are always the same, except for what the hostile bot does in
`Gh1`. They play Scotch Whist for two, one process a side; where a partner matters, Kaiser.
"""

from __future__ import annotations

import importlib.util
import json
import os
import py_compile
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
import trio

from arena.bots.entrants import Entrant
from arena.games.catalogue import GAMES
from arena.games.kernel import Chance, Note, Rules
from arena.protocol import BotFault, Received
from arena.sandbox import Program, RunningProgram, Sandbox, Share, spawn
from arena.sandbox.attacker import Facts
from arena.sandbox.doctor import _targets
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings, OnIllegal
from arena.settings.contest import Contest, parse_game
from arena.settings.limits import Level, Limits
from arena.store import Store
from arena.table.connection import Connection, Process
from arena.table.outcome import Outcome
from arena.tournament import play as tournament
from arena.tournament.events import GameEnded, GameVoided, PlayEvent
from arena.tournament.setup import TournamentSetup
from tests.arena.tournament.threads import WorkerThread

ROOT = Path(__file__).parents[2]
LIMITS = Limits(memory_mb=256, processes=16)
CLOCK = ClockSettings(start_ms=3000, move_ms=500)
HOSTILE, HONEST, LEFT, RIGHT = "hostile", "honest", "left", "right"
FOUR = parse_game("kaiser", {"max_deals": 1, "misdeal": "off", "first_dealer": "P3"}, GAMES, 1)
TWO = parse_game("scotch-whist:two", {"target": 11, "first_dealer": "P1"}, GAMES, 1)
"""One deal each; seat 0 is asked first, and 18 times by TWO."""
ATTACKED, AFTER = "Gh1", "Gh2"
OTHERS = ("Go1", "Go2")
PATIENCE = 60.0
"""The time limit of a trial in seconds: far more than it needs."""


class LateError(AssertionError):
    """Something took another time than promised. The machine may have been busy, so it is worth another try."""


@dataclass(frozen=True)
class Try:
    """One thing that a hostile bot tries.

    Args:
        name: what is special about this try of its row.
        act: the words after `tests.hostile.bot` on its command line.
        verdict: the kind of its fault, or OK; several kinds, separated by bars, if chance decides.
        text: a pattern for the text of the verdict.
        always: whether the bot fails in the second game too, because it fails from the start.
        frames: whether the bot speaks msgpack.
        command: the command of the bot, if it is not `tests.hostile.bot`.
        build: a shell command that is run in its folder first.
        clock: the time limits.
        limits: the limits of the hostile bot.
        honest: the act of its opponent.
        other: the act of the bots of the other games.
        both: whether its opponent fails too.
        wordy: whether the game begins with 1 MiB of notes.
        partners: whether each bot has a partner of its own kind.
        levels: the levels at which it is tried; by default the best level.
        users: how many user ids the arena has for its bots in each room; 0 for all.
        slow_starts: how many sandboxes are slow to start.
        beside: whether a shell command of one second runs meanwhile.
    """

    name: str
    act: str = ""
    verdict: str = "OK"
    text: str = ""
    always: bool = False
    frames: bool = False
    command: tuple[str, ...] = ()
    build: str = ""
    clock: ClockSettings = CLOCK
    limits: Limits = LIMITS
    honest: str = "honest"
    other: str = "paced 5"
    both: bool = False
    wordy: bool = False
    partners: bool = False
    levels: tuple[Level, ...] = ()
    users: int = 0
    slow_starts: int = 0
    beside: bool = False

    def honestly(self) -> Try:
        """Return this try with an honest bot in place of the hostile one."""
        honest = "honest" if self.both else self.honest
        return Try(
            "", "honest", clock=self.clock, honest=honest, other=self.other, wordy=self.wordy, partners=self.partners
        )  # fmt: skip


@dataclass
class Seated:
    """A process of a trial.

    Args:
        name: the name of the bot.
        running: the process.
        fault: the fault for which it was stopped; None if it ended regularly.
        clean_ms: the ms from its stop until no process of it was left.
        left: the processes that were left after that.
        turns: the ms of each of its answers.
        asked: when it was asked last, in seconds.
        failed_ms: the ms from then to its fault.
        games: how many games it played in.
        idle_cpu: (games, answers so far, CPU ms) at moments when others were to move.
    """

    name: str
    running: RunningProgram
    fault: BotFault | None = None
    clean_ms: float = 0.0
    left: list[int] = field(default_factory=list)
    turns: list[float] = field(default_factory=list)
    asked: float = 0.0
    failed_ms: float = 0.0
    games: int = 0
    idle_cpu: list[tuple[int, int, float]] = field(default_factory=list)


class Watch(Sandbox):
    """A sandbox that notes which processes were started in it, and in the shares that workers have of it."""

    def __init__(self, level: Level, *, read: tuple[Path, ...] = (), guarded: bool = True) -> None:
        super().__init__(level, read=read, guarded=guarded)
        self.seated: list[Seated] = []
        self.tried: list[str] = []
        """The names of the bots whose start was attempted."""
        self.namespaces = ExitStack()
        """Keeps PID namespaces open, because the numbers of closed ones are used again."""
        self.users_of_bots = {*self._users}

    def shared(self, share: Share) -> Sandbox:
        """Return the sandbox of a worker, which is a thread here."""
        found = self.sharing(share)
        found.seated, found.tried, found.namespaces = self.seated, self.tried, self.namespaces
        return found

    @property
    def failed(self) -> int:
        """How many starts failed."""
        return len(self.tried) - len(self.seated)

    async def start(
        self, program: Program, *, room: int = 0, environment: Mapping[str, str] = MappingProxyType({})
    ) -> RunningProgram:
        """Start a bot, and note its process."""
        self.tried.append(program.name)
        running = await super().start(program, room=room, environment=environment)
        with suppress(FileNotFoundError):  # it has ended already
            self.namespaces.callback(os.close, os.open(f"/proc/{running._root.pid}/ns/pid", os.O_RDONLY))
        self.seated.append(Seated(program.name, running))
        return running

    def of(self, *names: str) -> list[Seated]:
        """Return the processes of some bots."""
        return [one for one in self.seated if one.name in names]

    def alive(self) -> list[int]:
        """Return the living processes of all bots, found by PID namespace, mark or control group."""
        found = {pid for one in self.seated for pid in inside(one.running._root.namespace)}
        for path, text in (("environ", self.mark), ("cgroup", self._nonce)):
            for entry in Path("/proc").glob(f"[0-9]*/{path}"):
                with suppress(OSError):
                    if text.encode() in entry.read_bytes():
                        found.add(int(entry.parent.name))
        return sorted(found)


def inside(namespace: int | None) -> list[int]:
    """Return the processes in a PID namespace."""
    found = []
    for name in os.listdir("/proc"):  # noqa: PTH208 - quick: the arena plays on meanwhile
        with suppress(OSError):
            if name.isdecimal() and os.stat(f"/proc/{name}/ns/pid").st_ino == namespace:  # noqa: PTH116 - the same
                found.append(int(name))
    return found


def still_running(namespace: int | None) -> list[int]:
    """Return the running processes in a PID namespace, without zombies."""
    return [pid for pid in inside(namespace) if not dead(pid)]


def dead(pid: int) -> bool:
    """Return whether a process has ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] in {"Z", "X"}
    except OSError:
        return True


class WatchedConnection(Connection):
    """A connection that notes times, and which processes of a dismissed bot are left."""

    watch: Watch

    def __init__(
        self, process: Process, message_limit: int, patience_ms: int, on_illegal: OnIllegal, flushes: bool
    ) -> None:
        super().__init__(process, message_limit, patience_ms, on_illegal, flushes)
        running = getattr(process, "running")  # noqa: B009 - what every process of a room has
        self.seated = next(one for one in self.watch.seated if one.running is running)

    def begin_traffic(self) -> None:
        self.seated.games += 1
        super().begin_traffic()

    async def ask(
        self,
        data: bytes,
        count: int,
        limit_ms: float | None,
        deadline_ms: float | None,
        prolong: Callable[[float], float | None] | None = None,
    ) -> tuple[list[Received], float]:
        self.seated.asked = trio.current_time()
        told, used = await super().ask(data, count, limit_ms, deadline_ms, prolong)
        if not self.seated.games:
            return told, used  # this was the greeting
        self.seated.turns.append(used)
        for one in self.watch.of(HOSTILE) if self.seated.name == HONEST else ():
            if not one.running.closed:
                one.idle_cpu.append((one.games, len(one.turns), one.running.cpu_ms() or 0.0))
        return told, used

    async def dismiss(self, fault: BotFault | None = None) -> None:
        begun, one = trio.current_time(), self.seated
        await super().dismiss(fault)
        if one.clean_ms == 0.0:  # a bot that has failed is dismissed once more before the next sits down
            one.fault = fault
            one.failed_ms = 1000 * (begun - one.asked)
            one.clean_ms = 1000 * (trio.current_time() - begun)
            one.left = await trio.to_thread.run_sync(still_running, one.running._root.namespace)


class Watcher:
    """A watcher of the tournament that keeps what it is told."""

    def __init__(self) -> None:
        self.outcomes: dict[str, Outcome] = {}
        self.broken: list[str] = []
        self.void: list[str] = []

    def __call__(self, event: PlayEvent) -> None:
        match event:
            case GameEnded():
                self.outcomes[event.game.id] = event.outcome
            case GameVoided(trace=""):
                self.void.append(f"{event.game.id}: {event.reason}{' (again)' if event.again else ''}")
            case GameVoided():
                self.broken.append(event.trace)
            case _:
                raise AssertionError(event)


@dataclass
class Trial:
    """The outcome of a try.

    Args:
        what: the try.
        level: the level of the sandbox.
        rooms: how many games were played at the same time.
        watch: the sandbox, with all processes.
        told: the watcher, with the outcomes.
        results: the file with the results.
        facts: what the attackers were told about the machine.
        beside_ms: how long the shell command took that ran meanwhile.
    """

    what: Try
    level: Level
    rooms: int
    watch: Watch
    told: Watcher
    results: Path
    facts: Facts
    beside_ms: float = 0.0

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games, in order."""
        return ids(self.what, self.rooms)

    @property
    def hostile(self) -> Seated:
        """The process of the hostile bot that failed first; if none failed, that of the first seat."""
        found = self.watch.of(HOSTILE)
        return next((one for one in found if one.fault), found[0])

    def p95(self, *names: str) -> float:
        """Return the 95th percentile of the times that these bots took for an answer, in ms.

        They answer some seventy times: the 99th would be the last but one, which is the machine's.
        """
        turns = sorted(ms for one in self.watch.of(*names) for ms in one.turns)
        return turns[int(0.95 * (len(turns) - 1))] if turns else 0.0


def make_bot(folder: Path, facts: Facts, build: str = "") -> None:
    """Copy the hostile bots into a folder, with the attacker that they use, and run a build command if there is one."""
    for source, target in (("tests/hostile", "tests/hostile"), ("arena/sandbox/attacker.py", "arena/sandbox")):
        path = folder / target
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, path, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            path.mkdir(parents=True)
            shutil.copy(ROOT / source, path)
    for name, data in compiled().items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(data)
    (folder / "facts.json").write_text(json.dumps(facts))
    if build:
        subprocess.run(build, shell=True, check=True, cwd=folder)


@cache
def compiled() -> dict[str, bytes]:
    """Return what Python keeps of these modules: path -> bytes. In a sandbox it can keep nothing itself."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for path in (*sorted((ROOT / "tests/hostile").glob("*.py")), ROOT / "arena/sandbox/attacker.py"):
            kept = Path(importlib.util.cache_from_source(str(path.relative_to(ROOT))))
            mode = py_compile.PycInvalidationMode.UNCHECKED_HASH  # copies are of another time
            py_compile.compile(str(path), str(Path(folder, kept.name)), doraise=True, invalidation_mode=mode)
            found[str(kept)] = Path(folder, kept.name).read_bytes()
    return found


def entrant(name: str, folder: Path, act: str, frames: bool = False, command: tuple[str, ...] = ()) -> Entrant:
    words = command or ("python3", "-ES", "-m", "tests.hostile.bot", *["--frames"] * frames, *act.split())
    return Entrant(name, name, "1", words, folder, name[0] * 64)


def deal_after_notes(options: Any, standing: Any, chance: Chance) -> Rules[Any]:
    """A deal, after more than 1 MiB of notes."""
    for _ in range(300):
        yield Note("state", ("x" * 60,) * 60)
    return (yield from TWO.game.deal(options, standing, chance))


WORDY = replace(TWO.game, name="wordy", deal=deal_after_notes)


def contests(what: Try) -> dict[str, Contest]:
    """Return label -> contest: that of the hostile bot's room, and that of the others'.

    The labels are two of the same game, since the arena looks up there who sits where, such as when a game was void.
    """
    plain = FOUR if what.partners else TWO
    return {
        f"{plain.game.name}:{plain.preset}": plain._replace(game=WORDY) if what.wordy else plain,
        plain.label: plain,
    }


def ids(what: Try, rooms: int) -> tuple[str, ...]:
    """Return the ids of the games, in order.

    In one room the others come after those of the hostile bot, if the second of these cannot show that the room goes
    on; and one of them shows as much as two.
    """
    return (ATTACKED, AFTER, *OTHERS[: rooms if rooms > 1 else what.always])


def planned(labels: Iterable[str], bots: dict[str, Entrant], games_of: Sequence[str]) -> list[PlannedGame]:
    """Return the games: those of the hostile bot come first."""
    games = []
    rooms = ((HOSTILE, HONEST), games_of[:2]), ((LEFT, RIGHT), games_of[2:])
    for label, (sides, ids) in zip(labels, rooms, strict=True):
        pair = tuple(bots[name].id for name in sides)
        for number, game in enumerate(ids, 1):
            games.append(PlannedGame(game, label, number, tuple(sorted(pair)), 0, pair, f"set {number}"))
    return games


@contextmanager
def watching(watch: Watch) -> Iterator[None]:
    """Make all rooms use watched players, including the rooms of workers, which are threads here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arena.tournament.messages.GAMES", {**GAMES, WORDY.name: WORDY})
        patch.setattr("arena.tournament.worker_process.Sandbox", SimpleNamespace(sharing=watch.shared))
        patch.setattr("arena.table.launcher.Connection", type("OfThisTrial", (WatchedConnection,), {"watch": watch}))
        yield


async def hold(what: Try, level: Level, rooms: int, folder: Path) -> Trial:
    """Play the tournament.

    Args:
        what: what the hostile bot does.
        level: the level of the sandbox.
        rooms: how many games are played at the same time.
        folder: the folder for bots and results; it is created.
    """
    watch, told, results = Watch(level), Watcher(), folder / "results.db"
    if what.users:
        watch._users[:] = watch._users[: what.users * rooms]
    with ExitStack() as opened:
        facts = opened.enter_context(_targets())
        opened.enter_context(watch)
        opened.enter_context(watching(watch))
        opened.enter_context(slow_sandboxes(what.slow_starts))
        facts |= {"results": [str(results), f"{results}.journal"], "opponent": str(watch._folder)}
        facts |= {"file_mb": what.limits.file_mb}
        make_bot(folder / "bots", facts, what.build)
        bots = entrants(what, folder / "bots", rooms)
        setup = TournamentSetup(
            contests(what), {bot.id: bot for bot in bots.values()}, "seed", what.clock, "forfeit", rooms,
            sandbox=watch, limits={bots[HOSTILE].id: what.limits},
        )  # fmt: skip
        games = planned(setup.contests, bots, ids(what, rooms))
        store = opened.enter_context(Store.open(results, writing=True))
        store.start_run("seed", {})
        store.plan(bots.values(), games)
        trial = Trial(what, level, rooms, watch, told, results, facts)
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                if what.beside:
                    nursery.start_soon(run_beside, trial)
                await tournament.play(setup, [games], store, told, hire=WorkerThread)
    return trial


def entrants(what: Try, folder: Path, rooms: int) -> dict[str, Entrant]:
    """Return name -> bot of all games. In one room the other bots need no pace, since nobody measures their answers."""
    other = "honest" if rooms == 1 and what.other.startswith("paced") else what.other
    return {
        HOSTILE: entrant(HOSTILE, folder, what.act, what.frames, what.command),
        HONEST: entrant(HONEST, folder, what.honest),
        LEFT: entrant(LEFT, folder, other),
        RIGHT: entrant(RIGHT, folder, other),
    }


async def run_beside(trial: Trial) -> None:
    """Run a shell command of one second once all bots have been started."""
    while len(trial.watch.seated) < 4:  # noqa: ASYNC110 - nothing tells of a start
        await trio.sleep(0.01)
    begun = trio.current_time()
    await trio.run_process(["sh", "-c", "sleep 1"])
    trial.beside_ms = 1000 * (trio.current_time() - begun)


@contextmanager
def slow_sandboxes(number: int) -> Iterator[None]:
    """Delay the first sandboxes for longer than the arena waits, whose patience is short here."""
    start, left = spawn._popen, [number]

    def late(command: Sequence[str], *rest: Any, **more: Any) -> subprocess.Popen[bytes]:
        left[0] -= 1
        words = ["sh", "-c", 'sleep 1.5; exec "$@"', "sh", *command] if left[0] >= 0 else command
        return start(words, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        if number:
            patch.setattr(spawn, "PATIENCE", 1.0)
            patch.setattr(spawn, "_popen", late)
        yield
