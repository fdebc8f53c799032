"""Forty kills of agents, their workers, the arena and the network, with real processes: `python -m tests.kills`.

Three agents play through a relay that keeps everything for some milliseconds, as a slow network does. Again and again
something dies or goes silent, and comes back. At the end the results must be those of a run on one machine that nobody
disturbed. It takes some minutes; tests/arena/agents/test_faults.py does the same in one process with a clock that
jumps.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random

from arena.agents.heartbeat import SILENCE
from arena.errors import UserError
from arena.sandbox.processes import children
from arena.store import Store
from tests.commands import ROOT

KILLS = 40
SLOW = """
import sys, time
print("bot slow 1", flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ask":
        time.sleep(0.005)
        print(rest[-1], flush=True)
"""
AGENTS = 3
SETS = 400
DELAY = 0.02
"""Seconds that everything is on its way."""
LADDER = f"""
seed = "kills"
reproducible = true
sets = {SETS}
probation = false
games = [{{ game = "kaiser", options = {{ max_deals = 1 }} }}]
clock = {{ start_ms = 60000, move_ms = 60000 }}
bots = [{{ bot = "bot", name = "one" }}, {{ bot = "bot", name = "two" }}]
"""


class Relay:
    """A slow network between agents and the arena.

    Args:
        to: the port of the arena.
    """

    def __init__(self, to: int) -> None:
        self._to = to
        self._open = threading.Event()
        self._open.set()
        self._ends: set[socket.socket] = set()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            near, _ = self._listening.accept()
            try:
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                near.close()
                continue
            self._ends |= {near, far}
            for source, sink in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(source, sink), daemon=True).start()

    def _carry(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                time.sleep(DELAY)
                self._open.wait()
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Tear all lines."""
        ends, self._ends = self._ends, set()
        for end in ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def hold(self, seconds: float) -> None:
        """Carry nothing for some time; it all arrives later."""
        self._open.clear()
        time.sleep(seconds)
        self._open.set()


class Scene:
    """An arena and its agents, each of which is started again when it is dead.

    Args:
        folder: where the ladder is.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self._port = int(free.getsockname()[1])
        self.relay = Relay(self._port)
        self.said = (folder / "said").open("w")
        self.arena = self._start_arena()
        while not (folder / "k").exists():
            time.sleep(0.1)
        self.agents = [self._start_agent(number) for number in range(AGENTS)]

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "arena.cli", *words, "--key-file", "k", "--trust-bots"]
        return subprocess.Popen(
            command, cwd=self._folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, stdout=self.said, stderr=self.said
        )

    def _start_arena(self) -> subprocess.Popen[bytes]:
        return self._start("run", "kills.toml", "--listen", f"127.0.0.1:{self._port}")

    def _start_agent(self, number: int) -> subprocess.Popen[bytes]:
        return self._start("worker", f"tls://127.0.0.1:{self.relay.port}", "--rooms", "1", "--name", f"m{number}")

    def kill_arena(self) -> None:
        """Kill the arena and start it again."""
        self.arena.kill()
        self.arena.wait()
        self.arena = self._start_arena()

    def kill_agent(self, number: int) -> None:
        """Kill an agent and start another one."""
        self.agents[number].kill()
        self.agents[number].wait()
        self.agents[number] = self._start_agent(number)

    def kill_worker(self, number: int) -> None:
        """Kill the worker of an agent."""
        for child in children(self.agents[number].pid):
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)

    def freeze(self, number: int) -> None:
        """Freeze an agent for longer than the arena waits for a sign of life."""
        self.agents[number].send_signal(signal.SIGSTOP)
        time.sleep(SILENCE + 2)
        self.agents[number].send_signal(signal.SIGCONT)

    def end(self) -> None:
        """End everything."""
        for process in (self.arena, *self.agents):
            process.kill()
            process.wait()


def contents(path: Path) -> list[tuple[object, ...]]:
    """Return what is stored of every game."""
    with Store.open(path, writing=False) as store:
        return sorted((one.game.id, one.result, one.faults, store.record(one.game.id)) for one in store.results())


def stored(folder: Path) -> int:
    """Return how many results there are."""
    with suppress(UserError), Store.open(folder / "kills.db", writing=False) as store:
        return store.counts().done
    return 0


def disturb(scene: Scene, folder: Path) -> Counter[str]:
    """Kill this and that while the ladder is played; return how often each was killed."""
    rng, done = Random(SETS), Counter[str]()
    kinds: list[tuple[str, int, Callable[[int], object]]] = [
        ("agent", 12, scene.kill_agent),
        ("worker", 10, scene.kill_worker),
        ("network cut", 8, lambda _: scene.relay.cut()),
        ("arena", 5, lambda _: scene.kill_arena()),
        ("network held", 3, lambda _: scene.relay.hold(SILENCE + 2)),
        ("frozen", 2, scene.freeze),
    ]
    plan = [(name, what) for name, times, what in kinds for _ in range(times)]
    assert len(plan) == KILLS
    rng.shuffle(plan)
    for name, what in plan:
        before = stored(folder)
        while stored(folder) < before + 4 and scene.arena.poll() is None:
            time.sleep(0.2)
        assert scene.arena.poll() is None, "the ladder is over too soon"
        time.sleep(rng.random() / 2)
        what(rng.randrange(AGENTS))
        done[name] += 1
        print(f"{sum(done.values()):3} {name:13} {stored(folder):4} results", flush=True)
    return done


def main() -> None:
    """Play, disturb, compare."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "bot").mkdir()
        (folder / "bot/bot.toml").write_text(f'command = ["{sys.executable}", "-ISu", "bot.py"]\n')
        (folder / "bot/bot.py").write_text(SLOW)
        (folder / "kills.toml").write_text(LADDER)
        scene, begun = Scene(folder), time.monotonic()
        try:
            done = disturb(scene, folder)
            status = scene.arena.wait()
        finally:
            scene.end()
        took, found = time.monotonic() - begun, contents(folder / "kills.db")
        assert status == 0, (folder / "said").read_text()
        (folder / "bot/bot.py").write_text(SLOW)
        home = [sys.executable, "-m", "arena.cli", "run", "kills.toml", "-j", "4", "--trust-bots"]
        for file in folder.glob("kills.db*"):
            file.rename(folder / f"disturbed-{file.name}")
        subprocess.run(home, cwd=folder, env=os.environ | {"PYTHONPATH": str(ROOT)}, check=True, capture_output=True)
        assert found == contents(folder / "kills.db"), "the results are not those of an undisturbed run"
        assert "Traceback" not in (folder / "said").read_text()
    print(f"{KILLS} kills ({dict(done)}) in {took:.0f} s: all {len(found)} results are those of an undisturbed run")


if __name__ == "__main__":
    main()
