"""Tournaments of agents on this machine: as fast as workers, and sixteen of them sixteen times as fast as one."""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import mkdtemp

import trio

from arena.agents.door import Door
from arena.agents.greeting import Terms
from arena.agents.key import read_or_make_key
from arena.bench.figures import Figure
from arena.bench.play import SEED, Count, contest, play_all
from arena.bots.entrants import Entrant
from arena.bots.intake import resolve
from arena.bots.staging import place
from arena.games.catalogue import GAMES
from arena.regression.series import sets_of
from arena.schedules.plan import PlannedGame
from arena.settings.clock import ClockSettings
from arena.settings.limits import StagingLimits
from arena.store import Store
from arena.table.reports import GameEnded
from arena.tournament.play import play
from arena.tournament.punctuality import MACHINE
from arena.tournament.setup import TournamentSetup

SLOW = """
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    char line[4096];
    puts("bot slow 1");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "ask ", 4) == 0) {
            usleep(5000);
            puts(strtok(strrchr(line, ' ') + 1, "\\n"));
            fflush(stdout);
        }
    }
    return 0;
}
"""
"""A bot that thinks for 5 ms, and starts in no time: sixteen rooms of two cores are to share what the arena needs."""
SLOW_IN_PYTHON = """
import sys, time
print("bot slow 1", flush=True)
for line in sys.stdin:
    word, *rest = line.split()
    if word == "ask":
        time.sleep(0.005)
        print(rest[-1], flush=True)
"""
"""The same where there is no C compiler."""


def slow_bot(folder: Path, name: str) -> Entrant:
    """Return a bot that thinks for 5 ms and uses hardly any CPU."""
    home = folder / f"slow-{name}"
    home.mkdir(exist_ok=True)
    command = '["./bot"]\nbuild = ["cc", "-O2", "-o", "bot", "bot.c"]'
    if shutil.which("cc") is None:
        command = f'["{sys.executable}", "-ISu", "bot.py"]'
    (home / "bot.toml").write_text(f'name = "{name}"\ncommand = {command}\n')
    (home / "bot.c").write_text(SLOW)
    (home / "bot.py").write_text(SLOW_IN_PYTHON)
    found = resolve(str(home), GAMES, base=folder)
    assert isinstance(found, Entrant)
    return found


@contextmanager
def agents(number: int, address: str, key_file: Path) -> Iterator[None]:
    """Run agents of one room each."""
    words = [sys.executable, "-m", "arena.cli", "worker", address, "--key-file", str(key_file)]
    words += ["--rooms", "1", "--trust-bots", "--name"]
    started = [subprocess.Popen([*words, f"agent-{i}"], stderr=subprocess.DEVNULL) for i in range(number)]  # noqa: S603 - ours
    try:
        yield
    finally:
        for process in started:
            process.terminate()
            process.wait()


def at_home(bots: tuple[Entrant, Entrant], folder: Path, sets: int, deals: int) -> Figure:
    """Play the same tournament with two workers (arguments as for `decisions`)."""
    path = Path(mkdtemp(dir=folder)) / "home.db"
    count = play_all(contest("kaiser", sets, deals), bots, path, _Timed(), 2, 1)
    return Figure("-j 2", count.rate())


def decisions(bots: tuple[Entrant, Entrant], number: int, folder: Path, sets: int, deals: int) -> Figure:
    """Play a tournament with agents; return its decisions a second of wall time, from when all of them play.

    Args:
        bots: the two bots.
        number: how many agents of one room each.
        folder: where results go.
        sets: how many duplicate sets of Kaiser are played.
        deals: after how many deals a game ends.
    """
    of, count = contest("kaiser", sets, deals), _Timed(number)
    entrants = {bot.id: bot for bot in bots}
    listening, key_file = socket.create_server(("127.0.0.1", 0)), folder / "arena.key"
    address = f"tls://127.0.0.1:{listening.getsockname()[1]}"
    setup = TournamentSetup({of.label: of}, entrants, SEED, ClockSettings(), "forfeit", 0, pin=True)
    terms = Terms("none", (), True, StagingLimits(), setup.clock)
    door = Door(read_or_make_key(str(key_file)), listening, terms, place(), None, lambda _: None)
    with Store.open(folder / f"agents-{number}-{deals}.db", writing=True, fresh=True) as store:
        store.start_run(SEED, {})
        store.plan(entrants.values(), ())
        with agents(number, address, key_file):
            trio.run(partial(play, setup, [sets_of(of, bots, SEED)], store, count, agents=door))
    return Figure(f"{number} agent{'s' * (number > 1)}", count.rate())


class _Timed(Count):
    """Counts decisions from the first results of all machines on: the start of agents is none of their speed.

    Args:
        machines: how many machines play.
    """

    def __init__(self, machines: int = 1) -> None:
        super().__init__()
        self._machines = machines
        self._made = time.perf_counter()
        self._begun = self._ended = 0.0
        self._before = 0
        """How many decisions were made before all machines played."""
        self._seen: set[object] = set()

    def finished(self, planned: PlannedGame, ended: GameEnded) -> None:
        """Count a game."""
        super().finished(planned, ended)
        self._seen.add(ended.outcome.machine.get(MACHINE))
        self._ended = time.perf_counter()
        if not self._begun and len(self._seen) == self._machines:
            self._begun, self._before = self._ended, self.decisions

    def rate(self) -> float:
        """Return the decisions a second."""
        if self._ended == self._begun or not self._begun:  # so few games that not all machines have played
            return self.decisions / (self._ended - self._made)
        return (self.decisions - self._before) / (self._ended - self._begun)
